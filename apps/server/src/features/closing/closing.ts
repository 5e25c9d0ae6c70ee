import type { CALLS, CallInput, ClosingView } from '@pasar/api';
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformShopId,
  type ClosingForm,
  isFormFilled,
  levelOf,
} from '@pasar/domain';
import { z } from 'zod';
import { askShop } from '../../records/ask-shop.ts';
import { setConversations, tellConversations } from '../../records/conversation-settings.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import { storableJson } from '../../storage/storable.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';

type Input = CallInput<typeof CALLS.closing.closeConversation>;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop' | 'clock'>;
type Done = Answer<Record<string, never>>;

/** Closes a conversation or restarts it. The marketplace is asked first, because it may refuse. */
export async function closeConversation(context: Context, input: Input): Promise<Done> {
  const row = await find(context, input.conversationId);
  if (row === null) return fail('not_found');
  const ability = input.isClosed ? 'buyers.closeConversation' : 'buyers.restartConversation';
  if (levelOf(row.marketplace, ability) !== 'yes') return fail('not_offered');
  return input.isClosed ? close(context, row, input) : restart(context, row, input);
}

/** A buyer who waited leaves the queue, as when a member says that no answer is needed. */
async function close(context: Context, row: FoundRow, { conversationId, reason, words }: Input): Promise<Done> {
  const form: ClosingForm | null = reason === undefined ? null : { reason, words };
  if (form !== null && !isFormFilled(form)) return fail('reason_form_required');
  const done = await askShop(context, row, 'buyers.closeConversation', toRef(row), form);
  if (!done.ok) return done;
  const { database, member, clock } = context;
  const { accountId } = member.scope;
  const { memberId, name } = member.view;
  const now = clock.now();
  const closing: ClosingView = { memberId, reason: reason ?? null, words: form?.words ?? '', at: now };
  await database.within(member.scope, async (transaction) => {
    const before = await lock(transaction, conversationId);
    // Somebody wrote meanwhile: the buyer may have opened it again, which the marketplace tells.
    if (before === null || before.last_position !== row.last_position) return;
    const by = { accountId, memberId, memberName: name, now };
    await setConversations(transaction, by, [conversationId], { kind: 'setAside', isOn: true });
    await change(transaction, accountId, conversationId, 'closed', closing);
  });
  return success({});
}

async function restart(context: Context, row: FoundRow, { conversationId }: Input): Promise<Done> {
  const done = await askShop(context, row, 'buyers.restartConversation', toRef(row));
  if (!done.ok) return done;
  const { database, member } = context;
  await database.within(member.scope, (transaction) =>
    change(transaction, member.scope.accountId, conversationId, 'activated', null),
  );
  return success({});
}

type FoundRow = ShopRow &
  Readonly<Pick<ConversationTable, 'platform_conversation_id' | 'buyer_id' | 'address' | 'last_position'>>;

async function find({ database, member }: Context, conversationId: string): Promise<FoundRow | null> {
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<FoundRow>(
      `select v.platform_conversation_id, v.buyer_id, v.address, v.last_position, ${SHOP_COLUMNS}
       from conversation v join shop s on s.shop_id = v.shop_id
         join connection c using (connection_id) left join connection_lease lease using (connection_id)
       where v.conversation_id = $1`,
      [conversationId],
    ),
  );
  return found.rows[0] ?? null;
}

async function lock(transaction: Transaction, conversationId: string): Promise<ConversationRow | null> {
  const found = await transaction.query<ConversationRow>(
    `select ${CONVERSATION_COLUMNS} from conversation where conversation_id = $1 for update`,
    [conversationId],
  );
  return found.rows[0] ?? null;
}

async function change(
  transaction: Transaction,
  accountId: Context['member']['scope']['accountId'],
  conversationId: string,
  status: ConversationRow['status'],
  closing: ClosingView | null,
): Promise<void> {
  const before = await lock(transaction, conversationId);
  if (before === null) return;
  const after = await transaction.query<ConversationRow>(
    `update conversation set status = $2, closing = $3 where conversation_id = $1 returning ${CONVERSATION_COLUMNS}`,
    [conversationId, status, closing && storableJson(closing)],
  );
  await tellConversations(transaction, accountId, [before], after.rows);
}

const addressShape = z.record(z.string(), z.string());
const toRef = (row: FoundRow) => ({
  platformShopId: asPlatformShopId(row.platform_shop_id),
  platformConversationId: asPlatformConversationId(row.platform_conversation_id),
  buyerId: asBuyerId(row.buyer_id),
  address: addressShape.parse(row.address),
});
