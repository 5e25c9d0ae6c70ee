import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { COUNTRIES, type Country, type Marketplace } from '@pasar/domain';
import { type Simulator, startSimulator } from '@pasar/simulator';
import { inject } from 'vitest';
import { z } from 'zod';
import { provisionTenant } from '../../src/features/account/provision.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { Visitor } from '../harness/web.ts';
import { readTrade, type Trade } from './trade.ts';

/** The victim's timers run this many times faster, so that windows of minutes pass in seconds. */
export const CLOCK_RATE = 30;
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const KEYS = { appKey: '1234567890', salt: 'salt' };
const WAIT_MS = 45_000;

const logins = z.object({
  logins: z.array(
    z.object({
      marketplace: z.string(),
      kind: z.string(),
      identifier: z.string(),
      password: z.string(),
      country: z.enum(COUNTRIES),
      shopIds: z.array(z.string()),
    }),
  ),
});
const ledgerAnswer = z.object({
  entries: z.array(z.object({ content: z.unknown(), idempotencyKey: z.string().nullable() })),
});

const heldAnswer = z.object({
  unreadCount: z.number(),
  messages: z.array(z.object({ kind: z.string(), content: z.record(z.string(), z.unknown()) })),
});
/** The field of the simulator's world that holds the words which the desk shows as text, by kind. */
const WORDS_AT: Readonly<Record<Marketplace, Readonly<Record<string, string>>>> = {
  shopee: { text: 'text' },
  lazada: { text: 'text', sticker: 'txt', emoji: 'txt' },
  tiktok: { text: 'text', emoticons: 'emoji' },
};

export interface Victim {
  readonly child: ChildProcess;
  readonly url: string;
  /** Resolves when the process has ended, whatever the signal. */
  readonly ended: Promise<void>;
}
export interface Target {
  readonly conversationId: string;
  readonly buyerId: string;
}

/** The database of a lane. */
export type LaneDatabase = Pick<TestDatabase, 'config' | 'secrets' | 'owner' | 'close'>;

/** One marketplace with one shop, one database, and server processes that are killed and started again over them. */
export class Lane {
  readonly marketplace: Marketplace;
  readonly database: LaneDatabase;
  readonly simulator: Simulator;
  readonly #folder: string;
  /** The marketplace's id of the shop. */
  #shopId = '';
  #country: Country | null = null;
  #targets: Target[] = [];
  readonly #victims = new Set<Victim>();

  private constructor(marketplace: Marketplace, database: LaneDatabase, simulator: Simulator, folder: string) {
    this.marketplace = marketplace;
    this.database = database;
    this.simulator = simulator;
    this.#folder = folder;
  }

  static async open(marketplace: Marketplace, database?: LaneDatabase): Promise<Lane> {
    const folder = mkdtempSync(join(tmpdir(), 'pasar-fire-'));
    const simulator = await startSimulator({
      port: 0,
      dataDirectory: join(folder, 'simulator'),
      seed: 'fire',
      tokenLifeMs: 30_000,
      keys: KEYS,
    });
    const lane = new Lane(marketplace, database ?? (await openTestDatabase()), simulator, folder);
    await lane.#provision();
    return lane;
  }

