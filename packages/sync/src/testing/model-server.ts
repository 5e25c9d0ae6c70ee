import {
  type ArrangementView,
  CALLS,
  type Call,
  type CallOutput,
  CHANGE_ACCESS,
  type Change,
  type ConversationView,
  type DeliveryView,
  type MemberView,
  type MessageView,
  opens,
  type ShopView,
} from '@pasar/api';
import {
  type ConversationId,
  comparePositions,
  holds,
  type PermissionKey,
  parsePosition,
  type ShopId,
} from '@pasar/domain';
import { type CallResult, failed, succeeded } from '../call-result.ts';
import { compareConversations } from '../state/conversation-lists.ts';
import { compareMessages } from '../state/message-window.ts';
import { aMember, uuid } from './builders.ts';

type Unnumbered<C> = C extends Change ? Omit<C, 'seq'> : never;

/**
 * The backend as the contract describes it, in memory and at once: the truth that a client must end up with. It numbers
 * every change, keeps them all, and answers the desk's calls from its own state.
 */
export class ModelServer {
  readonly log: Change[] = [];
  readonly shops = new Map<ShopId, ShopView>();
  readonly conversations = new Map<ConversationId, ConversationView>();
  readonly messages = new Map<ConversationId, MessageView[]>();
  readonly deliveries = new Map<string, DeliveryView>();
  /** Conversations whose history the marketplace still holds more of. */
  readonly unfetched = new Set<ConversationId>();
  readonly pageSize: number;
  arrangement: ArrangementView = { order: [], hidden: [] };
  member: MemberView = aMember();
  #deliveryCount = 0;

  constructor(pageSize = 3) {
    this.pageSize = pageSize;
  }

  get seq(): number {
    return this.log.length;
  }

