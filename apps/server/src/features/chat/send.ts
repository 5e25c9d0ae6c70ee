import type { CALLS, CallInput, CallOutput, QuoteView } from '@pasar/api';
import { contentKind, type reduceDelivery } from '@pasar/domain';
import { appendChanges, notifyWork } from '../../records/change-feed.ts';
import { applyToDelivery, lockDeliveries, storeDeliveries } from '../../records/deliveries.ts';
import type { Member } from '../../records/members.ts';
import {
  type ConversationRow,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  toDeliveryView,
  toMessageView,
} from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findMessage } from './message-wishes.ts';
import { findConversation } from './read.ts';
import { isOffered } from './wish.ts';

type ChatCalls = typeof CALLS.chat;
/** How long a look lasts that a person asked for (our choice). */
const ASKED_LOOK_MS = 10_000;
/** Most characters of a quoted message that are sent along (our choice). */
const QUOTE_LENGTH = 200;

/**
 * Puts a text into the ledger, once: the same client id with the same text answers the first row again. The row, its
 * change and the wake-up commit together; from then on the engine sends it.
 */
export async function sendText(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: CallInput<ChatCalls['sendText']>,
): Promise<Answer<CallOutput<ChatCalls['sendText']>>> {
  const conversation = await findConversation(transaction, input.conversationId, 'for update');
  if (!conversation) return fail('not_found');
  const quote = await quoteOfMessage(transaction, conversation, input.quoteMessageId);
  if (quote === 'refused') return fail('invalid_request', 'this message cannot be quoted here');
  const inserted = await transaction.query<DeliveryRow>(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, text, state, anchor_position,
       created_at, quote, original)
     values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9, $10)
     on conflict (account_id, client_id) do nothing returning ${DELIVERY_COLUMNS}`,
    [
      member.scope.accountId,
      conversation.shop_id,
      conversation.conversation_id,
      member.scope.memberId,
      input.clientId,
      input.text,
      conversation.last_position,
      now,
      quote === null ? null : JSON.stringify(quote),
      input.original ?? null,
    ],
  );
  const [row] = inserted.rows;
  if (!row) {
    return earlierSend(transaction, member, input, ({ image, text }) => image === null && text === input.text);
  }
  await publish(transaction, member, row);
  return success({ delivery: toDeliveryView(row) });
}

/** The quoted message with its present words; null when the call quotes none. */
async function quoteOfMessage(
  transaction: Transaction,
  conversation: ConversationRow,
  messageId: string | undefined,
): Promise<QuoteView | null | 'refused'> {
  if (messageId === undefined) return null;
  const message = await findMessage(transaction, messageId);
  const isHere = message?.conversation_id === conversation.conversation_id && message.status === 'available';
  if (!isHere || !(await isOffered(transaction, conversation.shop_id, 'quote'))) return 'refused';
  const { content, platformMessageId } = toMessageView(message);
  const hint = 'text' in content ? content.text.slice(0, QUOTE_LENGTH) : `[${contentKind(content)}]`;
  return { platformMessageId, hint };
}

/** A client id that was used before answers its first delivery again, provided that the content is the same. */
export async function earlierSend(
  transaction: Transaction,
  member: Member,
  input: Pick<CallInput<ChatCalls['sendText']>, 'clientId' | 'conversationId'>,
  isSame: (row: DeliveryRow) => boolean,
): Promise<Answer<CallOutput<ChatCalls['sendText']>>> {
  const [earlier] = await lockDeliveries(transaction, member.scope.accountId, [], [input.clientId]);
  return earlier && earlier.row.conversation_id === input.conversationId && isSame(earlier.row)
    ? success({ delivery: toDeliveryView(earlier.row) })
    : fail('invalid_request', 'clientId was used before');
}

/** A failed message goes out again with its first key, which is safe because a refused message was not accepted. */
export const retryDelivery = (
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: CallInput<ChatCalls['retryDelivery']>,
) => moveDelivery(transaction, member, input.deliveryId, { event: 'retry', at: now });

/** Looks for an unconfirmed message once more. */
export const checkDelivery = (
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: CallInput<ChatCalls['checkDelivery']>,
) => moveDelivery(transaction, member, input.deliveryId, { event: 'doubt', lookUntil: now + ASKED_LOOK_MS });

/** A person has dealt with a failed or unconfirmed message. If the message turns up later, it is shown as sent. */
export const dismissDelivery = (
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: CallInput<ChatCalls['dismissDelivery']>,
) => moveDelivery(transaction, member, input.deliveryId, { event: 'dismiss' });

async function moveDelivery(
  transaction: Transaction,
  member: Member,
  deliveryId: string,
  event: Parameters<typeof reduceDelivery>[1],
): Promise<Answer<{ delivery: ReturnType<typeof toDeliveryView> }>> {
  const [delivery] = await lockDeliveries(transaction, member.scope.accountId, [deliveryId], []);
  if (!delivery) return fail('not_found');
  if (event.event === 'doubt' && delivery.state.state !== 'unconfirmed') {
    return success({ delivery: toDeliveryView(delivery.row) });
  }
  applyToDelivery(delivery, event);
  const [row] = await storeDeliveries(transaction, [delivery]);
  if (!row) return fail('delivery_not_retryable');
  await publish(transaction, member, row);
  return success({ delivery: toDeliveryView(row) });
}

/** Appends the row as a change, and wakes the process that serves the shop. */
export async function publish(transaction: Transaction, member: Member, row: DeliveryRow): Promise<void> {
  await appendChanges(transaction, member.scope.accountId, [
    { change: { kind: 'delivery', delivery: toDeliveryView(row) }, shopId: row.shop_id, memberId: null },
  ]);
  await notifyWork(transaction, row.shop_id);
}
