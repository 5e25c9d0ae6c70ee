import { type AccountId, OWN_LIMITS } from '@pasar/domain';
import { forgetTests } from '../records/proxy-tests.ts';
import { type Database, wholeAccount } from '../storage/database.ts';

/** Windows further behind than the replay limit reload; twice as many changes are kept. */
const KEPT_CHANGES = 2 * OWN_LIMITS.liveReplayLimit;
/** Settled deliveries have become messages; they are kept this long for the windows that sent them. Ours. */
const KEPT_DELIVERIES_MS = 7 * 86_400_000;

/** What could not be read is kept this long, for whoever mends the reading. Ours. */
const KEPT_QUARANTINE_MS = 30 * 86_400_000;

/** The password of a sign-in that failed waits this long for another try. Ours. */
const KEPT_PASSWORDS_MS = 7 * 86_400_000;
const KEPT_REPORTS_MS = 30 * 86_400_000;

/** Forgets what no window can ask for any more. Doing it twice does no harm. */
export async function tidyAccount(database: Database, accountId: AccountId, now: number): Promise<void> {
  await database.within(wholeAccount(accountId), async (transaction) => {
    await transaction.query(
      `delete from change where account_id = $1
         and seq <= (select seq from account_counter where account_id = $1) - $2`,
      [accountId, KEPT_CHANGES],
    );
    await transaction.query(
      "delete from delivery where account_id = $1 and state in ('confirmed', 'dismissed') and created_at < $2",
      [accountId, now - KEPT_DELIVERIES_MS],
    );
    await transaction.query('delete from quarantine where account_id = $1 and created_at < to_timestamp($2 / 1000.0)', [
      accountId,
      now - KEPT_QUARANTINE_MS,
    ]);
    await forgetTests(transaction, now);
    await transaction.query(
      `delete from secret where owner_id in (select sign_in_id from sign_in
         where account_id = $1 and state in ('failed', 'cancelled') and created_at < $2)`,
      [accountId, now - KEPT_PASSWORDS_MS],
    );
    await transaction.query('delete from client_report where account_id = $1 and created_at < $2', [
      accountId,
      now - KEPT_REPORTS_MS,
    ]);
    await transaction.query('delete from session where account_id = $1 and expires_at < now()', [accountId]);
  });
}
