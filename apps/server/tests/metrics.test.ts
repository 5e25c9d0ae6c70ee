import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { provisionTenant } from '../src/features/account/provision.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { METRICS } from '../src/metrics/table.ts';
import type { RunningServer } from '../src/parts.ts';
import { startServer } from '../src/server.ts';
import { copyCluster } from './harness/database.ts';
import { Visitor } from './harness/web.ts';

const NOWHERE = 'http://127.0.0.1:1';
const MARKETPLACES = JSON.stringify({
  shopee: { sellerOrigin: NOWHERE, socketOrigin: 'ws://127.0.0.1:1' },
  lazada: { gatewayOrigin: NOWHERE, sellerOrigin: NOWHERE, accsOrigin: 'ws://127.0.0.1:1', appKey: '' },
  tiktok: { sellerOrigin: NOWHERE, globalOrigin: NOWHERE, aid: 1, fpid: 1, appKey: '', salt: '' },
});

let folder: string;
const start = (more: Record<string, string>): Promise<RunningServer> =>
  startServer({
    config: readConfig({
      PASAR_DATA: folder,
      PASAR_PORT: '0',
      PASAR_MASTER_KEY: Buffer.alloc(32, 7).toString('hex'),
      PASAR_SOCKS_FRONT_PORT: '0',
      PASAR_LOG_LEVEL: 'silent',
      PASAR_ALLOW_LOOPBACK: 'true',
      PASAR_MARKETPLACES: MARKETPLACES,
      ...more,
    }),
    version: '1.2.3',
    webFolder: null,
    demoLogin: null,
    say: () => undefined,
    prepare: async (database, secrets) => {
      const main = { username: 'owner@secret.example', password: 'right', name: 'Madame Secret' };
      const shop = { platformShopId: '424242', name: 'Secret Shop', country: 'SG', isCb: false } as const;
      const connection = { marketplace: 'lazada', identifier: 'secret-login', password: 'p', country: 'SG' } as const;
      await provisionTenant(database, secrets, {
        name: 'Secret Account',
        main,
        subAccounts: [],
        connections: [{ ...connection, shops: [shop] }],
      });
      await withOwner(database, fillLedger);
    },
  });
/** One answer that waits for ten minutes, one that failed, one that went out; two items that are set aside. */
const fillLedger = async (owner: pg.Client): Promise<void> => {
  await owner.query(
    `with made as (insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name,
       status, is_pinned, address) select account_id, shop_id, '1', 'b', 'Secret Buyer', 'activated', false, '{}'
       from shop returning account_id, shop_id, conversation_id)
     insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at,
       not_before)
     select made.*, (select member_id from member), gen_random_uuid(), '{"type":"text","text":"secret words"}', state,
       extract(epoch from now()) * 1000 - 600000, extract(epoch from now()) * 1000 + 600000
     from made, unnest(array['pending', 'refused', 'confirmed']) as state`,
  );
  await owner.query('update connection set unreadable_count = 2');
};
async function withOwner(config: pg.ClientConfig, run: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client(config);
  await owner.connect();
  try {
    await run(owner);
  } finally {
    await owner.end();
  }
}

