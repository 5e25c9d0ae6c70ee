/** A conversation from the wire: its own record, the newest message that came with it, and the data of other calls. */

import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformMessageId,
  type BuyerFacts,
  type ConversationFacts,
  type Position,
  parsePosition,
} from '@pasar/domain';
import { type ConversationInfoV2, ConversationInfoV2Schema, isFieldSet, type MessageBody } from '@pasar/im-protocol';
import type { ShopAccess } from '../auth/shop-access.ts';
import { sentAtOf } from './message.ts';

/** The data for writing to the conversation again. */
export type Address = {
  readonly shortId: string;
  readonly type: string;
  readonly ticket: string;
  readonly pigeonUid: string;
};
/** Facts 4.8. */
export const SHOP_CONVERSATION_TYPE = 2;
export const TICKET = 'deprecated';

/** The other participant, otherwise the sender of a buyer's message; null without either. */
export function buyerIdOf(info: ConversationInfoV2, messages: readonly MessageBody[], shop: ShopAccess): string | null {
  const participants = info.firstPageParticipants?.participants ?? [];
  const others = participants.map(({ userId }) => String(userId)).filter((id) => id !== '0' && id !== shop.pigeonCid);
  if (others.length === 1) return others[0] ?? null;
  const written = messages.find((message) => message.ext.sender_role === '1');
  return written === undefined ? null : String(written.sender);
}

export interface ConversationExtras {
  readonly buyer: Omit<BuyerFacts, 'buyerId'>;
  readonly isPinned: boolean | null;
  readonly buyerReadPosition: Position | null;
}

const positionOf = (index: bigint | undefined): Position | null =>
  index === undefined || index <= 0n ? null : parsePosition(String(index));

export function fromWireConversation(
  info: ConversationInfoV2,
  newest: MessageBody | null,
  buyerId: string,
  extras: ConversationExtras,
  shop: ShopAccess,
): ConversationFacts {
  const settings = info.conversationSettingInfo;
  const address: Address = {
    shortId: String(info.conversationShortId),
    type: String(info.conversationType || SHOP_CONVERSATION_TYPE),
    ticket: info.ticket || TICKET,
    pigeonUid: buyerId,
  };
  return {
    platformShopId: shop.facts.platformShopId,
    platformConversationId: asPlatformConversationId(info.conversationId || address.shortId),
    buyer: { buyerId: asBuyerId(buyerId), ...extras.buyer },
    // Ours: it is not public where the wire says that a service session was closed.
    status: info.conversationCoreInfo?.ext.status === 'closed' ? 'closed' : 'activated',
    isPinned: extras.isPinned,
    isMuted: settings === undefined ? null : settings.mute > 0,
    isFavorite: settings === undefined ? null : settings.favorite > 0,
    unreadCount: isFieldSet(info, ConversationInfoV2Schema.field.badgeCount) ? info.badgeCount : null,
    lastMessageId: newest === null ? null : asPlatformMessageId(String(newest.serverMessageId)),
    lastMessageAt: newest === null ? null : sentAtOf(newest),
    sellerReadPosition: positionOf(settings?.readIndex),
    buyerReadPosition: extras.buyerReadPosition,
    address,
  };
}