  #append(change: Unnumbered<Change>): void {
    this.log.push({ ...change, seq: this.log.length + 1 } as Change);
  }

  setShop(shop: ShopView): void {
    this.shops.set(shop.shopId, shop);
    this.#append({ kind: 'shop', shop });
  }

  setArrangement(arrangement: ArrangementView): void {
    this.arrangement = arrangement;
    this.#append({ kind: 'arrangement', arrangement });
  }

  setConversation(conversation: ConversationView): void {
    this.conversations.set(conversation.conversationId, conversation);
    this.#append({ kind: 'conversation', conversation });
  }

  /** Ingests a message as the server does: the row, the conversation's line, and the end of its delivery. */
  addMessage(message: MessageView): void {
    const held = this.messages.get(message.conversationId) ?? [];
    if (held.some((item) => item.messageId === message.messageId)) return;
    this.messages.set(message.conversationId, [...held, message].sort(compareMessages));
    this.#append({ kind: 'message', message });
    if (message.clientId !== null) this.deliveries.delete(message.clientId);
    const conversation = this.conversations.get(message.conversationId);
    const newest = this.messages.get(message.conversationId)?.at(-1);
    if (conversation === undefined || newest !== message) return;
    this.setConversation({
      ...conversation,
      lastMessageAt: message.sentAt,
      unreadCount: conversation.unreadCount + (message.author === 'buyer' ? 1 : 0),
    });
  }

  /** One that is there: taken back, marked. */
  changeMessage(message: MessageView): void {
    const held = this.messages.get(message.conversationId) ?? [];
    this.messages.set(
      message.conversationId,
      held.map((item) => (item.messageId === message.messageId ? message : item)),
    );
    this.#append({ kind: 'message', message });
  }

  setDelivery(delivery: DeliveryView): void {
    if (delivery.mark === 'sent') this.deliveries.delete(delivery.clientId);
    else this.deliveries.set(delivery.clientId, delivery);
    this.#append({ kind: 'delivery', delivery });
  }

  /** A delivery comes true: both changes of one transaction. */
  confirm(clientId: string, number: number): void {
    const delivery = this.deliveries.get(clientId);
    const position = parsePosition(String(number));
    if (delivery === undefined || position === null) return;
    this.setDelivery({ ...delivery, mark: 'sent' });
    this.addMessage({
      messageId: uuid('e', number) as MessageView['messageId'],
      conversationId: delivery.conversationId,
      platformMessageId: String(number),
      position,
      sentAt: 1_000 + number,
      author: 'seller',
      content: { type: 'text', text: delivery.text },
      status: 'available',
      quote: delivery.quote,
      marks: [],
      clientId,
    });
  }

  purge(shopId: ShopId): void {
    this.shops.delete(shopId);
    for (const conversation of [...this.conversations.values()]) {
      if (conversation.shopId !== shopId) continue;
      this.conversations.delete(conversation.conversationId);
      this.messages.delete(conversation.conversationId);
      for (const delivery of [...this.deliveries.values()]) {
        if (delivery.conversationId === conversation.conversationId) this.deliveries.delete(delivery.clientId);
      }
    }
    this.#append({ kind: 'purge', shopId });
  }

  tellSignIn(signInId: string): void {
    this.#append({
      kind: 'signIn',
      signIn: {
        signInId,
        marketplace: 'shopee',
        country: 'TH',
        identifier: 'seller',
        connectionId: null,
        ipSubjectId: null,
        state: 'waiting',
        challenge: null,
        refusal: null,
        shopIds: [],
        createdAt: 1,
      },
    });
  }

  resync(): void {
    this.#append({ kind: 'resync' });
  }

  /** The member is a sub-account with these keys from here on. */
  setKeys(permissionCodeList: readonly PermissionKey[]): void {
    this.member = aMember({ isMain: false, permissionCodeList: [...permissionCodeList] });
    this.resync();
  }

  /** Whether the member's keys open a change: what they do not open is never sent. */
  tells({ kind }: Change): boolean {
    return opens(this.member, CHANGE_ACCESS[kind]);
  }

  get #mayRead(): boolean {
    return holds(this.member, 'chat');
  }

  /** Answers a call from the state as it is now. */
  answer(call: Call, input: unknown): CallResult<unknown> {
    switch (call) {
      case CALLS.chat.snapshot:
        return succeeded(this.#snapshot());
      case CALLS.chat.messages:
        return this.#messagesPage(CALLS.chat.messages.input.parse(input));
      case CALLS.chat.sendText:
        return this.#send({ ...CALLS.chat.sendText.input.parse(input), image: null });
      case CALLS.chat.sendImage: {
        const { fileName, type, ...rest } = CALLS.chat.sendImage.input.parse(input);
        return this.#send({ ...rest, text: '', image: { fileName, type, width: null, height: null } });
      }
      case CALLS.chat.pinnedConversation:
        return this.#pin(CALLS.chat.pinnedConversation.input.parse(input));
      case CALLS.chat.markRead:
        return this.#markRead(CALLS.chat.markRead.input.parse(input));
      case CALLS.shops.arrangeShops:
        this.setArrangement({ ...this.arrangement, order: CALLS.shops.arrangeShops.input.parse(input).shopIds });
        return succeeded({});
      case CALLS.shops.hideShop:
        return this.#hide(CALLS.shops.hideShop.input.parse(input));
      case CALLS.account.keepLive:
        return succeeded({ serverTime: 0 });
      default:
        throw new Error(`the model does not know ${call.path}`);
    }
  }

  #hide({ shopId, isHidden }: { shopId: ShopId; isHidden: boolean }): CallResult<unknown> {
    if (!this.shops.has(shopId)) return REFUSED;
    const others = this.arrangement.hidden.filter((hidden) => hidden !== shopId);
    this.setArrangement({ ...this.arrangement, hidden: isHidden ? [...others, shopId] : others });
    return succeeded({});
  }

  #snapshot(): CallOutput<typeof CALLS.chat.snapshot> {
    return {
      seq: this.seq,
      member: this.member,
      shops: [...this.shops.values()],
      arrangement: this.arrangement,
      conversations: this.#mayRead ? [...this.conversations.values()].sort(compareConversations) : [],
      hasMore: false,
      deliveries: this.#mayRead ? [...this.deliveries.values()] : [],
    };
  }

  #messagesPage(input: { conversationId: ConversationId; before?: string | undefined }): CallResult<unknown> {
    const conversation = this.conversations.get(input.conversationId);
    if (conversation === undefined || !this.#mayRead) return REFUSED;
    const before = input.before === undefined ? null : parsePosition(input.before);
    const below = (this.messages.get(input.conversationId) ?? []).filter(
      (message) => before === null || comparePositions(message.position, before) < 0,
    );
    const page = below.slice(-this.pageSize);
    const rest = below.length > page.length ? 'yes' : this.unfetched.has(input.conversationId) ? 'fetching' : 'no';
    return succeeded({
      conversation,
      messages: page.toReversed(),
      deliveries: [...this.deliveries.values()].filter((item) => item.conversationId === input.conversationId),
      older: rest,
    });
  }

  #send(input: Pick<DeliveryView, 'conversationId' | 'clientId' | 'text' | 'image'>): CallResult<unknown> {
    if (!this.conversations.has(input.conversationId)) return REFUSED;
    const done = this.messages.get(input.conversationId)?.find((message) => message.clientId === input.clientId);
    const held = this.deliveries.get(input.clientId);
    if (held !== undefined) return succeeded({ delivery: held });
    this.#deliveryCount += 1;
    const delivery: DeliveryView = {
      deliveryId: uuid('f', this.#deliveryCount) as DeliveryView['deliveryId'],
      clientId: input.clientId,
      conversationId: input.conversationId,
      text: input.text,
      image: input.image,
      quote: null,
      mark: done === undefined ? 'pending' : 'sent',
      refusal: null,
      createdAt: 5_000 + this.#deliveryCount,
      anchorPosition: this.messages.get(input.conversationId)?.at(-1)?.position ?? null,
    };
    if (done === undefined) this.setDelivery(delivery);
    return succeeded({ delivery });
  }

  #pin(input: { conversationId: ConversationId; pinned: boolean }): CallResult<unknown> {
    const held = this.conversations.get(input.conversationId);
    if (held === undefined) return REFUSED;
    if (held.isPinned !== input.pinned) this.setConversation({ ...held, isPinned: input.pinned });
    return succeeded({});
  }

  #markRead(input: { conversationId: ConversationId; position: string }): CallResult<unknown> {
    const held = this.conversations.get(input.conversationId);
    const position = parsePosition(input.position);
    if (held === undefined || position === null) return REFUSED;
    this.setConversation({ ...held, unreadCount: 0, sellerReadPosition: position });
    return succeeded({});
  }
}

const REFUSED = failed({ kind: 'refused', code: 'not_found', reason: 'This no longer exists.', detail: null });