let server: RunningServer;
beforeAll(async () => {
  folder = copyCluster();
  server = await start({ PASAR_METRICS_PORT: '0' });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const scrape = async (): Promise<string> => (await fetch(server.metricsUrl ?? '')).text();
/** The value of a series as Prometheus writes it; null when it is absent. */
const seriesOf = (text: string, series: string): number | null => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};

test('says of the process and of what is stored what an operator asks, and of nobody in particular', async () => {
  const visitor = new Visitor(server.url);
  await visitor.logIn(CALLS.account.login, 'owner@secret.example', 'right');
  await fetch(`${server.url}/api/desk/424242`);
  const window = await visitor.live(0);
  const text = await vi.waitFor(async () => {
    const now = await scrape();
    expect(seriesOf(now, 'pasar_live_windows')).toBe(1);
    expect(seriesOf(now, 'pasar_connections_unserved')).toBe(0);
    return now;
  });
  window.close();
  const login = `path="${CALLS.account.login.path}",status="2xx"`;
  expect(seriesOf(text, `pasar_call_seconds_count{${login}}`)).toBe(1);
  expect(seriesOf(text, `pasar_call_seconds_bucket{le="+Inf",${login}}`)).toBe(1);
  expect(seriesOf(text, 'pasar_call_seconds_count{path="none",status="4xx"}')).toBe(1);
  expect(seriesOf(text, 'pasar_info{version="1.2.3",role="all"}')).toBe(1);
  const connections = [...text.matchAll(/^pasar_connections\{marketplace="lazada",state="\w+"\} (\d+)$/gm)];
  expect(connections.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(1);
  expect(seriesOf(text, 'pasar_connections{marketplace="tiktok",state="waiting"}')).toBe(0);
  expect(seriesOf(text, 'pasar_deliveries{state="pending"}')).toBe(1);
  expect(seriesOf(text, 'pasar_deliveries{state="refused"}')).toBe(1);
  expect(seriesOf(text, 'pasar_deliveries{state="doubted"}')).toBe(0);
  expect(text).not.toContain('state="confirmed"');
  const age = seriesOf(text, 'pasar_delivery_oldest_seconds{state="pending"}');
  expect(age).toBeGreaterThanOrEqual(600);
  expect(age).toBeLessThan(700);
  expect(seriesOf(text, 'pasar_quarantined_items{marketplace="lazada"}')).toBe(2);
  expect(seriesOf(text, 'pasar_task_oldest_seconds')).toBeGreaterThanOrEqual(0);
  expect(seriesOf(text, 'pasar_database_up')).toBe(1);
  expect(seriesOf(text, 'pasar_database_waiting{pool="engine"}')).toBe(0);
  expect(seriesOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(seriesOf(text, 'pasar_event_loop_lag_seconds{share="worst"}')).toBeGreaterThanOrEqual(0);
  expect(text).not.toMatch(/secret|424242|[0-9a-f]{8}-[0-9a-f]{4}-/i);
});

test('is read by Prometheus without a complaint', async () => {
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: await scrape(), encoding: 'utf8' });
  expect([checked.error, checked.stdout, checked.stderr]).toEqual([undefined, '', '']);
  expect(checked.status).toBe(0);
});

test('stands at an address of its own, which has nothing else and is off by default', async () => {
  const { metricsUrl } = server;
  expect(new URL(metricsUrl ?? '').hostname).toBe('127.0.0.1');
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await fetch(new URL('/api/health', metricsUrl ?? ''))).status).toBe(404);
  expect((await fetch(metricsUrl ?? '', { method: 'POST' })).status).toBe(404);
  expect(readConfig({}).metrics).toBeNull();
  expect(readConfig({ PASAR_METRICS_PORT: '9100', PASAR_METRICS_HOST: '[::1]' }).metrics).toEqual({
    host: '::1',
    port: 9_100,
  });
});

test('says that the database is away, and leaves out what it cannot know', async () => {
  const metrics = new Metrics();
  const answers = [new Error('away'), []];
  const query = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return [];
  };
  metrics.start({
    version: '1',
    role: 'web',
    database: { query },
    pools: () => ({ app: { busy: 2, idle: 1, waiting: 3 } }),
    liveWindows: () => 0,
  });
  try {
    metrics.databaseAway();
    metrics.stored(7, 0.02);
    const away = await metrics.text();
    expect(seriesOf(away, 'pasar_database_up')).toBe(0);
    expect(seriesOf(away, 'pasar_database_outages_total')).toBe(1);
    expect(seriesOf(away, 'pasar_database_waiting{pool="app"}')).toBe(3);
    expect(seriesOf(away, 'pasar_database_connections{pool="app",state="busy"}')).toBe(2);
    expect(seriesOf(away, 'pasar_ingest_items_total')).toBe(7);
    expect(seriesOf(away, 'pasar_ingest_batch_seconds_bucket{le="0.025"}')).toBe(1);
    expect(seriesOf(away, 'pasar_connections_unserved')).toBeNull();
    expect(seriesOf(away, 'pasar_deliveries{state="pending"}')).toBeNull();
    expect(seriesOf(await metrics.text(), 'pasar_deliveries{state="pending"}')).toBe(0);
  } finally {
    metrics.stop();
  }
});

test('has the metrics, types and labels of the list in docs/operations.md, all and no others', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
    ([, name, type, labels, help]) => [
      name,
      { type, labels: [...(labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label), help },
    ],
  );
  expect(Object.fromEntries(listed)).toEqual(METRICS);
  const text = await scrape();
  expect([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`).toSorted()).toEqual(
    Object.entries(METRICS)
      .map(([name, { type }]) => `${name} ${type}`)
      .toSorted(),
  );
});
