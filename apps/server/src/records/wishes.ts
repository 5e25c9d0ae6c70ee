import { type AccountId, type ConversationSetting, settingSlot } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { jsonList, jsonListAs } from '../storage/storable.ts';
import { notifyWork } from './change-feed.ts';
import type { ConversationRow } from './rows.ts';

/** What a member wants of a conversation at its marketplace. */
export interface Wish {
  readonly row: Pick<ConversationRow, 'conversation_id' | 'shop_id'>;
  readonly setting: ConversationSetting;
}

/** `bulkId`: the action on many conversations that makes them. */
interface WishedBy {
  readonly accountId: AccountId;
  readonly memberId: string | null;
  readonly bulkId?: string;
}

/**
 * Puts wishes on their way to the marketplaces, and wakes the logins that carry them out. Only the newest wish of a slot
 * goes out; its version tells whether a newer wish has replaced it. `memberId`: null for a member who is gone.
 */
export async function putWishes(
  transaction: Transaction,
  { accountId, memberId, bulkId }: WishedBy,
  wishes: readonly Wish[],
): Promise<void> {
  await transaction.query(
    `insert into setting_outbox (account_id, shop_id, conversation_id, slot, setting, member_id, bulk_id)
     select $1, item.shop_id, item.conversation_id, item.slot, item.setting, $2, $7
     from unnest($3::uuid[], $4::uuid[], $5::text[], ${jsonListAs('$6', 'jsonb')})
       as item (shop_id, conversation_id, slot, setting)
     on conflict (conversation_id, slot) do update set setting = excluded.setting, member_id = excluded.member_id,
       bulk_id = excluded.bulk_id, version = setting_outbox.version + 1, attempts = 0, not_before = 0`,
    [
      accountId,
      memberId,
      wishes.map(({ row }) => row.shop_id),
      wishes.map(({ row }) => row.conversation_id),
      wishes.map(({ setting }) => settingSlot(setting)),
      jsonList(wishes.map(({ setting }) => JSON.stringify(setting))),
      bulkId ?? null,
    ],
  );
  await notifyWork(transaction, ...new Set(wishes.map(({ row }) => row.shop_id)));
}
