/** The simulated Lazada alone, with its world in a temporary folder, and a connector that talks to it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bridge, type Clock, createBridge, systemClock } from '@pasar/bridge';
import type { ConnectorSession, ConversationRef, Credentials, Outcome } from '@pasar/connector-kit';
import { createLazadaConnector } from '@pasar/connector-lazada';
import { asBuyerId, asPlatformConversationId, asPlatformShopId } from '@pasar/domain';
import { z } from 'zod';
import { startLazada } from '../../../apps/simulator/src/lazada/server.ts';
import { createFaults, type FaultBoard, type NewFault } from '../../../apps/simulator/src/world/faults.ts';
import type {
  Conversation,
  FaultKind,
  Login,
  MarketplaceServer,
  Shop,
} from '../../../apps/simulator/src/world/types.ts';
import { createWorld, type SimulatedWorld } from '../../../apps/simulator/src/world/world.ts';

export const APP_KEY = '24001122';

export interface LazadaWorld {
  readonly world: SimulatedWorld;
  readonly faults: FaultBoard;
  readonly server: MarketplaceServer;
  readonly login: Login;
  readonly shop: Shop;
  /** The conversation with the newest activity. */
  readonly conversation: Conversation;
  readonly ref: ConversationRef;
  fault(kind: FaultKind, rest?: Partial<NewFault>): void;
  buyerWrites(text: string): string;
  close(): Promise<void>;
}

export async function openLazadaWorld(tokenLifeMs = 60_000): Promise<LazadaWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'lazada-'));
  const world = createWorld({ seed: 'lazada', journalPath: join(folder, 'journal.jsonl'), now: Date.now });
  const faults = createFaults({ now: Date.now });
  const keys = { appKey: APP_KEY, salt: '' };
  const server = await startLazada({ world, faults, tokenLifeMs, port: 0, keys });
  const login = world.logins.find(({ marketplace }) => marketplace === 'lazada');
  const shop = world.shop('lazada', login?.shopIds[0] ?? '');
  const conversation = shop === null ? undefined : world.conversations('lazada', shop.shopId)[0];
  if (login === undefined || shop === null || conversation === undefined)
    throw new Error('the world has no Lazada shop');
  const { buyerId } = conversation.buyer;
  return {
    world,
    faults,
    server,
    login,
    shop,
    conversation,
    ref: {
      platformShopId: asPlatformShopId(shop.shopId),
      platformConversationId: asPlatformConversationId(`1#103#${buyerId}#1#${shop.userId}#2`),
      buyerId: asBuyerId(buyerId),
      address: {},
    },
    fault: (kind, rest = {}) => {
      faults.add({ kind, marketplace: 'lazada', shopId: shop.shopId, count: 1, forMs: null, delayMs: 0, ...rest });
    },
    buyerWrites: (text) =>
      world.post({
        marketplace: 'lazada',
        shopId: shop.shopId,
        buyerId,
        from: 'buyer',
        kind: 'text',
        content: { text },
        idempotencyKey: null,
        honoursKey: true,
      }).message.messageId,
    async close() {
      await server.close();
      world.close();
      await rm(folder, { recursive: true });
    },
  };
}

const countrySchema = z.enum(['ID', 'VN', 'TH', 'MY', 'PH', 'SG']);

export interface Visit {
  readonly bridge: Bridge;
  readonly start: (credentials?: Partial<Credentials>) => Promise<Outcome<ConnectorSession>>;
  /** What the connector asked to keep, newest last. */
  readonly saved: string[];
}

/** A bridge and a connector; whoever opens it closes the bridge. */
export function visitLazada(
  { server, login, shop }: LazadaWorld,
  storedSession: string | null = null,
  clock: Clock = systemClock,
  wrap: (bridge: Bridge) => Bridge = (plain) => plain,
): Visit {
  const bridge = wrap(createBridge({ storedCookies: storedSession, clock, uuid: randomUUID }));
  const origin = () => server.origin;
  const connector = createLazadaConnector({
    gatewayOrigin: origin,
    sellerOrigin: origin,
    accsOrigin: origin,
    appKey: APP_KEY,
  });
  const saved: string[] = [];
  const country = countrySchema.parse(shop.country);
  return {
    bridge,
    saved,
    start: (credentials = {}) =>
      connector.startSession({
        bridge,
        shops: [{ platformShopId: asPlatformShopId(shop.shopId), country, isCb: shop.isCb }],
        credentials: { identifier: login.identifier, password: login.password, country, ...credentials },
        saveSession: async (stored) => {
          saved.push(stored);
        },
        storedSession,
      }),
  };
}

export function demand<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.refusal.reason}: ${outcome.refusal.detail}`);
}
