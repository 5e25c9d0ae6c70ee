import {
  type AccountId,
  BUYER_TAG_LIMITS,
  type BuyerTagRule,
  type BuyerToTag,
  type LookingRule,
  tagMatcherOf,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { giveTags, lockBuyers, lockTags, type TagGift, tellTags } from './buyer-tags.ts';

/** A gift of a rule, and what the buyer has already. */
interface OpenGift extends RuleGift {
  /** The buyer of the shop. */
  readonly buyer: string;
  readonly hasTag: boolean;
  /** How many tags the buyer has. */
  readonly heldCount: number;
}
interface RuleGift extends TagGift {
  readonly ruleId: string;
}

export const wantsOrders = (rules: readonly BuyerTagRule[]): boolean =>
  rules.some(({ condition }) => condition.kind !== 'words');
export const wantsTexts = (rules: readonly BuyerTagRule[]): boolean =>
  rules.some(({ condition }) => condition.kind === 'words');

/** What rules look at in conversations, by their ids: the shop, and what the buyer has written. */
export type Said = ReadonlyMap<string, Pick<BuyerToTag, 'shopId' | 'texts'>>;

/** What the rules give to the buyers of conversations, whatever they have already. Orders are read where a rule asks for them. */
export async function matchBuyers(
  transaction: Transaction,
  rules: readonly LookingRule[],
  said: Said,
): Promise<readonly RuleGift[]> {
  const orders = wantsOrders(rules.map(({ rule }) => rule)) ? await readOrders(transaction, [...said.keys()]) : null;
  const matching = tagMatcherOf(rules);
  const gifts = [...said].flatMap(([conversationId, facts]) =>
    matching({ ...facts, orders: orders?.get(conversationId) ?? [] }).map(({ ruleId, tagId, name }) => ({
      ruleId,
      tagId,
      addedBy: name,
      conversationId,
    })),
  );
  if (gifts.length === 0) return [];
  const tags = await transaction.query<{ tag_id: string }>({
    name: 'tags-of-rules',
    text: 'select tag_id from buyer_tag',
    values: [],
  });
  const known = new Set(tags.rows.map((row) => row.tag_id));
  return gifts.filter(({ tagId }) => known.has(tagId));
}

/** Sums of the orders of each conversation's buyer in its shop. */
async function readOrders(
  transaction: Transaction,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, BuyerToTag['orders']>> {
  const found = await transaction.query<{
    readonly conversation_id: string;
    readonly status: string;
    readonly currency: string;
    readonly amount: string;
  }>({
    name: 'orders-of-buyers-to-tag',
    text: `select c.conversation_id, o.status, o.currency, o.amount from conversation c cross join lateral (
        select status, currency, sum(total)::text as amount from shop_order
        where shop_id = c.shop_id and buyer_id = c.buyer_id group by status, currency) o
      where c.conversation_id = any($1::uuid[])`,
    values: [conversationIds],
  });
  const orders = new Map<string, BuyerToTag['orders'][number][]>();
  for (const { conversation_id: id, status, amount, currency } of found.rows) {
    const of = orders.get(id) ?? [];
    orders.set(id, of);
    of.push({ status, total: { amount, currency } });
  }
  return orders;
}

/** Those gifts that their rules have not made before. */
async function openGifts(transaction: Transaction, gifts: readonly RuleGift[]): Promise<readonly OpenGift[]> {
  const found = await transaction.query<{ number: string; buyer: string; has_tag: boolean; held: number }>({
    name: 'open-tag-gifts',
    text: `select gift.number, c.shop_id || ' ' || c.buyer_id as buyer,
        exists (select from buyer_tag_relation r where r.shop_id = c.shop_id and r.buyer_id = c.buyer_id
          and r.tag_id = gift.tag_id) as has_tag,
        (select count(*)::integer from buyer_tag_relation r where r.shop_id = c.shop_id and r.buyer_id = c.buyer_id) as held
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality gift (rule_id, tag_id, conversation_id, number)
        join conversation c using (conversation_id)
      where not exists (select from buyer_tag_given g where g.shop_id = c.shop_id and g.buyer_id = c.buyer_id
        and g.rule_id = gift.rule_id and g.tag_id = gift.tag_id)
      order by gift.number`,
    values: [
      gifts.map(({ ruleId }) => ruleId),
      gifts.map(({ tagId }) => tagId),
      gifts.map(({ conversationId }) => conversationId),
    ],
  });
  return found.rows.flatMap((row) => {
    const gift = gifts[Number(row.number) - 1];
    return gift === undefined ? [] : [{ ...gift, buyer: row.buyer, hasTag: row.has_tag, heldCount: row.held }];
  });
}

/** Gifts by whether their buyers would get the tag, or have it already. A buyer with too many tags is in neither. */
function sortGifts(open: readonly OpenGift[]): {
  readonly fresh: readonly OpenGift[];
  readonly known: readonly OpenGift[];
} {
  const more = new Map<string, Set<string>>();
  const fresh = open.filter(({ buyer, tagId, hasTag, heldCount }) => {
    const given = more.get(buyer) ?? new Set();
    if (hasTag || given.has(tagId) || heldCount + given.size >= BUYER_TAG_LIMITS.ofBuyer) return false;
    more.set(buyer, given.add(tagId));
    return true;
  });
  return { fresh, known: open.filter((gift) => gift.hasTag || (more.get(gift.buyer)?.has(gift.tagId) ?? false)) };
}

/** Which buyers would get the tag, and which match as well and have it or had it: for the trial of one rule. */
export async function weighGifts(
  transaction: Transaction,
  gifts: readonly RuleGift[],
): Promise<{ readonly fresh: readonly string[]; readonly matchCount: number }> {
  const { fresh } = sortGifts(await openGifts(transaction, gifts));
  return { fresh: fresh.map(({ buyer }) => buyer), matchCount: gifts.length };
}

/**
 * Gives the tags that rules have not given before, and returns how many were given. A rule that finds its tag at the buyer
 * has nothing to give any more. A buyer who has as many tags as is possible gets none, and is looked at another time.
 */
export async function giveByRule(
  transaction: Transaction,
  accountId: AccountId,
  gifts: readonly RuleGift[],
  now: number,
): Promise<number> {
  if (gifts.length === 0 || (await openGifts(transaction, gifts)).length === 0) return 0;
  await lockTags(transaction, accountId);
  const { fresh, known } = sortGifts(await openGifts(transaction, gifts));
  const done = [...new Set([...fresh, ...known])];
  // The foreign key of what is noted locks the conversation that it names.
  await lockBuyers(
    transaction,
    done.map(({ conversationId }) => conversationId),
  );
  await transaction.query({
    name: 'note-tag-gifts',
    text: `insert into buyer_tag_given (rule_id, tag_id, shop_id, buyer_id, account_id, conversation_id)
      select gift.rule_id, gift.tag_id, c.shop_id, c.buyer_id, c.account_id, c.conversation_id
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) gift (rule_id, tag_id, conversation_id)
        join conversation c using (conversation_id)
      on conflict do nothing`,
    values: [
      done.map(({ ruleId }) => ruleId),
      done.map(({ tagId }) => tagId),
      done.map(({ conversationId }) => conversationId),
    ],
  });
  const given = await giveTags(transaction, fresh, now);
  if (given.rows.length > 0) await tellTags(transaction, accountId, given.rows);
  return given.conversationIds.length;
}
