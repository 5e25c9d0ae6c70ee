import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { COUNTRIES, type Marketplace } from '@pasar/domain';
import { type Simulator, startSimulator } from '@pasar/simulator';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { provisionTenant } from '../../src/features/account/provision.ts';
import type { RunningServer } from '../../src/parts.ts';
import { startServer } from '../../src/server.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { Visitor } from './web.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const KEYS = { appKey: '1234567890', salt: 'salt' };
const logins = z.object({
  logins: z.array(
    z.object({
      marketplace: z.string(),
      kind: z.string(),
      identifier: z.string(),
      password: z.string(),
      country: z.enum(COUNTRIES),
      shopIds: z.array(z.string()).min(1),
    }),
  ),
});

export interface EngineProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** One database, one process that serves the desk, and separate processes with the engine, as on a team's server. */
export class PeerHarness {
  readonly database: TestDatabase;
  readonly simulator: Simulator;
  readonly #folder: string;
  readonly #engines: EngineProcess[] = [];
  readonly #webs: RunningServer[] = [];

  private constructor(database: TestDatabase, simulator: Simulator, folder: string) {
    this.database = database;
    this.simulator = simulator;
    this.#folder = folder;
  }

  /**
   * Makes a seller `ours@x` with one login at each marketplace, or with every login of a single shop there, and a seller
   * `theirs@x` without shops.
   */
  static async open(marketplaces: readonly Marketplace[], logins: 'one' | 'all' = 'one'): Promise<PeerHarness> {
    const folder = mkdtempSync(join(tmpdir(), 'pasar-peers-'));
    const simulator = await startSimulator({
      port: 0,
      dataDirectory: join(folder, 'simulator'),
      seed: 'peers',
      tokenLifeMs: 600_000,
      keys: KEYS,
    });
    const harness = new PeerHarness(await openTestDatabase(), simulator, folder);
    await harness.#provision(marketplaces, logins);
    await harness.startWeb();
    return harness;
  }

  /** Where the desk is: of the first process that serves it. */
  get origin(): string {
    const [web] = this.#webs;
    if (web === undefined) throw new Error('not open');
    return web.url;
  }

  /** A further part that serves the desk, with nothing but the database and the master key in common with the others. */
  async startWeb(): Promise<RunningServer> {
    const config = readConfig({
      ...this.#environment('web'),
      PASAR_DATA: join(this.#folder, `web-${this.#webs.length}`),
    });
    const nothing = { version: '0.0.0', webFolder: null, demoLogin: null, say: () => undefined };
    const web = await startServer({ ...nothing, config });
    this.#webs.push(web);
    return web;
  }

  /** A process with an engine; resolves when it serves. */
  async startEngine(): Promise<EngineProcess> {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, ...this.#environment('engine') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const engine = { child, ended };
    this.#engines.push(engine);
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString('utf8').includes('listens on')) resolve();
      });
      void ended.then((code) => reject(new Error(`an engine ended with ${code}`)));
    });
    return engine;
  }

  async signIn(username: string, origin = this.origin): Promise<Visitor> {
    const visitor = new Visitor(origin);
    const answer = await visitor.logIn(CALLS.account.login, username, 'right');
    if (answer.result !== 'success') throw new Error(answer.reason);
    return visitor;
  }

  /** Expires all leases, as nine seconds without renewal would. */
  async expireLeases(): Promise<void> {
    await this.database.owner.query("update connection_lease set expires_at = '-infinity'");
  }

  async shopOf(marketplace: Marketplace): Promise<{ readonly shopId: string; readonly state: string }> {
    const found = await this.database.owner.query<{ shop_id: string; state: string }>(
      'select shop_id, state from shop join connection using (connection_id) where shop.marketplace = $1',
      [marketplace],
    );
    const [row] = found.rows;
    if (row === undefined) throw new Error(`no shop at ${marketplace}`);
    return { shopId: row.shop_id, state: row.state };
  }

  /** The announced addresses of the processes with an engine, in no order. */
  async origins(): Promise<string[]> {
    return (await this.database.owner.query<{ origin: string }>('select origin from peer')).rows.map((r) => r.origin);
  }

  async close(): Promise<void> {
    for (const { child, ended } of this.#engines) {
      child.kill('SIGKILL');
      await ended;
    }
    for (const web of this.#webs) await web.stop();
    await this.simulator.close();
    await this.database.close();
    rmSync(this.#folder, { recursive: true });
  }

  async #provision(marketplaces: readonly Marketplace[], wanted: 'one' | 'all'): Promise<void> {
    const response = await fetch(`${this.simulator.controlOrigin}/sim/logins`);
    const known = logins.parse(await response.json()).logins;
    const connections = marketplaces.flatMap((marketplace) => {
      const found = known.filter((candidate) => candidate.marketplace === marketplace && candidate.kind === 'shop');
      if (found.length === 0) throw new Error(`no shop login of ${marketplace}`);
      return (wanted === 'one' ? found.slice(0, 1) : found).map(({ identifier, password, country, shopIds }) => {
        const [platformShopId = ''] = shopIds;
        const shops = [{ platformShopId, name: marketplace, country, isCb: false }];
        return { marketplace, identifier, password, country, shops };
      });
    });
    for (const [name, own] of [['ours@x', connections] as const, ['theirs@x', []] as const]) {
      const main = { username: name, password: 'right', name };
      await provisionTenant(this.database.config, this.database.secrets, {
        name,
        main,
        subAccounts: [],
        connections: own,
      });
    }
  }

  #environment(role: 'web' | 'engine'): Record<string, string> {
    return {
      DATABASE_URL: this.#databaseUrl(),
      PASAR_PORT: '0',
      PASAR_DATA: join(this.#folder, role),
      PASAR_ROLE: role,
      PASAR_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PASAR_LOG_LEVEL: 'silent',
      PASAR_SOCKS_FRONT_PORT: '0',
      PASAR_ALLOW_LOOPBACK: 'true',
      PASAR_MARKETPLACES: JSON.stringify(this.#marketplaces()),
    };
  }

  #databaseUrl(): string {
    const { host, port, user, password, database } = this.database.config;
    const query = new URLSearchParams({ host: String(host), port: String(port) });
    return `postgresql://${user}:${password}@localhost/${database}?${query}`;
  }

  #marketplaces(): unknown {
    const { shopee, lazada, tiktok } = this.simulator.origins;
    const socket = (origin: string) => origin.replace(/^http/, 'ws');
    return {
      shopee: { sellerOrigin: shopee, socketOrigin: socket(shopee), signatureKey: KEYS.appKey },
      lazada: { gatewayOrigin: lazada, sellerOrigin: lazada, accsOrigin: socket(lazada), appKey: KEYS.appKey },
      tiktok: { sellerOrigin: tiktok, globalOrigin: tiktok, aid: 5341, fpid: 92, ...KEYS },
    };
  }
}
