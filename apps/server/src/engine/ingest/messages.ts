import type { MessageFacts, ShopId } from '@pasar/domain';
import { MESSAGE_COLUMNS, type MessageRow } from '../../features/desk/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { storableJson } from '../../storage/storable.ts';

export interface MessageToStore {
  readonly shopId: ShopId;
  readonly conversationId: string;
  readonly facts: MessageFacts;
  /** The delivery it settles, when that is known already. */
  readonly clientId: string | null;
}

/** Inserts what is new and returns only that: shop and platform id decide, whatever way and how often it came. */
export async function insertMessages(
  transaction: Transaction,
  accountId: string,
  messages: readonly MessageToStore[],
): Promise<MessageRow[]> {
  if (messages.length === 0) return [];
  const inserted = await transaction.query<MessageRow>({
    name: 'insert-messages',
    text: `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author,
             content, client_id)
           select $1, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::text[],
             $8::jsonb[], $9::uuid[])
           on conflict (shop_id, platform_message_id) do nothing
           returning ${MESSAGE_COLUMNS}`,
    values: [
      accountId,
      messages.map((item) => item.shopId),
      messages.map((item) => item.conversationId),
      messages.map((item) => item.facts.platformMessageId),
      messages.map((item) => item.facts.position),
      messages.map((item) => item.facts.sentAt),
      messages.map((item) => item.facts.author),
      messages.map((item) => storableJson(item.facts.content)),
      messages.map((item) => item.clientId),
    ],
  });
  return inserted.rows;
}

/** Links messages to the deliveries they settle; returns those that were not linked before. */
export async function linkMessages(
  transaction: Transaction,
  links: readonly { readonly messageId: string; readonly clientId: string }[],
): Promise<MessageRow[]> {
  if (links.length === 0) return [];
  const linked = await transaction.query<MessageRow>({
    name: 'link-messages',
    text: `update message set client_id = item.client_id
           from unnest($1::uuid[], $2::uuid[]) as item (id, client_id)
           where message.message_id = item.id and message.client_id is null
           returning ${MESSAGE_COLUMNS.split(',')
             .map((name) => `message.${name.trim()}`)
             .join(', ')}`,
    values: [links.map((link) => link.messageId), links.map((link) => link.clientId)],
  });
  return linked.rows;
}
