/** Each sentence of `npm run server -- doctor`, and that none of them has a secret. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Letterbox, type MailServer, startMailServer } from '@pasar/simulator';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lookAtDatabase } from '../src/doctor/database.ts';
import { examine, report } from '../src/doctor/doctor.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { closeServer, listen, portOf } from './harness/proxy.ts';
import { openTestWeb } from './harness/web.ts';

const KEY = Buffer.alloc(32, 7).toString('hex');
const SECRETS = ['hush-translate', 'hush-draft', 'hush-proxy', 'hush-mail', 'hush-sms', 'hush-database', KEY];

let folder: string;
let services: Server;
let origin: string;
let mail: MailServer;
/** What the services answer by path; a path that is missing answers 404. */
const answers = new Map<string, unknown>();
let dateHeader: string | null = null;
beforeAll(async () => {
  services = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    const answer = answers.get(path);
    if (dateHeader !== null) response.setHeader('date', dateHeader);
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  });
  await listen(services, '127.0.0.1', 0);
  origin = `http://127.0.0.1:${portOf(services)}`;
  mail = await startMailServer(new Letterbox(Date.now), 0);
});
afterAll(async () => {
  await closeServer(services);
  await mail.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-doctor-'));
  // So that the embedded database of a test that root runs lies in it, too.
  chmodSync(folder, 0o755);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  answers.clear();
  dateHeader = null;
});

const marketplacesAt = (at: string) =>
  JSON.stringify({
    shopee: { sellerOrigin: at, socketOrigin: 'ws://127.0.0.1:1', signatureKey: 'hush-signature' },
    lazada: { gatewayOrigin: at, sellerOrigin: at, accsOrigin: 'ws://127.0.0.1:1', appKey: 'k' },
    tiktok: { sellerOrigin: at, globalOrigin: at, aid: 1, fpid: 1, appKey: 'k', salt: 's' },
  });
const environment = (more: Readonly<Record<string, string>>) => ({
  PASAR_DATA: join(folder, 'data'),
  PASAR_PORT: '0',
  PASAR_SOCKS_FRONT_PORT: '0',
  PASAR_ALLOW_LOOPBACK: 'true',
  PASAR_MASTER_KEY: KEY,
  PASAR_MARKETPLACES: marketplacesAt(origin),
  ...more,
});
/** The lines of the doctor, none of which has a secret. */
async function linesOf(more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { lines } = report(await examine(environment(more)));
  for (const secret of SECRETS) expect(lines.join('\n')).not.toContain(secret);
  return lines;
}

