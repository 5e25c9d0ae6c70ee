import type { CALLS, CallInput, CallOutput, QuoteView } from '@pasar/api';
import { contentKind, type reduceDelivery } from '@pasar/domain';
import { applyToDelivery, lockDeliveries, storeDeliveries } from '../../records/deliveries.ts';
import type { Member } from '../../records/members.ts';
import {
  type ConversationRow,
  contentOf,
  type DeliveryRow,
  toDeliveryView,
  toMessageView,
} from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findMessage } from './message-wishes.ts';
import { isOffered } from './offered.ts';
import { publish, putIntoLedger } from './put-into-ledger.ts';

type ChatCalls = typeof CALLS.chat;
/** How long a look lasts that a person asked for (our choice). */
const ASKED_LOOK_MS = 10_000;
/** Most characters of a quoted message that are sent along (our choice). */
const QUOTE_LENGTH = 200;

/** Puts a text into the ledger, once: the same client id with the same text answers the first row again. */
export const sendText = (
  context: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { conversationId, clientId, text, original, quoteMessageId }: CallInput<ChatCalls['sendText']>,
): Promise<Answer<CallOutput<ChatCalls['sendText']>>> =>
  putIntoLedger(
    context,
    { conversationId, clientId, content: { type: 'text', text }, original, isSame: (row) => isText(row, text) },
    { quote: (conversation) => quoteOfMessage(context.transaction, conversation, quoteMessageId) },
  );

function isText(row: DeliveryRow, text: string): boolean {
  const content = contentOf(row);
  return content.type === 'text' && content.text === text;
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
