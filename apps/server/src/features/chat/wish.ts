import { type ConversationSetting, type Marketplace, offers, type ShownAbility, settingSlot } from '@pasar/domain';
import { notifyWork } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import type { ConversationRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Puts a wish on its way to the marketplace. Only the newest wish of a slot goes out; its version tells whether a newer
 * wish has replaced it.
 */
export async function wish(
  transaction: Transaction,
  member: Member,
  conversation: Pick<ConversationRow, 'conversation_id' | 'shop_id'>,
  setting: ConversationSetting,
): Promise<void> {
  await transaction.query(
    `insert into setting_outbox (account_id, shop_id, conversation_id, slot, setting, member_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (conversation_id, slot) do update set setting = excluded.setting, member_id = excluded.member_id,
       version = setting_outbox.version + 1, attempts = 0, not_before = 0`,
    [
      member.scope.accountId,
      conversation.shop_id,
      conversation.conversation_id,
      settingSlot(setting),
      JSON.stringify(setting),
      member.scope.memberId,
    ],
  );
  await notifyWork(transaction, conversation.shop_id);
}

/** Whether the marketplace of a shop has the ability. */
export async function isOffered(transaction: Transaction, shopId: string, ability: ShownAbility): Promise<boolean> {
  const found = await transaction.query<{ marketplace: Marketplace }>(
    'select marketplace from shop where shop_id = $1',
    [shopId],
  );
  const row = found.rows[0];
  return row !== undefined && offers(row.marketplace, ability);
}
