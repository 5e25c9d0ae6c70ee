import type { AccountId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

/** Reports of clients and connectors for the operator of the product: no secrets, no texts of buyers. */
export interface ClientReport {
  readonly kind: 'cnsc_login' | 'unknown_message_type' | 'unknown_value' | 'proxy_stat';
  /**
   * The sender's own id of the report, so that the same report twice changes nothing. Null where the sender has none.
   */
  readonly reportId: string | null;
  readonly payload: unknown;
  readonly now: number;
}

export async function storeReport(transaction: Transaction, accountId: AccountId, report: ClientReport): Promise<void> {
  await transaction.query(
    `insert into client_report (report_id, account_id, kind, payload, created_at)
     values (coalesce($1, uuidv7()), $2, $3, $4, $5) on conflict do nothing`,
    [report.reportId, accountId, report.kind, JSON.stringify(report.payload), report.now],
  );
}

/**
 * Counts what the connectors saw and the desk cannot name. The first sight makes the report; later sights add `times`
 * to its number.
 */
export async function countReport(
  transaction: Transaction,
  accountId: AccountId,
  { report, times }: { readonly report: ClientReport; readonly times: number },
): Promise<void> {
  await transaction.query(
    `insert into client_report (report_id, account_id, kind, payload, created_at, occurrences)
     values (coalesce($1, uuidv7()), $2, $3, $4, $5, greatest($6, 1))
     on conflict (account_id, report_id) do update set occurrences = client_report.occurrences + $6`,
    [report.reportId, accountId, report.kind, JSON.stringify(report.payload), report.now, times],
  );
}
