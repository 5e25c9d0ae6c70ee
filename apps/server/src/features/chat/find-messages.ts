import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { MESSAGE_COLUMNS, type MessageRow, toMessageView } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findConversation } from './read.ts';

type ChatCalls = typeof CALLS.chat;
/** Most messages that one call finds, and most that it looks at (our choice). */
const MOST_FOUND = 50;
const MOST_READ = 20_000;

/**
 * What a person reads of a message: its words, or the names and numbers of its card. In Unicode's compatibility form
 * and in lower case, as names are searched (decision 24).
 */
const SAID = `lower(normalize(concat_ws(' ', content->>'text',
  content #>> '{order,orderNumber}', content #>> '{order,orderId}',
  content #>> '{voucher,title}', content #>> '{voucher,voucherCode}',
  content #>> '{offer,productName}', content #>> '{refund,orderId}', content #>> '{refund,reason}',
  content #>> '{logistics,orderId}', content #>> '{logistics,trackingNumber}', content #>> '{rating,text}',
  (select string_agg(product->>'title', ' ') from jsonb_array_elements(content->'products') product)), NFKC))`;

/** Walks the index of the conversation from its newest message on, because a conversation is small enough for that. */
export async function findMessages(
  { transaction }: Pick<MemberContext, 'transaction'>,
  { conversationId, words, before }: CallInput<ChatCalls['findMessages']>,
): Promise<Answer<CallOutput<ChatCalls['findMessages']>>> {
  if ((await findConversation(transaction, conversationId)) === null) return fail('not_found');
  const found = await transaction.query<MessageRow>({
    name: before === undefined ? 'find-messages' : 'find-older-messages',
    text: `select ${MESSAGE_COLUMNS} from (
             select ${MESSAGE_COLUMNS} from message where conversation_id = $1 ${before === undefined ? '' : 'and position < $3'}
             order by position desc limit ${MOST_READ}) walked
           where status = 'available' and ${SAID} like $2 order by position desc limit ${MOST_FOUND}`,
    values: [conversationId, patternOf(words), ...(before === undefined ? [] : [before])],
  });
  const last = found.rows.at(-1);
  const next =
    last !== undefined && found.rows.length === MOST_FOUND
      ? last.position
      : await endOfWalk(transaction, conversationId, before ?? null);
  return success({ found: found.rows.map(toMessageView), next: next as CallOutput<ChatCalls['findMessages']>['next'] });
}

/** The words anywhere, with the signs that `like` reads as patterns taken for themselves. */
const patternOf = (words: string): string =>
  `%${words
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The position of the last message that a walk looks at; null when it looks at all. */
async function endOfWalk(transaction: Transaction, conversationId: string, before: string | null) {
  const end = await transaction.query<{ position: string }>({
    name: 'end-of-walk',
    text: `select position from message where conversation_id = $1 and ($2::bigint is null or position < $2)
           order by position desc offset ${MOST_READ - 1} limit 1`,
    values: [conversationId, before],
  });
  return end.rows[0]?.position ?? null;
}

/** A message's time grows with its position, so the walk ends at the first message that is not older. */
export async function messageAt(
  { transaction }: Pick<MemberContext, 'transaction'>,
  { conversationId, at }: CallInput<ChatCalls['messageAt']>,
): Promise<Answer<CallOutput<ChatCalls['messageAt']>>> {
  if ((await findConversation(transaction, conversationId)) === null) return fail('not_found');
  const read = (where: string, order: 'asc' | 'desc', values: readonly unknown[]) =>
    transaction.query<MessageRow>(
      `select ${MESSAGE_COLUMNS} from message where conversation_id = $1 ${where}
       order by position ${order}, platform_message_id ${order} limit 1`,
      [conversationId, ...values],
    );
  const found = await read('and sent_at >= $2', 'asc', [at]);
  const row = found.rows[0] ?? (await read('', 'desc', [])).rows[0];
  return success({ message: row === undefined ? null : toMessageView(row) });
}
