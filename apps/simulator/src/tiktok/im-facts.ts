/**
 * The world's facts as entries of the IM server. An entry depends only on its fact and on the server's state before it,
 * so that it is the same after a restart.
 */
import { MESSAGE_TYPE } from '@pasar/im-protocol';
import type { ImEntry, ImState } from '@pasar/im-protocol/server';
import type { Conversation, Message, Shop, World, WorldFact } from '../world/types.ts';
import { pigeonCidOf, shopOf } from './shops.ts';

/** Facts 3.4: service conversations are groups, the shop's owner account first. */
export const CONVERSATION_TYPE = 2;
const ROLE = { ordinary: 0, owner: 1 } as const;
const SENDER_ROLE: Readonly<Record<Message['from'], string>> = { buyer: '1', seller: '2', sellerApp: '2', system: '3' };
/** Ours: the sender of messages of robots and of the marketplace. */
const SYSTEM_SENDER = '1';

/** Facts 4.8: microseconds, strictly increasing in a conversation. `acceptedAt` in milliseconds. */
export function nextIndex(state: ImState, conversationId: string, acceptedAt: number): bigint {
  const after = (state.conversations.get(conversationId)?.messages.at(-1)?.index ?? 0n) + 1n;
  const stamp = BigInt(acceptedAt) * 1_000n;
  return stamp > after ? stamp : after;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** The content field that holds the text, for kinds with a text. */
const WORDS_AT: Readonly<Record<string, string>> = {
  text: 'text',
  emoticons: 'emoji',
  notification: 'text',
  allocated_service: 'text',
  interactive_system_message: 'text',
  invite_comment_v2: 'text',
  user_enter_from_transfer: 'text',
  card_greeting: 'text',
  message_greeting_new: 'text',
  system_button: 'text',
};

/** The text of a message, or a placeholder: the content of a card is in `ext` (facts 3.4). */
export function wordsOf({ kind, content }: Pick<Message, 'kind' | 'content'>): string {
  const place = WORDS_AT[kind];
  const words = place === undefined ? undefined : content[place];
  return words === undefined && kind !== 'text' ? `[${kind}]` : asText(words);
}

const senderOf = (conversation: Conversation, message: Message, shop: Shop): string => {
  if (message.from === 'system') return SYSTEM_SENDER;
  return message.from === 'buyer' ? conversation.buyer.buyerId : pigeonCidOf(shop);
};

function extOf(conversation: Conversation, message: Message, shop: Shop): Record<string, string> {
  const card = Object.entries(message.content).filter(([key]) => key !== WORDS_AT[message.kind]);
  return {
    type: message.kind,
    PIGEON_BIZ_TYPE: '1',
    sender_role: SENDER_ROLE[message.from],
    shop_region: shop.country,
    's:server_message_id': message.messageId,
    ...Object.fromEntries(card.map(([key, value]) => [key, asText(value)])),
    ...(message.from === 'buyer' ? { uname: conversation.buyer.name } : {}),
    ...(message.from === 'seller' || message.from === 'sellerApp' ? sellerExt(shop, message.from) : {}),
    ...(message.idempotencyKey === null ? {} : { 's:client_message_id': message.idempotencyKey }),
  };
}

/** The `ext` entries that name the shop as sender, and the client it wrote with. */
export const sellerExt = (shop: Shop, from: 'seller' | 'sellerApp'): Readonly<Record<string, string>> => ({
  sender_im_id: pigeonCidOf(shop),
  sender_im_role: '2',
  monitor_send_message_platform: from === 'seller' ? 'pc' : 'app',
});

/** The root of a quote is the root of the quoted message. */
function quoteOf(state: ImState, { quote }: Message) {
  if (quote === null) return null;
  const quoted = state.messages.get(quote.messageId);
  return {
    ...quote,
    rootId: quoted?.quote?.rootId ?? quoted?.id ?? null,
    rootIndex: quoted?.quote?.rootIndex ?? quoted?.index.toString() ?? null,
  };
}

export const messageEntry = (state: ImState, conversation: Conversation, message: Message, shop: Shop): ImEntry => ({
  type: 'message.sent',
  message: {
    id: message.messageId,
    shortId: conversation.conversationId,
    index: nextIndex(state, conversation.conversationId, message.acceptedAt).toString(),
    at: message.acceptedAt,
    sender: senderOf(conversation, message, shop),
    messageType: MESSAGE_TYPE.shopChat,
    content: wordsOf(message),
    ext: extOf(conversation, message, shop),
    clientMessageId: message.idempotencyKey ?? '',
    visibleTo: null,
    invisibleTo: [],
    quote: quoteOf(state, message),
    // Only the buyer's messages count as unread.
    isUncounted: message.from === 'system',
  },
});

const pinEntry = (conversationId: string, userId: string, topTime: bigint): ImEntry => ({
  type: 'setting.changed',
  shortId: conversationId,
  userId,
  isMuted: null,
  topTime: topTime.toString(),
  favoriteTime: null,
  ext: {},
});

const readEntry = (state: ImState, conversationId: string, userId: string, messageId: string): ImEntry => ({
  type: 'read.moved',
  shortId: conversationId,
  userId,
  index: (state.messages.get(messageId)?.index ?? 0n).toString(),
});

/** The entry for a fact; null for a fact that this chat does not have (facts 3.2: no call marks as unread). */
export function entryOf(world: World, state: ImState, fact: Exclude<WorldFact, { type: 'note' }>): ImEntry | null {
  const conversation = world.conversation('tiktok', fact.conversationId);
  if (conversation === null) return null;
  const shop = shopOf(world, conversation);
  const { conversationId } = conversation;
  switch (fact.type) {
    case 'opened':
      return createdEntry(conversation, shop, fact.at);
    case 'message':
      return messageEntry(state, conversation, { ...fact.message, status: 'available' }, shop);
    case 'sellerRead':
      return readEntry(state, conversationId, pigeonCidOf(shop), fact.messageId);
    case 'buyerRead':
      return readEntry(state, conversationId, conversation.buyer.buyerId, fact.messageId);
    case 'pinned':
      return pinEntry(conversationId, pigeonCidOf(shop), fact.isPinned ? state.lastIndex + 1n : 0n);
    case 'status':
      return { type: 'core.changed', shortId: conversationId, set: {}, ext: { status: fact.status } };
    case 'recalled':
      return {
        type: 'message.recalled',
        messageId: fact.messageId,
        by: state.messages.get(fact.messageId)?.sender ?? SYSTEM_SENDER,
      };
    case 'markedUnread':
    case 'renumbered':
      return null;
  }
}

/** `at`: when the conversation began, in milliseconds. */
function createdEntry(conversation: Conversation, shop: Shop, at: number): ImEntry {
  const member = (userId: string, role: number) => ({ userId, role, isStranger: false, minIndex: '0' });
  return {
    type: 'conversation.created',
    shortId: conversation.conversationId,
    conversationId: conversation.conversationId,
    conversationType: CONVERSATION_TYPE,
    creator: pigeonCidOf(shop),
    idempotentId: null,
    isPersistent: true,
    name: '',
    desc: '',
    icon: '',
    // Ours: the public shapes do not tell whether the service session is open.
    ext: { status: conversation.status },
    members: [member(pigeonCidOf(shop), ROLE.owner), member(conversation.buyer.buyerId, ROLE.ordinary)],
    index: (BigInt(at) * 1_000n - 1n).toString(),
    at,
  };
}

/** Gives the seeded conversations to `apply`, in the order of their events. */
export function plantSeed(world: World, state: ImState, apply: (entry: ImEntry) => void): void {
  const seeded = world.seeded('tiktok').map((conversation) => ({ conversation, shop: shopOf(world, conversation) }));
  for (const { conversation, shop } of seeded) {
    apply(createdEntry(conversation, shop, conversation.messages[0]?.acceptedAt ?? 1));
  }
  const said = seeded
    .flatMap(({ conversation, shop }) => conversation.messages.map((message) => ({ conversation, message, shop })))
    .sort((one, other) => one.message.acceptedAt - other.message.acceptedAt);
  for (const { conversation, message, shop } of said) apply(messageEntry(state, conversation, message, shop));
  for (const { conversation, shop } of seeded) {
    const { conversationId, buyer, sellerReadMessageId, buyerReadMessageId, isPinned } = conversation;
    if (sellerReadMessageId !== null) apply(readEntry(state, conversationId, pigeonCidOf(shop), sellerReadMessageId));
    if (buyerReadMessageId !== null) apply(readEntry(state, conversationId, buyer.buyerId, buyerReadMessageId));
    if (isPinned) apply(pinEntry(conversationId, pigeonCidOf(shop), state.lastIndex + 1n));
  }
}
