import {
  type Challenge,
  type ConnectionContext,
  type Connector,
  type ConnectorSession,
  type ConversationRef,
  notOffered,
  type Outcome,
  type Page,
  type SendCard,
  type SendOutcome,
  type SendText,
  type ShopFacts,
  type SignIn,
  type StreamListener,
} from '@pasar/connector-kit';
import {
  asPlatformConversationId,
  asPlatformMessageId,
  type ConversationFacts,
  type ConversationSetting,
  type DomainEvent,
  type Marketplace,
  type MessageFacts,
  type Position,
  refusal,
} from '@pasar/domain';
import { NO_SHOP_CALLS } from './no-shop-calls.ts';

/** A scripted marketplace: what it lists, what it refuses, and the calls it got. */
export class ScriptedConnector implements Connector {
  readonly marketplace: Marketplace;
  readonly capabilities = { isDeduplicating: false, isEchoingKey: false };
  readonly deviceCookies: readonly string[] = ['device'];
  listed: ConversationFacts[] = [];
  /** By conversation, newest first. */
  readonly histories = new Map<string, MessageFacts[]>();
  /** Ids of messages that cannot be read. */
  readonly unreadable = new Set<string>();
  readonly refusedHistories = new Set<string>();
  refusedLogin: ReturnType<typeof refusal> | null = null;
  /** The result of a sign-in; by default the session, with `shops`. */
  onSignIn: ((context: ConnectionContext) => SignIn | Promise<SignIn>) | null = null;
  onResend: (context: ConnectionContext, continuation: string) => Outcome<Challenge> = () => notOffered('a code');
  /** The ids that the login's session names. */
  shops: ShopFacts[] = [];
  settings: Outcome<null> | 'never answered' = { ok: true, value: null };
  /** The results of the next sends, in order; a send without a result here is accepted. */
  readonly outcomes: SendOutcome[] = [];
  /** The id that reopening a conversation names; without an entry the same id. */
  readonly redirections = new Map<string, string>();
  isDroppedOnOpen = false;
  /** Lists are answered when it resolves. */
  listsAnswered: Promise<void> = Promise.resolve();
  readonly asked = {
    logins: 0,
    contexts: [] as ConnectionContext[],
    listens: 0,
    closes: 0,
    reopened: [] as string[],
    /** The cursor of every page of the list. */
    lists: [] as (string | null)[],
    histories: [] as string[],
    sent: [] as SendText[],
    cards: [] as SendCard[],
    typing: [] as boolean[],
    settings: [] as ConversationSetting[],
  };
  readonly pageSize: number;
  /** Conversations in a page of the list; all of them unless a test says less. */
  listPageSize = Number.POSITIVE_INFINITY;
  #listener: StreamListener | null = null;

  constructor(pageSize = 20, marketplace: Marketplace = 'shopee') {
    this.marketplace = marketplace;
    this.pageSize = pageSize;
  }

  /** Tells events on the open socket. */
  tell(...events: readonly DomainEvent[]): void {
    this.#listener?.events(events);
  }

  /** Sends a frame that cannot be read on the open socket. */
  garble(): void {
    this.#listener?.unreadable({ platformShopId: null, reason: 'no such frame', bytes: Buffer.from('?') });
  }

  /** Cuts the socket, as a marketplace may. */
  dropSocket(): void {
    this.#listener?.ended({ kind: 'lost', refusal: refusal('marketplace_unreachable') });
  }

  async startSession(context: ConnectionContext): Promise<SignIn> {
    this.asked.logins += 1;
    this.asked.contexts.push(context);
    if (this.refusedLogin) return { ok: false, refusal: this.refusedLogin, canRetry: false, challenge: null };
    return { ok: true, value: this.session() };
  }

  /** The same marketplace for sign-ins by hand, which `onSignIn` answers. */
  forSignIns(): Connector {
    return {
      marketplace: this.marketplace,
      capabilities: this.capabilities,
      deviceCookies: this.deviceCookies,
      startSession: async (context) => {
        if (this.onSignIn === null || this.refusedLogin) return this.startSession(context);
        this.asked.logins += 1;
        this.asked.contexts.push(context);
        return this.onSignIn(context);
      },
      resendCode: (context, continuation) => this.resendCode(context, continuation),
    };
  }