describe('settings, folder, key and ports', () => {
  test('of a new installation are told, and nothing is made', async () => {
    const lines = await linesOf();
    expect(lines).toEqual([
      expect.stringMatching(/^note {2}The data directory .*data does not exist; the first start makes it, on a disk/),
      'ok    PASAR_MASTER_KEY holds a master key.',
      'note  There is no database yet; the first start makes one.',
      'ok    A free port of 127.0.0.1 can be used (PASAR_PORT).',
      'ok    A free port of 127.0.0.1 can be used (PASAR_PEER_PORT).',
      'ok    A free port of 127.0.0.1 can be used (PASAR_SOCKS_FRONT_PORT).',
      'ok    Shopee (SG) answers.',
      'ok    Lazada (SG) answers.',
      'ok    TikTok Shop (SG) answers.',
      'Nothing is wrong.',
    ]);
  });

  test('that cannot be read end the look', async () => {
    expect(await linesOf({ PASAR_PORT: 'x' })).toEqual([
      expect.stringMatching(/^WRONG PASAR_PORT: .*\.$/),
      'One thing is wrong.',
    ]);
  });

  test('of a folder that is no folder, and of keys that are unfit', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const inFile = await linesOf({ PASAR_DATA: join(file, 'data'), PASAR_MASTER_KEY: 'short' });
    expect(inFile[0]).toBe(`WRONG The data directory ${join(file, 'data')} cannot be made: ${file} is no folder.`);
    expect(inFile[1]).toBe('WRONG PASAR_MASTER_KEY must hold 32 bytes as base64 or hex.');
    expect(inFile.at(-1)).toBe('2 things are wrong.');
    const data = join(folder, 'data');
    mkdirSync(join(data, 'postgres'), { recursive: true });
    writeFileSync(join(data, 'postgres', 'some'), '');
    expect((await linesOf({ PASAR_MASTER_KEY: '' }))[1]).toMatch(/^WRONG The master key .* is missing/);
    writeFileSync(join(data, 'master-key'), KEY);
    chmodSync(join(data, 'master-key'), 0o644);
    expect((await linesOf({ PASAR_MASTER_KEY: '' }))[1]).toMatch(/^WRONG Other users of this machine .* chmod 600 /);
    chmodSync(join(data, 'master-key'), 0o600);
    const [place, key, database] = await linesOf({ PASAR_MASTER_KEY: '' });
    expect(place).toMatch(/^(ok|note) .*data/);
    expect(key).toMatch(/^ok .*master-key holds a master key\.$/);
    // The folder has files and is no database.
    expect(database).toMatch(/^WRONG The database in .* is damaged/);
    rmSync(join(data, 'postgres'), { recursive: true });
    rmSync(join(data, 'master-key'));
    expect((await linesOf({ PASAR_MASTER_KEY: '' }))[1]).toMatch(
      /^note {2}There is no master key yet; the first start/,
    );
  });

  test('of ports that another program has, or that are not of this machine', async () => {
    const port = String(portOf(services));
    const lines = await linesOf({
      PASAR_PORT: port,
      PASAR_SOCKS_FRONT_PORT: port,
      PASAR_METRICS_PORT: port,
      PASAR_PEER_HOST: '192.0.2.1',
    });
    expect(lines).toContain(
      `WRONG Port ${port} of 127.0.0.1 is taken by another program: stop it, or set PASAR_PORT to another.`,
    );
    expect(lines).toContain(
      `WRONG Port ${port} of 127.0.0.1 is taken by another program: stop it, or set PASAR_METRICS_PORT to another.`,
    );
    expect(lines.join('\n')).toMatch(
      /^note {2}Port \d+ of 127.0.0.1 is taken by another program; TikTok Shop .* \(PASAR_SOCKS_FRONT_PORT\)\.$/m,
    );
    expect(lines.join('\n')).toMatch(/^WRONG A free port of 192.0.2.1 cannot be used: .*\. Set PASAR_PEER_HOST\.$/m);
  });
});

