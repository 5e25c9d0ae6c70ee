import { CALLS, type Call } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator } from './harness/authenticator.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { passkeys, beginPasskey, addPasskey, removePasskey, beginPasskeyLogin, logInWithPasskey } = CALLS.security;
const { login, getAccount } = CALLS.account;
/** Five minutes and a bit. */
const TOO_LONG_MS = 301_000;
const ORIGIN = 'https://desk.shop.example';

let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let name: string;
let now = Date.UTC(2026, 10, 23, 12);
let member: Visitor;
let device: Authenticator;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, { now: () => now, publicUrl: `${ORIGIN}/` });
});
beforeEach(async () => {
  tenants += 1;
  name = `passkey${tenants}@x`;
  await makeTenant(database, name, []);
  member = new Visitor(web.origin);
  await member.logIn(login, name, 'right');
  device = new Authenticator();
  now += 1_000;
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
async function told<C extends Call>(call: C, input: object = {}, visitor = member) {
  const answer = await visitor.call(call, input);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return answer.data;
}
async function asked(visitor = member) {
  const { options } = beginPasskey.output.parse(await told(beginPasskey, { present: 'right' }, visitor));
  return { options, origin: ORIGIN, challenge: options.challenge, userId: options.user.id };
}
async function askedAtLogin(visitor: Visitor) {
  const { options } = beginPasskeyLogin.output.parse(await told(beginPasskeyLogin, {}, visitor));
  return { origin: ORIGIN, challenge: options.challenge };
}
const add = async (visitor = member, to = device) =>
  codeOf(await visitor.call(addPasskey, { name: 'Phone', response: to.register(await asked(visitor)) }));
const list = async () => passkeys.output.parse(await told(passkeys)).passkeys;
const enter = async (visitor: Visitor, response: object) => codeOf(await visitor.call(logInWithPasskey, { response }));

describe('a passkey', () => {
  test('is added after the present password, and logs its member in without name, password or code', async () => {
    expect(codeOf(await member.call(beginPasskey, { present: 'wrong' }))).toBe('present_password_wrong');
    const { options } = await asked();
    expect(options).toMatchObject({
      rp: { id: 'desk.shop.example', name: 'Pasar' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(await add()).toBe('success');
    expect(await list()).toEqual([expect.objectContaining({ name: 'Phone', usedAt: null, isSynced: false })]);

    const stranger = new Visitor(web.origin);
    expect(await enter(stranger, device.logIn(await askedAtLogin(stranger)))).toBe('success');
    expect(getAccount.output.parse(await told(getAccount, {}, stranger)).member.username).toBe(name);
    expect((await list())[0]?.usedAt).not.toBeNull();
    const trail = CALLS.audit.auditTrail.output.parse(await told(CALLS.audit.auditTrail));
    expect(trail.entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['login', null],
      ['passkey_added', 'Phone'],
      ['login', null],
    ]);
  });

  test('answers a challenge once, in time, in the browser that asked, and for this server', async () => {
    await add();
    const visitor = new Visitor(web.origin);
    const first = await askedAtLogin(visitor);
    const response = device.logIn(first);
    const { attempt } = visitor;
    expect(await enter(new Visitor(web.origin), response)).toBe('passkey_refused');
    const other = new Visitor(web.origin);
    await askedAtLogin(other);
    expect(await enter(other, response)).toBe('passkey_refused');
    const answers = await Promise.all([enter(visitor, response), enter(visitor, response)]);
    expect(answers.toSorted()).toEqual(['passkey_refused', 'success']);
    visitor.attempt = attempt;
    expect(await enter(visitor, device.logIn(first))).toBe('passkey_refused');

    const late = await askedAtLogin(visitor);
    now += TOO_LONG_MS;
    expect(await enter(visitor, device.logIn(late))).toBe('passkey_refused');
    const elsewhere = { ...(await askedAtLogin(visitor)), origin: 'https://desk.shop.example.evil.example' };
    expect(await enter(visitor, device.logIn(elsewhere))).toBe('passkey_refused');
    visitor.attempt = visitor.attempt.replace(/\.\d+\./, `.${now + 9e9}.`);
    expect(await enter(visitor, device.logIn(await askedAtLogin(new Visitor(web.origin))))).toBe('passkey_refused');
  });

  test('counts only where the device has asked its person, and while its counter grows', async () => {
    const unasked = device.register(await asked(), { isUnverified: true });
    expect(codeOf(await member.call(addPasskey, { name: '', response: unasked }))).toBe('passkey_refused');
    await add();
    const log = async (odd: object) => {
      now += 1;
      const visitor = new Visitor(web.origin);
      return enter(visitor, device.logIn(await askedAtLogin(visitor), odd));
    };
    expect(await log({ isUnverified: true })).toBe('passkey_refused');
    expect(await log({ signCount: 40 })).toBe('success');
    expect(await log({ signCount: 40 })).toBe('passkey_refused');
    expect(await log({ signCount: 41, userHandle: 'b3RoZXI' })).toBe('passkey_refused');
    expect(await log({ signCount: 41 })).toBe('success');
  });

  test('is added for the member who began, once, and removed with the present password', async () => {
    const other = new Visitor(web.origin);
    await makeTenant(database, `other${tenants}@x`, []);
    await other.logIn(login, `other${tenants}@x`, 'right');
    const begun = await asked();
    other.attempt = member.attempt;
    const response = device.register(begun);
    expect(codeOf(await other.call(addPasskey, { name: 'Mine', response }))).toBe('passkey_refused');
    expect(codeOf(await member.call(addPasskey, { name: 'Mine', response }))).toBe('success');
    expect(await add(other)).toBe('passkey_refused');
    const [kept] = await list();
    const passkeyId = kept?.passkeyId;
    expect(codeOf(await other.call(removePasskey, { passkeyId, present: 'right' }))).toBe('not_found');
    expect(codeOf(await member.call(removePasskey, { passkeyId, present: 'wrong' }))).toBe('present_password_wrong');
    expect(codeOf(await member.call(removePasskey, { passkeyId, present: 'right' }))).toBe('success');
    const visitor = new Visitor(web.origin);
    expect(await enter(visitor, device.logIn(await askedAtLogin(visitor)))).toBe('passkey_refused');
  });
});