  async resendCode(context: ConnectionContext, continuation: string): Promise<Outcome<Challenge>> {
    return this.onResend(context, continuation);
  }

  session(shops: readonly ShopFacts[] = this.shops): ConnectorSession {
    const closing = Promise.withResolvers<Outcome<null>>();
    return {
      shops,
      calls: NO_SHOP_CALLS,
      sendImage: async () => ({ kind: 'refused', refusal: refusal('message_refused'), next: { kind: 'stop' } }),
      sendVideo: async () => ({ kind: 'refused', refusal: refusal('message_refused'), next: { kind: 'stop' } }),
      listen: async (listener) => {
        this.asked.listens += 1;
        let isOpen = true;
        const once: StreamListener = {
          ...listener,
          ended: (end) => {
            if (isOpen) listener.ended(end);
            isOpen = false;
          },
        };
        this.#listener = once;
        if (this.isDroppedOnOpen) queueMicrotask(() => this.dropSocket());
        return { ok: true, value: { close: () => once.ended({ kind: 'closed' }) } };
      },
      fetchUnreplied: null,
      fetchNewest: null,
      fetchConversations: async (shop, cursor) => {
        this.asked.lists.push(cursor);
        await this.listsAnswered;
        const all = this.listed.filter((item) => item.platformShopId === shop);
        const start = Number(cursor ?? 0);
        const end = start + this.listPageSize;
        const next = end < all.length ? String(end) : null;
        return { ok: true, value: { items: all.slice(start, end), next, unreadable: [] } };
      },
      fetchHistory: async (conversation, cursor) => this.#history(conversation, cursor),
      sendText: async (command) => {
        this.asked.sent.push(command);
        return this.#accept();
      },
      sendCard: async (command) => {
        this.asked.cards.push(command);
        return this.#accept();
      },
      reopen: async (conversation) => {
        const { platformConversationId: id } = conversation;
        this.asked.reopened.push(id);
        const platformConversationId = asPlatformConversationId(this.redirections.get(id) ?? id);
        return { ok: true, value: { ...conversation, platformConversationId } };
      },
      showTyping: async (_, isTyping) => {
        this.asked.typing.push(isTyping);
        return { ok: true, value: null };
      },
      applySetting: (_, setting) => {
        this.asked.settings.push(setting);
        return this.settings === 'never answered' ? closing.promise : Promise.resolve(this.settings);
      },
      close: async () => {
        this.asked.closes += 1;
        closing.resolve({ ok: false, refusal: refusal('marketplace_unreachable'), canRetry: true });
      },
    };
  }

  #history(
    { platformConversationId, platformShopId }: ConversationRef,
    cursor: string | null,
  ): Outcome<Page<MessageFacts>> {
    this.asked.histories.push(platformConversationId);
    if (this.refusedHistories.has(platformConversationId)) {
      return { ok: false, refusal: refusal('marketplace_error', 'this one is broken'), canRetry: false };
    }
    const all = this.histories.get(platformConversationId) ?? [];
    const start = Number(cursor ?? 0);
    const page = all.slice(start, start + this.pageSize);
    const [readable, not] = [
      page.filter((item) => !this.unreadable.has(item.platformMessageId)),
      page.filter((item) => this.unreadable.has(item.platformMessageId)),
    ];
    return {
      ok: true,
      value: {
        items: readable,
        next: start + this.pageSize < all.length ? String(start + this.pageSize) : null,
        unreadable: not.map((item) => ({
          platformShopId,
          reason: 'no such shape',
          bytes: Buffer.from(item.platformMessageId),
        })),
      },
    };
  }

  #accept(): SendOutcome {
    const scripted = this.outcomes.shift();
    if (scripted !== undefined) return scripted;
    const id = String(9_100_000_000_000_000_000n + BigInt(this.asked.sent.length + this.asked.cards.length));
    return {
      kind: 'accepted',
      platformMessageId: asPlatformMessageId(id),
      position: id as Position,
      sentAt: Date.now(),
    };
  }
}
