import { spawn } from 'node:child_process';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type AccountId, asAccountId } from '@pasar/domain';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { PeerSignature } from '../src/live-session/signature.ts';
import { rotateKey } from '../src/rotation/rotate-key.ts';
import { type Database, openDatabase, wholeAccount } from '../src/storage/database.ts';
import { EmbeddedKeeper } from '../src/storage/embedded-keeper.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { readMasterKeys } from '../src/storage/master-key.ts';
import { SecretBox, type SecretPlace } from '../src/storage/secrets.ts';
import { copyCluster } from './harness/database.ts';

const OLD = Buffer.alloc(32, 7);
const SECRETS = 250;

let folder: string;
let embedded: EmbeddedPostgres;
/** Holds the database as a running server does, so that the command does not stop it. */
let keeper: EmbeddedKeeper;
let owner: pg.Client;
let engine: Database;
let accountIds: readonly AccountId[];
const keyFile = () => join(folder, 'master-key');
const environment = () => ({ PASAR_DATA: folder, PASAR_PORT: '0', PASAR_LOG_LEVEL: 'silent' });
/** The secrets as a server has them that reads the key file. */
function secretsOfServer(): SecretBox {
  const keys = readMasterKeys(null, keyFile());
  if (keys === null) throw new Error('no key');
  return new SecretBox(keys);
}
const keysInFile = () => readFileSync(keyFile(), 'utf8').trim().split('\n');

beforeEach(async () => {
  folder = copyCluster();
  writeFileSync(keyFile(), OLD.toString('hex'), { mode: 0o600 });
  embedded = await startEmbeddedPostgres(folder, () => undefined);
  keeper = new EmbeddedKeeper(embedded, pino({ level: 'silent' }));
  await keeper.take();
  owner = new pg.Client(embedded.connection);
  await owner.connect();
  engine = openDatabase(embedded.connection, 'pasar_engine', 3);
  const made = await owner.query<{ account_id: string }>(
    "insert into account (name) values ('one'), ('two') returning account_id",
  );
  accountIds = made.rows.map((row) => asAccountId(row.account_id));
  const secrets = secretsOfServer();
  for (const accountId of accountIds) {
    await engine.within(wholeAccount(accountId), async (transaction) => {
      for (let number = 0; number < SECRETS / 2; number += 1)
        await secrets.store(transaction, { accountId, ownerId: crypto.randomUUID(), field: 'password' }, `${number}`);
    });
  }
});
afterEach(async () => {
  await Promise.all([engine.close(), owner.end()]);
  await keeper.stop();
  rmSync(folder, { recursive: true });
});

interface Stored {
  readonly place: SecretPlace;
  readonly envelope: Buffer;
}
const stored = async (): Promise<readonly Stored[]> =>
  (await owner.query('select * from secret order by owner_id')).rows.map(
    ({ account_id: accountId, owner_id: ownerId, field, envelope }) => ({
      place: { accountId, ownerId, field },
      envelope,
    }),
  );
/** How many of the secrets these keys open. */
const opened = async (secrets: SecretBox): Promise<number> =>
  (await stored()).filter(({ place, envelope }) => {
    try {
      return secrets.open(place, envelope) !== '';
    } catch {
      return false;
    }
  }).length;
/** As the first version sealed, without a key id. */
function sealedBefore({ accountId, ownerId, field }: SecretPlace, plain: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', OLD, nonce);
  cipher.setAAD(
    createHash('sha256')
      .update(JSON.stringify([accountId, ownerId, field]))
      .digest(),
  );
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]);
}

test('everything is sealed anew beside a running server, which goes on with the new key', async () => {
  const server = secretsOfServer();
  const before = await stored();
  const [first] = before;
  if (first === undefined) throw new Error('nothing stored');
  await owner.query('update secret set envelope = $2 where owner_id = $1', [
    first.place.ownerId,
    sealedBefore(first.place, 'of the first version'),
  ]);
  const marks = () => owner.query('select mark from secret order by owner_id').then(({ rows }) => rows);
  const marksBefore = await marks();
  const said = await rotateKey(readConfig(environment()));
  expect(said).toMatch(/^Every secret is sealed with the new key \(250 now\)\. \S+master-key holds the new key alone/);
  expect(said).toMatch(/The old key opens nothing in this database any more: throw it away/);
  expect(said).not.toContain(keysInFile()[0]);
  expect(keysInFile()).toHaveLength(1);
  expect(keysInFile()).not.toContain(OLD.toString('base64'));
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  // The server has not been restarted, and the old key alone opens nothing.
  expect([await opened(server), await opened(new SecretBox(() => [OLD]))]).toEqual([SECRETS, 0]);
  expect(server.open(first.place, (await stored())[0]?.envelope ?? Buffer.alloc(0))).toBe('of the first version');
  // No login takes it for other credentials.
  expect(await marks()).toEqual(marksBefore);
  const { accountId } = first.place;
  await engine.within(wholeAccount(accountId), (transaction) => server.store(transaction, first.place, 'later'));
  expect(await opened(secretsOfServer())).toBe(SECRETS);
});

