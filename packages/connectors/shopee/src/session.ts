/** A Shopee login in use: one account, one or many shops, one socket. */
import { type Bridge, BridgeError, type Socket } from '@pasar/bridge';
import {
  type ConnectorSession,
  type ConversationRef,
  type Outcome,
  type Page,
  type Pauses,
  type SendImage,
  type SendOutcome,
  type SendText,
  type ShopCalls,
  type ShopFacts,
  type Stream,
  type StreamListener,
  withChatRefusals,
} from '@pasar/connector-kit';
import { type ConversationFacts, LIMITS, type MessageFacts, type PlatformShopId } from '@pasar/domain';
import type { ChatClient } from './auth/chat-client.ts';
import type { LoginKeeper } from './auth/keeper.ts';
import type { SellerClient } from './auth/seller-client.ts';
import { toOutgoingCard } from './calls/chat/cards.ts';
import {
  conversations,
  settingCall,
  subaccountConversations,
  unrepliedConversations,
} from './calls/chat/conversations.ts';
import {
  messages,
  type OutgoingMessage,
  sendMessage,
  toOutgoingImage,
  toOutgoingText,
  toOutgoingVideo,
} from './calls/chat/messages.ts';
import { fromWireSend, refusedLogin } from './calls/chat/send-outcome.ts';
import { fetchUnreplied } from './calls/chat/unreplied.ts';
import { mapOutcome } from './calls/definition.ts';
import { SocketStream } from './chat/stream.ts';
import { refusalOf } from './wire/answer.ts';
import type { ShopeeLine } from './wire/line.ts';
import type { ShopeeCall } from './wire/scope.ts';

const SOCKET_PATH = '/socket.io/?EIO=3&transport=websocket';

export interface SessionParts {
  readonly bridge: Bridge;
  readonly keeper: LoginKeeper;
  readonly line: ShopeeLine;
  readonly chat: ChatClient;
  readonly seller: SellerClient;
  readonly calls: ShopCalls;
  readonly pauses: Pauses;
  readonly socketOrigin: string;
  readonly shops: readonly ShopFacts[];
}

export class ShopeeSession implements ConnectorSession {
  readonly shops: readonly ShopFacts[];
  readonly calls: ShopCalls;
  readonly reopen;
  readonly fetchNewest = null;
  readonly fetchUnreplied;
  readonly showTyping;
  readonly applySetting;
  readonly sendCard;
  readonly sendVideo;
  readonly #parts: SessionParts;
  readonly #streams = new Set<SocketStream>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.shops = parts.shops;
    this.calls = parts.calls;
    const chat = withChatRefusals('shopee', {
      reopen: ({ platformShopId, buyerId }) => parts.calls.buyers.openConversation(platformShopId, buyerId),
      fetchUnreplied: (shop) => this.#fetchUnreplied(shop),
      applySetting: (conversation, setting) =>
        parts.chat.ask(settingCall(conversation, setting), null, conversation.platformShopId),
      sendCard: (command) => this.#send(toOutgoingCard(command)),
      sendVideo: (command) => this.#send(toOutgoingVideo(command)),
    });
    this.reopen = chat.reopen;
    this.fetchUnreplied = chat.fetchUnreplied;
    this.showTyping = chat.showTyping;
    this.applySetting = chat.applySetting;
    this.sendCard = chat.sendCard;
    this.sendVideo = chat.sendVideo;
  }

  async listen(listener: StreamListener): Promise<Outcome<Stream>> {
    const socket = await this.#openSocket();
    if (!socket.ok) return socket;
    const { clock } = this.#parts.bridge;
    const stream = new SocketStream(socket.value, clock, listener, this.#shopUserOf, LIMITS.requestTimeoutMs);
    this.#streams.add(stream);
    void socket.value.closed.then(() => this.#streams.delete(stream));
    return stream.live;
  }

  /** Makes any call of the catalogue by the request layer of its surface. */
  async make<Params, Answer>(
    call: ShopeeCall<Params, Answer>,
    params: Params,
    shop: PlatformShopId,
  ): Promise<Outcome<Answer>> {
    const { chat, seller, keeper } = this.#parts;
    if (call.key.startsWith('shopee-chat ')) return chat.ask(call, params, shop);
    if (call.key.startsWith('shopee-seller ')) return seller.call(call, shop, params);
    return keeper.client.make(call, params, keeper.scopeOf(shop));
  }

  async fetchConversations(shop: PlatformShopId, cursor: string | null): Promise<Outcome<Page<ConversationFacts>>> {
    const list = this.#parts.keeper.isSubAccount ? subaccountConversations : conversations;
    return mapOutcome(await this.#parts.chat.ask(list, { tab: null, cursor }, shop), (page) => ({
      ...page,
      // A cursor that does not move would be requested forever.
      next: page.next === cursor ? null : page.next,
    }));
  }

  /** A sub-account has one list for every tab. Ours: the main account's list of this tab takes the same request. */
  async #fetchUnreplied(shop: PlatformShopId): Promise<Outcome<Page<ConversationFacts>>> {
    const list = this.#parts.keeper.isSubAccount ? subaccountConversations : unrepliedConversations;
    return fetchUnreplied((query) => this.#parts.chat.ask(list, query, shop));
  }

  /** The cursor counts messages from the newest. A message that arrives meanwhile repeats a row and leaves none out. */
  async fetchHistory(conversation: ConversationRef, cursor: string | null): Promise<Outcome<Page<MessageFacts>>> {
    const offset = Number(cursor ?? '0');
    const page = await this.#parts.chat.ask(messages, { conversation, offset }, conversation.platformShopId);
    return mapOutcome(page, (read) => ({
      ...read,
      next: read.next === null ? null : String(offset + read.items.length + read.unreadable.length),
    }));
  }

  sendText(command: SendText): Promise<SendOutcome> {
    return this.#send(toOutgoingText(command));
  }
  sendImage(command: SendImage): Promise<SendOutcome> {
    return this.#send(toOutgoingImage(command));
  }

  async close(): Promise<void> {
    this.#parts.pauses.close();
    for (const stream of [...this.#streams]) stream.close();
  }

  async #send(message: OutgoingMessage): Promise<SendOutcome> {
    const { keeper, chat } = this.#parts;
    const scope = keeper.ownScopeOf(message.conversation.platformShopId);
    if (!scope.ok) return { kind: 'refused', refusal: scope.refusal, next: { kind: 'stop' } };
    const result = await chat.exchange(sendMessage, message, scope.value);
    return result.ok ? fromWireSend(result.value) : refusedLogin(result);
  }

  /** The cookies open the socket. When they are refused, it logs in once more and repeats the handshake. */
  async #openSocket(): Promise<Outcome<Socket>> {
    const first = await this.#handshake();
    if (!(first instanceof BridgeError)) return { ok: true, value: first };
    if (first.status !== 401 && first.status !== 403) return refusalOf({ kind: 'failed', error: first });
    const access = await this.#parts.keeper.access();
    const renewed = access.ok ? await this.#parts.keeper.renew(access.value) : access;
    if (!renewed.ok) return renewed;
    const second = await this.#handshake();
    return second instanceof BridgeError ? refusalOf({ kind: 'failed', error: second }) : { ok: true, value: second };
  }

  #handshake(): Promise<Socket | BridgeError> {
    const { line, socketOrigin } = this.#parts;
    return line.openSocket(new URL(SOCKET_PATH, socketOrigin.replace(/^http/, 'ws')).href);
  }

  readonly #shopUserOf = (shopId: string): string | null =>
    this.#parts.keeper.shops.find((shop) => shop.shopId === shopId)?.userId ?? null;
}
