import {
  CALLS,
  type CallOutput,
  type CardDetailView,
  type ConversationView,
  contentView,
  type DeliveryView,
  type MessageView,
} from '@pasar/api';
import {
  comparePositions,
  type OrderStatus,
  type OutgoingVideo,
  parsePosition,
  type ShopId,
  shownContent,
} from '@pasar/domain';
import { fromBase64 } from '../../base64.ts';
import { succeeded } from '../../call-result.ts';
import { compareConversations } from '../../state/conversation-lists.ts';
import { compareMessages } from '../../state/message-window.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE, refused } from './answers.ts';
import { countersOf, lastOf, unreadAfter, waitOf } from './conversation-facts.ts';
import { type ConversationsInput, conversationsPage, type ListFacts } from './conversations-page.ts';
import { isInRound, nextInRound, roundOf } from './round.ts';
import type { ShopsModel } from './shops-model.ts';
import { type BegunVideo, videoAnswers } from './video-answers.ts';

/** What becomes of an answer at the marketplace. */
export type Fate = 'confirmed' | 'failed' | 'unconfirmed' | 'logged out';
export interface ChatOptions {
  /** Messages a page; as many as the call asks for where it is null. */
  readonly pageSize: number | null;
  /** What becomes of an answer as soon as it is accepted; `pending`: nothing, until the test settles it. */
  readonly fate: Fate | 'pending';
  readonly now: () => number;
  /** Who sends by this window. */
  readonly memberId: () => string;
}

type Sent = Pick<DeliveryView, 'conversationId' | 'clientId' | 'content' | 'original'>;
const SENT_PICTURE = { url: 'private://picture', thumbUrl: null, width: null, height: null };
const NOT_RETRYABLE = refused('delivery_not_retryable', 'Only a failed message can be sent again.');
const REFUSALS = {
  failed: { reason: 'blocked_by_user', detail: 'code 20013: blocked' },
  'logged out': { reason: 'shop_login_expired', detail: null },
  unconfirmed: null,
} as const satisfies Record<Exclude<Fate, 'confirmed'>, DeliveryView['refusal']>;
/** A snapshot holds this many conversations besides the pinned ones. */
const SNAPSHOT_SIZE = 200;

/** Conversations, messages and answers under way. */
export class ChatModel {
  readonly conversations = new Map<string, ConversationView>();
  isTagged: (buyerTagId: string, conversationId: string) => boolean = () => false;
  /** By conversation, oldest first. */
  readonly messages = new Map<string, MessageView[]>();
  /** Unsettled ones, by client id. */
  readonly deliveries = new Map<string, DeliveryView>();
  /** Conversations of which the marketplace holds older messages than the server. */
  readonly unfetched = new Set<string>();
  /** The bytes of the pictures that were accepted, by client id, in their order. */
  readonly pictures = new Map<string, Uint8Array>();
  /** The videos that were begun, and as much of them as came, by client id. */
  readonly videos = new Map<string, BegunVideo>();
  /** The videos that quick replies keep, by their ids. */
  readonly replyVideos = new Map<string, OutgoingVideo>();
  /** Details of order and voucher cards, by message; the marketplace has none for other messages. */
  readonly cards = new Map<string, CardDetailView>();
  /** What the marketplaces find, whatever is searched for. */
  atMarketplaces: Partial<CallOutput<typeof CALLS.chat.searchAtMarketplaces>> = {};
  /** By shop and order number: the conversations that a person can open with the buyers of orders. */
  readonly orderBuyers = new Map<string, ConversationView>();
  fate: ChatOptions['fate'];
  readonly #options: ChatOptions;
  readonly #append: Append;
  readonly #shops: ShopsModel;
  #arrived = 0;

  constructor(options: ChatOptions, append: Append, shops: ShopsModel) {
    this.fate = options.fate;
    this.#options = options;
    this.#append = append;
    this.#shops = shops;
  }

  setConversation(conversation: ConversationView): void {
    this.conversations.set(conversation.conversationId, conversation);
    this.#append({ kind: 'conversation', conversation });
    this.#recount(conversation.shopId);
  }

