import { createBroadcast } from '../../../apps/simulator/src/world/broadcast.ts';
import { Holdings } from '../../../apps/simulator/src/world/holdings.ts';
import { ledgerIdOf, messageIdAt } from '../../../apps/simulator/src/world/ids.ts';
import { unreadCount } from '../../../apps/simulator/src/world/read-marks.ts';
import type { Conversation, Login, Message, Shop, World } from '../../../apps/simulator/src/world/types.ts';
import {
  buyerIdOf,
  CONVERSATIONS_EACH,
  COUNTRY,
  CROWD_PASSWORD,
  conversationIdOf,
  identifierOf,
  MESSAGES_EACH,
  shopIdOf,
  textOf,
  userIdOf,
} from './crowd.ts';

/** When every seeded conversation begins: fixed, so that a restart seeds the same. */
const SEEDED_AT = Date.UTC(2026, 0, 1);

/**
 * The simulator's world with a crowd of logins in it and without a journal: nothing is written to a disk, so that the
 * bench measures Pasar. It offers only what the bench uses: list, read and write messages.
 */
export function createCrowdWorld(connections: number): World {
  const logins = Array.from({ length: connections }, (_, login) => loginOf(login));
  const shops = Array.from({ length: connections }, (_, login) => shopOf(login));
  const byId = new Map(shops.map((shop) => [shop.shopId, shop]));
  const seeded = logins.flatMap((_, login) =>
    Array.from({ length: CONVERSATIONS_EACH }, (__, index) => conversationOf(login, index)),
  );
  const holdings = new Holdings(seeded, []);
  const broadcast = createBroadcast();
  const lastAt = ({ messages }: Conversation): number => messages.at(-1)?.acceptedAt ?? 0;
  const never = (): never => {
    throw new Error('nobody does this in a crowd');
  };
  return {
    logins,
    shops,
    shop: (_, shopId) => byId.get(shopId) ?? null,
    conversations: (marketplace, shopId) =>
      holdings.ofShop(marketplace, shopId).toSorted((one, other) => lastAt(other) - lastAt(one)),
    conversation: (marketplace, conversationId) => holdings.find(marketplace, conversationId),
    conversationWith: (marketplace, shopId, buyerId) => holdings.with(marketplace, shopId, buyerId),
    open: (marketplace, shopId, buyerId) => holdings.with(marketplace, shopId, buyerId),
    unreadCount,
    post({ marketplace, shopId, buyerId, from, kind, content, idempotencyKey }) {
      const held = holdings.with(marketplace, shopId, buyerId);
      if (held === null) throw new Error(`${shopId} has no buyer ${buyerId}`);
      const acceptedAt = Math.max(Date.now(), lastAt(held) + 1);
      const sequence = holdings.lastSequence + 1;
      const [messageId, ledgerId] = [messageIdAt(acceptedAt, sequence), ledgerIdOf(sequence)];
      const accepted = { messageId, ledgerId, from, kind, content, idempotencyKey, acceptedAt, quote: null };
      holdings.apply({ type: 'message', marketplace, conversationId: held.conversationId, message: accepted });
      const message: Message = { ...accepted, status: 'available' };
      broadcast.tell({ kind: 'message', conversation: held, message });
      return { message, isRepeat: false };
    },
    readBySeller: never,
    readByBuyer: never,
    markUnread: never,
    pin: never,
    setStatus: never,
    renumber: never,
    recall: never,
    note: never,
    seeded: () => seeded,
    facts: holdings.facts,
    on: broadcast.on,
  };
}

const loginOf = (login: number): Login => ({
  marketplace: 'shopee',
  loginId: userIdOf(login),
  kind: 'shop',
  identifier: identifierOf(login),
  password: CROWD_PASSWORD,
  country: COUNTRY,
  shopIds: [shopIdOf(login)],
  seller: 'crowd',
});

const shopOf = (login: number): Shop => ({
  marketplace: 'shopee',
  shopId: shopIdOf(login),
  userId: userIdOf(login),
  name: `Crowd ${login}`,
  country: COUNTRY,
  isCb: false,
});

function conversationOf(login: number, index: number): Conversation {
  const first = (login * CONVERSATIONS_EACH + index) * MESSAGES_EACH;
  const messages = Array.from({ length: MESSAGES_EACH }, (_, number): Message => {
    const sequence = first + number + 1;
    const acceptedAt = SEEDED_AT + sequence * 1_000;
    return {
      messageId: messageIdAt(acceptedAt, sequence),
      ledgerId: ledgerIdOf(sequence),
      from: 'buyer',
      kind: 'text',
      content: { text: textOf(login, number, acceptedAt) },
      idempotencyKey: null,
      acceptedAt,
      quote: null,
      status: 'available',
    };
  });
  return {
    marketplace: 'shopee',
    conversationId: conversationIdOf(login, index),
    shopId: shopIdOf(login),
    buyer: { buyerId: buyerIdOf(login, index), name: `Buyer ${login}/${index}`, avatarUrl: null, language: 'en' },
    isPinned: false,
    status: 'activated',
    isMarkedUnread: false,
    sellerReadMessageId: messages.at(-1)?.messageId ?? null,
    buyerReadMessageId: null,
    messages,
  };
}
