import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS, type Call } from '@pasar/api';
import { systemClock } from '@pasar/bridge';
import { COUNTRIES, MARKETPLACES, type Marketplace } from '@pasar/domain';
import { type Simulator, startSimulator } from '@pasar/simulator';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { provisionTenant, type TenantPlan } from '../../src/features/account/provision.ts';
import type { RunningServer } from '../../src/parts.ts';
import { startServer } from '../../src/server.ts';
import { withClient } from '../../src/storage/with-client.ts';
import { copyCluster } from './database.ts';
import { Visitor } from './web.ts';

/** Logins of six shops. Dong, rupiah and Taiwan dollars are told without decimals, ringgit with them. Two shops have dong. */
export const LOGINS = [
  'zaoshi.tw',
  'chosang.vn',
  'id@morningmarket.example',
  'vn@lampara.example',
  'my@morningmarket.example',
  'th@lampara.example',
];
const KEYS = { appKey: '1234567890', salt: 'salt' };
/** No session ends while the clock makes its jumps. */
const TOKEN_LIFE_MS = 400 * 86_400_000;
const logins = z.object({
  logins: z.array(
    z.object({
      marketplace: z.enum(MARKETPLACES),
      identifier: z.string(),
      password: z.string(),
      country: z.enum(COUNTRIES),
      shopIds: z.array(z.string()),
    }),
  ),
});

export interface TradingShop {
  readonly marketplace: Marketplace;
  /** The marketplace's id. */
  readonly shopId: string;
}
export interface TradingMember {
  readonly username: string;
  /** The logins at marketplaces whose shops the member sees; null: all of them. */
  readonly identifiers: readonly string[] | null;
}

/**
 * The whole product and the marketplaces, over a clock that the test moves on: the orders live with it, and the product
 * reads what is due by it.
 */
export class TradingServer {
  readonly simulator: Simulator;
  readonly shops: ReadonlyMap<string, TradingShop>;
  readonly #server: RunningServer;
  readonly #folder: string;
  readonly #cluster: string;
  readonly #clock: { now: number };

  private constructor(
    simulator: Simulator,
    shops: ReadonlyMap<string, TradingShop>,
    server: RunningServer,
    { folder, cluster, clock }: { readonly folder: string; readonly cluster: string; readonly clock: { now: number } },
  ) {
    this.simulator = simulator;
    this.shops = shops;
    this.#server = server;
    this.#folder = folder;
    this.#cluster = cluster;
    this.#clock = clock;
  }

  /** `identifiers`: the logins of the account. The first member is the main one. */
  static async open(
    beginsAt: number,
    identifiers: readonly string[],
    members: readonly TradingMember[],
  ): Promise<TradingServer> {
    const folder = mkdtempSync(join(tmpdir(), 'pasar-trade-'));
    const clock = { now: beginsAt };
    const simulator = await startSimulator({
      port: 0,
      dataDirectory: join(folder, 'simulator'),
      seed: 'trade',
      now: () => clock.now,
      doOrdersLive: true,
      tokenLifeMs: TOKEN_LIFE_MS,
      keys: KEYS,
    });
    const answer = await fetch(`${simulator.controlOrigin}/sim/logins`);
    const known = logins.parse(await answer.json()).logins.filter(({ identifier }) => identifiers.includes(identifier));
    const shopsOf = (wanted: readonly string[] | null) =>
      known
        .filter(({ identifier }) => wanted === null || wanted.includes(identifier))
        .flatMap(({ marketplace, shopIds }) => shopIds.map((platformShopId) => ({ marketplace, platformShopId })));
    const people = members.map(({ username, identifiers: own }) => ({
      username,
      password: 'right',
      name: username,
      permissionCodeList: ['order' as const],
      shops: shopsOf(own),
    }));
    const [main, ...subAccounts] = people;
    if (main === undefined) throw new Error('an account has a main member');
    const plan: TenantPlan = {
      name: 'trade',
      main,
      subAccounts,
      connections: known.map(({ shopIds, ...login }) => ({
        ...login,
        shops: shopIds.map((platformShopId) => ({
          platformShopId,
          name: login.identifier,
          country: login.country,
          isCb: false,
        })),
      })),
    };
    const cluster = copyCluster();
    const server = await startServer({
      config: readConfig({
        PASAR_DATA: cluster,
        PASAR_PORT: '0',
        PASAR_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        PASAR_SOCKS_FRONT_PORT: '0',
        PASAR_LOG_LEVEL: 'silent',
        PASAR_ALLOW_LOOPBACK: 'true',
        PASAR_MARKETPLACES: JSON.stringify(placesOf(simulator)),
      }),
      version: '0.0.0',
      webFolder: null,
      demoLogin: null,
      say: () => undefined,
      clock: { now: () => clock.now, after: systemClock.after },
      doubt: { windowMs: 1_000, lookIntervalMs: 50 },
      prepare: (database, secrets) => provisionTenant(database, secrets, plan),
    });
    const shops = new Map(
      known.flatMap(({ identifier, marketplace, shopIds }) =>
        shopIds.map((shopId) => [identifier, { marketplace, shopId }] as const),
      ),
    );
    return new TradingServer(simulator, shops, server, { folder, cluster, clock });
  }

  /** The marketplaces' ids of the shops by the product's. */
  async platformIds(): Promise<ReadonlyMap<string, string>> {
    const found = await withClient(this.#server.database, (client) =>
      client.query<{ shop_id: string; platform_shop_id: string }>('select shop_id, platform_shop_id from shop'),
    );
    return new Map(found.rows.map((row) => [row.shop_id, row.platform_shop_id]));
  }

  /** The team figures are made at once, and not when the clock of the tasks says so. */
  async makeFigures(): Promise<void> {
    await withClient(this.#server.database, (client) =>
      client.query("select graphile_worker.add_job('team-figures', job_key => 'team-figures')"),
    );
  }

  get now(): number {
    return this.#clock.now;
  }
  /** The orders live until then, and the product finds due what is due then. */
  moveTo(at: number): void {
    this.#clock.now = at;
  }

  async signIn(username: string): Promise<Visitor> {
    const visitor = new Visitor(this.#server.url);
    const answer = await visitor.logIn(CALLS.account.login, username, 'right');
    if (answer.result !== 'success') throw new Error(answer.reason);
    return visitor;
  }

  async control(path: string, body: unknown): Promise<void> {
    const response = await fetch(`${this.simulator.controlOrigin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }

  async close(): Promise<void> {
    await this.#server.stop();
    await this.simulator.close();
    rmSync(this.#folder, { recursive: true });
    rmSync(this.#cluster, { recursive: true });
  }
}

/** The data of an answer; throws for a refusal. */
export async function told<C extends Call>(visitor: Visitor, call: C, input: unknown): Promise<z.output<C['output']>> {
  const answer = await visitor.call(call, input);
  if (answer.result !== 'success') throw new Error(`${call.path}: ${answer.reason}`);
  return call.output.parse(answer.data) as z.output<C['output']>;
}

function placesOf(simulator: Simulator): unknown {
  const { shopee, lazada, tiktok } = simulator.origins;
  const socket = (origin: string) => origin.replace(/^http/, 'ws');
  return {
    shopee: { sellerOrigin: shopee, socketOrigin: socket(shopee), signatureKey: KEYS.appKey },
    lazada: { gatewayOrigin: lazada, sellerOrigin: lazada, accsOrigin: socket(lazada), appKey: KEYS.appKey },
    tiktok: { sellerOrigin: tiktok, globalOrigin: tiktok, aid: 5341, fpid: 92, ...KEYS },
  };
}
