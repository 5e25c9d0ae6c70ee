import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { BUYER_TAG_RULE_LIMITS } from '@pasar/domain';
import { NEWEST, type RecentPlace, readRecentBuyers } from '../../records/recent-buyers.ts';
import { matchBuyers, wantsTexts, weighGifts } from '../../records/tag-by-rule.ts';
import { type Answer, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.buyerTagRules.tryBuyerTagRule;
const DAY_MS = 86_400_000;
/** Most conversations that a trial looks at, from the newest back (our choice): a person waits for it. */
const MOST_LOOKED_AT = 20_000;

/** The moment from which on buyers are recent. */
export const recentSince = (now: number): number => now - BUYER_TAG_RULE_LIMITS.recentDays * DAY_MS;

/** Each page is a transaction of its own, so that a long trial holds nothing. */
export async function tryBuyerTagRule(
  { database, member, now, gone }: Pick<LongContext, 'database' | 'member' | 'now' | 'gone'>,
  { rule }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const since = recentSince(now);
  const tried = { rule: { ...rule, onSince: since }, since };
  const fresh = new Set<string>();
  let matching = 0;
  let looked = 0;
  let next: RecentPlace | null = NEWEST;
  while (next !== null && looked < MOST_LOOKED_AT && !gone.aborted) {
    const after: RecentPlace = next;
    const { page, weighed } = await database.within(member.scope, async (transaction) => {
      const page = await readRecentBuyers(transaction, member.scope.accountId, {
        since,
        after,
        wantsTexts: wantsTexts([tried.rule]),
      });
      return { page, weighed: await weighGifts(transaction, await matchBuyers(transaction, [tried], page.said)) };
    });
    for (const buyer of weighed.fresh) fresh.add(buyer);
    matching += weighed.matchCount;
    looked += page.said.size;
    next = page.next;
  }
  return success({ fresh: fresh.size, known: matching - fresh.size, isWhole: next === null });
}
