import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { type AnyAnswer, type LiveWindow, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { sessions, endSession, endOtherSessions, changePassword } = CALLS.security;
/** No ticks, so that a window ends only because it is told of the end of its session. */
const NEVER_MS = 2 ** 31 - 1;
const NEW = 'a longer one 1';

let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let name: string;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, { tickMs: NEVER_MS });
});
beforeEach(async () => {
  tenants += 1;
  name = `security${tenants}@x`;
  await makeTenant(database, name, [['1']]);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
const isExpired = ({ frames }: LiveWindow) => frames.at(-1)?.type === 'expired';

/** Logs in with a user agent. */
async function enter(userAgent: string, password = 'right', as = name): Promise<Visitor> {
  const visitor = new Visitor(web.origin);
  const answer = await visitor.call(CALLS.account.login, { mobile: as, password }, { 'user-agent': userAgent });
  expect(codeOf(answer)).toBe('success');
  return visitor;
}

async function seenBy(visitor: Visitor) {
  const answer = await visitor.call(sessions);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return sessions.output.parse(answer.data).sessions;
}

test('a member sees where it is logged in, with browser and address, and no login of anybody else', async () => {
  const here = await enter('Here/1');
  await enter('There/2');
  const foreign = `other${tenants}@x`;
  await makeTenant(database, foreign, []);
  await enter('Foreign/3', 'right', foreign);
  const seen = await seenBy(here);
  expect(seen.map(({ userAgent, address, isCurrent }) => [userAgent, address, isCurrent])).toEqual([
    ['Here/1', '127.0.0.1', true],
    ['There/2', '127.0.0.1', false],
  ]);
  const [first] = seen;
  expect(Math.abs((first?.usedAt ?? 0) - (first?.openedAt ?? 0))).toBeLessThan(2_000);
});

test('a user agent of any length is stored in part', async () => {
  const [seen] = await seenBy(await enter('x'.repeat(5_000)));
  expect(seen?.userAgent).toBe('x'.repeat(400));
});

test('a device that is logged out is out at once, and only that device', async () => {
  const here = await enter('Here/1');
  const there = await enter('There/2');
  const [window, kept] = [await there.live(0), await here.live(0)];
  const other = (await seenBy(here)).find(({ isCurrent }) => !isCurrent);
  expect(codeOf(await here.call(endSession, { sessionId: other?.sessionId }))).toBe('success');
  await window.until(isExpired);
  expect(kept.frames.some(({ type }) => type === 'expired')).toBe(false);
  for (const each of [window, kept]) each.close();
  expect(codeOf(await there.call(CALLS.account.getAccount))).toBe(50001);
  expect(codeOf(await here.call(endSession, { sessionId: other?.sessionId }))).toBe('not_found');
});

test('a session of another member is not found', async () => {
  const here = await enter('Here/1');
  const foreign = `stranger${tenants}@x`;
  await makeTenant(database, foreign, []);
  const stranger = await enter('Foreign/3', 'right', foreign);
  const [seen] = await seenBy(stranger);
  expect(codeOf(await here.call(endSession, { sessionId: seen?.sessionId }))).toBe('not_found');
  expect(await seenBy(stranger)).toHaveLength(1);
});

test('all other devices are logged out together', async () => {
  const here = await enter('Here/1');
  await enter('There/2');
  await enter('There/3');
  expect(await here.call(endOtherSessions)).toEqual({ result: 'success', data: { count: 2 } });
  expect(await seenBy(here)).toHaveLength(1);
});

test('the own password is changed with the present one; other devices are out, this one stays', async () => {
  const here = await enter('Here/1');
  const there = await enter('There/2');
  expect(codeOf(await here.call(changePassword, { present: 'wrong', password: NEW }))).toBe('present_password_wrong');
  expect(codeOf(await here.call(changePassword, { present: 'right', password: '12345678' }))).toBe(
    'password_only_digits',
  );
  expect(codeOf(await here.call(changePassword, { present: 'right', password: 'password1' }))).toBe('password_common');
  expect(await seenBy(there)).toHaveLength(2);
  expect(codeOf(await here.call(changePassword, { present: 'right', password: NEW }))).toBe('success');
  expect(await seenBy(here)).toHaveLength(1);
  expect(codeOf(await there.call(CALLS.account.getAccount))).toBe(50001);
  const again = new Visitor(web.origin);
  expect(codeOf(await again.logIn(CALLS.account.login, name, 'right'))).toBe('wrong_account_or_password');
  await enter('Again/1', NEW);
});

test('an open window is no place to guess the present password', async () => {
  const here = await enter('Here/1');
  const guess = async () => codeOf(await here.call(changePassword, { present: crypto.randomUUID(), password: NEW }));
  const answers: (string | number)[] = [];
  for (let number = 0; number < 22; number += 1) answers.push(await guess());
  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'present_password_wrong'));
  expect(answers.slice(20)).toEqual(['too_frequent', 'too_frequent']);
});
