import type { AccountId, BuyerTagRule, BuyerToTag } from '@pasar/domain';
import { beginSweep, readTagRules } from '../../records/buyer-tag-rules.ts';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import { giveByRule, matchBuyers } from '../../records/tag-by-rule.ts';
import type { Transaction } from '../../storage/database.ts';
import type { BuyerTagWatchTable } from '../../storage/gen/tables.ts';

/** Changes, and rows of changed orders, that one transaction looks at (our choice). */
const CHANGES_AT_ONCE = 1_000;
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
  const texts = new Map(news.texts);
  for (const id of await readDue(transaction, accountId)) if (!texts.has(id)) texts.set(id, []);
  if (texts.size > 0) {
    const rules = (await readTagRules(transaction, accountId)).flatMap(sinceOn);
    await giveByRule(transaction, accountId, await matchBuyers(transaction, rules, texts), now);
  }
  await transaction.query({
    name: 'move-tag-watch',
    text: 'update buyer_tag_watch set seq = $2, looked_at = $3 where account_id = $1',
    values: [accountId, news.upTo, now],
  });
}

/** A rule looks at what was sent since it was switched on, also where that comes late or again. */
const sinceOn = (rule: BuyerTagRule) => (rule.onSince === null ? [] : [{ rule, since: rule.onSince }]);

interface News {
  /** By conversation. */
  readonly texts: ReadonlyMap<string, BuyerToTag['texts']>;
  readonly upTo: string;
  /** Changes that were not looked at are gone: too old, or lost with a crash of the database. */
  readonly isBroken: boolean;
}

/** What buyers have written, by the next changes of the feed. */
async function readNews(transaction: Transaction, accountId: string, since: string): Promise<News> {
  const found = await transaction.query<{
    readonly head: string;
    readonly seq: string | null;
    readonly conversation_id: string | null;
    readonly text: string | null;
    readonly sent_at: string;
  }>({
    name: 'news-to-tag',
    text: `select counter.seq as head, item.* from account_counter counter left join lateral (
        select page.seq, page.message ->> 'conversationId' as conversation_id, page.message #>> '{content,text}' as text,
          page.message ->> 'sentAt' as sent_at
        from (select c.seq, case when c.kind = 'message' and c.payload #>> '{message,author}' = 'buyer'
            and c.payload #>> '{message,status}' = 'available' then c.payload -> 'message' end as message
          from change c where c.account_id = $1 and c.seq > $2 order by c.seq limit ${CHANGES_AT_ONCE}) page) item on true
      where counter.account_id = $1 order by item.seq`,
    values: [accountId, since],
  });
  const texts = new Map<string, { text: string; sentAt: number }[]>();
  for (const row of found.rows) {
    if (row.conversation_id === null) continue;
    const told = texts.get(row.conversation_id) ?? [];
    texts.set(row.conversation_id, told);
    if (row.text !== null) told.push({ text: row.text, sentAt: Number(row.sent_at) });
  }
  const head = found.rows[0]?.head ?? since;
  const first = found.rows[0]?.seq ?? null;
  const isBroken = BigInt(first ?? BigInt(head) + 1n) > BigInt(since) + 1n;
  return { texts, upTo: found.rows.at(-1)?.seq ?? head, isBroken };
}

/** The conversations of the next buyers whose orders have changed. */
async function readDue(transaction: Transaction, accountId: string): Promise<readonly string[]> {
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
  return taken.rows.flatMap((row) => conversationOf(row) ?? []);
}
