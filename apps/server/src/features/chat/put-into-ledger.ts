import type { DeliveryView, QuoteView } from '@pasar/api';
import { appendChanges, notifyWork } from '../../records/change-feed.ts';
import { lockDeliveries } from '../../records/deliveries.ts';
import type { Member } from '../../records/members.ts';
import { type ConversationRow, DELIVERY_COLUMNS, type DeliveryRow, toDeliveryView } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { storableJson } from '../../storage/storable.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findConversation } from './read.ts';

/** A message that a member sends, as the ledger keeps it. */
export interface NewDelivery<Content extends object> {
  readonly conversationId: string;
  readonly clientId: string;
  /** The content of the domain, with what the ledger keeps beside it. */
  readonly content: Content;
  /** What the member wrote, where a text is its translation. */
  readonly original?: string | undefined;
  /** Of a row whose client id was used before: whether it holds the same content. */
  readonly isSame: (row: DeliveryRow) => boolean;
}
/** What the conversation adds to the row, and what is stored beside it. */
interface Beside {
  readonly quote?: (conversation: ConversationRow) => Promise<QuoteView | null | 'refused'>;
  readonly mayHold?: (conversation: ConversationRow) => Promise<boolean>;
  readonly stored?: (row: DeliveryRow) => Promise<void>;
}

/**
 * Puts a message into the ledger, once: the same client id with the same content answers the first row again. The row,
 * its change and the wake-up commit together; from then on the engine sends it.
 */
export async function putIntoLedger<Content extends object>(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  message: NewDelivery<Content>,
  { quote: findQuote, mayHold, stored }: Beside = {},
): Promise<Answer<{ delivery: DeliveryView }>> {
  const conversation = await findConversation(transaction, message.conversationId, 'for update');
  if (!conversation) return fail('not_found');
  if (mayHold !== undefined && !(await mayHold(conversation))) {
    return fail('invalid_request', 'the marketplace of this shop has no such message');
  }
  const quote = (await findQuote?.(conversation)) ?? null;
  if (quote === 'refused') return fail('invalid_request', 'this message cannot be quoted here');
  const inserted = await transaction.query<DeliveryRow>({
    name: 'put-into-ledger',
    text: `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state,
             anchor_position, created_at, quote, original)
           values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9, $10)
           on conflict (account_id, client_id) do nothing returning ${DELIVERY_COLUMNS}`,
    values: [
      member.scope.accountId,
      conversation.shop_id,
      conversation.conversation_id,
      member.scope.memberId,
      message.clientId,
      storableJson(message.content),
      conversation.last_position,
      now,
      quote === null ? null : JSON.stringify(quote),
      message.original ?? null,
    ],
  });
  const [row] = inserted.rows;
  if (!row) return earlierSend(transaction, member, message);
  await stored?.(row);
  await publish(transaction, member, row);
  return success({ delivery: toDeliveryView(row) });
}

/** A client id that was used before answers its first delivery again, provided that the content is the same. */
async function earlierSend(
  transaction: Transaction,
  member: Member,
  { clientId, conversationId, isSame }: NewDelivery<object>,
): Promise<Answer<{ delivery: DeliveryView }>> {
  const [earlier] = await lockDeliveries(transaction, member.scope.accountId, [], [clientId]);
  return earlier && earlier.row.conversation_id === conversationId && isSame(earlier.row)
    ? success({ delivery: toDeliveryView(earlier.row) })
    : fail('invalid_request', 'clientId was used before');
}

/** Appends the row as a change, and wakes the process that serves the shop. */
export async function publish(transaction: Transaction, member: Member, row: DeliveryRow): Promise<void> {
  await Promise.all([
    notifyWork(transaction, row.shop_id),
    appendChanges(transaction, member.scope.accountId, [
      { change: { kind: 'delivery', delivery: toDeliveryView(row) }, shopId: row.shop_id, memberId: null },
    ]),
  ]);
}
