import type { AutomaticContent } from '@pasar/api';
import {
  type AccountId,
  AUTO_REPLY_LIMITS,
  type AutoReplyKind,
  type AutoReplyReason,
  asShopId,
  buyerLanguage,
  type Country,
  type Marketplace,
  whyNoAnswer,
} from '@pasar/domain';
import { z } from 'zod';
import { type AccountRules, answerContent, readAccountRules } from '../../records/auto-reply.ts';
import { lastTexts, partsFor, putAutomatic } from '../../records/automatic.ts';
import { appendChanges } from '../../records/change-feed.ts';
import { valuesOfNewestOrder } from '../../records/order-values.ts';
import type { Transaction } from '../../storage/database.ts';
import { defineAccountTask } from './task.ts';

/**
 * Gives an automatic answer when it is due, or notes why not. The look, the rows of the ledger and the entry of the log are
 * one transaction, so a run that is repeated finds the answer given.
 */
export const autoReply = defineAccountTask({
  name: 'auto-reply',
  attempts: 20,
  input: z.strictObject({ queueId: z.uuid() }),
  run: ({ queueId }, { accountId, now, within }) =>
    within((transaction) => answer(transaction, accountId, queueId, now())),
});

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

async function answer(transaction: Transaction, accountId: AccountId, queueId: string, now: number): Promise<void> {
  // The conversation is locked first, as the ingest does, so that a person's answer comes before or after as a whole.
  const found = await transaction.query<ConversationFacts>(
    `select c.last_position, c.last_reply_position, c.set_aside_position, c.waiting_since, c.buyer_name, s.marketplace,
       s.country, coalesce(s.alias, s.name) as shop_name, exists (select from automatic_stop t
         where t.account_id = c.account_id and coalesce(t.shop_id, c.shop_id) = c.shop_id) as is_stopped
     from conversation c join shop s using (shop_id)
     where c.conversation_id = (select q.conversation_id from auto_reply_queue q where q.queue_id = $1)
     for update of c`,
    [queueId],
  );
  const conversation = found.rows[0];
  const queued = await transaction.query<DueRow>(
    `select conversation_id, shop_id, position, written_at, kind, keyword_id, faq_place, due_at
     from auto_reply_queue where queue_id = $1 and state = 'waiting' for update`,
    [queueId],
  );
  const row = queued.rows[0];
  // Whether it is due is judged by the database's clock, which began the task. This process's may be behind it.
  if (conversation === undefined || row === undefined) return;
  const rules = await readAccountRules(transaction, accountId);
  const { marketplace, country } = conversation;
  const {
    stored,
    rules: { switches },
  } = rules.of({ shopId: row.shop_id, marketplace, country });
  const planned = { kind: row.kind, keywordId: row.keyword_id, faqPlace: row.faq_place };
  const content = answerContent(planned, rules, stored);
  const reason = await whyNot(transaction, { conversation, row, rules, content, now });
  const end = (state: 'answered' | 'skipped', why: AutoReplyReason | null) =>
    endAnswer(transaction, { accountId, queueId, shopId: row.shop_id, state, reason: why, now });
  if (reason !== null || content === null) {
    await end('skipped', reason ?? 'switchedOff');
    if (row.kind === 'default' && content !== null) await planNext(transaction, row, switches.delayMinutes);
    return;
  }
  const language = buyerLanguage(country, await lastTexts(transaction, row.conversation_id));
  const parts = partsFor(content, language, {
    ...(await valuesOfNewestOrder(transaction, row.conversation_id)),
    buyer: conversation.buyer_name,
    shop: conversation.shop_name,
  });
  const put = await putAutomatic(transaction, {
    accountId,
    target: {
      shopId: row.shop_id,
      marketplace,
      conversationId: row.conversation_id,
      // The sender compares it with what a person has answered since. Later messages may have come before a late answer.
      lastPosition: row.position,
    },
    parts,
    cause: 'autoReply',
    causeId: queueId,
    memberId: null,
    bulk: null,
    notAfter: now + AUTO_REPLY_LIMITS.lateMs,
    now,
  });
  return put.length === 0 ? end('skipped', 'nothingToSay') : end('answered', null);
}

async function whyNot(
  transaction: Transaction,
  about: {
    readonly conversation: ConversationFacts;
    readonly row: DueRow;
    readonly rules: AccountRules;
    readonly content: AutomaticContent | null;
    readonly now: number;
  },
): Promise<AutoReplyReason | null> {
  const { conversation, row, rules, now } = about;
  const before = await transaction.query<{ any: string | null; counted: string | null; greeted: string | null }>({
    name: 'answered-before',
    text: `select max(ended_at) as any, max(ended_at) filter (where kind in ('keyword', 'default')) as counted,
             max(ended_at) filter (where kind = 'welcome') as greeted
           from auto_reply_queue where conversation_id = $1 and state = 'answered'`,
    values: [row.conversation_id],
  });
  const { any = null, counted = null, greeted = null } = before.rows[0] ?? {};
  const isBehind = (mark: string | null) => mark === null || BigInt(row.position) > BigInt(mark);
  const { marketplace, country } = conversation;
  return whyNoAnswer({
    kind: row.kind,
    dueAt: Number(row.due_at),
    now,
    country,
    switches: rules.of({ shopId: row.shop_id, marketplace, country }).rules.switches,
    isThere: about.content !== null,
    isStopped: conversation.is_stopped,
    isWaiting:
      conversation.waiting_since !== null &&
      isBehind(conversation.last_reply_position) &&
      isBehind(conversation.set_aside_position),
    writtenAt: Number(row.written_at),
    lastAnswerAt: timeOf(any),
    lastCountedAt: timeOf(counted),
    lastGreetedAt: timeOf(greeted),
    answerHours: rules.chat.answerHours,
  });
}
const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));

/**
 * While a conversation waits for its usual answer, no other is planned in it. Where that one is not given, what the buyer has
 * written since gets its own: a person may have answered only what stood before it.
 */
async function planNext(transaction: Transaction, row: DueRow, delayMinutes: number): Promise<void> {
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

/** Windows that show the log are told. */
async function endAnswer(
  transaction: Transaction,
  ended: {
    readonly accountId: AccountId;
    readonly queueId: string;
    readonly shopId: string;
    readonly state: 'answered' | 'skipped';
    readonly reason: AutoReplyReason | null;
    readonly now: number;
  },
): Promise<void> {
  const { accountId, queueId, shopId, state, reason, now } = ended;
  await transaction.query('update auto_reply_queue set state = $2, reason = $3, ended_at = $4 where queue_id = $1', [
    queueId,
    state,
    reason,
    now,
  ]);
  await appendChanges(transaction, accountId, [
    { change: { kind: 'autoReply' }, shopId: asShopId(shopId), memberId: null },
  ]);
}
