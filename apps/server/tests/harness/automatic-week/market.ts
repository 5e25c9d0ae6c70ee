import type { ConnectionContext, ConnectorSession, SendOutcome, SignIn } from '@pasar/connector-kit';
import { asPlatformMessageId, type DomainEvent, type MessageContent, type MessageFacts, refusal } from '@pasar/domain';
import { lookForDoubted } from '../../../src/engine/delivery/doubts.ts';
import { Sender } from '../../../src/engine/delivery/sender.ts';
import type { Batcher } from '../../../src/engine/ingest/batcher.ts';
import { messageAt, type TestDatabase } from '../database.ts';
import { uploadedAs } from '../picture-connector.ts';
import { openBatcher, openRunnerContext } from '../runner.ts';
import { ScriptedConnector } from '../scripted-connector.ts';
import type { WeekProxies } from './proxies.ts';
import { Sessions } from './sessions.ts';
import type { WeekAccount } from './shops.ts';
import { Chance, MINUTE, SECOND, seedOf, type WeekTime } from './time.ts';

/** `arrived` and `lost`: the shop got no answer, and the buyer has or has not got the message. `busy`: try again later. */
export type WireOutcome = 'accepted' | 'refused' | 'busy' | 'arrived' | 'lost';

/** A message that the shop handed to the marketplace, with the words by which it names itself. */
export interface WireCall {
  readonly key: string;
  readonly conversation: string;
  readonly platformShopId: string;
  readonly words: string;
  readonly outcome: WireOutcome;
  /** What was dialled: the host and port of a proxy, or `direct`. */
  readonly dialled: string;
}

export interface MarketPorts {
  readonly proxies: WeekProxies;
  readonly onWire: (call: WireCall) => void;
  /** The shop knows that its message has arrived. */
  readonly onKnown: (key: string, conversation: string, position: bigint) => void;
  readonly isReachable: (login: number) => boolean;
  /** A push of the marketplace about a conversation of a login. */
  readonly push: (login: number, events: readonly DomainEvent[]) => Promise<void>;
}

const DOUBT_MS = 2 * MINUTE;

type Sending = [
  to: { readonly platformConversationId: string; readonly platformShopId: string },
  sent: { readonly key: string; readonly words: string; readonly content: MessageContent },
];

/** Its sessions send by the bridge that they were opened with. */
class WeekConnector extends ScriptedConnector {
  readonly #sessionBy: (session: ConnectorSession, context: ConnectionContext) => ConnectorSession;
  constructor(
    marketplace: ScriptedConnector['marketplace'],
    sessionBy: (session: ConnectorSession, context: ConnectionContext) => ConnectorSession,
  ) {
    super(20, marketplace);
    this.#sessionBy = sessionBy;
  }
  override async startSession(context: ConnectionContext): Promise<SignIn> {
    return { ok: true, value: this.#sessionBy(this.session(), context) };
  }
}

interface Accepted {
  readonly key: string;
  readonly login: number;
  readonly facts: MessageFacts;
  /** From then on the marketplace's list of messages shows it. */
  readonly shownAt: number;
}

/** The marketplaces: what they accept of the shops' messages, and the sender that brings these. */
export class Market {
  readonly #seed: number;
  readonly #time: WeekTime;
  readonly #account: WeekAccount;
  readonly #database: TestDatabase;
  readonly #ports: MarketPorts;
  readonly #batcher: Batcher;
  readonly #connectors: readonly ScriptedConnector[];
  readonly sessions: Sessions;
  readonly #accepted = new Map<string, Accepted>();
  readonly #histories = new Map<string, Accepted[]>();
  readonly #attempts = new Map<string, number>();
  #messages = 0;
  isWellBehaved = false;

