import {
  type ArrangementView,
  CALLS,
  type Call,
  type CardDetailView,
  CHANGE_ACCESS,
  type Change,
  type ConversationView,
  type DeliveryView,
  type LiveFrame,
  type MemberView,
  type MessageView,
  memberView,
  opens,
  type ShopView,
} from '@pasar/api';
import { comparePositions, holds, LOCALES, PERMISSION_KEYS, type PermissionKey, parsePosition } from '@pasar/domain';
import { conversation, message, shops, uuidOf } from './fake-data.ts';
import { FakeProxies } from './fake-proxies.ts';
import { type Reply, refused, success } from './fake-reply.ts';
import { FakeSignIns } from './fake-sign-ins.ts';

type Unnumbered<C> = C extends Change ? Omit<C, 'seq'> : never;
const PRIVATE = { url: 'private://picture', thumbUrl: null, width: null, height: null };
/** What the marketplace gives back: a picture only under an address of its own. */
const contentOf = ({ text, image }: DeliveryView): MessageView['content'] =>
  image === null ? { type: 'text', text } : { type: 'image', picture: PRIVATE, wireType: 'image', raw: null };
const MINUTE = 60_000;
const PASSWORD = 'demo-password';

/** The desk's data, its change feed, and an answer to every call the client makes. */
export class FakeDesk {
  readonly log: Change[] = [];
  readonly shops = new Map<string, ShopView>();
  readonly conversations = new Map<string, ConversationView>();
  readonly messages = new Map<string, MessageView[]>();
  readonly deliveries = new Map<string, DeliveryView>();
  /** The bytes of the pictures that were taken, by client id, in their order. */
  readonly pictures = new Map<string, Buffer>();
  /** What the marketplace tells of cards, by message; of others it has nothing. */
  readonly cards = new Map<string, CardDetailView>();
  /** What becomes of a text: decided by the test. */
  fate: 'confirmed' | 'pending' | 'failed' | 'unconfirmed' = 'confirmed';
  /** The next call of a path is refused like this. */
  readonly refusals = new Map<string, Reply>();
  readonly member: MemberView = memberView.parse({
    memberId: uuidOf('member'),
    accountId: uuidOf('account'),
    accountName: 'Demo Trading',
    username: 'demo',
    name: '林小芳 Lin',
    isMain: true,
    permissionCodeList: [...PERMISSION_KEYS],
    emptyMeansAll: false,
  });
  readonly proxies = new FakeProxies();
  readonly signIns = new FakeSignIns((change) => this.append(change));
  arrangement: ArrangementView = { order: [], hidden: [] };
  readonly #followers = new Set<() => void>();
  /** Deliveries that came true: a repeat of their client id is answered from here. */
  readonly #done = new Map<string, DeliveryView>();
  #number = 0;

  /** The member is a sub-account without these keys from here on. Open windows are told. */
  withdraw(...keys: readonly PermissionKey[]): void {
    this.member.isMain = false;
    this.member.permissionCodeList = PERMISSION_KEYS.filter((key) => !keys.includes(key));
    this.append({ kind: 'resync' });
  }

  get seq(): number {
    return this.log.length;
  }

  /** Fills the desk: `count` conversations over all shops, the newest a minute old. */
  fill(count: number, messagesEach: (index: number) => number, now = Date.now()): void {
    const all = shops();
    for (const shop of all) this.shops.set(shop.shopId, shop);
    for (let index = 0; index < count; index += 1) {
      const shop = all[index % all.length];
      if (shop === undefined) continue;
      const id = conversation(index, shop).conversationId;
      const size = messagesEach(index);
      const last = now - (1 + index * index * 3) * MINUTE;
      const list = Array.from({ length: size }, (_, number) =>
        message(id, number, { sentAt: Math.max(0, last - (size - 1 - number) * 4 * MINUTE) }),
      );
      this.messages.set(id, list);
      this.conversations.set(id, this.#summarise(conversation(index, shop), list, unreadOf(index)));
    }
    for (const shop of all) this.#recount(shop.shopId);
  }

  #summarise(base: ConversationView, list: readonly MessageView[], unread: number): ConversationView {
    const last = list.at(-1);
    const text = last?.content.type === 'text' ? last.content.text : null;
    const placeholder = last?.content.type === 'placeholder' ? last.content.kind : null;
    const isWaiting = last?.author === 'buyer';
    return {
      ...base,
      unreadCount: unread,
      isUnreply: isWaiting,
      waitingSince: isWaiting ? last.sentAt : null,
      lastMessageAt: last?.sentAt ?? 0,
      lastMessage: last === undefined ? null : { author: last.author, text, placeholder, status: last.status },
      sellerReadPosition: list.at(-1 - unread)?.position ?? null,
      buyerReadPosition: list.at(-3)?.position ?? null,
    };
  }

