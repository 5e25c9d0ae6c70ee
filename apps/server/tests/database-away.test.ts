import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { provisionTenant } from '../src/features/account/provision.ts';
import type { RunningServer } from '../src/parts.ts';
import { startServer } from '../src/server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { Listener } from '../src/storage/listener.ts';
import { clusterFolder } from './harness/database.ts';
import { Visitor } from './harness/web.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
/** The longest time of a health check, with some room for a busy machine. */
const ANSWERED_WITHIN_MS = 2_500;
/** Marketplaces at a port where nothing listens. */
const NOWHERE = 'http://127.0.0.1:1';
const MARKETPLACES = JSON.stringify({
  shopee: { sellerOrigin: NOWHERE, socketOrigin: 'ws://127.0.0.1:1' },
  lazada: { gatewayOrigin: NOWHERE, sellerOrigin: NOWHERE, accsOrigin: 'ws://127.0.0.1:1', appKey: '' },
  tiktok: { sellerOrigin: NOWHERE, globalOrigin: NOWHERE, aid: 1, fpid: 1, appKey: '', salt: '' },
});

let folder: string;
/** A folder that the user of the embedded database can enter when the tests run as root. */
function makeFolder(): string {
  const made = clusterFolder();
  chmodSync(made, 0o755);
  return made;
}
const environment = (more: Record<string, string> = {}) => ({
  PASAR_DATA: join(folder, 'data'),
  PASAR_PORT: '0',
  PASAR_SOCKS_FRONT_PORT: '0',
  PASAR_LOG_LEVEL: 'silent',
  PASAR_ALLOW_LOOPBACK: 'true',
  PASAR_MARKETPLACES: MARKETPLACES,
  ...more,
});
const start = (more?: Record<string, string>): Promise<RunningServer> =>
  startServer({
    config: readConfig(environment(more)),
    version: 'test',
    webFolder: null,
    demoLogin: null,
    say: () => undefined,
  });

/** The status of a health check. Fails when the answer takes too long. */
async function health(url: string): Promise<number> {
  const askedAt = performance.now();
  const { status } = await fetch(`${url}/api/health`);
  expect(performance.now() - askedAt).toBeLessThan(ANSWERED_WITHIN_MS);
  return status;
}
const untilHealth = (url: string, status: number): Promise<void> =>
  vi.waitFor(async () => expect(await health(url)).toBe(status), { timeout: 30_000, interval: 50 });