  #recount(shopId: string): void {
    const shop = this.#shops.byId.get(shopId);
    const counters = countersOf([...this.conversations.values()].filter((item) => item.shopId === shopId));
    if (shop === undefined) return;
    const isSame =
      shop.unreadCount === counters.unreadCount &&
      shop.waitingCount === counters.waitingCount &&
      shop.firstDueAt === counters.firstDueAt;
    if (!isSame) this.#shops.setShop({ ...shop, ...counters });
  }

  /** Ingests a message as the server does: the message, the conversation's row, and the end of its delivery. */
  addMessage(message: MessageView): void {
    const held = this.messages.get(message.conversationId) ?? [];
    if (held.some((item) => item.messageId === message.messageId)) return;
    const list = [...held, message].sort(compareMessages);
    this.messages.set(message.conversationId, list);
    this.#append({ kind: 'message', message });
    if (message.clientId !== null) this.deliveries.delete(message.clientId);
    const conversation = this.conversations.get(message.conversationId);
    if (conversation === undefined || list.at(-1) !== message) return;
    const unreadCount = conversation.unreadCount + (message.author === 'buyer' ? 1 : 0);
    const last = lastOf(message);
    // Who waits goes on waiting for the first of the messages.
    const waitingSince = message.author === 'seller' ? null : (conversation.waitingSince ?? last.waitingSince);
    const buyerWroteAt = message.author === 'buyer' ? message.sentAt : conversation.buyerWroteAt;
    this.setConversation({
      ...conversation,
      ...last,
      buyerWroteAt,
      ...waitOf(waitingSince),
      isUnreply: waitingSince !== null || (message.author !== 'seller' && conversation.isUnreply),
      isSetAside: false,
      isDeleted: false,
      unreadCount,
    });
  }

  /** A message that is there already was taken back or marked. */
  changeMessage(message: MessageView): void {
    const held = this.messages.get(message.conversationId) ?? [];
    this.messages.set(
      message.conversationId,
      held.map((item) => (item.messageId === message.messageId ? message : item)),
    );
    this.#append({ kind: 'message', message });
  }

  /** A message arrives now, as the newest; from the buyer unless told otherwise. */
  receive(conversationId: string, over: Partial<MessageView> = {}): MessageView {
    const conversation = this.conversations.get(conversationId);
    if (conversation === undefined) throw new Error(`no conversation ${conversationId}`);
    this.#arrived += 1;
    const number = 1_000_000 + this.#arrived;
    const message: MessageView = {
      messageId: uuidOf(`message ${conversationId} ${number}`) as MessageView['messageId'],
      conversationId: conversation.conversationId,
      platformMessageId: String(number),
      position: position(number),
      sentAt: this.#options.now(),
      author: 'buyer',
      content: { type: 'text', text: `message ${number}` },
      status: 'available',
      quote: null,
      marks: [],
      clientId: null,
      ...over,
    };
    this.addMessage(message);
    return message;
  }

  setDelivery(delivery: DeliveryView): void {
    if (delivery.mark === 'sent' || delivery.mark === 'dismissed') this.deliveries.delete(delivery.clientId);
    else this.deliveries.set(delivery.clientId, delivery);
    this.#append({ kind: 'delivery', delivery });
  }

  /** The marketplace has the answer: both changes of one transaction. */
  confirm(clientId: string, over: Partial<MessageView> = {}): void {
    const delivery = this.deliveries.get(clientId);
    if (delivery === undefined) return;
    this.setDelivery({ ...delivery, mark: 'sent', refusal: null });
    const { conversationId, quote, original } = delivery;
    const message = { author: 'seller' as const, content: messageOf(delivery), quote, original, clientId };
    this.receive(conversationId, { ...message, ...over });
  }

  settle(clientId: string, fate: Fate): void {
    const delivery = this.deliveries.get(clientId);
    if (delivery === undefined) return;
    if (fate === 'confirmed') {
      this.confirm(clientId);
      return;
    }
    this.setDelivery({ ...delivery, mark: fate === 'unconfirmed' ? fate : 'failed', refusal: REFUSALS[fate] });
  }

  /** Conversations, messages and deliveries of a shop are gone, as after unbinding it. */
  purge(shopId: string): void {
    for (const conversation of [...this.conversations.values()]) {
      if (conversation.shopId !== shopId) continue;
      this.conversations.delete(conversation.conversationId);
      this.messages.delete(conversation.conversationId);
      for (const delivery of this.#deliveriesOf(conversation.conversationId)) this.deliveries.delete(delivery.clientId);
    }
  }

  /** The chat's part of a snapshot. */
  snapshot() {
    const all = this.#sorted().filter(({ isDeleted }) => !isDeleted);
    const waiting = this.#conversationsPage({ tab: 'waiting', limit: SNAPSHOT_SIZE });
    const first = new Set(waiting.conversations);
    return {
      conversations: all.filter(
        (item, index) =>
          index < SNAPSHOT_SIZE ||
          item.isPinned ||
          first.has(item) ||
          this.#deliveriesOf(item.conversationId).length > 0,
      ),
      hasMore: all.length > SNAPSHOT_SIZE,
      nextWaiting: waiting.next,
      deliveries: [...this.deliveries.values()],
    };
  }

  /** The states of the orders of a conversation's buyer. */
  readonly orderStatuses = new Map<string, readonly OrderStatus[]>();

  readonly answers: Answers = new Map([
    answering(CALLS.chat.conversations, (input) => succeeded(this.#conversationsPage(input))),
    answering(CALLS.chat.nextConversation, (input) => {
      const hidden = input.shopId === undefined ? this.#shops.arrangement.hidden : [];
      const inScope = [...this.conversations.values()].filter(isInRound(input, this.#facts(input), hidden));
      return succeeded({ next: nextInRound(roundOf(inScope, [...this.deliveries.values()]), input) });
    }),
    answering(CALLS.chat.messages, (input) => this.#messagesPage(input)),
    answering(CALLS.chat.findMessages, ({ conversationId, words }) => {
      const said = (this.messages.get(conversationId) ?? []).filter(({ content }) =>
        JSON.stringify(content).toLowerCase().includes(words.toLowerCase()),
      );
      return succeeded({ found: said.toReversed(), next: null });
    }),
    answering(CALLS.chat.messageAt, ({ conversationId, at }) => {
      const all = this.messages.get(conversationId) ?? [];
      return succeeded({ message: all.find(({ sentAt }) => sentAt >= at) ?? all.at(-1) ?? null });
    }),
    answering(CALLS.chat.cardDetail, ({ messageId }) => {
      const card = this.cards.get(messageId);
      if (card !== undefined) return succeeded({ card });
      return refused('order_fetch_failed', 'The order could not be fetched. Try again.', 'no such order');
    }),
    answering(CALLS.chat.searchAtMarketplaces, () => {
      const found = { conversations: [], orders: [], asked: 1, further: [], failed: [], ...this.atMarketplaces };
      for (const one of found.conversations) this.conversations.set(one.conversationId, one);
      return succeeded(found);
    }),
    answering(CALLS.chat.openConversation, ({ shopId, orderNumber }) => {
      const found = this.orderBuyers.get(`${shopId}/${orderNumber}`) ?? null;
      if (found !== null) this.conversations.set(found.conversationId, found);
      return succeeded({ conversation: found });
    }),
    answering(CALLS.chat.sendText, ({ text, ...rest }) => this.#send({ ...rest, content: { type: 'text', text } })),
    answering(CALLS.chat.sendImage, ({ fileName, type, file, ...rest }) => {
      this.pictures.set(rest.clientId, fromBase64(file));
      const image = { fileName, type, width: null, height: null };
      return this.#send({ ...rest, content: { type: 'image', image } });
    }),
    ...videoAnswers(this.videos, this.replyVideos, (message) => this.#send(message)),
    answering(CALLS.chat.sendCard, ({ card, ...rest }) => this.#send({ ...rest, content: card })),
    answering(CALLS.chat.retryDelivery, ({ deliveryId }) => this.#again(deliveryId)),
    answering(CALLS.chat.checkDelivery, ({ deliveryId }) => this.#again(deliveryId)),
    answering(CALLS.chat.dismissDelivery, ({ deliveryId }) => {
      const delivery = this.#unsettled(deliveryId);
      if (delivery === undefined) return NOT_RETRYABLE;
      const dismissed = { ...delivery, mark: 'dismissed' } as const;
      this.setDelivery(dismissed);
      return succeeded({ delivery: dismissed });
    }),
    answering(CALLS.chat.markRead, (input) => {
      const readTo = parsePosition(input.position);
      if (readTo === null) return GONE;
      const unreadCount = unreadAfter(this.messages.get(input.conversationId), readTo);
      return this.#change(input.conversationId, () => ({ unreadCount, sellerReadPosition: readTo }));
    }),
    answering(CALLS.chat.markUnread, ({ conversationId }) =>
      this.#change(conversationId, ({ unreadCount }) => ({ unreadCount: Math.max(1, unreadCount) })),
    ),
    answering(CALLS.chat.setAside, ({ conversationId, isSetAside }) => {
      const since = isSetAside ? null : (this.conversations.get(conversationId)?.buyerWroteAt ?? null);
      const done = this.#change(conversationId, () => ({ isSetAside, ...waitOf(since) }));
      return done.ok ? succeeded({ isSetAside }) : done;
    }),
    answering(CALLS.chat.deleteConversation, ({ conversationId, isDeleted }) => {
      const waits = this.conversations.get(conversationId)?.waitingSince ?? null;
      if (isDeleted && waits !== null) return refused('buyer_waits', 'The buyer waits for an answer.', '');
      return this.#change(conversationId, () => ({ isDeleted, ...(isDeleted ? { unreadCount: 0 } : {}) }));
    }),
    answering(CALLS.chat.pinnedConversation, ({ conversationId: id, pinned }) =>
      this.#change(id, () => ({ isPinned: pinned })),
    ),
    answering(CALLS.chat.muteConversation, ({ conversationId: id, isMuted }) => this.#change(id, () => ({ isMuted }))),
    answering(CALLS.chat.favoriteConversation, ({ conversationId: id, ...flag }) => this.#change(id, () => flag)),
  ]);

  #sorted(): ConversationView[] {
    return [...this.conversations.values()].sort(compareConversations);
  }

  #deliveriesOf(conversationId: string): DeliveryView[] {
    return [...this.deliveries.values()].filter((delivery) => delivery.conversationId === conversationId);
  }

  #isIn(shopId: ShopId, scope: Pick<ConversationsInput, 'marketplace' | 'shopId'>): boolean {
    const { marketplace } = scope;
    if (scope.shopId !== undefined && scope.shopId !== shopId) return false;
    return marketplace === undefined || this.#shops.byId.get(shopId)?.marketplace === marketplace;
  }

  #conversationsPage(input: ConversationsInput) {
    return conversationsPage(this.#sorted(), input, this.#facts(input));
  }

  #facts(scope: Pick<ConversationsInput, 'marketplace' | 'shopId'>): ListFacts {
    return {
      now: this.#options.now(),
      memberId: this.#options.memberId(),
      isInShops: (shopId) => this.#isIn(shopId, scope),
      countryOf: (shopId) => this.#shops.byId.get(shopId)?.country,
      isTagged: this.isTagged,
      ordersOf: (conversationId) => this.orderStatuses.get(conversationId) ?? [],
    };
  }

  #messagesPage({ conversationId, before, limit }: (typeof CALLS.chat.messages)['input']['_output']) {
    const conversation = this.conversations.get(conversationId);
    if (conversation === undefined) return GONE;
    const below = (this.messages.get(conversationId) ?? []).filter(
      (message) => before === undefined || comparePositions(message.position, before) < 0,
    );
    const page = below.slice(-(this.#options.pageSize ?? limit));
    const isWhole = below.length === page.length;
    const older = isWhole ? (this.unfetched.has(conversationId) ? 'fetching' : 'no') : 'yes';
    const deliveries = this.#deliveriesOf(conversationId);
    return succeeded({ conversation, messages: page.toReversed(), deliveries, older } as const);
  }

  #send({ conversationId, clientId, content, original }: Sent) {
    const conversation = this.conversations.get(conversationId);
    if (conversation === undefined) return GONE;
    const known = this.deliveries.get(clientId);
    if (known !== undefined) return succeeded({ delivery: known });
    const held = this.messages.get(conversationId) ?? [];
    const delivery: DeliveryView = {
      deliveryId: uuidOf(`delivery ${clientId}`) as DeliveryView['deliveryId'],
      clientId,
      conversationId,
      shopId: conversation.shopId,
      memberId: this.#options.memberId(),
      cause: null,
      content,
      quote: null,
      original,
      mark: 'pending',
      isInDoubt: false,
      refusal: null,
      createdAt: this.#options.now(),
      anchorPosition: held.at(-1)?.position ?? null,
    };
    const sent: DeliveryView = { ...delivery, mark: 'sent' };
    if (held.some((message) => message.clientId === clientId)) return succeeded({ delivery: sent });
    this.setDelivery(delivery);
    if (this.fate !== 'pending') this.settle(clientId, this.fate);
    return succeeded({ delivery: this.deliveries.get(clientId) ?? sent });
  }

  #unsettled(deliveryId: string): DeliveryView | undefined {
    return [...this.deliveries.values()].find((delivery) => delivery.deliveryId === deliveryId);
  }

  #again(deliveryId: string) {
    const delivery = this.#unsettled(deliveryId);
    if (delivery === undefined) return NOT_RETRYABLE;
    this.confirm(delivery.clientId);
    return succeeded({ delivery: { ...delivery, mark: 'sent', refusal: null } as const });
  }

  #change(conversationId: string, over: (held: ConversationView) => Partial<ConversationView>) {
    const held = this.conversations.get(conversationId);
    if (held === undefined) return GONE;
    this.setConversation({ ...held, ...over(held) });
    return succeeded({});
  }
}

function messageOf({ content }: DeliveryView): MessageView['content'] {
  if (content.type === 'image') return { type: 'image', picture: SENT_PICTURE, wireType: 'image', raw: null };
  return contentView.parse(shownContent(content));
}

function position(number: number): MessageView['position'] {
  const parsed = parsePosition(String(number));
  if (parsed === null) throw new Error(`${number} is no position`);
  return parsed;
}