  #recount(shopId: string): ShopView | undefined {
    const shop = this.shops.get(shopId);
    if (shop === undefined) return undefined;
    const unreadCount = [...this.conversations.values()]
      .filter((item) => item.shopId === shopId)
      .reduce((sum, item) => sum + item.unreadCount, 0);
    const counted = { ...shop, unreadCount };
    this.shops.set(shopId, counted);
    return counted;
  }

  append(change: Unnumbered<Change>): void {
    this.log.push({ ...change, seq: this.seq + 1 } as Change);
    for (const follower of [...this.#followers]) follower();
  }

  follow(since: number, send: (frame: LiveFrame) => void): () => void {
    let sent = since;
    const push = () => {
      const changes = this.log.slice(sent).filter(({ kind }) => opens(this.member, CHANGE_ACCESS[kind]));
      sent = this.seq;
      if (changes.length > 0) send({ type: 'changes', changes, upTo: sent });
    };
    push();
    this.#followers.add(push);
    send({ type: 'tick', serverTime: Date.now() });
    return () => {
      this.#followers.delete(push);
    };
  }

  setConversation(next: ConversationView): void {
    this.conversations.set(next.conversationId, next);
    this.append({ kind: 'conversation', conversation: next });
    const shop = this.#recount(next.shopId);
    if (shop !== undefined) this.append({ kind: 'shop', shop });
  }

  /** A message arrives; from the buyer unless told otherwise. */
  receive(id: string, over: Partial<MessageView> = {}): MessageView {
    const held = this.messages.get(id) ?? [];
    const base = this.conversations.get(id);
    if (base === undefined) throw new Error('no such conversation');
    this.#number += 1;
    const made = message(id, held.length + 100_000 + this.#number, { sentAt: Date.now(), author: 'buyer', ...over });
    const list = [...held, made];
    this.messages.set(id, list);
    this.append({ kind: 'message', message: made });
    const unread = base.unreadCount + (made.author === 'buyer' ? 1 : 0);
    const next = this.#summarise(base, list, unread);
    this.setConversation({ ...next, buyerReadPosition: base.buyerReadPosition });
    return made;
  }

  settle(clientId: string, fate: 'confirmed' | 'failed' | 'unconfirmed'): void {
    const delivery = this.deliveries.get(clientId);
    if (delivery === undefined) return;
    if (fate === 'confirmed') {
      const sent: DeliveryView = { ...delivery, mark: 'sent', refusal: null };
      this.deliveries.delete(clientId);
      this.#done.set(clientId, sent);
      this.append({ kind: 'delivery', delivery: sent });
      const content = contentOf(delivery);
      this.receive(delivery.conversationId, { author: 'seller', content, clientId });
      return;
    }
    const refusal = fate === 'failed' ? ({ reason: 'blocked_by_user', detail: 'code 20013: blocked' } as const) : null;
    const next: DeliveryView = { ...delivery, mark: fate, refusal };
    this.deliveries.set(clientId, next);
    this.append({ kind: 'delivery', delivery: next });
  }

  answer(call: Call, raw: unknown): Reply {
    const refusal = this.refusals.get(call.path);
    if (refusal !== undefined) {
      this.refusals.delete(call.path);
      return refusal;
    }
    if (!opens(this.member, call.access)) return refused('no_permission', 'You have no permission for this.');
    const handler = this.#handlers.get(call);
    if (handler !== undefined) return handler(raw);
    return this.signIns.answer(call, raw) ?? this.proxies.answer(call, raw) ?? refused('not_found', 'unknown call');
  }

  readonly #handlers = new Map<Call, (raw: unknown) => Reply>([
    [CALLS.account.getUiConfig, () => success(UI_CONFIG)],
    [CALLS.account.login, (raw) => this.#login(raw)],
    [CALLS.account.loginOut, () => ({ ...success({}), cookies: ['session=; Max-Age=0; Path=/; HttpOnly'] })],
    [CALLS.account.keepLive, () => success({ serverTime: Date.now() })],
    [CALLS.chat.snapshot, () => success(this.#snapshot())],
    [CALLS.chat.conversations, (raw) => this.#page(raw)],
    [CALLS.chat.messages, (raw) => this.#messagePage(raw)],
    [CALLS.chat.cardDetail, (raw) => this.#card(CALLS.chat.cardDetail.input.parse(raw).messageId)],
    [CALLS.chat.sendText, (raw) => this.#send({ ...CALLS.chat.sendText.input.parse(raw), image: null })],
    [CALLS.chat.sendImage, (raw) => this.#sendImage(raw)],
    [CALLS.chat.retryDelivery, (raw) => this.#again(CALLS.chat.retryDelivery.input.parse(raw).deliveryId)],
    [CALLS.chat.checkDelivery, (raw) => this.#again(CALLS.chat.checkDelivery.input.parse(raw).deliveryId)],
    [CALLS.chat.dismissDelivery, (raw) => this.#dismiss(CALLS.chat.dismissDelivery.input.parse(raw).deliveryId)],
    [CALLS.chat.markRead, (raw) => this.#read(raw)],
    [CALLS.chat.markUnread, (raw) => this.#unread(raw)],
    [CALLS.chat.pinnedConversation, (raw) => this.#pin(raw)],
    [CALLS.shops.arrangeShops, (raw) => this.#arrange({ order: CALLS.shops.arrangeShops.input.parse(raw).shopIds })],
    [CALLS.shops.hideShop, (raw) => this.#hide(raw)],
  ]);

  #hide(raw: unknown): Reply {
    const { shopId, isHidden } = CALLS.shops.hideShop.input.parse(raw);
    const others = this.arrangement.hidden.filter((hidden) => hidden !== shopId);
    return this.#arrange({ hidden: isHidden ? [...others, shopId] : others });
  }

  #arrange(over: Partial<ArrangementView>): Reply {
    this.arrangement = { ...this.arrangement, ...over };
    this.append({ kind: 'arrangement', arrangement: this.arrangement });
    return success({});
  }

  #login(raw: unknown): Reply {
    const { mobile, password } = CALLS.account.login.input.parse(raw);
    if (mobile !== 'demo' || password !== PASSWORD) {
      return refused('wrong_account_or_password', 'Wrong account or password.');
    }
    return {
      ...success({ member: this.member }),
      cookies: ['session=fake; Path=/; HttpOnly', `accountId=${this.member.accountId}; Path=/`],
    };
  }

  #sorted(): ConversationView[] {
    return [...this.conversations.values()].sort((a, b) => b.lastMessageAt - a.lastMessageAt);
  }

  #snapshot(): unknown {
    const mayRead = holds(this.member, 'chat');
    const all = mayRead ? this.#sorted() : [];
    const page = all.filter((item, index) => index < 200 || item.isPinned);
    return {
      seq: this.seq,
      member: this.member,
      shops: [...this.shops.values()],
      arrangement: this.arrangement,
      conversations: page,
      hasMore: all.length > 200,
      deliveries: mayRead ? [...this.deliveries.values()] : [],
    };
  }

  #page(raw: unknown): Reply {
    const input = CALLS.chat.conversations.input.parse(raw);
    const found = this.#sorted().filter(
      (item) =>
        (input.shopId === undefined || item.shopId === input.shopId) &&
        (input.marketplace === undefined || this.shops.get(item.shopId)?.marketplace === input.marketplace) &&
        (input.tab !== 'unread' || item.unreadCount > 0) &&
        (input.tab !== 'pinned' || item.isPinned) &&
        item.buyer.name.toLowerCase().includes((input.search ?? '').toLowerCase()),
    );
    const from = input.before === undefined ? 0 : Number(input.before);
    const page = found.slice(from, from + input.limit);
    const next = from + input.limit < found.length ? String(from + input.limit) : null;
    return success({ conversations: page, next });
  }

  #messagePage(raw: unknown): Reply {
    const input = CALLS.chat.messages.input.parse(raw);
    const held = this.conversations.get(input.conversationId);
    if (held === undefined) return refused('not_found', 'This no longer exists.');
    const { before } = input;
    const below = (this.messages.get(input.conversationId) ?? []).filter(
      (item) => before === undefined || comparePositions(item.position, before) < 0,
    );
    return success({
      conversation: held,
      messages: below.slice(-input.limit).toReversed(),
      deliveries: [...this.deliveries.values()].filter((item) => item.conversationId === input.conversationId),
      older: below.length > input.limit ? 'yes' : 'no',
    });
  }

  #card(messageId: string): Reply {
    const card = this.cards.get(messageId);
    return card === undefined
      ? refused('order_fetch_failed', 'The order could not be fetched. Try again.', 'no such order')
      : success({ card });
  }

  #sendImage(raw: unknown): Reply {
    const { fileName, type, file, ...rest } = CALLS.chat.sendImage.input.parse(raw);
    this.pictures.set(rest.clientId, Buffer.from(file, 'base64'));
    return this.#send({ ...rest, text: '', image: { fileName, type, width: null, height: null } });
  }

  #send({
    conversationId,
    clientId,
    text,
    image,
  }: Pick<DeliveryView, 'conversationId' | 'clientId' | 'text' | 'image'>): Reply {
    const known = this.deliveries.get(clientId) ?? this.#done.get(clientId);
    if (known !== undefined) return success({ delivery: known });
    const delivery: DeliveryView = {
      deliveryId: uuidOf(`delivery ${clientId}`) as DeliveryView['deliveryId'],
      clientId,
      conversationId,
      text,
      image,
      quote: null,
      mark: 'pending',
      refusal: null,
      createdAt: Date.now(),
      anchorPosition: this.messages.get(conversationId)?.at(-1)?.position ?? null,
    };
    this.deliveries.set(clientId, delivery);
    this.append({ kind: 'delivery', delivery });
    if (this.fate !== 'pending') this.settle(clientId, this.fate);
    return success({ delivery: this.deliveries.get(clientId) ?? { ...delivery, mark: 'sent' } });
  }

  #again(deliveryId: string): Reply {
    const delivery = [...this.deliveries.values()].find((item) => item.deliveryId === deliveryId);
    if (delivery === undefined) return refused('delivery_not_retryable', 'Only a failed message can be sent again.');
    this.settle(delivery.clientId, 'confirmed');
    return success({ delivery: { ...delivery, mark: 'sent' } });
  }

  #dismiss(deliveryId: string): Reply {
    const delivery = [...this.deliveries.values()].find((item) => item.deliveryId === deliveryId);
    if (delivery === undefined) return refused('delivery_not_retryable', 'It is settled already.');
    const dismissed: DeliveryView = { ...delivery, mark: 'dismissed' };
    this.deliveries.delete(delivery.clientId);
    this.append({ kind: 'delivery', delivery: dismissed });
    return success({ delivery: dismissed });
  }

  #read(raw: unknown): Reply {
    const { conversationId, position } = CALLS.chat.markRead.input.parse(raw);
    const held = this.conversations.get(conversationId);
    if (held === undefined || parsePosition(position) === null) return refused('not_found', 'This no longer exists.');
    this.setConversation({ ...held, unreadCount: 0, sellerReadPosition: position });
    return success({});
  }

  #unread(raw: unknown): Reply {
    const held = this.conversations.get(CALLS.chat.markUnread.input.parse(raw).conversationId);
    if (held === undefined) return refused('not_found', 'This no longer exists.');
    this.setConversation({ ...held, unreadCount: Math.max(1, held.unreadCount) });
    return success({});
  }

  #pin(raw: unknown): Reply {
    const { conversationId, pinned } = CALLS.chat.pinnedConversation.input.parse(raw);
    const held = this.conversations.get(conversationId);
    if (held === undefined) return refused('not_found', 'This no longer exists.');
    this.setConversation({ ...held, isPinned: pinned });
    return success({});
  }
}

const unreadOf = (index: number): number => (index === 1 ? 120 : index % 4 === 0 ? (index % 3) + 1 : 0);
const UI_CONFIG = {
  productName: 'Pasar',
  version: '0.1.0',
  locales: LOCALES,
  demoLogin: { username: 'demo', password: PASSWORD },
};