test('a process that still has only the old key cannot store anything with it', async () => {
  const stale = new SecretBox(() => [OLD]);
  await rotateKey(readConfig(environment()));
  const [accountId] = accountIds;
  if (accountId === undefined) throw new Error('no account');
  const place: SecretPlace = { accountId, ownerId: crypto.randomUUID(), field: 'session' };
  await expect(
    engine.within(wholeAccount(accountId), (transaction) => stale.store(transaction, place, 'stale')),
  ).rejects.toThrow('the master key of this process was replaced by a rotation');
  for (const envelope of [stale.seal(place, 'x'), sealedBefore(place, 'x')])
    await expect(
      owner.query('insert into secret (account_id, owner_id, field, envelope) values ($1, $2, $3, $4)', [
        accountId,
        place.ownerId,
        place.field,
        envelope,
      ]),
    ).rejects.toThrow('was replaced by a rotation');
});

test('killed in the middle, it leaves every secret readable; run again, it ends with the same new key', async () => {
  const server = secretsOfServer();
  // A server's transaction holds one secret, so that the rotation cannot come to its end.
  const holder = new pg.Client(embedded.connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from secret order by owner_id desc limit 1 for update');
  const main = join(import.meta.dirname, '../src/main.ts');
  const child = spawn(process.execPath, [main, 'rotate-key'], {
    env: { PATH: process.env.PATH, ...environment() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = text(child.stderr);
  const exited = once(child, 'exit');
  const old = new SecretBox(() => [OLD]);
  await vi.waitFor(async () => expect(await opened(old)).toBe(1), { timeout: 30_000, interval: 50 });
  child.kill('SIGKILL');
  await exited;
  expect(await errors).toBe('');
  expect(keysInFile()).toHaveLength(2);
  const [made] = keysInFile();
  expect([await opened(server), await opened(secretsOfServer())]).toEqual([SECRETS, SECRETS]);
  await holder.query('rollback');
  await holder.end();
  expect(await rotateKey(readConfig(environment()))).toMatch(/^Every secret is sealed with the new key \(1 now\)\./);
  expect(keysInFile()).toEqual([made]);
  expect([await opened(server), await opened(old)]).toEqual([SECRETS, 0]);
});

test('a secret that no key opens stays as it is and holds nothing up', async () => {
  await owner.query('update secret set envelope = $1 where owner_id = (select min(owner_id::text)::uuid from secret)', [
    Buffer.alloc(60, 2),
  ]);
  expect(await rotateKey(readConfig(environment()))).toMatch(
    /\(249 now\)\. 1 could be opened with no key and stay as they are: their shops have to log in again\./,
  );
});

describe('keys in the environment', () => {
  const rotate = (key: string) => rotateKey(readConfig({ ...environment(), PASAR_MASTER_KEY: key }));

  test('are rotated from the second to the first, and the command says what to do before and after', async () => {
    await expect(rotate(OLD.toString('hex'))).rejects.toThrow(/set PASAR_MASTER_KEY=new,old for every process/);
    const next = Buffer.alloc(32, 8);
    const said = await rotate(`${next.toString('base64')},${OLD.toString('hex')}`);
    expect(said).toMatch(/Now remove the old key from PASAR_MASTER_KEY and restart every process\. The old key opens/);
    expect([await opened(new SecretBox(() => [next])), await opened(new SecretBox(() => [OLD]))]).toEqual([SECRETS, 0]);
  });
});

test('processes believe each other while one has the new key first and the other still last', () => {
  const next = Buffer.alloc(32, 8);
  const signature = (...keys: Buffer[]) => new PeerSignature(new SecretBox(() => keys), () => 1_000);
  const request = { method: 'POST', path: '/x', body: new Uint8Array([1]) };
  const [before, during, after] = [signature(OLD, next), signature(next, OLD), signature(next)];
  expect(before.isOf(request, during.sign(request))).toBe(true);
  expect(during.isOf(request, before.sign(request))).toBe(true);
  expect(after.isOf(request, during.sign(request))).toBe(true);
  expect(after.isOf(request, before.sign(request))).toBe(false);
});
