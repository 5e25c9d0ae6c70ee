/** A simulated Shopee with the connector logged in, and the simulator's own data of the shops' trade. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAddressGuard, createBridge, type NodeBridge, systemClock } from '@pasar/bridge';
import { type CallKey, type ConnectorNotice, type Outcome, type Page, SURFACES } from '@pasar/connector-kit';
import { createShopeeConnector, createSigner, SHOPEE_CALLS, ShopeeSession } from '@pasar/connector-shopee';
import { asPlatformShopId, type PlatformShopId } from '@pasar/domain';
import { startSimulator } from '@pasar/simulator';
import { z } from 'zod';
import { SimulatorControl, type SimulatorLogin } from '../src/control.ts';
import { parseJson } from './shopee-site.ts';

const product = z.object({
  productId: z.string(),
  title: z.string(),
  sellerSku: z.string(),
  price: z.int(),
  salePrice: z.int(),
  isOnline: z.boolean(),
  variants: z.array(z.object({ skuId: z.string(), name: z.string(), sellerSku: z.string(), stock: z.int() })),
});
const order = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  buyerId: z.string(),
  buyerName: z.string(),
  status: z.enum(['unpaid', 'toShip', 'shipping', 'completed', 'cancelRequested', 'cancelled', 'returning']),
  createdAt: z.number(),
  updatedAt: z.number(),
  items: z.array(z.object({ product, skuId: z.string(), quantity: z.int() })),
  total: z.int(),
  shippingFee: z.int(),
  receiver: z.string(),
  address: z.string(),
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  tracking: z.array(z.object({ at: z.number(), text: z.string() })),
  sellerNote: z.string(),
  rating: z.object({ stars: z.int(), comment: z.string() }).nullable(),
});
const follower = z.object({ userId: z.string(), username: z.string(), shopId: z.string() });
const address = z.object({
  addressId: z.string(),
  receiver: z.string(),
  phone: z.string(),
  district: z.string(),
  town: z.string(),
  fullAddress: z.string(),
});
const trade = z.object({
  currency: z.string(),
  products: z.array(product),
  orders: z.array(order),
  returns: z.array(
    z.object({
      returnId: z.string(),
      returnSn: z.string(),
      order,
      status: z.int(),
      reason: z.int(),
      refund: z.int(),
      createdAt: z.number(),
    }),
  ),
  notifications: z.array(
    z.object({ notificationId: z.string(), group: z.string(), title: z.string(), text: z.string(), status: z.int() }),
  ),
  ratings: z.array(
    z.object({
      ratingId: z.string(),
      buyerName: z.string(),
      stars: z.int(),
      comment: z.string(),
      reply: z.string().nullable(),
    }),
  ),
  followers: z.array(follower),
  followees: z.array(follower),
  income: z.object({
    available: z.int(),
    pending: z.int(),
    entries: z.array(z.object({ entryId: z.string(), order, amount: z.int(), at: z.number() })),
  }),
  dashboard: z.record(z.string(), z.record(z.string(), z.object({ value: z.number(), previous: z.number() }))),
  addresses: z.array(address),
  isOnVacation: z.boolean(),
});
export type Trade = z.output<typeof trade>;
export type TradeOrder = z.output<typeof order>;

/** Units of 1/100,000 as the shortest decimal, computed independently of the code under test. */
export function decimal(units: number): string {
  const digits = String(units).padStart(6, '0');
  const fraction = digits.slice(-5).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -5) : `${digits.slice(0, -5)}.${fraction}`;
}
export function value<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`refused: ${outcome.refusal.reason} (${outcome.refusal.detail ?? 'no detail'})`);
}
export const reasonOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.reason);
/** Reads every page; a cursor that does not advance fails instead of hanging. */
export async function allPages<Item>(ask: (cursor: string | null) => Promise<Outcome<Page<Item>>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < 20; count += 1) {
    const page: Page<Item> = value(await ask(cursor));
    if (page.unreadable.length > 0) throw new Error(`unreadable: ${page.unreadable[0]?.reason}`);
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = page.next;
  }
  throw new Error('the pages do not end');
}

/** One person's session, with its requests to the marketplace. */
export interface SellerSession {
  readonly session: ShopeeSession;
  readonly login: SimulatorLogin;
  readonly shop: PlatformShopId;
  /** Makes any call of the catalogue by its name; the caller must know its parameters. */
  readonly make: (key: CallKey, params: unknown, shop?: PlatformShopId) => Promise<Outcome<unknown>>;
}

export class ShopeeSellerHarness {
  readonly control: SimulatorControl;
  /** Bodies answered with HTTP 200 to all sessions, by "GET /api/v3/order/get_one_order". */
  readonly asked = new Map<string, unknown[]>();
  readonly notices: ConnectorNotice[] = [];
  readonly #controlOrigin: string;
  readonly #origin: string;
  readonly #closers: (() => Promise<void>)[];

