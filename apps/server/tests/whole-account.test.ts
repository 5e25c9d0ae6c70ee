import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountExportPath, CALLS } from '@pasar/api';
import { type AccountId, asAccountId } from '@pasar/domain';
import { strFromU8, unzipSync } from 'fflate';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { deleteAccount } from '../src/engine/tasks/delete-account.ts';
import type { AccountSurroundings } from '../src/engine/tasks/task.ts';
import { createTurns } from '../src/engine/turns.ts';
import { runExportAccount } from '../src/export-account.ts';
import { hashPassword } from '../src/features/passwords.ts';
import { KEPT_TABLES } from '../src/records/kept/tables.ts';
import { takeLeases } from '../src/records/leases.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { fillAccount } from './harness/fill-account.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const OURS = 'mark-of-ours';
const THEIRS = 'mark-of-theirs';

let database: TestDatabase;
let web: TestWeb;
let folder: string;
let ours: AccountId;
let theirs: AccountId;
const logged: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-whole-'));
  database = await openTestDatabase();
  web = await openTestWeb(database);
  ours = await account(OURS, 'ours@x');
  theirs = await account(THEIRS, 'theirs@x');
});
afterAll(async () => {
  await web.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** An account with a row in every table, whose main account logs in by this name with the password `right`. */
async function account(mark: string, username: string): Promise<AccountId> {
  const made = await fillAccount(database.owner, mark);
  const accountId = asAccountId(String(made.get('account.account_id')));
  await database.owner.query(
    "update member set username = $2, password_hash = $3, permission_code_list = '{}' where account_id = $1",
    [accountId, username, await hashPassword('right')],
  );
  await database.owner.query('update account set leaving_at = null, name = $2 where account_id = $1', [
    accountId,
    mark,
  ]);
  return accountId;
}
async function visitorOf(username: string): Promise<Visitor> {
  const visitor = new Visitor(web.origin);
  expect(await visitor.logIn(CALLS.account.login, username, 'right')).toMatchObject({ result: 'success' });
  return visitor;
}
const dataOf = (answer: AnyAnswer) => {
  if (answer.result !== 'success') throw new Error(answer.reason);
  return answer.data;
};
/** All rows of all tables, as text, by table; of one account where one is named. */
async function rowsOf(accountId: AccountId | null): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, { account: column }] of Object.entries(KEPT_TABLES)) {
    const where = accountId === null || column === null ? '' : `where ${column} = '${accountId}'`;
    const rows = await database.owner.query<{ row: string }>(
      `select t::text as row from ${name} t ${where} order by 1`,
    );
    if (column !== null || accountId === null) found[name] = rows.rows.map(({ row }) => row);
  }
  return found;
}

test('the filling has a row in every table of an account, so that nothing is proved of an empty table', async () => {
  const empty = Object.entries(await rowsOf(ours)).filter(([, rows]) => rows.length === 0);
  expect(empty).toEqual([]);
});

test('an export holds every row that the list names, its files, and no secret; one at a time, with the password', async () => {
  const main = await visitorOf('ours@x');
  const { beginExport, exportState } = CALLS.data;
  expect(await main.call(beginExport, { present: 'wrong' })).toMatchObject({ code: 'present_password_wrong' });
  const { ticket } = beginExport.output.parse(dataOf(await main.call(beginExport, { present: 'right' })));
  const get = (visitor: Visitor) =>
    fetch(`${web.origin}${accountExportPath(ticket ?? '')}`, { headers: { cookie: visitor.cookie } });
  expect((await get(new Visitor(web.origin))).status).toBe(401);
  // The ticket of another account opens nothing, and is not used up by the attempt.
  expect((await get(await visitorOf('theirs@x'))).status).toBe(404);
  const response = await get(main);
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="pasar-account-\d{4}-\d\d-\d\d\.zip"$/,
  );
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect((await get(main)).status).toBe(404);
  expect(dataOf(await main.call(exportState))).toMatchObject({ state: 'done', rowsDone: expect.any(Number) });

  const names = Object.keys(files);
  for (const [name, { exported }] of Object.entries(KEPT_TABLES)) {
    expect([name, names.includes(`tables/${name}.jsonl`)]).toEqual([name, exported.kind === 'rows']);
    if (exported.kind === 'never') continue;
    const lines = strFromU8(files[`tables/${name}.jsonl`] ?? new Uint8Array())
      .split('\n')
      .filter((line) => line !== '');
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([name, rows.length]).not.toEqual([name, 0]);
    for (const row of rows) {
      expect([name, row.account_id]).toEqual([name, ours]);
      expect([name, exported.secrets.filter((column) => column in row)]).toEqual([name, []]);
      const path = exported.files === null ? null : row[exported.files.column];
      if (path !== null)
        expect([path, strFromU8(files[String(path)] ?? new Uint8Array())]).toEqual([
          path,
          expect.stringContaining(OURS),
        ]);
    }
  }
  const whole = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  expect(whole).not.toContain(THEIRS);
  expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('tables/message.jsonl');
});

