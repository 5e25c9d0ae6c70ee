import { CALLS, type Call, LIVE_PATH, MEDIA } from '@pasar/api';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { Authenticator } from './harness/authenticator.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { demandSecondFactor, getChildAccountList, resetSecondFactor } = CALLS.team;
const { login, getAccount } = CALLS.account;
const { beginSecondFactor, confirmSecondFactor, removeSecondFactor } = CALLS.security;
const { beginPasskey, addPasskey, passkeys, removePasskey, beginPasskeyLogin, logInWithPasskey } = CALLS.security;
const ORIGIN = 'http://desk.example';

let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let names: { readonly main: string; readonly sub: string };
let now = Date.UTC(2026, 10, 23, 12);
let main: Visitor;
let sub: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, { now: () => now, publicUrl: ORIGIN });
});
beforeEach(async () => {
  tenants += 1;
  now += 600_000;
  names = { main: `demand${tenants}@x`, sub: `demand${tenants}:anna` };
  const anna = {
    username: names.sub,
    password: 'right',
    name: 'Anna',
    permissionCodeList: ['chat'],
    shops: [],
  } as const;
  await makeTenant(database, names.main, [], [anna]);
  main = new Visitor(web.origin);
  sub = new Visitor(web.origin);
  await main.logIn(login, names.main, 'right');
  await sub.logIn(login, names.sub, 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
async function told<C extends Call>(visitor: Visitor, call: C, input: object = {}) {
  const answer = await visitor.call(call, input);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return answer.data;
}
async function setUpApp(visitor: Visitor): Promise<string> {
  const { secret } = beginSecondFactor.output.parse(await told(visitor, beginSecondFactor, { present: 'right' }));
  await told(visitor, confirmSecondFactor, { code: await generate({ secret, epoch: Math.floor(now / 1_000) }) });
  now += 120_000;
  return secret;
}
async function setUpPasskey(visitor: Visitor): Promise<Authenticator> {
  const device = new Authenticator();
  const { options } = beginPasskey.output.parse(await told(visitor, beginPasskey, { present: 'right' }));
  const asked = { origin: ORIGIN, challenge: options.challenge, userId: options.user.id };
  await told(visitor, addPasskey, { name: '', response: device.register(asked) });
  return device;
}
const demand = async (isDemanded: boolean) => codeOf(await main.call(demandSecondFactor, { isDemanded }));
/** The HTTP status with which the live stream is refused. */
const liveStatus = (visitor: Visitor) =>
  new Promise<number | undefined>((resolve, reject) => {
    const socket = new WebSocket(`${web.origin.replace('http', 'ws')}${LIVE_PATH}?since=0`, {
      headers: { cookie: visitor.cookie },
    });
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.once('open', () => reject(new Error('the live stream is open')));
    socket.once('error', reject);
  });

test('a member without one is logged out, and opens nothing until one is set up', async () => {
  expect(await demand(true)).toBe('second_factor_last');
  await setUpApp(main);
  expect(codeOf(await sub.call(demandSecondFactor, { isDemanded: true }))).toBe('no_permission');
  const window = await sub.live(0);
  expect(await demand(true)).toBe('success');
  await window.until(({ frames }) => frames.some(({ type }) => type === 'expired'));
  window.close();
  expect(codeOf(await sub.call(getAccount))).toBe(50001);
  expect(codeOf(await main.call(CALLS.chat.snapshot))).toBe('success');

  await sub.logIn(login, names.sub, 'right');
  expect(codeOf(await sub.call(getAccount))).toBe('success');
  for (const call of [CALLS.chat.snapshot, CALLS.security.changePassword, CALLS.security.sessions]) {
    expect(codeOf(await sub.call(call))).toBe('second_factor_demanded');
  }
  expect(await liveStatus(sub)).toBe(403);
  const picture = MEDIA.message.path.replace('{id}', crypto.randomUUID()).replace('{place}', '0');
  expect((await fetch(web.origin + picture, { headers: { cookie: sub.cookie } })).status).toBe(403);

  await setUpApp(sub);
  expect(codeOf(await sub.call(CALLS.chat.snapshot))).toBe('success');
  const opened = await sub.live(0);
  opened.close();
  const { entries } = CALLS.audit.auditTrail.output.parse(await told(main, CALLS.audit.auditTrail));
  expect(entries.find(({ action }) => action === 'second_factor_demanded')?.subject).toBe('on');
});

test('the last one stays while it is demanded', async () => {
  const secret = await setUpApp(main);
  const code = () => generate({ secret, epoch: Math.floor(now / 1_000) });
  await demand(true);
  const remove = async () => codeOf(await main.call(removeSecondFactor, { present: 'right', code: await code() }));
  expect(await remove()).toBe('second_factor_last');
  now += 120_000;
  await setUpPasskey(main);
  expect(await remove()).toBe('success');
  const [kept] = passkeys.output.parse(await told(main, passkeys)).passkeys;
  const removeKey = async () =>
    codeOf(await main.call(removePasskey, { passkeyId: kept?.passkeyId, present: 'right' }));
  expect(await removeKey()).toBe('second_factor_last');
  expect(await demand(false)).toBe('success');
  expect(await removeKey()).toBe('success');
});

test('a member with a passkey logs in with it alone, and after its loss the main account removes it', async () => {
  await setUpApp(main);
  await demand(true);
  await sub.logIn(login, names.sub, 'right');
  const device = await setUpPasskey(sub);
  expect(codeOf(await sub.call(CALLS.chat.snapshot))).toBe('success');
  const again = new Visitor(web.origin);
  expect(codeOf(await again.logIn(login, names.sub, 'right'))).toBe('passkey_needed');
  const { options } = beginPasskeyLogin.output.parse(await told(again, beginPasskeyLogin));
  const response = device.logIn({ origin: ORIGIN, challenge: options.challenge });
  expect(codeOf(await again.call(logInWithPasskey, { response }))).toBe('success');

  const { isFactorDemanded, children } = getChildAccountList.output.parse(await told(main, getChildAccountList));
  expect(isFactorDemanded).toBe(true);
  expect(children).toMatchObject([{ hasSecondFactor: true }]);
  expect(codeOf(await main.call(resetSecondFactor, { memberId: children[0]?.memberId }))).toBe('success');
  expect(codeOf(await again.call(getAccount))).toBe(50001);
  expect(codeOf(await again.logIn(login, names.sub, 'right'))).toBe('success');
  expect(codeOf(await again.call(CALLS.chat.snapshot))).toBe('second_factor_demanded');
});
