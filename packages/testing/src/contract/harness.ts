import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '@pasar/bridge';
import type {
  Connector,
  ConnectorNotice,
  ConnectorSession,
  ConversationRef,
  Outcome,
  Page,
  StoredSession,
  Stream,
} from '@pasar/connector-kit';
import { asPlatformShopId, type ConversationFacts, type MessageFacts, type PlatformShopId } from '@pasar/domain';
import { startSimulator } from '@pasar/simulator';
import { type Place, SimulatorControl, type SimulatorLogin, type SimulatorShop } from '../control.ts';
import { createMemoryDomainSwitch } from '../domain-switch.ts';
import { StreamLog } from '../stream-log.ts';
import { createWatchedBridge, type WatchedBridge } from '../watched-bridge.ts';
import type { RequestLog } from './request-log.ts';
import type { ContractSubject, SimulatorFacts } from './subject.ts';
import { readTrade, type Trade } from './trade.ts';

const KEYS = { appKey: 'contract-app', salt: 'contract-salt' };

export interface HarnessOptions {
  readonly tokenLifeMs: number;
  /** How long ago the simulator's shops got their seeded messages and orders. Milliseconds; 0 when left out. */
  readonly ageMs?: number;
}
/** A stored session: the connector's own string, and the cookie jar at that time. */
interface Stored {
  readonly session: StoredSession;
  readonly cookies: string;
}
export interface OpenOptions {
  readonly password?: string;
  readonly mayUsePassword?: boolean;
  readonly stored?: { readonly session: StoredSession | null; readonly cookies: string } | undefined;
  readonly clock?: Clock;
  /** Logs every HTTP request. */
  readonly log?: RequestLog;
}
/** One attempt to start a session, with its parts. */
export interface Opened {
  readonly bridge: WatchedBridge;
  readonly outcome: Outcome<ConnectorSession>;
  /** The sessions that the connector asked to store, oldest first. */
  readonly stored: readonly Stored[];
  /** The connector's notices, oldest first. */
  readonly notices: readonly ConnectorNotice[];
}

/** The value of a successful outcome; throws for a refusal. */
export function value<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`refused: ${outcome.refusal.reason} (${outcome.refusal.detail ?? 'no detail'})`);
}

/**
 * A running simulator, a connector, and one seller's logins. Every test takes conversations of its own while there are
 * enough.
 */
export class ContractHarness {
  readonly subject: ContractSubject;
  readonly control: SimulatorControl;
  readonly connector: Connector;
  readonly #controlOrigin: string;
  readonly #stop: () => Promise<void>;
  readonly #logins: readonly SimulatorLogin[];
  readonly #shops: readonly SimulatorShop[];
  readonly #taken = new Map<string, number>();
  readonly #closers: (() => Promise<void>)[] = [];

  private constructor(
    subject: ContractSubject,
    connector: Connector,
    simulator: { readonly controlOrigin: string; readonly stop: () => Promise<void> },
    logins: readonly SimulatorLogin[],
    shops: readonly SimulatorShop[],
  ) {
    this.subject = subject;
    this.control = new SimulatorControl(simulator.controlOrigin);
    this.connector = connector;
    this.#controlOrigin = simulator.controlOrigin;
    this.#stop = simulator.stop;
    this.#logins = logins;
    this.#shops = shops;
  }

