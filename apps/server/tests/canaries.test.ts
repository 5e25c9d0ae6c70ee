import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountExportPath, CALLS } from '@pasar/api';
import { WEBHOOK_EVENTS } from '@pasar/domain';
import { unzipSync } from 'fflate';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listTables } from '../src/backup/shape.ts';
import { SETTINGS } from '../src/config.ts';
import { hashPassword } from '../src/features/passwords.ts';
import { KEPT_SECRETS } from '../src/records/kept/places.ts';
import { KEPT_SETTINGS } from '../src/records/kept/settings.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { SECRET_FIELDS } from '../src/storage/secrets.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { type AnyAnswer, Visitor } from './harness/web.ts';

/** Every secret that was placed, by where. None may be found anywhere else. */
const canaries = new Map<string, string>();
function canary(place: string): string {
  const made = `Canary0${canaries.size}x${crypto.randomUUID().replaceAll('-', '')}`;
  canaries.set(place, made);
  return made;
}

/** A value for each setting that holds a secret, with a canary in it. */
const PLACED: Readonly<Record<string, () => string>> = {
  PASAR_MASTER_KEY: () => {
    const key = crypto.getRandomValues(Buffer.alloc(32));
    canaries.set('PASAR_MASTER_KEY', key.toString('base64'));
    // The tests' own key opens what the tests have sealed.
    return `${key.toString('base64')},${Buffer.alloc(32, 7).toString('hex')}`;
  },
  PASAR_TRANSLATE_KEY: () => canary('PASAR_TRANSLATE_KEY'),
  PASAR_DRAFT_KEY: () => canary('PASAR_DRAFT_KEY'),
  PASAR_BOOST_PROXY: () => `http://boost:${canary('PASAR_BOOST_PROXY')}@127.0.0.1:59999`,
  PASAR_CHAT_PROXIES: () => {
    const hosts = (which: string) =>
      [1, 2].map((n) => `http://chat:${canary(`PASAR_CHAT_PROXIES ${which} ${n}`)}@127.0.0.1:59999`);
    return JSON.stringify({ socketHosts: hosts('sockets'), httpHosts: hosts('requests') });
  },
  PASAR_SHOPEE_SIGNATURE_KEY: () => canary('PASAR_SHOPEE_SIGNATURE_KEY'),
  PASAR_LAZADA_APP_KEY: () => canary('PASAR_LAZADA_APP_KEY'),
  PASAR_TIKTOK_APP_KEY: () => canary('PASAR_TIKTOK_APP_KEY'),
  PASAR_TIKTOK_SALT: () => canary('PASAR_TIKTOK_SALT'),
  PASAR_SMTP_URL: () => `smtp://mailer:${canary('PASAR_SMTP_URL')}@127.0.0.1:59999`,
  PASAR_SMS_KEY_ID: () => canary('PASAR_SMS_KEY_ID'),
  PASAR_SMS_KEY_SECRET: () => canary('PASAR_SMS_KEY_SECRET'),
  PASAR_OIDC_CLIENT_SECRET: () => canary('PASAR_OIDC_CLIENT_SECRET'),
  DATABASE_URL: () => {
    const { host, user, password } = database.config;
    canaries.set('DATABASE_URL', String(password));
    return `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(host ?? '')}`;
  },
};
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:59999';
const MARKETPLACES = {
  shopee: { sellerOrigin: NOWHERE, socketOrigin: NOWHERE },
  lazada: { gatewayOrigin: NOWHERE, sellerOrigin: NOWHERE, accsOrigin: NOWHERE, appKey: '' },
  tiktok: { sellerOrigin: NOWHERE, globalOrigin: NOWHERE, aid: 1, fpid: 1, appKey: '', salt: '' },
};

