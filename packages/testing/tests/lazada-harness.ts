/** A running simulator seen from one Lazada shop, and a connector that uses it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bridge, type Clock, createBridge, systemClock } from '@pasar/bridge';
import type {
  Challenge,
  ChallengeAnswer,
  ConnectionContext,
  ConnectorNotice,
  ConnectorSession,
  ConversationRef,
  Credentials,
  Outcome,
  Page,
  SignIn,
} from '@pasar/connector-kit';
import { createLazadaConnector, type LazadaConfig } from '@pasar/connector-lazada';
import { asPlatformShopId, type ConversationFacts } from '@pasar/domain';
import { startSimulator } from '@pasar/simulator';
import { type Place, SimulatorControl, type SimulatorLogin, type SimulatorShop } from '../src/control.ts';

export const APP_KEY = '24001122';

export interface LazadaHarness {
  readonly origin: string;
  readonly control: SimulatorControl;
  readonly login: SimulatorLogin;
  readonly shop: SimulatorShop;
  /** The shop with its first buyer. */
  readonly place: Place;
  fault(kind: string, rest?: { readonly count?: number; readonly delayMs?: number }): Promise<string>;
  /** Calls the control API; gives its answer. */
  ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<unknown>;
  /** The buyer writes; gives the id of the new message. */
  buyerWrites(text: string): Promise<string>;
  close(): Promise<void>;
}

export async function openLazadaHarness(tokenLifeMs = 60_000): Promise<LazadaHarness> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lazada-'));
  const keys = { appKey: APP_KEY, salt: 'unused' };
  const simulator = await startSimulator({ port: 0, dataDirectory, seed: 'lazada', tokenLifeMs, keys });
  const control = new SimulatorControl(simulator.controlOrigin);
  const [login] = await control.logins('lazada');
  const shop = (await control.shops('lazada')).find(({ shopId }) => shopId === login?.shopIds[0]);
  const buyer = shop?.buyers[0];
  if (login === undefined || shop === undefined || buyer === undefined) throw new Error('the world has no Lazada shop');
  const { shopId } = shop;
  const place: Place = { marketplace: 'lazada', shopId, buyerId: buyer.buyerId };
  return {
    origin: simulator.origins.lazada,
    control,
    login,
    shop,
    place,
    fault: (kind, rest = {}) => control.addFault({ kind, marketplace: 'lazada', shopId, count: 1, ...rest }),
    async ask(method, path, body) {
      const response = await fetch(`${simulator.controlOrigin}${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${await response.text()}`);
      return response.json();
    },
    buyerWrites: (text) => control.post(place, text),
    async close() {
      await simulator.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

export interface Visit {
  readonly bridge: Bridge;
  readonly start: (credentials?: Partial<Credentials>, answer?: ChallengeAnswer | null) => Promise<SignIn>;
  readonly resendCode: (continuation: string) => Promise<Outcome<Challenge>>;
  readonly contextOf: (credentials: Partial<Credentials>, answer: ChallengeAnswer | null) => ConnectionContext;
  readonly notices: readonly ConnectorNotice[];
  /** The sessions that the connector asked to store, newest last. */
  readonly saved: string[];
}
export interface VisitOptions {
  readonly storedSession?: string;
  readonly mayUsePassword?: boolean;
  readonly clock?: Clock;
  readonly wrap?: (bridge: Bridge) => Bridge;
}

export const configOf = (origin: string): LazadaConfig => ({
  gatewayOrigin: () => origin,
  sellerOrigin: () => origin,
  accsOrigin: () => origin,
  appKey: APP_KEY,
});

/** A bridge and a connector; the caller closes the bridge. */
export function visitLazada({ origin, login, shop }: LazadaHarness, options: VisitOptions = {}): Visit {
  const { storedSession = null, mayUsePassword = true, clock = systemClock, wrap = (same: Bridge) => same } = options;
  const plain = createBridge({ route: { kind: 'direct' }, storedCookies: storedSession, clock, uuid: randomUUID });
  const bridge = wrap(plain);
  const connector = createLazadaConnector(configOf(origin));
  const saved: string[] = [];
  const notices: ConnectorNotice[] = [];
  const contextOf = (credentials: Partial<Credentials>, answer: ChallengeAnswer | null): ConnectionContext => ({
    bridge,
    media: plain.media,
    shops: [{ platformShopId: asPlatformShopId(shop.shopId), country: shop.country, isCb: false }],
    credentials: { identifier: login.identifier, password: login.password, country: shop.country, ...credentials },
    saveSession: async (stored) => {
      saved.push(stored);
    },
    storedSession,
    mayUsePassword,
    line: 'auto',
    answer,
    domainSwitch: { get: () => null, set: () => undefined },
    notify: (notice) => void notices.push(notice),
  });
  return {
    notices,
    bridge,
    saved,
    contextOf,
    start: (credentials = {}, answer = null) => connector.startSession(contextOf(credentials, answer)),
    resendCode: (continuation) => connector.resendCode(contextOf({}, null), continuation),
  };
}

/** Records method and path of every request. */
export const recording =
  (made: Set<string>) =>
  (bridge: Bridge): Bridge => ({
    ...bridge,
    http: {
      request(request) {
        made.add(`${request.method} ${new URL(request.url).pathname}`);
        return bridge.http.request(request);
      },
    },
  });

export function demand<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.refusal.reason}: ${outcome.refusal.detail}`);
}

/** Every conversation of the shop, page by page. */
export async function allConversations(
  session: ConnectorSession,
  shopId: string,
): Promise<readonly ConversationFacts[]> {
  const all: ConversationFacts[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<ConversationFacts> = demand(await session.fetchConversations(asPlatformShopId(shopId), cursor));
    all.push(...page.items);
    cursor = page.next;
    if (all.length > 1_000) throw new Error('paging does not end');
  } while (cursor !== null);
  return all;
}

/** The connector's reference of the place's conversation, from the session list. */
export async function findConversation(
  session: ConnectorSession,
  { shopId, buyerId }: Place,
): Promise<ConversationRef> {
  const found = (await allConversations(session, shopId)).find(({ buyer }) => buyer.buyerId === buyerId);
  if (found === undefined) throw new Error(`no conversation with ${buyerId}`);
  return { ...found, buyerId: found.buyer.buyerId };
}

/** A picture of one red pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
export const picture = { name: 'pixel.png', type: 'image/png', bytes: PNG } as const;
