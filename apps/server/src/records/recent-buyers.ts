import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import type { Said } from './tag-by-rule.ts';

/** Conversations that are looked at with one statement; of each, the last messages, and of these the buyer's last texts (our choice). */
const PAGE = 250;
const LOOKED_AT = 500;
const TEXTS = 200;

const saidTexts = z.array(z.object({ text: z.string(), sentAt: z.number() }));

/** A place in the walk from the newest conversation back. */
export interface RecentPlace {
  readonly at: string;
  readonly id: string;
}

/** Before every conversation. */
export const NEWEST: RecentPlace = { at: '9223372036854775807', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** The next conversations with messages since a moment, from the newest back, and what their buyers have written since. */
export async function readRecentBuyers(
  transaction: Transaction,
  accountId: string,
  { since, after, wantsTexts }: { readonly since: number; readonly after: RecentPlace; readonly wantsTexts: boolean },
): Promise<{
  readonly said: Said;
  /** Null: there are no more. */
  readonly next: RecentPlace | null;
}> {
  const found = await transaction.query<{
    readonly conversation_id: string;
    readonly shop_id: string;
    readonly last_message_at: string;
    readonly texts: unknown;
  }>({
    name: 'recent-buyers',
    text: `select page.conversation_id, page.shop_id, page.last_message_at, case when $5 then (
        select json_agg(json_build_object('text', told.text, 'sentAt', told.sent_at)) from (
          select last.content ->> 'text' as text, last.sent_at from (
            select m.author, m.status, m.content, m.sent_at from message m
            where m.conversation_id = page.conversation_id
            order by m.position desc, m.platform_message_id desc limit ${LOOKED_AT}) last
          where last.author = 'buyer' and last.status = 'available' and last.content ->> 'type' = 'text'
            and last.sent_at >= $2 limit ${TEXTS}) told) end as texts
      from (select c.conversation_id, c.shop_id, c.last_message_at from conversation c
        where c.account_id = $1 and c.last_message_at >= $2
          and (c.last_message_at, c.conversation_id) < ($3::bigint, $4::uuid)
        order by c.last_message_at desc, c.conversation_id desc limit ${PAGE}) page
      order by page.last_message_at desc, page.conversation_id desc`,
    values: [accountId, since, after.at, after.id, wantsTexts],
  });
  const last = found.rows.at(-1);
  return {
    said: new Map(
      found.rows.map((row) => [row.conversation_id, { shopId: row.shop_id, texts: saidTexts.parse(row.texts ?? []) }]),
    ),
    next:
      last === undefined || found.rows.length < PAGE ? null : { at: last.last_message_at, id: last.conversation_id },
  };
}
