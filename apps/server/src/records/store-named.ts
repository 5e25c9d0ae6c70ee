import type { ConversationRef } from '@pasar/connector-kit';
import type { AccountId, BuyerId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { storableText } from '../storage/storable.ts';
import { SHARE_TAGS } from './buyer-tags.ts';
import { appendChanges } from './change-feed.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from './rows.ts';

/** A conversation that a marketplace named in an answer, before its lists or its stream have brought it. */
export interface NamedConversation {
  readonly conversation: Pick<ConversationRef, 'platformConversationId' | 'address'>;
  readonly buyer: { readonly buyerId: BuyerId; readonly name: string; readonly avatarUrl?: string | null };
  /** Milliseconds since the epoch; null where the answer does not say. */
  readonly lastMessageAt: number | null;
}

/**
 * Stores conversations of a shop and tells the windows. The marketplace's own list may have brought a conversation
 * meanwhile; then its row stays as it is. Gives the rows that are stored now. `isOfOne`: a member opens the conversation
 * with one buyer, and so brings back a buyer who was erased. In a search such a buyer comes back only when something was
 * written in the conversation since, as in a list of the marketplace.
 */
export async function storeNamed(
  transaction: Transaction,
  accountId: AccountId,
  shopId: string,
  named: readonly NamedConversation[],
  isOfOne: boolean,
): Promise<readonly ConversationRow[]> {
  const platformIds = named.map(({ conversation }) => conversation.platformConversationId);
  await transaction.query(`select ${SHARE_TAGS}`, [accountId]);
  const made = await transaction.query<{ conversation_id: string }>(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, buyer_avatar_url, status,
       is_pinned, is_muted, is_favorite, address, last_message_at, kept_from)
     select $1, $2, item.platform_id, item.buyer_id, item.buyer_name, item.avatar_url, 'activated', false, false, false,
       item.address::jsonb, item.last_message_at, coalesce(gone.erased_at, 0)
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])
       as item (platform_id, buyer_id, buyer_name, avatar_url, address, last_message_at)
       left join erased_buyer gone on gone.account_id = $1
         and gone.buyer_hash = pasar_buyer_hash($1, (select s.marketplace from shop s where s.shop_id = $2), item.buyer_id)
     where $9 or gone.erased_at is null or item.last_message_at > gone.erased_at
     on conflict (shop_id, platform_conversation_id) do nothing returning conversation_id`,
    [
      accountId,
      shopId,
      platformIds,
      named.map(({ buyer }) => buyer.buyerId),
      named.map(({ buyer }) => storableText(buyer.name)),
      named.map(({ buyer }) => buyer.avatarUrl ?? null),
      named.map(({ conversation }) => JSON.stringify(conversation.address)),
      named.map(({ lastMessageAt }) => lastMessageAt ?? 0),
      isOfOne,
    ],
  );
  const stored = await transaction.query<ConversationRow>(
    `select ${CONVERSATION_COLUMNS} from conversation where shop_id = $1 and platform_conversation_id = any($2::text[])`,
    [shopId, platformIds],
  );
  const news = new Set(made.rows.map((row) => row.conversation_id));
  await appendChanges(
    transaction,
    accountId,
    stored.rows
      .filter((row) => news.has(row.conversation_id))
      .map((row) => ({
        change: { kind: 'conversation', conversation: toConversationView(row) },
        shopId,
        memberId: null,
      })),
  );
  return stored.rows;
}
