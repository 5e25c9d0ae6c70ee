import {
  type AccountId,
  AUTO_REPLY_LIMITS,
  type AutoReplyKind,
  type Country,
  type Marketplace,
  planAnswer,
} from '@pasar/domain';
import type { AutoReplyRules } from '../../records/auto-reply.ts';
import { IS_GIVEN } from '../../records/due-answers.ts';
import type { Send, Transaction } from '../../storage/database.ts';
import type { LoadedConversation } from './conversations.ts';
import type { InsertedMessage } from './messages.ts';

/** What the planning of automatic answers needs besides a batch. */
export interface Answering {
  readonly rules: AutoReplyRules;
  readonly now: () => number;
}

interface ShopRow {
  readonly shop_id: string;
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly version: string;
}
interface HeldRow {
  readonly conversation_id: string;
  readonly greeted_at: string | null;
  readonly waiting: AutoReplyKind[];
}

/**
 * Plans the automatic answers to the buyers' messages of a batch, in its transaction: a message that is stored has its
 * answer in the queue. An account without rules that are on costs one look.
 */
export async function planAnswers(
  transaction: Transaction,
  send: Send,
  { accountId, rules, now: clock }: Answering & { readonly accountId: AccountId },
  inserted: readonly InsertedMessage[],
  conversations: ReadonlyMap<string, LoadedConversation>,
): Promise<void> {
  const now = clock();
  const fresh = inserted.filter(
    ({ row, facts }) =>
      facts.author === 'buyer' &&
      facts.status === 'available' &&
      now - facts.sentAt <= AUTO_REPLY_LIMITS.lateMs &&
      typeof conversations.get(row.conversation_id)?.state.waitingSince === 'number',
  );
  if (fresh.length === 0) return;
  const shopIdOf = ({ row }: InsertedMessage) => conversations.get(row.conversation_id)?.row.shop_id ?? '';
  const shops = await transaction.query<ShopRow>({
    name: 'shops-with-auto-reply',
    text: `select s.shop_id, s.marketplace, s.country, v.version from shop s join auto_reply_version v using (account_id)
           where v.is_on and s.account_id = $2 and s.shop_id = any($1::uuid[])`,
    values: [[...new Set(fresh.map(shopIdOf))], accountId],
  });
  const [first] = shops.rows;
  if (first === undefined) return;
  const all = await rules.of(transaction, accountId, first.version);
  const shopOf = new Map(shops.rows.map((row) => [row.shop_id, row]));
  const held = all.mayWait
    ? await readHeld(transaction, [...new Set(fresh.map(({ row }) => row.conversation_id))])
    : new Map<string, Held>();
  const planned = fresh.flatMap((message) => {
    const shop = shopOf.get(shopIdOf(message));
    if (shop === undefined) return [];
    const { row, facts } = message;
    const { greetedAt, waiting } = held.get(row.conversation_id) ?? NOTHING;
    const answer = planAnswer(
      { text: facts.content.type === 'text' ? facts.content.text : '', sentAt: facts.sentAt },
      all.of({ shopId: shop.shop_id, marketplace: shop.marketplace, country: shop.country }).rules,
      { now, country: shop.country, greetedAt, waiting },
    );
    if (answer === null) return [];
    held.set(row.conversation_id, { greetedAt, waiting: new Set([...waiting, answer.kind]) });
    return [{ row, shopId: shop.shop_id, writtenAt: facts.sentAt, answer }];
  });
  if (planned.length === 0) return;
  void send({
    name: 'plan-auto-replies',
    text: `insert into auto_reply_queue (account_id, shop_id, conversation_id, message_id, position, written_at, kind,
             keyword_id, keyword, faq_place, due_at)
           select $1, * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::text[], $8::uuid[],
             $9::text[], $10::int[], $11::bigint[])
           on conflict do nothing`,
    values: [
      accountId,
      planned.map(({ shopId }) => shopId),
      planned.map(({ row }) => row.conversation_id),
      planned.map(({ row }) => row.message_id),
      planned.map(({ row }) => row.position),
      planned.map(({ writtenAt }) => writtenAt),
      planned.map(({ answer }) => answer.kind),
      planned.map(({ answer }) => answer.keywordId),
      planned.map(({ answer }) => answer.keyword),
      planned.map(({ answer }) => answer.faqPlace),
      planned.map(({ answer }) => answer.dueAt),
    ],
  });
}

interface Held {
  readonly greetedAt: number | null;
  readonly waiting: ReadonlySet<AutoReplyKind>;
}
const NOTHING: Held = { greetedAt: null, waiting: new Set() };

/** What the conversations wait for already, and when their buyers were last greeted. */
async function readHeld(transaction: Transaction, conversationIds: readonly string[]): Promise<Map<string, Held>> {
  const found = await transaction.query<HeldRow>({
    name: 'planned-auto-replies',
    text: `select id as conversation_id,
             (select max(q.ended_at) from conversation_buyer own
                join conversation_buyer k on k.account_id = own.account_id and k.buyer_id = own.buyer_id
                  and k.shop_id = own.shop_id
                join auto_reply_queue q on q.conversation_id = k.conversation_id
               where own.conversation_id = id and ${IS_GIVEN} and q.kind = 'welcome') as greeted_at,
             array(select q.kind from auto_reply_queue q where q.conversation_id = id and q.state = 'waiting'
               and q.kind in ('welcome', 'default')) as waiting
           from unnest($1::uuid[]) id`,
    values: [conversationIds],
  });
  return new Map(
    found.rows.map((row) => [
      row.conversation_id,
      { greetedAt: row.greeted_at === null ? null : Number(row.greeted_at), waiting: new Set(row.waiting) },
    ]),
  );
}