  async close(): Promise<void> {
    for (const victim of this.#victims) {
      victim.child.kill('SIGKILL');
      await victim.ended;
    }
    await this.simulator.close();
    await this.database.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** Where the shop is. */
  get country(): Country {
    if (this.#country === null) throw new Error('the lane is not open yet');
    return this.#country;
  }

  /** Names the shop to the simulator. */
  get shop(): { readonly marketplace: Marketplace; readonly shopId: string } {
    return { marketplace: this.marketplace, shopId: this.#shopId };
  }

  /** Starts a server process; resolves when it serves. */
  async start(): Promise<Victim> {
    const child = fork(inject('victim'), {
      execArgv: [],
      env: {
        ...process.env,
        DATABASE_URL: this.#databaseUrl(),
        PASAR_PORT: '0',
        PASAR_DATA: join(this.#folder, 'server'),
        PASAR_MASTER_KEY: MASTER_KEY,
        // A video is put to an address that the marketplace names, and this one is on this machine.
        PASAR_ALLOW_LOOPBACK: 'true',
        PASAR_LOG_LEVEL: process.env.FIRE_LOG_LEVEL ?? 'silent',
        PASAR_MARKETPLACES: JSON.stringify(this.#marketplaces()),
        VICTIM_CLOCK_RATE: String(CLOCK_RATE),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const { url } = z.object({ url: z.string() }).parse(await nextMessage(child, ended));
    const victim = { child, url, ended };
    this.#victims.add(victim);
    void ended.then(() => this.#victims.delete(victim));
    return victim;
  }

  /**
   * Lets the process stop itself when the step comes for the `times`th time. Of several processes the one that comes to it
   * first does.
   */
  async arm(
    victims: Victim | readonly Victim[],
    step: string,
    signal: 'SIGKILL' | 'SIGSTOP',
    times = 1,
  ): Promise<void> {
    const marketplace = /^(accept|auto-reply|bulk-send)/.test(step) ? null : this.marketplace;
    const once = join(this.#folder, crypto.randomUUID());
    await Promise.all(
      [victims].flat().map(async ({ child, ended }) => {
        const isArmed = nextMessage(child, ended);
        child.send({ arm: { step, marketplace, signal, once, times } });
        await isArmed;
      }),
    );
  }

  /** Expires all leases, as nine seconds without renewal would, and ends all workers of tasks, as 15 seconds of silence would. */
  async expireLeases(): Promise<void> {
    const { owner } = this.database;
    await owner.query("update connection_lease set expires_at = '-infinity'");
    await owner.query("update task_worker set alive_until = '-infinity'");
    await owner.query("update graphile_worker._private_jobs set locked_at = '-infinity' where locked_at is not null");
  }

  /** Tasks wait in the queue by the database's clock: what waits for longer than that is due in a second. */
  async hastenTasks(): Promise<void> {
    await this.database.owner.query(
      `update graphile_worker._private_jobs j set run_at = now() + interval '1 second'
       from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'bulk-send-shop'
         and j.run_at > now() + interval '1 second' and j.locked_at is null`,
    );
  }

  /**
   * What tasks have sent was sent an hour earlier, so that the shop's pace holds up no case behind another. The last runs of those
   * tasks are over: they would come to the step at which the next one is stopped.
   */
  async endTasks(): Promise<void> {
    await this.until('the end of the earlier tasks', async () => {
      await this.hastenTasks();
      const runs = await this.database.owner.query(
        `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'bulk-send-shop' and j.attempts < j.max_attempts`,
      );
      return runs.rowCount === 0 ? true : null;
    });
    await this.database.owner.query('update bulk_send_item set sent_at = sent_at - 3600000 where sent_at is not null');
  }

  async signIn(victim: Victim): Promise<Visitor> {
    const visitor = new Visitor(victim.url);
    await visitor.logIn(CALLS.account.login, 'fire@x', 'right');
    return visitor;
  }

  async fault(kind: string, more: Record<string, unknown> = {}): Promise<void> {
    const body = { kind, marketplace: this.marketplace, shopId: this.#shopId, ...more };
    await this.control('POST', '/sim/faults', body);
  }
  clearFaults = () => this.control('DELETE', '/sim/faults');

  /** The shop's goods and orders. */
  async trade(): Promise<Trade> {
    const query = new URLSearchParams({ marketplace: this.marketplace, shopId: this.#shopId });
    return readTrade(await this.control('GET', `/sim/trade?${query}`));
  }

  /** A conversation that no earlier case has used, of those that are suitable. */
  async nextTarget(isSuitable: (target: Target) => boolean = () => true): Promise<Target> {
    if (this.#targets.length === 0) {
      const found = await this.until('listed conversations', async () => {
        await this.#expectNoRefusal();
        const rows = await this.database.owner.query<{ conversation_id: string; buyer_id: string }>(
          // A closed conversation refuses what is sent, where the marketplace does not reopen it.
          "select conversation_id, buyer_id from conversation where history <> 'unknown' and status = 'activated' order by conversation_id",
        );
        return rows.rows.length >= 5 ? rows.rows : null;
      });
      this.#targets = found.map((row) => ({ conversationId: row.conversation_id, buyerId: row.buyer_id }));
    }
    const target = this.#targets.find(isSuitable);
    if (!target) throw new Error('no conversation');
    this.#targets = [...this.#targets.filter((other) => other !== target), target];
    return target;
  }

  /** A login that waits for a person lists nothing, however long a case waits. */
  async #expectNoRefusal(): Promise<void> {
    const { rows } = await this.database.owner.query<{ why: string }>(
      "select coalesce(refusal_detail, refusal_reason) why from connection where state = 'failed'",
    );
    if (rows[0]) throw new Error(`${this.marketplace}: the login was refused: ${rows[0].why}`);
  }

  /** How often the marketplace has accepted this text from the seller. */
  async accepted(target: Target, text: string): Promise<number> {
    return (await this.#ledger(target)).filter((entry) => JSON.stringify(entry.content).includes(text)).length;
  }
  /** How often the marketplace has accepted a message with this key. */
  async acceptedUnder(target: Target, key: string): Promise<number> {
    return (await this.#ledger(target)).filter((entry) => entry.idempotencyKey === key).length;
  }

  /** The places of those of these texts and keys that the marketplace has accepted, as often as it has, in its order. */
  async acceptedOf(target: Target, names: readonly string[]): Promise<readonly number[]> {
    const entries = await this.#ledger(target);
    return entries.flatMap(({ content, idempotencyKey }) => {
      const at = names.findIndex((name) => idempotencyKey === name || JSON.stringify(content).includes(name));
      return at < 0 ? [] : [at];
    });
  }

  async #ledger(target: Target) {
    const query = new URLSearchParams({ marketplace: this.marketplace, shopId: this.#shopId, buyerId: target.buyerId });
    return ledgerAnswer.parse(await this.control('GET', `/sim/ledger?${query}`)).entries;
  }

  async say(target: Target, content: string, from: 'buyer' | 'sellerApp' = 'buyer'): Promise<void> {
    const body = {
      marketplace: this.marketplace,
      shopId: this.#shopId,
      buyerId: target.buyerId,
      kind: 'text',
      content,
      from,
    };
    await this.control('POST', '/sim/messages', body);
  }

  /** The marketplace's messages of a conversation, oldest first, and the seller's unread count there. */
  async held(target: Target): Promise<{ texts: string[]; unreadCount: number }> {
    const query = new URLSearchParams({ marketplace: this.marketplace, shopId: this.#shopId, buyerId: target.buyerId });
    const held = heldAnswer.parse(await this.control('GET', `/sim/conversations?${query}`));
    return {
      unreadCount: held.unreadCount,
      texts: held.messages.flatMap(({ kind, content }) => {
        const place = WORDS_AT[this.marketplace][kind];
        return place === undefined ? [] : [z.string().parse(content[place])];
      }),
    };
  }

  /** The desk's texts of the same conversation, in its order, and its unread count. */
  async stored(target: Target): Promise<{ texts: string[]; unreadCount: number }> {
    const messages = await this.database.owner.query<{ text: string }>(
      `select content->>'text' as text from message where conversation_id = $1 and content->>'type' = 'text'
       order by position, platform_message_id`,
      [target.conversationId],
    );
    const conversation = await this.database.owner.query<{ unread_count: number }>(
      'select unread_count from conversation where conversation_id = $1',
      [target.conversationId],
    );
    return {
      texts: messages.rows.map((row) => row.text),
      unreadCount: conversation.rows[0]?.unread_count ?? -1,
    };
  }

  async deliveryState(clientId: string): Promise<string | null> {
    const found = await this.database.owner.query<{ state: string }>(
      'select state from delivery where client_id = $1',
      [clientId],
    );
    return found.rows[0]?.state ?? null;
  }

  /** Polls for the first value that is not null; the rejection names what was waited for. */
  async until<Value>(what: string, look: () => Promise<Value | null>, waitMs = WAIT_MS): Promise<Value> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      const value = await look();
      if (value !== null) return value;
      if (Date.now() > deadline) throw new Error(`${this.marketplace}: ${what} never came`);
      await new Promise((again) => setTimeout(again, 40));
    }
  }

  async #provision(): Promise<void> {
    const known = logins.parse(await this.control('GET', '/sim/logins')).logins;
    const login = known.find((candidate) => candidate.marketplace === this.marketplace && candidate.kind === 'shop');
    const shopId = login?.shopIds[0];
    if (!login || !shopId) throw new Error(`no shop login of ${this.marketplace}`);
    this.#shopId = shopId;
    this.#country = login.country;
    await provisionTenant(this.database.config, this.database.secrets, {
      name: 'fire',
      main: { username: 'fire@x', password: 'right', name: 'fire' },
      subAccounts: [],
      connections: [
        {
          marketplace: this.marketplace,
          identifier: login.identifier,
          password: login.password,
          country: login.country,
          shops: [{ platformShopId: shopId, name: 'fire', country: login.country, isCb: false }],
        },
      ],
    });
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

  /** A call of the simulator's control API. */
  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.simulator.controlOrigin}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}

function nextMessage(child: ChildProcess, ended: Promise<void>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    void ended.then(() => reject(new Error('the server process ended')));
  });
}