  static async build(subject: ContractSubject, { tokenLifeMs, ageMs = 0 }: HarnessOptions): Promise<ContractHarness> {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'pasar-contract-'));
    let behindMs = ageMs;
    const now = () => Date.now() - behindMs;
    const simulator = await startSimulator({ port: 0, dataDirectory, seed: 'contract', now, tokenLifeMs, keys: KEYS });
    behindMs = 0;
    const { controlOrigin } = simulator;
    const control = new SimulatorControl(controlOrigin);
    const facts: SimulatorFacts = { origins: simulator.origins, keys: KEYS };
    const stop = async (): Promise<void> => {
      await simulator.close();
      await rm(dataDirectory, { recursive: true, force: true });
    };
    const [logins, shops] = await Promise.all([
      control.logins(subject.marketplace),
      control.shops(subject.marketplace),
    ]);
    return new ContractHarness(subject, subject.createConnector(facts), { controlOrigin, stop }, logins, shops);
  }

  /** A login of one shop. */
  get login(): SimulatorLogin {
    const login = this.#logins.find(({ kind }) => kind === 'shop') ?? this.#logins[0];
    if (login === undefined) throw new Error(`the simulator has no ${this.subject.marketplace} login`);
    return login;
  }
  /** A login that serves several shops; null where the marketplace has none. */
  get merchant(): SimulatorLogin | null {
    return this.#logins.find(({ shopIds }) => shopIds.length > 1) ?? null;
  }

  shopOf(login: SimulatorLogin, index = 0): PlatformShopId {
    const shopId = login.shopIds[index];
    if (shopId === undefined) throw new Error(`login ${login.identifier} has no shop ${index}`);
    return asPlatformShopId(shopId);
  }
  /** An existing shop of the marketplace that this login does not serve. */
  strangeShop(login: SimulatorLogin): PlatformShopId {
    const shop = this.#shops.find(({ shopId }) => !login.shopIds.includes(shopId));
    if (shop === undefined) throw new Error(`login ${login.identifier} serves every shop`);
    return asPlatformShopId(shop.shopId);
  }
  /** A conversation as it would be at such a shop: one of the login's own under the other's id. */
  async strangeRef(session: ConnectorSession): Promise<ConversationRef> {
    return { ...(await this.refOf(session, this.takePlace())), platformShopId: this.strangeShop(this.login) };
  }
  tradeOf(shop: PlatformShopId): Promise<Trade> {
    return readTrade(this.#controlOrigin, this.subject.marketplace, shop);
  }
  buyersOf(shopId: string): readonly string[] {
    return this.#shops.find((shop) => shop.shopId === shopId)?.buyers.map(({ buyerId }) => buyerId) ?? [];
  }
  /** A different conversation of the shop at each call; in a small shop they repeat, which its tests must tolerate. */
  takePlace(login: SimulatorLogin = this.login, index = 0): Place {
    const shopId = this.shopOf(login, index);
    const taken = this.#taken.get(shopId) ?? 0;
    const buyers = this.buyersOf(shopId);
    const buyerId = buyers[taken % buyers.length];
    if (buyerId === undefined) throw new Error(`shop ${shopId} has no buyers`);
    this.#taken.set(shopId, taken + 1);
    return { marketplace: this.subject.marketplace, shopId, buyerId };
  }

  async tryOpen(
    login: SimulatorLogin,
    options: OpenOptions = {},
    connector: Connector = this.connector,
  ): Promise<Opened> {
    const stored: Stored[] = [];
    const notices: ConnectorNotice[] = [];
    const bridge = createWatchedBridge(options.clock ?? systemClock, options.stored?.cookies ?? null);
    this.#closers.push(() => bridge.close());
    const { log } = options;
    const outcome = await connector.startSession({
      bridge: log === undefined ? bridge : { ...bridge, http: log.watch(bridge.http) },
      media: bridge.media,
      shops: login.shopIds.map((shopId) => ({
        platformShopId: asPlatformShopId(shopId),
        country: this.#shops.find((shop) => shop.shopId === shopId)?.country ?? login.country,
        isCb: login.kind === 'merchant',
      })),
      credentials: {
        identifier: login.identifier,
        password: options.password ?? login.password,
        country: login.country,
      },
      saveSession: async (session) => void stored.push({ session, cookies: bridge.cookies.serialize() }),
      storedSession: options.stored?.session ?? null,
      answer: null,
      mayUsePassword: options.mayUsePassword ?? true,
      line: 'auto',
      domainSwitch: createMemoryDomainSwitch(),
      notify: (notice) => notices.push(notice),
    });
    if (outcome.ok) this.#closers.push(() => outcome.value.close());
    return { bridge, outcome, stored, notices };
  }
  async open(login: SimulatorLogin = this.login, options: OpenOptions = {}): Promise<ConnectorSession> {
    return value((await this.tryOpen(login, options)).outcome);
  }
  async listen(session: ConnectorSession): Promise<{ readonly log: StreamLog; readonly stream: Stream }> {
    const log = new StreamLog();
    return { log, stream: value(await session.listen(log)) };
  }

  /** Every conversation of the shop, page by page. */
  async allConversations(session: ConnectorSession, shop: PlatformShopId): Promise<readonly ConversationFacts[]> {
    return readAll((cursor) => session.fetchConversations(shop, cursor));
  }
  async allHistory(session: ConnectorSession, conversation: ConversationRef): Promise<readonly MessageFacts[]> {
    return readAll((cursor) => session.fetchHistory(conversation, cursor));
  }
  async factsOf(session: ConnectorSession, { shopId, buyerId }: Place): Promise<ConversationFacts> {
    const all = await this.allConversations(session, asPlatformShopId(shopId));
    const facts = all.find(({ buyer }) => buyer.buyerId === buyerId);
    if (facts === undefined) throw new Error(`no conversation with buyer ${buyerId} among ${all.length}`);
    return facts;
  }
  async refOf(session: ConnectorSession, place: Place): Promise<ConversationRef> {
    return toRef(await this.factsOf(session, place));
  }

  /** Closes the sessions of the test and removes its faults. */
  async clean(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
    await this.control.clearFaults();
  }
  async close(): Promise<void> {
    await this.#stop();
  }
}

export const toRef = (facts: ConversationFacts): ConversationRef => ({
  platformShopId: facts.platformShopId,
  platformConversationId: facts.platformConversationId,
  buyerId: facts.buyer.buyerId,
  address: facts.address,
});

/** More pages than the seeded world can have: a cursor that does not advance fails instead of hanging. */
const MOST_PAGES = 100;

export async function readAll<Item>(
  fetchPage: (cursor: string | null) => Promise<Outcome<Page<Item>>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const page: Page<Item> = value(await fetchPage(cursor));
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = page.next;
  }
  throw new Error(`paging did not end after ${MOST_PAGES} pages`);
}
