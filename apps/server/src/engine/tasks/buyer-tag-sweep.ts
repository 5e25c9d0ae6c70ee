import type { AccountId, BuyerTagRule, LookingRule } from '@pasar/domain';
import { z } from 'zod';
import { readTagRules, tellTagRules } from '../../records/buyer-tag-rules.ts';
import { NEWEST, readRecentBuyers } from '../../records/recent-buyers.ts';
import { giveByRule, matchBuyers, wantsTexts } from '../../records/tag-by-rule.ts';
import type { Transaction } from '../../storage/database.ts';
import type { BuyerTagSweepTable } from '../../storage/gen/tables.ts';
import { defineAccountTask } from './task.ts';

/**
 * Looks at the buyers of the last days, page by page: each page, what its buyers get and the place are one transaction, so
 * that a run that was cut off is gone on with where it stood, and nothing is done twice.
 */
export const buyerTagSweep = defineAccountTask({
  name: 'buyer-tag-sweep',
  attempts: 20,
  input: z.strictObject({ sweepId: z.uuid() }),
  async run({ sweepId }, { accountId, now, within, signal }) {
    do signal.throwIfAborted();
    while (await within((transaction) => lookAtPage(transaction, accountId, sweepId, now())));
  },
});

/** False: the look has ended. */
async function lookAtPage(
  transaction: Transaction,
  accountId: AccountId,
  sweepId: string,
  now: number,
): Promise<boolean> {
  const found = await transaction.query<BuyerTagSweepTable>(
    'select * from buyer_tag_sweep where sweep_id = $1 and ended_at is null for update',
    [sweepId],
  );
  const [sweep] = found.rows;
  if (sweep === undefined) return false;
  const rules = (await readTagRules(transaction, accountId)).flatMap((rule) => lookingOf(rule, sweep));
  const page = await readRecentBuyers(transaction, accountId, {
    since: Number(sweep.since),
    after: sweep.place_at === null || sweep.place_id === null ? NEWEST : { at: sweep.place_at, id: sweep.place_id },
    wantsTexts: wantsTexts(rules.map(({ rule }) => rule)),
  });
  const given = await giveByRule(transaction, accountId, await matchBuyers(transaction, rules, page.said), now);
  const isDone = page.next === null || rules.length === 0;
  await transaction.query(
    `update buyer_tag_sweep set place_at = $2, place_id = $3, looked_count = looked_count + $4,
       tagged_count = tagged_count + $5, ended_at = $6 where sweep_id = $1`,
    [sweepId, page.next?.at ?? null, page.next?.id ?? null, page.said.size, given, isDone ? now : null],
  );
  if (sweep.rule_id !== null) await tellTagRules(transaction, accountId);
  else if (isDone) await transaction.query('delete from buyer_tag_sweep where sweep_id = $1', [sweepId]);
  return !isDone;
}

/** A look for one rule is at all messages of the last days; one for what was lost is at those since each rule is on. */
function lookingOf(rule: BuyerTagRule, sweep: BuyerTagSweepTable): LookingRule[] {
  if (rule.onSince === null) return [];
  if (sweep.rule_id === null) return [{ rule, since: rule.onSince }];
  return rule.ruleId === sweep.rule_id ? [{ rule, since: Number(sweep.since) }] : [];
}
