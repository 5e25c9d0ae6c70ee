import { CALLS } from '@pasar/api';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { offerOwnerLink } from '../src/records/owner-link.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { createOwner } = CALLS.registration;
const OWNER = { email: 'owner@shop.example', name: 'Mei', accountName: 'Morning Market', password: 'a good word 1' };

let database: TestDatabase;
let web: TestWeb;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await web.close();
  await database.owner.query('delete from account');
  await database.owner.query('delete from owner_link');
});
afterAll(() => database.close());

/** A process that has just started on this database; and the token of the link that it printed. */
async function start(): Promise<string | null> {
  web = await openTestWeb(database);
  return offerOwnerLink(database.app);
}
const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
const make = (token: string | null, more: Partial<typeof OWNER> = {}, visitor = new Visitor(web.origin)) =>
  visitor.call(createOwner, { token, ...OWNER, ...more });
const accounts = async () => (await database.owner.query('select name, handle from account')).rows;
async function needsOwner(): Promise<boolean> {
  const answer = await new Visitor(web.origin).call(CALLS.account.getUiConfig);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return CALLS.account.getUiConfig.output.parse(answer.data).needsOwner;
}

test('the link of a fresh server makes its owner once, and logs the owner in', async () => {
  const token = await start();
  expect(await needsOwner()).toBe(true);
  const visitor = new Visitor(web.origin);
  expect(await make(token, {}, visitor)).toMatchObject({
    result: 'success',
    data: { member: { isMain: true, username: OWNER.email, name: 'Mei', accountName: 'Morning Market' } },
  });
  expect(await accounts()).toEqual([{ name: 'Morning Market', handle: 'owner' }]);
  expect(codeOf(await visitor.call(CALLS.account.getAccount))).toBe('success');
  expect(codeOf(await visitor.call(CALLS.team.getChildUserCnt))).toBe('success');
  expect(await needsOwner()).toBe(false);
  expect(codeOf(await make(token, { email: 'second@shop.example' }))).toBe('owner_link_invalid');
  expect(await offerOwnerLink(database.app)).toBeNull();
  const again = new Visitor(web.origin);
  expect(codeOf(await again.logIn(CALLS.account.login, OWNER.email, OWNER.password))).toBe('success');
});

test('a stranger without the link makes nothing, and learns nothing', async () => {
  await start();
  for (const token of ['x', 'a'.repeat(43), "' or true --"]) {
    expect(codeOf(await make(token))).toBe('owner_link_invalid');
  }
  expect(await accounts()).toEqual([]);
});

test('what is entered wrong is named, and the link still works', async () => {
  const token = await start();
  expect(codeOf(await make(token, { email: 'nobody' }))).toBe('email_form');
  expect(codeOf(await make(token, { name: ' ' }))).toBe('member_name_required');
  expect(codeOf(await make(token, { password: 'qwerty123' }))).toBe('password_common');
  expect(await accounts()).toEqual([]);
  expect(codeOf(await make(token, { accountName: '' }))).toBe('success');
  expect(await accounts()).toMatchObject([{ name: 'Mei' }]);
});

test('of several people and several processes at the same time, one makes the account', async () => {
  const first = await start();
  const second = await offerOwnerLink(database.app);
  const answers = await Promise.all(
    [first, second, first, second].map((token, number) => make(token, { email: `owner${number}@shop.example` })),
  );
  expect(answers.map(codeOf).toSorted()).toEqual([
    'owner_link_invalid',
    'owner_link_invalid',
    'owner_link_invalid',
    'success',
  ]);
  expect(await accounts()).toHaveLength(1);
});

test('an account that was made in another way ends the link', async () => {
  const token = await start();
  await database.owner.query("insert into account (account_id, name) values (gen_random_uuid(), 'by a script')");
  expect(codeOf(await make(token))).toBe('owner_link_invalid');
});
