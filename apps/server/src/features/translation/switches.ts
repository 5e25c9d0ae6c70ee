import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { tellChatSetting } from '../../records/chat-settings.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findTranslated, translatesItself } from './conversation.ts';

type Calls = typeof CALLS.translation;
type Done = Promise<Answer<Record<string, never>>>;

export async function translationSwitches(
  { transaction, translator }: Pick<MemberContext, 'transaction' | 'translator'>,
  { conversationId }: CallInput<Calls['translationSwitches']>,
): Promise<Answer<CallOutput<Calls['translationSwitches']>>> {
  const row = await findTranslated(transaction, conversationId);
  if (row === null) return fail('not_found');
  const found = await transaction.query<{ shop_id: string | null; conversation_id: string | null; is_on: boolean }>(
    `select shop_id, conversation_id, is_on from translation_switch
     where (shop_id is null and conversation_id is null) or (shop_id = $1 and conversation_id is null)
       or conversation_id = $2`,
    [row.shop_id, conversationId],
  );
  const of = (isOf: (item: (typeof found.rows)[number]) => boolean): boolean | null =>
    found.rows.find(isOf)?.is_on ?? null;
  return success({
    switches: {
      account: of((item) => item.shop_id === null),
      shop: of((item) => item.shop_id !== null && item.conversation_id === null),
      conversation: of((item) => item.conversation_id !== null),
    },
    by: translatesItself(row.marketplace) ? 'marketplace' : translator.hasProvider ? 'provider' : null,
  });
}

export async function switchConversationTranslation(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { conversationId, isOn }: CallInput<Calls['switchConversationTranslation']>,
): Done {
  const row = await findTranslated(transaction, conversationId);
  if (row === null) return fail('not_found');
  await set(transaction, member.scope.accountId, row.shop_id, conversationId, isOn);
  return success({});
}

export async function switchTranslation(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { shopId = null, isOn }: { readonly shopId?: string | null | undefined; readonly isOn: boolean | null },
): Done {
  if (shopId !== null) {
    const found = await transaction.query('select from shop where shop_id = $1', [shopId]);
    if (found.rowCount === 0) return fail('not_found');
  }
  await set(transaction, member.scope.accountId, shopId, null, isOn);
  if (shopId === null) await tellChatSetting(transaction, member.scope.accountId, null);
  return success({});
}

async function set(
  transaction: Transaction,
  accountId: string,
  shopId: string | null,
  conversationId: string | null,
  isOn: boolean | null,
): Promise<void> {
  const of = [accountId, shopId, conversationId];
  if (isOn === null) {
    await transaction.query(
      `delete from translation_switch where account_id = $1 and shop_id is not distinct from $2
         and conversation_id is not distinct from $3`,
      of,
    );
    return;
  }
  await transaction.query(
    `insert into translation_switch (account_id, shop_id, conversation_id, is_on) values ($1, $2, $3, $4)
     on conflict (account_id, shop_id, conversation_id) do update set is_on = excluded.is_on`,
    [...of, isOn],
  );
}
