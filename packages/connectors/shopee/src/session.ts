/** A Shopee login in use: one account, one or many shops, one socket. */
import { type Bridge, BridgeError, type Socket } from '@pasar/bridge';
import {
  type ConnectorSession,
  type ConversationRef,
  notOffered,
  type Outcome,
  type Page,
  type SendOutcome,
  type SendText,
  type ShopFacts,
  type Stream,
  type StreamListener,
} from '@pasar/connector-kit';
import {
  asPlatformConversationId,
  type ConversationFacts,
  type ConversationSetting,
  LIMITS,
  type MessageFacts,
  type PlatformShopId,
} from '@pasar/domain';
import { z } from 'zod';
import type { LoginKeeper } from './auth/keeper.ts';
import { readAnswer, refusalOf } from './inbound/answer.ts';
import { conversationListBody, fromWireConversation, nextCursorOf } from './inbound/conversation.ts';
import { fromWireMessage } from './inbound/message.ts';
import { readRows } from './inbound/page.ts';
import { SocketStream } from './inbound/stream.ts';
import { wireId } from './inbound/wire-json.ts';
import type { Pauses } from './limits/wait.ts';
import type { ChatCall, ChatClient } from './outbound/chat-client.ts';
import {
  toWireActivation,
  toWireConversationList,
  toWireHistory,
  toWireRedirection,
  toWireSetting,
} from './outbound/conversation-calls.ts';
import { isSuccess } from './outbound/http-call.ts';
import { fromWireSend, refusedLogin, toWireSendText } from './outbound/send-text.ts';

const messageListBody = z.array(z.unknown());
/** ours: the answer is the row of the conversation; only its id is needed. */
export const redirectionBody = z.object({ id: wireId });
const SOCKET_PATH = '/socket.io/?EIO=3&transport=websocket';

export interface SessionParts {
  readonly bridge: Bridge;
  readonly keeper: LoginKeeper;
  readonly chat: ChatClient;
  readonly pauses: Pauses;
  readonly socketOrigin: string;
  readonly shops: readonly ShopFacts[];
}

export class ShopeeSession implements ConnectorSession {
  readonly shops: readonly ShopFacts[];
  readonly #parts: SessionParts;
  readonly #streams = new Set<SocketStream>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.shops = parts.shops;
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

  async fetchConversations(shop: PlatformShopId, cursor: string | null): Promise<Outcome<Page<ConversationFacts>>> {
    const result = await this.#parts.chat.callIdempotent(({ uid }) => toWireConversationList(uid, shop, cursor));
    if (!result.ok) return result;
    const rows = readAnswer(result.value, conversationListBody);
    if (!rows.ok) return rows;
    return { ok: true, value: readRows(rows.value, fromWireConversation, nextCursorOf(rows.value, cursor)) };
  }

  /** The cursor counts messages from the newest: one that arrives meanwhile makes a row come twice, none is left out. */
  async fetchHistory(conversation: ConversationRef, cursor: string | null): Promise<Outcome<Page<MessageFacts>>> {
    const offset = Number(cursor ?? '0');
    const result = await this.#parts.chat.callIdempotent(() => toWireHistory(conversation, offset));
    if (!result.ok) return result;
    const rows = readAnswer(result.value, messageListBody);
    if (!rows.ok) return rows;
    const next = rows.value.length < LIMITS.messagePageSize ? null : String(offset + rows.value.length);
    return { ok: true, value: readRows(rows.value, (raw) => fromWireMessage(raw, this.#shopUserOf), next) };
  }

  async sendText(command: SendText): Promise<SendOutcome> {
    const result = await this.#parts.chat.callOnce(() => toWireSendText(command), LIMITS.messageSendTimeoutMs);
    return result.ok ? fromWireSend(result.value) : refusedLogin(result);
  }

  /** Redirection leads to the conversation that takes messages, status activated opens it (spec 2 §4). */
  async reopen(conversation: ConversationRef): Promise<Outcome<ConversationRef>> {
    const result = await this.#parts.chat.callIdempotent(() => toWireRedirection(conversation));
    if (!result.ok) return result;
    const led = readAnswer(result.value, redirectionBody);
    if (!led.ok) return led;
    const reopened = { ...conversation, platformConversationId: asPlatformConversationId(led.value.id) };
    const done = await this.#settle(toWireActivation(reopened));
    return done.ok ? { ok: true, value: reopened } : done;
  }

  async showTyping(): Promise<Outcome<null>> {
    return notOffered('typing');
  }

  async applySetting(conversation: ConversationRef, setting: ConversationSetting): Promise<Outcome<null>> {
    const call = toWireSetting(conversation, setting);
    return call === null ? notOffered(setting.setting) : this.#settle(call);
  }

  async close(): Promise<void> {
    this.#parts.pauses.close();
    for (const stream of [...this.#streams]) stream.close();
  }

  /** An idempotent call of which only the success matters. */
  async #settle(call: ChatCall): Promise<Outcome<null>> {
    const result = await this.#parts.chat.callIdempotent(() => call);
    if (!result.ok) return result;
    const isDone = result.value.kind === 'answered' && isSuccess(result.value.status);
    return isDone ? { ok: true, value: null } : refusalOf(result.value);
  }

  /** The socket is opened by the cookies; when they are refused, one new login and one more handshake. */
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

  async #handshake(): Promise<Socket | BridgeError> {
    try {
      return await this.#parts.bridge.sockets.open({
        url: this.#parts.socketOrigin.replace(/^http/, 'ws') + SOCKET_PATH,
        protocols: [],
        headers: {},
        connectTimeoutMs: LIMITS.requestTimeoutMs,
      });
    } catch (error) {
      if (error instanceof BridgeError) return error;
      throw error;
    }
  }

  readonly #shopUserOf = (shopId: string): string | null =>
    this.#parts.keeper.shops.find((shop) => shop.shopId === shopId)?.userId ?? null;
}