test('an export that runs keeps others out, until it has told nothing for half a minute', async () => {
  const main = await visitorOf('ours@x');
  const begin = async () =>
    CALLS.data.beginExport.output.parse(dataOf(await main.call(CALLS.data.beginExport, { present: 'right' })));
  await database.owner.query("update account_export set state = 'running', told_at = $2 where account_id = $1", [
    ours,
    Date.now(),
  ]);
  expect(await begin()).toEqual({ ticket: null });
  await database.owner.query('update account_export set told_at = told_at - 31000 where account_id = $1', [ours]);
  expect(dataOf(await main.call(CALLS.data.exportState))).toMatchObject({ state: 'failed' });
  expect((await begin()).ticket).not.toBeNull();
});

test('the command writes the same file, and nothing over another', async () => {
  const { host, user, password } = database.config;
  const config = readConfig({
    DATABASE_URL: `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(host ?? '')}`,
    PASAR_DATA: folder,
    PASAR_MASTER_KEY: Buffer.alloc(32, 7).toString('hex'),
  });
  const run = (email: string) => runExportAccount(config, [email, 'a.zip'], { INIT_CWD: folder }, () => undefined);
  await expect(run('nobody@x')).rejects.toThrow('There is no main account with the email nobody@x.');
  expect(await run('ours@x')).toMatch(/^Wrote .*a\.zip\. \d+ rows of \d+ of \d+ tables, \d\.\d MB\.$/);
  expect(Object.keys(unzipSync(readFileSync(join(folder, 'a.zip'))))).toContain('tables/message.jsonl');
  await expect(run('ours@x')).rejects.toThrow('it exists already');
});

test('an account that is deleted ends at once, is gone whole though its task is cut off again and again, and no other is touched', async () => {
  const main = await visitorOf('ours@x');
  await visitorOf('theirs@x');
  const window = await main.live(0);
  const { deleteAccount: call } = CALLS.data;
  expect(await main.call(call, { present: 'wrong', name: OURS })).toMatchObject({ code: 'present_password_wrong' });
  expect(await main.call(call, { present: 'right', name: 'another' })).toMatchObject({ code: 'invalid_request' });
  const before = await rowsOf(theirs);
  expect(await main.call(call, { present: 'right', name: OURS })).toEqual({ result: 'success', data: {} });
  await window.until(({ frames }) => frames.some(({ type }) => type === 'expired'));
  expect(await new Visitor(web.origin).logIn(CALLS.account.login, 'ours@x', 'right')).toMatchObject({ result: 'fail' });
  expect((await rowsOf(ours)).secret).toEqual([]);
  await database.owner.query("update connection_lease set expires_at = '-infinity'");
  const taken = await takeLeases(database.engine, crypto.randomUUID(), { limit: 100, room: 100 });
  expect(taken.map(({ accountId }) => accountId)).toEqual([theirs]);
  await database.owner.query("update connection_lease set holder = null, expires_at = '1970-01-01', token = 1");

  await database.owner.query(
    `select graphile_worker.add_job('account-housekeeping', json_build_object('accountId', $1::text, 'input', '{}'::json))`,
    [ours],
  );
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) isDone = await runFor(ours, 3 + runs);
  expect(runs).toBeGreaterThan(3);
  const everything = await rowsOf(null);
  expect(JSON.stringify(everything)).not.toContain(ours);
  expect(JSON.stringify(everything)).not.toContain(OURS);
  const jobs = await database.owner.query(
    "select from graphile_worker._private_jobs where payload::text like '%' || $1 || '%'",
    [ours],
  );
  expect(jobs.rowCount).toBe(0);
  const after = await rowsOf(theirs);
  const { connection_lease: _before, ...rest } = before;
  const { connection_lease: _after, ...same } = after;
  expect(same).toEqual(rest);
  expect(logged.filter((line) => line.includes('account_gone'))).toHaveLength(1);
  expect(logged.join('')).not.toContain(OURS);
});

test('the task deletes no account whose main account has not asked for it', async () => {
  const before = await rowsOf(theirs);
  expect(await runFor(theirs, 1_000)).toBe(true);
  expect(await rowsOf(theirs)).toEqual(before);
});

/** Runs the task with at most so many transactions, as if its process died then. Whether it came to its end. */
async function runFor(accountId: AccountId, transactions: number): Promise<boolean> {
  const prepared = deleteAccount.prepare({});
  if (!prepared.ok) throw prepared.error;
  const killed = new Error('killed');
  let left = transactions;
  const within: AccountSurroundings['within'] = (work) => {
    left -= 1;
    if (left < 0) throw killed;
    return database.engine.within(wholeAccount(accountId), work);
  };
  try {
    await prepared.run({
      accountId,
      askShop: async () => null,
      now: Date.now,
      signal: new AbortController().signal,
      log: pino({ level: 'debug' }, { write: (line) => logged.push(line) }),
      within,
      turns: createTurns(),
    });
    return true;
  } catch (error) {
    if (error !== killed) throw error;
    return false;
  }
}