let database: TestDatabase;
let tenant: TestTenant;
let folder: string;
let server: ChildProcess;
let output = '';
let origin = '';
let metrics = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-canaries-'));
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'canary@x', [['11'], ['12']]);
  await seal();
  const secrets = Object.entries(KEPT_SETTINGS).flatMap(([name, kind]) => (kind === 'secret' ? [name] : []));
  server = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PASAR_DATA: folder,
      PASAR_PORT: '0',
      PASAR_METRICS_PORT: '0',
      PASAR_LOG_LEVEL: 'debug',
      PASAR_ALLOW_LOOPBACK: 'true',
      PASAR_TRANSLATE_URL: NOWHERE,
      PASAR_DRAFT_URL: NOWHERE,
      PASAR_DRAFT_MODEL: 'model',
      PASAR_MAIL_FROM: 'pasar@example.com',
      PASAR_REGISTRATION: 'open',
      PASAR_SMS_PROVIDER: 'aliyun',
      PASAR_SMS_URL: NOWHERE,
      PASAR_SMS_SIGN_NAME: 'sign',
      PASAR_SMS_TEMPLATE: 'SMS_1',
      PASAR_OIDC_ISSUER: NOWHERE,
      PASAR_OIDC_CLIENT_ID: 'pasar',
      PASAR_WEBHOOK_PRIVATE: 'true',
      PASAR_MARKETPLACES: JSON.stringify(MARKETPLACES),
      ...Object.fromEntries(secrets.map((name) => [name, PLACED[name]?.() ?? ''])),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  await vi.waitFor(() => expect(output).toMatch(/metrics at (\S+)/), { timeout: 30_000, interval: 20 });
  origin = /listens on (\S+)/.exec(output)?.[1] ?? '';
  metrics = /metrics at (\S+)/.exec(output)?.[1] ?? '';
});
afterAll(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A canary in each kind of sealed secret; logins and proxies have theirs where the engine uses them. */
async function seal(): Promise<void> {
  const { accountId, connections } = tenant;
  const proxy = await database.owner.query<{ ip_subject_id: string }>(
    `insert into ip_subject (account_id, scope, name, type, host, port, username, created_at)
     values ($1, 'platform', 'proxy', 'http', '127.0.0.1', 59999, 'user', 1) returning ip_subject_id`,
    [accountId],
  );
  const proxyId = proxy.rows[0]?.ip_subject_id ?? '';
  await database.owner.query('update connection set ip_subject_id = $1 where connection_id = $2', [
    proxyId,
    connections[1]?.connectionId,
  ]);
  // The server of the test takes the logins.
  await database.owner.query("update connection_lease set expires_at = '-infinity', holder = null");
  const store = (ownerId: string, field: (typeof SECRET_FIELDS)[number], plain: string) =>
    database.app.within(wholeAccount(accountId), (transaction) =>
      database.secrets.store(transaction, { accountId, ownerId, field }, plain),
    );
  for (const field of SECRET_FIELDS) await store(crypto.randomUUID(), field, canary(`sealed ${field}`));
  for (const { connectionId } of connections) await store(connectionId, 'password', canary(`login ${connectionId}`));
  await store(proxyId, 'password', canary('proxy'));
}

const dataOf = (answer: AnyAnswer): unknown => {
  if (answer.result !== 'success') throw new Error(`${answer.code}: ${answer.reason}`);
  return answer.data;
};

/** Goes through the calls that are given secrets, and collects everything that the server says. */
async function use(): Promise<Record<string, string>> {
  const main = new Visitor(origin);
  const first = canary('password of the member');
  await database.owner.query('update member set password_hash = $1', [await hashPassword(first)]);
  await main.logIn(CALLS.account.login, 'canary@x', canary('wrong password'));
  dataOf(await main.logIn(CALLS.account.login, 'canary@x', first));
  canaries.set('session', main.cookie.split('=')[1] ?? '');
  const { beginSecondFactor, confirmSecondFactor, changePassword } = CALLS.security;
  const { secret } = beginSecondFactor.output.parse(dataOf(await main.call(beginSecondFactor, { present: first })));
  canaries.set('second factor', secret);
  const codes = dataOf(await main.call(confirmSecondFactor, { code: await generate({ secret }) }));
  for (const code of confirmSecondFactor.output.parse(codes).recoveryCodes) canaries.set(`recovery code ${code}`, code);
  const present = canary('new password');
  dataOf(await main.call(changePassword, { present: first, password: present }));
  const startSignIn = CALLS.signIn.startSignIn;
  const signIn = {
    marketplace: 'shopee',
    country: 'SG',
    identifier: 'seller-of-canaries',
    password: canary('sign-in'),
  };
  dataOf(await main.call(startSignIn, signIn));
  const cookie = `SPC_EC=${canary('cookie')}; SPC_CDS=${canary('token in a cookie')}`;
  dataOf(
    await main.call(CALLS.shops.saveUserCookie, {
      userIdAndCookieMap: JSON.stringify({ 11: cookie }),
      platform: 'shopee',
    }),
  );
  const proxy = {
    scope: 'custom_global',
    type: 'http',
    host: '127.0.0.1',
    port: 59_999,
    username: 'u',
    password: canary('tested proxy'),
  };
  await main.call(CALLS.routing.testProxy, proxy);
  const { addWebhook, testWebhook } = CALLS.webhooks;
  const hook = { address: 'https://127.0.0.1:59999/hook', events: [...WEBHOOK_EVENTS], shopIds: null };
  const added = addWebhook.output.parse(dataOf(await main.call(addWebhook, hook)));
  canaries.set('webhook', added.secret);
  dataOf(await main.call(testWebhook, { webhookId: added.webhookId }));
  const stranger = new Visitor(origin);
  await stranger.call(CALLS.registration.sendValidateCode, { mobile: '13800138000' });
  await stranger.call(CALLS.registration.sendEmailCode, { email: 'nobody@example.com' });
  // Refused inputs come back in reasons.
  await main.call(startSignIn, { ...signIn, country: 'nowhere', password: canary('refused sign-in') });
  await vi.waitFor(
    async () => {
      const tried = await database.owner.query('select from sign_in where attempts > 0');
      expect(tried.rowCount).toBe(1);
      expect(output.split('\n').length).toBeGreaterThan(8);
    },
    { timeout: 20_000, interval: 50 },
  );
  const window = await main.live(0);
  const { beginExport } = CALLS.data;
  const { ticket } = beginExport.output.parse(dataOf(await main.call(beginExport, { present })));
  canaries.set('ticket', ticket ?? '');
  const zip = await fetch(`${origin}${accountExportPath(ticket ?? '')}`, { headers: { cookie: main.cookie } });
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const { file } = CALLS.audit.exportAudit.output.parse(dataOf(await main.call(CALLS.audit.exportAudit)));
  const workbook = unzipSync(new Uint8Array(Buffer.from(file, 'base64')));
  const textOf = (parts: Readonly<Record<string, Uint8Array>>) =>
    Object.values(parts)
      .map((bytes) => Buffer.from(bytes).toString('latin1'))
      .join('\n');
  const answers = [
    CALLS.chat.snapshot,
    CALLS.audit.auditTrail,
    CALLS.security.sessions,
    CALLS.data.exportState,
    CALLS.routing.getAccountSimpleSubjectList,
    CALLS.signIn.signIns,
  ];
  const said = [];
  for (const call of answers) said.push(JSON.stringify(await main.call(call)));
  window.close();
  return {
    'the export of the account': textOf(files),
    'the workbook of the audit trail': textOf(workbook),
    'answers of calls': said.join('\n'),
    'the change feed': JSON.stringify(window.frames),
    metrics: await (await fetch(metrics)).text(),
  };
}

/** Every table as a logical backup in plain text holds it; bytes stand there in hex. */
async function dump(): Promise<string> {
  const tables = [...(await listTables(database.owner)), { schema: 'public', name: 'change' }];
  const parts: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await database.owner.query<{ row: string }>(`select t::text as row from ${schema}.${name} t`);
    parts.push(name, ...rows.rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

/** The arguments of the server and of every process that it started. */
function processArguments(): string {
  const children = new Set([String(server.pid)]);
  const found: string[] = [];
  for (const id of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .toSorted((left, right) => Number(left) - Number(right))) {
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1] ?? '';
      if (!children.has(id) && !children.has(parent)) continue;
      children.add(id);
      found.push(readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' '));
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found.join('\n');
}

/** How a secret may stand in a text. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  // Without the ends, which depend on what stands around it.
  Buffer.from(secret).toString('base64').replaceAll('=', '').slice(0, -2),
  encodeURIComponent(secret),
];

test('the list of settings knows every setting, and the canary test every secret of settings and sealed fields', () => {
  expect(SETTINGS.toSorted()).toEqual(Object.keys(KEPT_SETTINGS).sort());
  const secret = Object.keys(KEPT_SETTINGS).filter((name) => KEPT_SETTINGS[name] === 'secret');
  expect(Object.keys(PLACED).sort()).toEqual(secret.sort());
  expect(Object.keys(KEPT_SECRETS).sort()).toEqual([...SECRET_FIELDS].sort());
});

test('no secret is found in a dump, the log, exports, the change feed, metrics, the audit trail or process arguments', async () => {
  const places = {
    ...(await use()),
    'a dump of the database': await dump(),
    'process arguments': processArguments(),
    'the log': output,
  };
  expect(canaries.size).toBeGreaterThan(30);
  for (const text of Object.values(places)) expect(text.length).toBeGreaterThan(20);
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...canaries].flatMap(([name, secret]) =>
      formsOf(secret).some((form) => text.includes(form)) ? [`${name} in ${place}`] : [],
    ),
  );
  expect(found).toEqual([]);
  // The search itself finds what is there.
  expect(places['a dump of the database']).toContain('seller-of-canaries');
});
