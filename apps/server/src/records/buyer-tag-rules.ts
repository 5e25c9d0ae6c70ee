import { type BuyerTagRuleView, buyerTagRuleList } from '@pasar/api';
import type { AccountId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { BuyerTagRulesTable } from '../storage/gen/tables.ts';
import { appendChanges } from './change-feed.ts';

/** The rules by which buyers of the account get tags. */
export async function readTagRules(transaction: Transaction, accountId: AccountId): Promise<BuyerTagRuleView[]> {
  const found = await transaction.query<BuyerTagRulesTable>({
    name: 'buyer-tag-rules',
    text: 'select * from buyer_tag_rules where account_id = $1',
    values: [accountId],
  });
  return buyerTagRuleList.parse(found.rows[0]?.rules ?? []);
}

export async function tellTagRules(transaction: Transaction, accountId: AccountId): Promise<void> {
  await appendChanges(transaction, accountId, [{ change: { kind: 'buyerTagRules' }, shopId: null, memberId: null }]);
}

/**
 * Begins a look at the buyers with messages since a moment. Its row puts its task into the queue. `ruleId` null: for all rules
 * that are on.
 */
export async function beginSweep(
  transaction: Transaction,
  accountId: AccountId,
  { ruleId, since, now }: { readonly ruleId: string | null; readonly since: number; readonly now: number },
): Promise<void> {
  await transaction.query('delete from buyer_tag_sweep where account_id = $1 and rule_id = $2', [accountId, ruleId]);
  await transaction.query(
    `insert into buyer_tag_sweep (account_id, rule_id, since, total, begun_at)
     select $1, $2, $3, count(*), $4 from conversation where account_id = $1 and last_message_at >= $3`,
    [accountId, ruleId, since, now],
  );
}