  constructor(seed: number, time: WeekTime, account: WeekAccount, database: TestDatabase, ports: MarketPorts) {
    this.#seed = seed;
    this.#time = time;
    this.#account = account;
    this.#database = database;
    this.#ports = ports;
    this.#batcher = openBatcher(database);
    this.#connectors = account.logins.map(
      ({ marketplace }, login) =>
        new WeekConnector(marketplace, (session, context) => this.#sessionOf(login, session, context)),
    );
    this.sessions = new Sessions(database, time, account, ports.proxies, (login) => this.#contextOf(login));
  }

  async close(): Promise<void> {
    await this.sessions.close();
    await this.#batcher.close();
  }

  /** The next message of a conversation, in the order in which the marketplace got them. */
  message(
    conversation: { readonly conversation: string; readonly shop: { readonly platformShopId: string } },
    author: MessageFacts['author'],
    content: MessageContent,
  ): MessageFacts {
    this.#messages += 1;
    const { platformShopId } = conversation.shop;
    const more = { content, sentAt: this.#time.at };
    return messageAt(platformShopId, conversation.conversation, this.#messages, author, more);
  }

  /** Sends what waits for a login, as the engine does when something was put into the ledger. */
  async pump(login: number): Promise<void> {
    const session = this.sessions.of(login);
    const owner = this.#account.logins[login]?.owner;
    if (session === null || owner === undefined || !this.#ports.isReachable(login)) return;
    for (;;) {
      const waiting = await this.#database.owner.query(
        "select from delivery where shop_id = any($1::uuid[]) and state = 'pending' and not_before <= $2 limit 1",
        [[...owner.shopIds.values()], this.#time.now()],
      );
      if (waiting.rowCount === 0) return;
      this.#time.queueChanges += 1;
      let isClaimed = false;
      const context = {
        ...this.#contextOf(login),
        onStep: (step: string) => {
          if (step === 'claim.after') isClaimed = true;
        },
      };
      const sender = new Sender(context, { session: () => session, onLoggedOut: () => undefined });
      await sender.pump();
      await sender.stop();
      if (!isClaimed) return;
    }
  }

  /** Looks for messages in doubt. */
  async #look(login: number): Promise<void> {
    const session = this.sessions.of(login);
    if (session === null) return;
    const isServed = this.#ports.isReachable(login) && !this.sessions.isFenced(login);
    if (!isServed) return this.#time.plan(this.#time.at + 5 * MINUTE, () => this.#look(login));
    this.#time.queueChanges += 1;
    await lookForDoubted(this.#contextOf(login), session);
    for (const accepted of this.#accepted.values()) {
      const isLookedFor = accepted.login === login && accepted.shownAt <= accepted.facts.sentAt + DOUBT_MS;
      if (isLookedFor && accepted.shownAt <= this.#time.at) this.#tellKnown(accepted);
    }
    await this.pump(login);
  }

  #tellKnown({ key, facts }: Accepted): void {
    this.#ports.onKnown(key, facts.platformConversationId, BigInt(facts.position));
  }

  #contextOf(login: number) {
    const connector = this.#connectors[login];
    const owner = this.#account.logins[login]?.owner;
    if (connector === undefined || owner === undefined) throw new Error('no such login');
    const clock = { now: this.#time.now, after: () => () => undefined };
    const context = openRunnerContext(this.#database, owner, connector, { clock, batcher: this.#batcher });
    return { ...context, doubt: { windowMs: DOUBT_MS, lookIntervalMs: SECOND } };
  }

  #sessionOf(login: number, session: ConnectorSession, { bridge }: ConnectionContext): ConnectorSession {
    const send = async (...[to, sent]: Sending) => this.#send(login, to, sent, await this.#ports.proxies.dial(bridge));
    return {
      ...session,
      calls: {
        ...session.calls,
        media: { ...session.calls.media, uploadImage: async (_, image) => uploadedAs(image.name) },
      },
      sendText: async ({ conversation, text, idempotencyKey }) =>
        send(conversation, { key: idempotencyKey, words: text, content: { type: 'text', text } }),
      sendImage: async ({ conversation, image: { extra, ...picture }, idempotencyKey }) =>
        send(conversation, {
          key: idempotencyKey,
          words: extra.name ?? '',
          content: { type: 'image', picture, wireType: 'image', raw: null },
        }),
      sendCard: async ({ conversation, card, idempotencyKey }) => {
        const products = card.type === 'products' ? card.products : [];
        return send(conversation, {
          key: idempotencyKey,
          words: products[0]?.title ?? '',
          content: { type: 'products', products, wireType: 'products', raw: null },
        });
      },
      fetchHistory: async ({ platformConversationId }) => {
        const shown = (this.#histories.get(platformConversationId) ?? []).filter(
          ({ shownAt }) => shownAt <= this.#time.at,
        );
        const items = shown.map(({ facts }) => facts).toReversed();
        return { ok: true, value: { items: items.slice(0, 20), next: null, unreadable: [] } };
      },
    };
  }

  #send(login: number, to: Sending[0], sent: Sending[1], dialled: string): SendOutcome {
    const { key, words, content } = sent;
    const place = { conversation: to.platformConversationId, shop: { platformShopId: to.platformShopId } };
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempt);
    const chance = new Chance(seedOf(this.#seed, `${key}/${attempt}`));
    const outcome = this.isWellBehaved ? 'accepted' : outcomeBy(chance, words);
    this.#ports.onWire({ ...place, platformShopId: to.platformShopId, key, words, outcome, dialled });
    if (outcome === 'refused')
      return { kind: 'refused', refusal: refusal('blocked_by_user', 'no'), next: { kind: 'stop' } };
    if (outcome === 'busy') {
      const delayMs = chance.between(1, 300) * SECOND;
      this.#time.plan(this.#time.at + delayMs, () => this.pump(login));
      return { kind: 'refused', refusal: refusal('marketplace_unreachable'), next: { kind: 'wait', delayMs } };
    }
    if (outcome === 'lost') return this.#doubt(login);
    const facts = this.message(place, 'seller', content);
    const shownAt = outcome === 'arrived' ? this.#time.at + chance.pick([0, MINUTE, 20 * MINUTE]) : this.#time.at;
    const accepted = { key, login, facts, shownAt };
    if (outcome === 'accepted') this.#tellKnown(accepted);
    this.#accepted.set(key, accepted);
    this.#histories.set(place.conversation, [...(this.#histories.get(place.conversation) ?? []), accepted]);
    if (outcome === 'arrived' || chance.hit(0.2)) {
      // The marketplaces tell the key again, as far as is known; a message that has lost it is told by its words.
      const message = { ...facts, idempotencyKey: chance.hit(0.5) ? key : null };
      const echo = { kind: 'message.received', message, via: 'live' } as const;
      this.#time.plan(shownAt + chance.between(1, 90) * SECOND, async () => {
        await this.#ports.push(login, [echo]);
        this.#tellKnown(accepted);
      });
    }
    return outcome === 'accepted' ? acceptedAs(facts) : this.#doubt(login);
  }

  #doubt(login: number): SendOutcome {
    for (const afterMs of [30 * SECOND, DOUBT_MS + SECOND]) {
      this.#time.plan(this.#time.at + afterMs + this.#time.skewMs, () => this.#look(login));
    }
    return { kind: 'inDoubt', detail: 'cut' };
  }
}

/** A later part of a message is refused more often, so that messages stay halves of what they should be. */
function outcomeBy(chance: Chance, words: string): WireOutcome {
  const drawn = chance.between(1, 100);
  if (/^(B~T\d+|O~[\w-]+)~[1-4]/.test(words) && drawn <= 25) return 'refused';
  if (drawn <= 86) return 'accepted';
  if (drawn <= 90) return 'refused';
  if (drawn <= 93) return 'busy';
  return drawn <= 97 ? 'arrived' : 'lost';
}

const acceptedAs = ({ platformMessageId, position, sentAt }: MessageFacts): SendOutcome => ({
  kind: 'accepted',
  platformMessageId: asPlatformMessageId(platformMessageId),
  position,
  sentAt,
});
