import type { AutomaticAnswer, AutomaticAnswerPart } from '@pasar/api';
import {
  type AccountId,
  type AutoReplyKind,
  type AutoReplyReason,
  asShopId,
  buyerLanguage,
  type Country,
  type Marketplace,
  whyNoAnswer,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { answerContent, readAccountRules } from './auto-reply.ts';
import { canSend, lastTexts, partsFor } from './automatic.ts';
import { appendChanges, type NewChange } from './change-feed.ts';
import { valuesOfNewestOrder } from './order-values.ts';

export interface DueRow {
  readonly conversation_id: string;
  readonly shop_id: string;
  readonly position: string;
  readonly written_at: string;
  readonly kind: AutoReplyKind;
  readonly keyword_id: string | null;
  readonly faq_place: number | null;
  readonly due_at: string;
}
interface ConversationFacts {
  readonly last_position: string | null;
  readonly last_reply_position: string | null;
  readonly set_aside_position: string | null;
  readonly waiting_since: string | null;
  readonly buyer_name: string;
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly shop_name: string;
  readonly is_stopped: boolean;
}

/** Which rows of `auto_reply_queue` count as answers that the buyer got: Pasar's, and those that a client took. */
export const IS_GIVEN = "(state = 'answered' or reason = 'taken')";

/** An answer that waits, and its conversation; both rows are locked. */
export interface DueAnswerRows {
  readonly row: DueRow;
  readonly conversation: ConversationFacts;
}

/**
 * Null: the answer does not wait any more. The conversation is locked first, as the ingest does, so that a person's answer
 * comes before or after as a whole. Answers to one buyer are decided one after the other: the buyer may have two conversations.
 */
export async function lockDueAnswer(transaction: Transaction, queueId: string): Promise<DueAnswerRows | null> {
  await transaction.query(
    `select pg_advisory_xact_lock(hashtextextended('auto-reply/' || c.shop_id || '/' || c.buyer_id, 0))
     from auto_reply_queue q join conversation c using (conversation_id) where q.queue_id = $1`,
    [queueId],
  );
  const found = await transaction.query<ConversationFacts>(
    `select c.last_position, c.last_reply_position, c.set_aside_position, c.waiting_since, c.buyer_name, s.marketplace,
       s.country, coalesce(s.alias, s.name) as shop_name, exists (select from automatic_stop t
         where t.account_id = c.account_id and coalesce(t.shop_id, c.shop_id) = c.shop_id) as is_stopped
     from conversation c join shop s using (shop_id)
     where c.conversation_id = (select q.conversation_id from auto_reply_queue q where q.queue_id = $1)
     for update of c`,
    [queueId],
  );
  const queued = await transaction.query<DueRow>(
    `select conversation_id, shop_id, position, written_at, kind, keyword_id, faq_place, due_at
     from auto_reply_queue where queue_id = $1 and state = 'waiting' for update`,
    [queueId],
  );
  const [conversation] = found.rows;
  const [row] = queued.rows;
  return conversation === undefined || row === undefined ? null : { row, conversation };
}

/** Whom an answer is for. */
export interface AnswerTarget {
  readonly conversationId: string;
  readonly shopId: string;
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly buyerName: string;
  readonly shopName: string;
}

/** The parts of an answer that the shop can send, in the buyer's language and filled in. */
export async function partsOfAnswer(
  transaction: Transaction,
  content: AutomaticAnswer,
  { conversationId, shopId, marketplace, country, buyerName, shopName }: AnswerTarget,
): Promise<readonly AutomaticAnswerPart[]> {
  // Only an answer in several languages asks for the buyer's.
  const texts = content.variants.length === 0 ? [] : await lastTexts(transaction, conversationId);
  const parts = partsFor(content, buyerLanguage(country, texts), {
    ...(await valuesOfNewestOrder(transaction, conversationId)),
    buyer: buyerName,
    shop: shopName,
  });
  return parts.filter((part) => canSend({ shopId, marketplace }, part));
}

export const targetOf = ({ row, conversation }: DueAnswerRows): AnswerTarget => ({
  conversationId: row.conversation_id,
  shopId: row.shop_id,
  marketplace: conversation.marketplace,
  country: conversation.country,
  buyerName: conversation.buyer_name,
  shopName: conversation.shop_name,
});

/** What an answer says by the rules as they are now, and why it may not be given; null: it may. */
export async function judgeAnswer(
  transaction: Transaction,
  accountId: AccountId,
  { row, conversation }: DueAnswerRows,
  now: number,
): Promise<{
  readonly content: AutomaticAnswer | null;
  readonly delayMinutes: number;
  readonly reason: AutoReplyReason | null;
}> {
  const all = await readAccountRules(transaction, accountId);
  const { marketplace, country } = conversation;
  const {
    stored,
    rules: { switches },
  } = all.of({ shopId: row.shop_id, marketplace, country });
  const planned = { kind: row.kind, keywordId: row.keyword_id, faqPlace: row.faq_place };
  const content = answerContent(planned, all, stored);
  const before = await transaction.query<{ any: string | null; counted: string | null; greeted: string | null }>({
    name: 'answered-before',
    // The limit and the greeting count the buyer of the shop, who may have two conversations.
    text: `select max(q.ended_at) filter (where q.conversation_id = $1) as any,
             max(q.ended_at) filter (where q.kind in ('keyword', 'default')) as counted,
             max(q.ended_at) filter (where q.kind = 'welcome') as greeted
           from conversation_buyer own
           join conversation_buyer k on k.account_id = own.account_id and k.buyer_id = own.buyer_id
             and k.shop_id = own.shop_id
           join auto_reply_queue q on q.conversation_id = k.conversation_id
           where own.conversation_id = $1 and ${IS_GIVEN}`,
    values: [row.conversation_id],
  });
  const { any = null, counted = null, greeted = null } = before.rows[0] ?? {};
  const isBehind = (mark: string | null) => mark === null || BigInt(row.position) > BigInt(mark);
  const reason = whyNoAnswer({
    kind: row.kind,
    dueAt: Number(row.due_at),
    now,
    country,
    switches,
    isThere: content !== null,
    isStopped: conversation.is_stopped,
    isWaiting:
      conversation.waiting_since !== null &&
      isBehind(conversation.last_reply_position) &&
      isBehind(conversation.set_aside_position),
    writtenAt: Number(row.written_at),
    lastAnswerAt: timeOf(any),
    lastCountedAt: timeOf(counted),
    lastGreetedAt: timeOf(greeted),
    answerHours: all.chat.answerHours,
  });
  return { content, delayMinutes: switches.delayMinutes, reason };
}
const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** Windows that show the log are told, as the last statement of a transaction, with what else has changed in it. */
export async function endAnswer(
  transaction: Transaction,
  ended: {
    readonly accountId: AccountId;
    readonly queueId: string;
    readonly shopId: string;
    readonly state: 'answered' | 'skipped';
    readonly reason: AutoReplyReason | null;
    /** The texts that the buyer gets. */
    readonly answers?: readonly string[];
    readonly now: number;
  },
  changes: readonly NewChange[] = [],
): Promise<void> {
  const { accountId, queueId, shopId, state, reason, answers = [], now } = ended;
  await transaction.query({
    name: 'end-answer',
    text: 'update auto_reply_queue set state = $2, reason = $3, ended_at = $4, answers = $5 where queue_id = $1',
    values: [queueId, state, reason, now, answers],
  });
  await appendChanges(transaction, accountId, [
    ...changes,
    { change: { kind: 'autoReply' }, shopId: asShopId(shopId), memberId: null },
  ]);
}

/**
 * While a conversation waits for its usual answer, no other is planned in it. Where that one is not given, what the buyer has
 * written since gets its own: a person may have answered only what stood before it.
 */
export async function planNext(transaction: Transaction, row: DueRow, delayMinutes: number): Promise<void> {
  await transaction.query(
    `insert into auto_reply_queue (account_id, shop_id, conversation_id, message_id, position, written_at, kind, due_at)
     select m.account_id, m.shop_id, m.conversation_id, m.message_id, m.position, m.sent_at, 'default', m.sent_at + $3
     from message m join conversation c using (conversation_id)
     where m.conversation_id = $1 and m.author = 'buyer' and m.status = 'available'
       and m.position > greatest($2::bigint, c.last_reply_position, c.set_aside_position)
       and not exists (select from auto_reply_queue q where q.message_id = m.message_id)
     order by m.position limit 1 on conflict do nothing`,
    [row.conversation_id, row.position, delayMinutes * 60_000],
  );
}