const postmasterOf = (data: string): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** A seller with one conversation; resolves with its id. */
async function makeSeller(server: RunningServer): Promise<string> {
  const shops = [{ platformShopId: '11', name: 'shop', country: 'SG' as const, isCb: false }];
  const connection = {
    marketplace: 'shopee' as const,
    identifier: 'login',
    password: 'p',
    country: 'SG' as const,
    shops,
  };
  const main = { username: 'owner', password: 'right', name: 'owner' };
  await provisionTenant(server.database, server.secrets, {
    name: 'owner',
    main,
    subAccounts: [],
    connections: [connection],
  });
  const client = new pg.Client(server.database);
  await client.connect();
  const made = await client.query<{ conversation_id: string }>(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address)
     select account_id, shop_id, '1', 'b', 'b', 'activated', false, '{}' from shop returning conversation_id`,
  );
  await client.end();
  return made.rows[0]?.conversation_id ?? '';
}

async function signIn(server: RunningServer): Promise<Visitor> {
  const visitor = new Visitor(server.url);
  expect(await visitor.logIn(CALLS.account.login, 'owner', 'right')).toMatchObject({ result: 'success' });
  return visitor;
}

/** Sends a text, and checks that an open window is told of it. Resolves with the number that the window has reached. */
async function expectSendAndHear(visitor: Visitor, conversationId: string, text: string): Promise<number> {
  const window = await visitor.live(0);
  const input = { conversationId, clientId: crypto.randomUUID(), text };
  expect(await visitor.call(CALLS.chat.sendText, input)).toMatchObject({ result: 'success' });
  await window.until(({ changes }) => JSON.stringify(changes).includes(text));
  window.close();
  return Math.max(...window.frames.map(({ upTo }) => upTo ?? 0));
}

describe("the operator's own PostgreSQL", () => {
  let cluster: EmbeddedPostgres;
  let server: RunningServer;
  let visitor: Visitor;
  let conversationId: string;
  const url = () => {
    const { user, password, host } = cluster.connection;
    return { DATABASE_URL: `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(String(host))}` };
  };
  beforeAll(async () => {
    folder = makeFolder();
    cluster = await startEmbeddedPostgres(join(folder, 'cluster'), () => undefined);
    server = await start(url());
    conversationId = await makeSeller(server);
    visitor = await signIn(server);
  });
  afterAll(async () => {
    await server.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('may be away for more than five seconds without piling up timers and connections, and then all works again', async () => {
    await cluster.stop();
    const goneAt = performance.now();
    let most = 0;
    await vi.waitFor(
      async () => {
        expect(await health(server.url)).toBe(503);
        most = Math.max(most, process.getActiveResourcesInfo().length);
        expect(performance.now() - goneAt).toBeGreaterThan(5_200);
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(most).toBeLessThan(150);
    cluster = await startEmbeddedPostgres(join(folder, 'cluster'), () => undefined);
    await untilHealth(server.url, 200);
    await expectSendAndHear(visitor, conversationId, 'after it was away');
  });

  test('gives 503 in time while it is frozen, and then all works again', async () => {
    const client = new pg.Client(cluster.connection);
    await client.connect();
    const found = await client.query<{ pid: number }>('select pid from pg_stat_activity');
    await client.end();
    const postmaster = postmasterOf(join(folder, 'cluster/postgres'));
    const pids = [postmaster, ...found.rows.map(({ pid }) => pid)];
    const signal = (name: NodeJS.Signals) => {
      for (const pid of pids) {
        try {
          process.kill(pid, name);
        } catch {
          // The connection that listed them has ended.
        }
      }
    };
    signal('SIGSTOP');
    try {
      await untilHealth(server.url, 503);
      // Simultaneous checks share one answer.
      expect(await Promise.all(Array.from({ length: 40 }, () => health(server.url)))).toEqual(Array(40).fill(503));
    } finally {
      signal('SIGCONT');
    }
    await untilHealth(server.url, 200);
    await expectSendAndHear(visitor, conversationId, 'after the thaw');
  });

  test('does not delay the stop of a server while it is away', async () => {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, ...environment(url()) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    const ownUrl = await new Promise<string>((resolve) => {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
        const listening = /listens on (\S+)/.exec(output)?.[1];
        if (listening) resolve(listening);
      });
    });
    await cluster.stop();
    await untilHealth(ownUrl, 503);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    cluster = await startEmbeddedPostgres(join(folder, 'cluster'), () => undefined);
    await untilHealth(server.url, 200);
  });

  test('loses a listener that it stops answering: the listener opens another connection and is notified again', async () => {
    const client = new pg.Client(cluster.connection);
    await client.connect();
    const heard: string[] = [];
    const settings = { ...cluster.connection, application_name: 'the listener' };
    const timing = { testEveryMs: 100, answeredWithinMs: 300 };
    const listener = new Listener(settings, 'channel', (payload) => heard.push(payload), timing);
    await listener.open();
    const backends = async () => {
      const found = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where application_name = $1 order by backend_start',
        ['the listener'],
      );
      return found.rows.map(({ pid }) => pid);
    };
    const [frozen] = await backends();
    if (frozen === undefined) throw new Error('the listener has no connection');
    process.kill(frozen, 'SIGSTOP');
    try {
      // An empty payload means that notifications may have been missed.
      await vi.waitFor(() => expect(heard).toEqual(['']), { timeout: 10_000, interval: 20 });
      await client.query("select pg_notify('channel', 'again')");
      await vi.waitFor(() => expect(heard).toEqual(['', 'again']), { timeout: 10_000, interval: 20 });
      expect(await backends()).toHaveLength(2);
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    await vi.waitFor(async () => expect(await backends()).toHaveLength(1), { timeout: 10_000, interval: 20 });
    await listener.close();
    await client.end();
  });
});

describe('the embedded database', () => {
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is started again by the server when its postmaster is killed, and stopped by it at the end', async () => {
    const server = await start();
    const data = join(folder, 'data/postgres');
    try {
      const conversationId = await makeSeller(server);
      const visitor = await signIn(server);
      let told = await expectSendAndHear(visitor, conversationId, 'before');
      for (const text of ['after the first kill', 'after the second kill']) {
        const killed = postmasterOf(data);
        process.kill(killed, 'SIGKILL');
        await vi.waitFor(() => expect(postmasterOf(data)).not.toBe(killed), { timeout: 30_000, interval: 50 });
        await untilHealth(server.url, 200);
        // The changes are lost with the crash, so a window that has not been told of all of them loads everything anew.
        const late = await visitor.live(told - 1);
        await late.until(({ frames }) => frames.length > 0);
        expect(late.frames[0]?.type).toBe('reload');
        late.close();
        told = await expectSendAndHear(visitor, conversationId, text);
      }
    } finally {
      await server.stop();
    }
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
  });

  test('is started anew by a server that finds it still stopping', async () => {
    const first = await startEmbeddedPostgres(folder, () => undefined);
    const client = new pg.Client(first.connection);
    await client.connect();
    // It refuses new clients, and stops when its last client has gone.
    process.kill(postmasterOf(join(folder, 'postgres')), 'SIGTERM');
    await vi.waitFor(() => expect(new pg.Client(first.connection).connect()).rejects.toMatchObject({ code: '57P03' }));
    const [second] = await Promise.all([startEmbeddedPostgres(folder, () => undefined), client.end()]);
    expect(second.isAdopted).toBe(false);
    await second.stop();
  });
});