describe('the database', () => {
  let database: TestDatabase;
  let url: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { host, user, password } = database.config;
    url = `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(host ?? '')}`;
  });
  afterAll(() => database.close());

  test('that fits is told with its version, and so is a server that runs', async () => {
    const web = await openTestWeb(database);
    try {
      const lines = await linesOf({ DATABASE_URL: url, PASAR_PORT: new URL(web.origin).port });
      expect(lines).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^ok {4}The database answers; it is PostgreSQL 18\.\d+\.$/),
          "ok    This machine's clock and the database's agree.",
          'ok    The tables are those of this version.',
          'ok    The database holds no secrets yet, so that any master key fits.',
          expect.stringMatching(/^ok {4}Pasar already runs and answers at port \d+; its other ports are not tried\.$/),
        ]),
      );
      await makeTenant(database, 'doctor@x', [['1']]);
      expect(await linesOf({ DATABASE_URL: url })).toContain('ok    The master key opens what the database holds.');
      const cutOff = await linesOf({ DATABASE_URL: url, PASAR_MARKETPLACES: marketplacesAt('http://127.0.0.1:1') });
      expect(cutOff.filter((line) => line.startsWith('WRONG'))).toEqual([
        'WRONG Shopee (SG) cannot be reached from this machine: refused.',
      ]);
    } finally {
      await web.close();
    }
  });

  test('that another key has filled, or no key opens, is told', async () => {
    const other = Buffer.alloc(32, 8).toString('hex');
    expect(await linesOf({ DATABASE_URL: url, PASAR_MASTER_KEY: other })).toContain(
      "WRONG The master key is not the one of this database, so the shops' logins cannot be read: set the right one.",
    );
    expect(await linesOf({ DATABASE_URL: url, PASAR_MASTER_KEY: '' })).toContain(
      "WRONG The database holds shops' logins, and the master key that opens them is missing.",
    );
  });

  test('whose clock is wrong is told', async () => {
    const real = Date.now();
    const clock = vi.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(real - 40_000);
      const { findings } = await lookAtDatabase(database.config, null);
      expect(findings[1]).toMatchObject({
        level: 'wrong',
        says: expect.stringMatching(
          /^The database's clock is 4\d\.\d seconds ahead of this machine's, and they must agree/,
        ),
      });
      clock.mockReturnValue(real + 6_000);
      expect((await lookAtDatabase(database.config, null)).findings[1]).toMatchObject({
        level: 'note',
        says: expect.stringMatching(/^The database's clock is \d\.\d seconds behind this machine's\.$/),
      });
    } finally {
      clock.mockRestore();
    }
  });

  test('that is empty, of another version, or away is told', async () => {
    await database.owner.query('create database empty');
    expect(await linesOf({ DATABASE_URL: url.replace('/postgres?', '/empty?') })).toContain(
      'note  The database is empty; the first start makes its tables.',
    );
    await database.owner.query("insert into migration.applied (name, run_on) values ('9999_later', now())");
    expect((await linesOf({ DATABASE_URL: url })).join('\n')).toMatch(
      /^WRONG The data is of a newer version of Pasar/m,
    );
    await database.owner.query("delete from migration.applied where name in ('9999_later', '0025_outgoing_video')");
    expect(await linesOf({ DATABASE_URL: url })).toContain(
      'note  1 migrations are missing, which the next start applies: 0025_outgoing_video.',
    );
    const away = await linesOf({ DATABASE_URL: 'postgres://pasar:hush-database@127.0.0.1:1/pasar' });
    expect(away.join('\n')).toMatch(/^WRONG The database of DATABASE_URL cannot be used: nothing listens there\.$/m);
  });

  test('of a role that is refused is told without its password', async () => {
    const root = new pg.Client(database.config);
    await root.connect();
    await root.query("create role stranger login password 'other'");
    await root.end();
    const refused = await linesOf({ DATABASE_URL: url.replace(/\/\/.*@/, '//stranger:hush-database@') });
    expect(refused.join('\n')).toMatch(
      /^WRONG The database of DATABASE_URL cannot be used: password authentication failed/m,
    );
  });
});

