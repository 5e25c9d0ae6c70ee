import type { CALLS, CallInput } from '@pasar/api';
import { asPlatformMessageId, type ShownAbility } from '@pasar/domain';
import { appendChanges } from '../../records/change-feed.ts';
import { MESSAGE_COLUMNS, type MessageRow, toMessageView } from '../../records/rows.ts';
import { putWishes } from '../../records/wishes.ts';
import type { Transaction } from '../../storage/database.ts';
import type { MessageTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { isOffered } from './offered.ts';

type ChatCalls = typeof CALLS.chat;
type Done = Answer<Record<string, never>>;

type FoundMessage = MessageRow & Readonly<Pick<MessageTable, 'shop_id'>>;

/**
 * Asks the marketplace to recall a message of the shop. The message stays as it is until the marketplace has recalled
 * it.
 */
export const recallMessage = (
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: CallInput<ChatCalls['recallMessage']>,
) =>
  withMessage(transaction, input.messageId, 'recall', async (row) => {
    if (row.author !== 'seller') return fail('invalid_request', 'only messages of the shop can be taken back');
    const platformMessageId = asPlatformMessageId(row.platform_message_id);
    await putWishes(transaction, member.scope, [{ row, setting: { setting: 'recall', platformMessageId } }]);
    return success({});
  });

/**
 * Asks the marketplace to delete a message for the shop. The message stays as it is until the marketplace has deleted
 * it.
 */
export const deleteMessage = (
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: CallInput<ChatCalls['deleteMessage']>,
) =>
  withMessage(transaction, input.messageId, 'delete', async (row) => {
    const platformMessageId = asPlatformMessageId(row.platform_message_id);
    await putWishes(transaction, member.scope, [{ row, setting: { setting: 'delete', platformMessageId } }]);
    return success({});
  });

/** Stored at once, told to the marketplace through the outbox. */
export const markMessage = (
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: CallInput<ChatCalls['markMessage']>,
) =>
  withMessage(transaction, input.messageId, 'mark', async (row) => {
    const { mark, isMarked } = input;
    const updated = await transaction.query<MessageRow>(
      `update message set marks = case when $3 then array_append(marks, $2) else array_remove(marks, $2) end
       where message_id = $1 and ($2 = any(marks)) <> $3 returning ${MESSAGE_COLUMNS}`,
      [row.message_id, mark, isMarked],
    );
    const platformMessageId = asPlatformMessageId(row.platform_message_id);
    const setting = { setting: 'mark' as const, platformMessageId, mark, isMarked };
    await putWishes(transaction, member.scope, [{ row, setting }]);
    await appendChanges(
      transaction,
      member.scope.accountId,
      updated.rows.map((changed) => ({
        change: { kind: 'message', message: toMessageView(changed) },
        shopId: row.shop_id,
        memberId: null,
      })),
    );
    return success({});
  });

async function withMessage(
  transaction: Transaction,
  messageId: string,
  ability: ShownAbility,
  run: (row: FoundMessage) => Promise<Done>,
): Promise<Done> {
  const row = await findMessage(transaction, messageId);
  if (!row) return fail('not_found');
  if (!(await isOffered(transaction, row.shop_id, ability))) {
    return fail('invalid_request', `${ability}: not offered by this marketplace`);
  }
  return row.status === 'available' ? run(row) : success({});
}

export async function findMessage(transaction: Transaction, messageId: string): Promise<FoundMessage | null> {
  const found = await transaction.query<FoundMessage>(
    `select ${MESSAGE_COLUMNS}, shop_id from message where message_id = $1 for update`,
    [messageId],
  );
  return found.rows[0] ?? null;
}
