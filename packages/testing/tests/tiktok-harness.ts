/** The simulated TikTok Shop alone, with its world in a temporary folder, and a connector that uses it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bridge, type Clock, createBridge, type NodeBridge } from '@pasar/bridge';
import type { ConnectionContext, Connector, ConnectorSession, ConversationRef, Outcome } from '@pasar/connector-kit';
import { createTiktokConnector } from '@pasar/connector-tiktok';
import { asBuyerId, asPlatformConversationId, asPlatformShopId, COUNTRIES, type Country } from '@pasar/domain';
import { startTiktok } from '../../../apps/simulator/src/tiktok/server.ts';
import { createDemands, type DemandBoard } from '../../../apps/simulator/src/world/demand-board.ts';
import { createFaults, type FaultBoard, type NewFault } from '../../../apps/simulator/src/world/faults.ts';
import type { TradeBook } from '../../../apps/simulator/src/world/trade.ts';
import { createTradeBook } from '../../../apps/simulator/src/world/trade-book.ts';
import type {
  Conversation,
  FaultKind,
  From,
  Login,
  MarketplaceServer,
} from '../../../apps/simulator/src/world/types.ts';
import { createWorld, type SimulatedWorld } from '../../../apps/simulator/src/world/world.ts';

export const TIKTOK_KEYS = { appKey: 'tiktok-app', salt: 'tiktok-salt' };
/** The socket's application and platform ids from the seller tool's captured address. */
export const TIKTOK_IDS = { aid: 5341, fpid: 92 };

export interface TiktokHarness {
  readonly world: SimulatedWorld;
  readonly faults: FaultBoard;
  readonly server: MarketplaceServer;
  readonly trade: TradeBook;
  readonly demands: DemandBoard;
  readonly connector: Connector;
  /** A login of one shop, and a login of several shops. */
  readonly login: Login;
  readonly merchant: Login;
  conversation(login?: Login, shop?: number, index?: number): Conversation;
  fault(kind: FaultKind, shopId: string, rest?: Partial<NewFault>): void;
  write(conversation: Conversation, text: string, from?: From): string;
  /** Advances the time, so that codes may be sent again, and expire. */
  skip(ms: number): void;
  close(): Promise<void>;
}

export function demand<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

type Won<Value> =
  | { readonly ok: true; readonly value: Value }
  | Pick<Extract<Outcome<never>, { readonly ok: false }>, 'ok' | 'refusal'>;
/** The value of a successful outcome; throws for a refusal. */
export function won<Value>(outcome: Won<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`refused: ${outcome.refusal.reason} (${outcome.refusal.detail})`);
}

export async function openTiktokHarness(tokenLifeMs = 60_000): Promise<TiktokHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'tiktok-'));
  const world = createWorld({ seed: 'tiktok', journalPath: join(folder, 'journal.jsonl'), now: Date.now });
  const faults = createFaults({ now: Date.now });
  const trade = createTradeBook(world);
  let skippedMs = 0;
  const now = (): number => Date.now() + skippedMs;
  const demands = createDemands({ now, aside: world.aside, initial: () => null });
  const server = await startTiktok({ world, faults, trade, demands, tokenLifeMs, port: 0, keys: TIKTOK_KEYS });
  const logins = world.logins.filter(({ marketplace }) => marketplace === 'tiktok');
  const login = demand(
    logins.find(({ kind }) => kind === 'shop'),
    'single login',
  );
  const merchant = demand(
    logins.find(({ kind }) => kind === 'merchant'),
    'merchant login',
  );
  return {
    world,
    faults,
    trade,
    demands,
    server,
    connector: createTiktokConnector({
      sellerOrigin: () => server.origin,
      globalOrigin: server.origin,
      ...TIKTOK_IDS,
      ...TIKTOK_KEYS,
    }),
    login,
    merchant,
    conversation: (of = login, shop = 0, index = 0) =>
      demand(world.conversations('tiktok', demand(of.shopIds[shop], 'shop'))[index], 'conversation'),
    fault: (kind, shopId, rest = {}) => {
      faults.add({ kind, marketplace: 'tiktok', shopId, count: 1, forMs: null, delayMs: 0, ...rest });
    },
    write: ({ shopId, buyer }, text, from = 'buyer') =>
      world.post({
        marketplace: 'tiktok',
        shopId,
        buyerId: buyer.buyerId,
        from,
        kind: 'text',
        content: { text },
        idempotencyKey: null,
        honoursKey: true,
      }).message.messageId,
    skip: (ms) => {
      skippedMs += ms;
    },
    async close() {
      await server.close();
      world.close();
      await rm(folder, { recursive: true });
    },
  };
}

const countryOf = (word: string): Country => COUNTRIES.find((country) => country === word) ?? 'GB';

/** The part of a context for a connection without a person. */
export const NOBODY_WATCHES: Pick<ConnectionContext, 'answer' | 'mayUsePassword' | 'line' | 'domainSwitch' | 'notify'> =
  {
    answer: null,
    mayUsePassword: true,
    line: 'auto',
    domainSwitch: { get: () => null, set: () => undefined },
    notify: () => undefined,
  };

export interface TiktokVisit {
  readonly bridge: Bridge;
  readonly session: ConnectorSession;
}

interface VisitOptions {
  /** A direct bridge by default. */
  readonly bridge?: NodeBridge;
  readonly notify?: ConnectionContext['notify'];
}

/** The connector's session and its bridge; both are closed after the test. */
export async function visitTiktok(
  tiktok: TiktokHarness,
  login: Login,
  clock: Clock,
  {
    bridge = createBridge({ route: { kind: 'direct' }, storedCookies: null, clock, uuid: randomUUID }),
    notify = NOBODY_WATCHES.notify,
  }: VisitOptions = {},
): Promise<TiktokVisit> {
  const outcome = await tiktok.connector.startSession({
    bridge,
    media: bridge.media,
    shops: login.shopIds.map((shopId) => ({
      platformShopId: asPlatformShopId(shopId),
      country: countryOf(login.country),
      isCb: login.kind === 'merchant',
    })),
    credentials: {
      identifier: login.identifier,
      password: login.password,
      country: login.kind === 'merchant' ? 'GLOBAL' : countryOf(login.country),
    },
    saveSession: async () => undefined,
    storedSession: null,
    ...NOBODY_WATCHES,
    notify,
  });
  return { bridge, session: won(outcome) };
}

export const refOf = ({ shopId, conversationId, buyer }: Conversation): ConversationRef => ({
  platformShopId: asPlatformShopId(shopId),
  platformConversationId: asPlatformConversationId(conversationId),
  buyerId: asBuyerId(buyer.buyerId),
  address: { shortId: conversationId, type: '2', ticket: 'deprecated', pigeonUid: buyer.buyerId },
});