describe('services', () => {
  const CONFIGURED = () => ({
    PASAR_TRANSLATE_URL: `${origin}/translator`,
    PASAR_TRANSLATE_KEY: 'hush-translate',
    PASAR_DRAFT_URL: `${origin}/v1`,
    PASAR_DRAFT_KEY: 'hush-draft',
    PASAR_DRAFT_MODEL: 'small',
    PASAR_EXIT_PROBE: `${origin}/exit`,
    PASAR_SMTP_URL: mail.url,
    PASAR_MAIL_FROM: 'desk@pasar.example',
  });

  test('that answer are told', async () => {
    answers.set('/translator/languages', [{ code: 'en' }, { code: 'th' }]);
    answers.set('/v1/models', { data: [{ id: 'small' }] });
    answers.set('/exit', { ip: '203.0.113.9', country: 'SG' });
    const lines = await linesOf(CONFIGURED());
    expect(lines).toEqual(
      expect.arrayContaining([
        'ok    The translation service answers, with 2 languages.',
        'ok    The language model small answers.',
        'ok    The mail server 127.0.0.1 answers and takes the login.',
        'ok    The exit probe answers: requests leave from 203.0.113.9 in SG.',
        'Nothing is wrong.',
      ]),
    );
  });

  test('that send codes are told where they send none, or write them', async () => {
    expect(await linesOf({ PASAR_REGISTRATION: 'open' })).toContain(
      'WRONG Registration is open, and no code can be sent: set PASAR_SMTP_URL or PASAR_SMS_PROVIDER.',
    );
    const access = { PASAR_SMS_KEY_ID: 'id', PASAR_SMS_SIGN_NAME: 'Pasar', PASAR_SMS_TEMPLATE: 'SMS_1' };
    const open = { PASAR_REGISTRATION: 'open', PASAR_SMS_KEY_SECRET: 'hush-sms', ...access };
    expect(await linesOf({ ...open, PASAR_SMS_PROVIDER: 'aliyun' })).toContain('Nothing is wrong.');
    expect(await linesOf({ ...open, PASAR_SMS_PROVIDER: 'console' })).toContain(
      "note  Codes for mobile numbers are written to the server's own output (PASAR_SMS_PROVIDER).",
    );
  });

  test('that do not answer, or not as they should, are told with what to do', async () => {
    answers.set('/v1/models', { data: [{ id: 'large' }] });
    answers.set('/exit', { hello: 1 });
    const lines = await linesOf({
      ...CONFIGURED(),
      PASAR_SMTP_URL: mail.url.replace(/:[^:@]*@/, ':hush-mail@'),
      PASAR_BOOST_PROXY: 'http://user:hush-proxy@127.0.0.1:1',
      PASAR_MARKETPLACES: marketplacesAt('http://127.0.0.1:1'),
    });
    expect(lines.filter((line) => line.startsWith('WRONG'))).toEqual([
      expect.stringMatching(/^WRONG The translation service at PASAR_TRANSLATE_URL does not answer: \S/),
      'WRONG The service at PASAR_DRAFT_URL does not list the model small: set PASAR_DRAFT_MODEL.',
      'WRONG The mail server at PASAR_SMTP_URL refuses the login: correct the name and the password in it.',
      'WRONG The exit probe at PASAR_EXIT_PROBE answers without an address that Pasar can read: set another.',
      expect.stringMatching(/^WRONG The proxy 127\.0\.0\.1:1 of PASAR_BOOST_PROXY carries no request: \S/),
    ]);
    for (const name of ['Shopee', 'Lazada', 'TikTok Shop'])
      expect(lines).toContain(
        `note  ${name} (SG) cannot be reached from this machine: refused. There is no login at it yet.`,
      );
    answers.clear();
    const away = { PASAR_EXIT_PROBE: 'http://127.0.0.1:1', PASAR_SMTP_URL: 'smtp://127.0.0.1:1' };
    const gone = (await linesOf({ ...CONFIGURED(), ...away })).join('\n');
    expect(gone).toMatch(/^WRONG The mail server at PASAR_SMTP_URL does not answer: \S/m);
    expect(gone).toMatch(/^WRONG The language model at PASAR_DRAFT_URL does not answer: \S/m);
    expect(gone).toMatch(/^WRONG The exit probe at PASAR_EXIT_PROBE does not answer: refused\.$/m);
  });

  test('of the marketplaces tell that this clock is wrong, and which keys are missing', async () => {
    dateHeader = new Date(Date.now() - 600_000).toUTCString();
    const keyless = JSON.parse(marketplacesAt(origin));
    keyless.lazada.appKey = '';
    const lines = await linesOf({ PASAR_MARKETPLACES: JSON.stringify(keyless) });
    expect(lines.join('\n')).toMatch(
      /^WRONG This machine's clock differs by (59|60)\d seconds from Shopee \(SG\)'s: set it by NTP\.$/m,
    );
    expect(lines.join('\n')).toMatch(/^note {2}PASAR_LAZADA_APP_KEY is not set: /m);
  });
});

test('the command prints the lines and ends with 1 where something is wrong, else with 0', () => {
  const main = join(import.meta.dirname, '../src/main.ts');
  const run = (more: Record<string, string>) =>
    spawnSync(process.execPath, [main, 'doctor'], {
      env: {
        PATH: process.env.PATH,
        ...environment({ PASAR_MARKETPLACES: marketplacesAt('http://127.0.0.1:1'), ...more }),
      },
      encoding: 'utf8',
    });
  const refused = run({ PASAR_PORT: 'x' });
  expect([refused.status, refused.stderr]).toEqual([1, '']);
  expect(refused.stdout).toMatch(/^WRONG PASAR_PORT: .*\nOne thing is wrong\.\n$/);
  expect(report([{ level: 'note', says: 'A note.' }])).toEqual({
    lines: ['note  A note.', 'Nothing is wrong.'],
    isHealthy: true,
  });
});
