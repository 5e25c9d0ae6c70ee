import {
  type ConversationView,
  conversationView,
  type DeliveryView,
  deliveryView,
  type MemberView,
  type MessageView,
  memberView,
  messageView,
  type ShopView,
  shopView,
} from '@pasar/api';
import type { Marketplace, OutgoingContent } from '@pasar/domain';
import { type DeskState, EMPTY_DESK } from '../state/desk-state.ts';

/** A valid UUID that is readable in a failed test: `kind` is one letter of 0-9a-f, `number` fills the rest. */
export const uuid = (kind: string, number: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A valid UUID that is always the same for a name (FNV-1a, four times). */
export function uuidOf(name: string): string {
  const hex = ['1', '2', '3', '4']
    .map((salt) =>
      fnv(salt + name)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

export const aMember = (over: Partial<MemberView> = {}): MemberView =>
  memberView.parse({
    memberId: uuid('a', 1),
    accountId: uuid('a', 2),
    accountName: 'demo',
    username: 'demo',
    name: 'Demo',
    isMain: true,
    permissionCodeList: [],
    emptyMeansAll: false,
    ...over,
  });

export const aShop = (number: number, marketplace: Marketplace = 'shopee', over: Partial<ShopView> = {}): ShopView =>
  shopView.parse({
    shopId: uuid('b', number),
    marketplace,
    platformShopId: String(9_007_199_254_740_993n + BigInt(number)),
    name: `Shop ${number}`,
    alias: null,
    country: 'TH',
    isCb: false,
    connectionId: uuid('d', number),
    connection: { state: 'live', refusal: null },
    unreadCount: 0,
    waitingCount: 0,
    firstDueAt: null,
    isOnVacation: false,
    isIsolated: false,
    unreadableCount: 0,
    ...over,
  });

export const aDesk = (over: Partial<DeskState> = {}): DeskState => ({ ...EMPTY_DESK, ...over });

export const aConversation = (number: number, shop: number, over: Partial<ConversationView> = {}): ConversationView =>
  conversationView.parse({
    conversationId: uuid('c', number),
    shopId: uuid('b', shop),
    buyer: { buyerId: String(number), name: `Buyer ${number}`, avatarUrl: null },
    status: 'activated',
    isPinned: false,
    isMuted: false,
    isFavorite: false,
    isBuyerBlocked: false,
    unreadCount: 0,
    isUnreply: false,
    waitingSince: null,
    dueAt: over.waitingSince ?? null,
    buyerWroteAt: null,
    lastMessageAt: 1_000 + number,
    lastMessage: null,
    sellerReadPosition: null,
    buyerReadPosition: null,
    ...over,
  });

/** A message whose position is `number`. */
export const aMessage = (number: number, conversation: number, over: Partial<MessageView> = {}): MessageView =>
  messageView.parse({
    messageId: uuid('e', number),
    conversationId: uuid('c', conversation),
    platformMessageId: String(number),
    position: String(number),
    sentAt: 1_000 + number,
    author: 'buyer',
    content: { type: 'text', text: `message ${number}` },
    status: 'available',
    quote: null,
    marks: [],
    clientId: null,
    ...over,
  });

/** Where and when `aMessage(number)` stands, for a message that is made of something else. */
export const positioned = (number: number): Pick<MessageView, 'position' | 'sentAt'> => {
  const { position, sentAt } = aMessage(number, 1);
  return { position, sentAt };
};

export const aDelivery = (number: number, conversation: number, over: Partial<DeliveryView> = {}): DeliveryView =>
  deliveryView.parse({
    deliveryId: uuid('f', number),
    clientId: uuid('9', number),
    conversationId: uuid('c', conversation),
    shopId: uuid('b', 1),
    memberId: uuid('a', 1),
    content: { type: 'text', text: `text ${number}` },
    quote: null,
    mark: 'pending',
    isInDoubt: false,
    refusal: null,
    createdAt: 5_000 + number,
    anchorPosition: null,
    ...over,
  });

/** The text of an answer on its way; empty for any other content. */
export const textIn = ({ content }: { readonly content: OutgoingContent }): string =>
  content.type === 'text' ? content.text : '';
