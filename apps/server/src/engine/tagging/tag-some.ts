import { type AccountId, AUTHORS, type BuyerTagRule } from '@pasar/domain';
import { z } from 'zod';
import { beginSweep, readTagRules } from '../../records/buyer-tag-rules.ts';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import { giveByRule, matchBuyers, type Said } from '../../records/tag-by-rule.ts';
import type { Transaction } from '../../storage/database.ts';
import type { BuyerTagWatchTable } from '../../storage/gen/tables.ts';

/** Changes, and rows of changed orders, that one transaction looks at (our choice). */
const CHANGES_AT_ONCE = 2_000;
const DUE_AT_ONCE = 20;
/** A message may reach the feed so long after it was sent (our choice): what was lost is looked for so far back. */
const LATE_MS = 60 * 60_000;

/**
 * Looks at the next changes of an account and at the buyers whose orders have changed, and gives them their tags. The place
 * in the feed moves in the same transaction, so a process that dies leaves everything or nothing; two processes take turns.
 */
export async function tagSome(transaction: Transaction, accountId: AccountId, now: number): Promise<void> {
  const watched = await transaction.query<BuyerTagWatchTable>({
    name: 'watched-tags',
    text: 'select * from buyer_tag_watch where account_id = $1 for update',
    values: [accountId],
  });
  const [watch] = watched.rows;
  if (watch === undefined) return;
  const news = await readNews(transaction, accountId, watch.seq);
  if (news.isBroken) {
    await beginSweep(transaction, accountId, { ruleId: null, since: Number(watch.looked_at) - LATE_MS, now });
  }
  const said = new Map([...(await readDue(transaction, accountId)), ...news.said]);
  if (said.size > 0) {
    const rules = (await readTagRules(transaction, accountId)).flatMap(sinceOn);
    await giveByRule(transaction, accountId, await matchBuyers(transaction, rules, said), now);
  }
  await transaction.query({
    name: 'move-tag-watch',
    text: 'update buyer_tag_watch set seq = $2, looked_at = $3 where account_id = $1',
    values: [accountId, news.upTo, now],
  });
}

/** A rule looks at what was sent since it was switched on, also where that comes late or again. */
const sinceOn = (rule: BuyerTagRule) => (rule.onSince === null ? [] : [{ rule, since: rule.onSince }]);

/** Of a message in the feed, what rules look at. */
const told = z.object({
  message: z.object({
    conversationId: z.string(),
    author: z.enum(AUTHORS),
    status: z.string(),
    sentAt: z.number(),
    content: z.object({ type: z.string(), text: z.string().optional() }),
  }),
});

interface News {
  readonly said: Said;
  readonly upTo: string;
  /** Changes that were not looked at are gone: too old, or lost with a crash of the database. */
  readonly isBroken: boolean;
}

/** What buyers have written, by the next changes of the feed. */
async function readNews(transaction: Transaction, accountId: string, since: string): Promise<News> {
  const found = await transaction.query<{
    readonly head: string;
    readonly seq: string | null;
    readonly shop_id: string | null;
    /** Null for a change of another kind. */
    readonly message: unknown;
  }>({
    name: 'news-to-tag',
    text: `select counter.seq as head, item.* from account_counter counter left join lateral (
        select c.seq, c.shop_id, case c.kind when 'message' then c.payload end as message
        from change c where c.account_id = $1 and c.seq > $2 order by c.seq limit ${CHANGES_AT_ONCE}) item on true
      where counter.account_id = $1 order by item.seq`,
    values: [accountId, since],
  });
  const said = new Map<string, { shopId: string; texts: { text: string; sentAt: number }[] }>();
  for (const { shop_id: shopId, message } of found.rows) {
    if (message === null || shopId === null) continue;
    const { conversationId, author, status, sentAt, content } = told.parse(message).message;
    if (author !== 'buyer' || status !== 'available') continue;
    const facts = said.get(conversationId) ?? { shopId, texts: [] };
    said.set(conversationId, facts);
    if (content.type === 'text' && content.text !== undefined) facts.texts.push({ text: content.text, sentAt });
  }
  const head = found.rows[0]?.head ?? since;
  const first = found.rows[0]?.seq ?? null;
  const isBroken = BigInt(first ?? BigInt(head) + 1n) > BigInt(since) + 1n;
  return { said, upTo: found.rows.at(-1)?.seq ?? head, isBroken };
}

/** The conversations of the next buyers whose orders have changed. */
async function readDue(transaction: Transaction, accountId: string): Promise<Said> {
  const taken = await transaction.query<{ shop_id: string; buyer_id: string }>({
    name: 'take-tag-due',
    text: `with taken as (
        delete from buyer_tag_due where due_id in (
          select due_id from buyer_tag_due where account_id = $1 order by due_id limit ${DUE_AT_ONCE})
        returning shop_id, buyer_ids)
      select distinct shop_id, buyer.buyer_id from taken cross join lateral unnest(buyer_ids) buyer (buyer_id)`,
    values: [accountId],
  });
  const conversationOf = await conversationsOfBuyers(transaction, accountId, taken.rows);
  return new Map(
    taken.rows.flatMap((row) => {
      const conversationId = conversationOf(row);
      return conversationId === null ? [] : [[conversationId, { shopId: row.shop_id, texts: [] }] as const];
    }),
  );
}