  private constructor(controlOrigin: string, origin: string, stop: () => Promise<void>) {
    this.#controlOrigin = controlOrigin;
    this.#origin = origin;
    this.control = new SimulatorControl(controlOrigin);
    this.#closers = [stop];
  }
  static async open(): Promise<ShopeeSellerHarness> {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'pasar-seller-'));
    const keys = { appKey: 'app', salt: 'salt' };
    const simulator = await startSimulator({ port: 0, dataDirectory, seed: 'seller', tokenLifeMs: 60_000, keys });
    return new ShopeeSellerHarness(simulator.controlOrigin, simulator.origins.shopee, async () => {
      await simulator.close();
      await rm(dataDirectory, { recursive: true, force: true });
    });
  }

  async enter(kind: SimulatorLogin['kind']): Promise<SellerSession> {
    const login = (await this.control.logins('shopee')).find((each) => each.kind === kind);
    const first = login?.shopIds[0];
    if (login === undefined || first === undefined) throw new Error(`no ${kind} login`);
    const connector = createShopeeConnector({
      sellerOrigin: () => this.#origin,
      alternateSellerOrigin: () => null,
      socketOrigin: () => this.#origin,
      mallOrigin: () => this.#origin,
      imageOrigin: () => 'https://pictures.example',
      signer: createSigner('app'),
    });
    const bridge = this.#bridge();
    const started = await connector.startSession({
      bridge,
      media: bridge.media,
      shops: [],
      credentials: { identifier: login.identifier, password: login.password, country: login.country },
      saveSession: async () => undefined,
      storedSession: null,
      mayUsePassword: true,
      line: 'auto',
      answer: null,
      domainSwitch: { get: () => null, set: () => undefined },
      notify: (notice) => void this.notices.push(notice),
    });
    if (!started.ok) throw new Error(`not let in: ${started.refusal.reason} ${started.refusal.detail}`);
    const session = started.value;
    if (!(session instanceof ShopeeSession)) throw new TypeError('no session of Shopee');
    this.#closers.push(() => session.close());
    const shop = asPlatformShopId(first);
    const make: SellerSession['make'] = (key, params, of = shop) => {
      const call = SHOPEE_CALLS.find((each) => each.key === key);
      if (call === undefined) throw new Error(`no call ${key} of ${SURFACES.join(', ')}`);
      return session.make<never, unknown>(call, params as never, of);
    };
    return { session, login, shop, make };
  }

  async trade(shop: string): Promise<Trade> {
    const query = new URLSearchParams({ marketplace: 'shopee', shopId: shop });
    return trade.parse(await this.#json(await fetch(`${this.#controlOrigin}/sim/trade?${query}`)));
  }
  async change(shop: string, change: Readonly<Record<string, unknown>>): Promise<void> {
    const body = JSON.stringify({ marketplace: 'shopee', shopId: shop, change });
    const headers = { 'content-type': 'application/json' };
    await this.#json(await fetch(`${this.#controlOrigin}/sim/trade`, { method: 'POST', headers, body }));
  }
  /** "GET /api/v3/…" for every endpoint of the simulated seller centre and shop front. */
  async sellerEndpoints(): Promise<readonly string[]> {
    const list = z.object({
      endpoints: z.array(z.object({ marketplace: z.string(), method: z.string(), path: z.string() })),
    });
    const { endpoints } = list.parse(await this.#json(await fetch(`${this.#controlOrigin}/sim/endpoints`)));
    return endpoints
      .filter(
        ({ marketplace, path }) =>
          marketplace === 'shopee' && /^\/api\/(v1|v3|v4|marketing|mydata|sellermisc)\//.test(path),
      )
      .map(({ method, path }) => `${method} ${path}`);
  }
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }

  #bridge(): NodeBridge {
    const bridge = createBridge({
      route: { kind: 'direct' },
      storedCookies: null,
      clock: systemClock,
      uuid: randomUUID,
      guard: createAddressGuard({ allowLoopback: true }),
    });
    this.#closers.push(() => bridge.close());
    const { http, ...others } = bridge;
    return {
      ...others,
      http: {
        request: async (request) => {
          const key = `${request.method} ${new URL(request.url).pathname.replace(/\/$/, '')}`;
          const response = await http.request(request);
          const answers = this.asked.get(key) ?? [];
          this.asked.set(key, answers);
          if (response.status === 200) answers.push(parseJson(response.text));
          return response;
        },
      },
    };
  }
  async #json(response: Response): Promise<unknown> {
    const text = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status} ${text}`);
    return JSON.parse(text);
  }
}
