import type { PlatformShopId, ShopId } from '@pasar/domain';
import { UnstorableError } from '../../storage/storable.ts';
import { conversationKey } from './conversations.ts';
import type { IngestItem, OwnedConnection } from './types.ts';

/** Pasar's id of a shop of the connection. @throws UnstorableError for a shop that the connection does not serve */
export function shopOf(owner: OwnedConnection, platformShopId: PlatformShopId): ShopId {
  const shopId = owner.shopIds.get(platformShopId);
  if (shopId === undefined)
    throw new UnstorableError(`connection ${owner.connectionId} serves no shop ${platformShopId}`);
  return shopId;
}

/** The key and the place of the conversation that an event is about. */
export function namedBy(
  item: Extract<IngestItem, { kind: 'event' }>,
): [string, { shopId: string; platformConversationId: string }] {
  const { event, owner } = item;
  const named =
    event.kind === 'conversation.listed'
      ? event.conversation
      : event.kind === 'message.received'
        ? event.message
        : event;
  const place = {
    shopId: shopOf(owner, named.platformShopId) as string,
    platformConversationId: named.platformConversationId as string,
  };
  return [conversationKey(place.shopId, place.platformConversationId), place];
}
