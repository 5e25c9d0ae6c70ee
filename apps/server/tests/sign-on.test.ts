import { Writable } from 'node:stream';
import { CALLS, type Call } from '@pasar/api';
import { generate } from 'otplib';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SignOnProvider } from '../src/features/security/provider.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { CLIENT, openProvider, type TestProvider } from './harness/oidc.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { beginSignOn, finishSignOn, enterSignOnCode, signOn, beginSignOnLink, linkSignOn, removeSignOnLink } =
  CALLS.security;
const { login, getAccount, getUiConfig } = CALLS.account;
const ORIGIN = 'http://desk.example';

let database: TestDatabase;
let web: TestWeb;
let oidc: TestProvider;
let tenants = 0;
let name: string;
let now = Date.now();
let member: Visitor;
let logged = '';
beforeAll(async () => {
  database = await openTestDatabase();
  oidc = await openProvider(`${ORIGIN}/account/single_sign_on`);
  const log = pino(
    { level: 'debug' },
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        logged += line.toString('utf8');
        done();
      },
    }),
  );
  const provider = new SignOnProvider({ issuer: oidc.issuer, ...CLIENT, name: 'Office' }, log);
  web = await openTestWeb(database, null, { now: () => now, publicUrl: ORIGIN, provider });
});
beforeEach(async () => {
  tenants += 1;
  name = `office${tenants}@x`;
  await makeTenant(database, name, []);
  member = new Visitor(web.origin);
  await member.logIn(login, name, 'right');
});
afterAll(async () => {
  await web.close();
  await oidc.close();
  await database.close();
});

const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
async function told<C extends Call>(visitor: Visitor, call: C, input: object = {}) {
  const answer = await visitor.call(call, input);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return answer.data;
}
async function link(visitor: Visitor, person: string) {
  const { url } = beginSignOnLink.output.parse(await told(visitor, beginSignOnLink, { present: 'right' }));
  return codeOf(await visitor.call(linkSignOn, await oidc.visit(url, person)));
}
async function enter(person: string, visitor = new Visitor(web.origin)) {
  const { url } = beginSignOn.output.parse(await told(visitor, beginSignOn));
  const answered = await oidc.visit(url, person);
  return { visitor, answered, code: codeOf(await visitor.call(finishSignOn, answered)) };
}

test('a member who has linked itself logs in through the provider; nobody else does, and no account is made', async () => {
  const config = getUiConfig.output.parse(await told(new Visitor(web.origin), getUiConfig));
  expect(config.singleSignOn).toBe('Office');
  expect((await enter(`mei${tenants}`)).code).toBe('sign_on_unlinked');
  expect(codeOf(await member.call(beginSignOnLink, { present: 'wrong' }))).toBe('present_password_wrong');
  expect(await link(member, `mei${tenants}`)).toBe('success');
  expect(await told(member, signOn)).toMatchObject({ provider: 'Office', linkedAt: expect.any(Number) });
  const { visitor, code } = await enter(`mei${tenants}`);
  expect(code).toBe('success');
  expect(getAccount.output.parse(await told(visitor, getAccount)).member.username).toBe(name);
  expect((await enter(name)).code).toBe('sign_on_unlinked');

  const other = new Visitor(web.origin);
  await makeTenant(database, `rival${tenants}@x`, []);
  await other.logIn(login, `rival${tenants}@x`, 'right');
  expect(await link(other, `mei${tenants}`)).toBe('sign_on_taken');
  expect(codeOf(await member.call(removeSignOnLink, { present: 'right' }))).toBe('success');
  expect((await enter(`mei${tenants}`)).code).toBe('sign_on_unlinked');
});

test("an answer counts once, in its own browser, for its own attempt and for the provider's words alone", async () => {
  await link(member, `mei${tenants}`);
  const stranger = new Visitor(web.origin);
  await told(stranger, beginSignOn);
  const { url } = beginSignOn.output.parse(await told(new Visitor(web.origin), beginSignOn));
  const foreign = await oidc.visit(url, `mei${tenants}`);
  expect(codeOf(await stranger.call(finishSignOn, foreign))).toBe('sign_on_failed');
  expect(codeOf(await new Visitor(web.origin).call(finishSignOn, foreign))).toBe('sign_on_failed');
  const { visitor, answered } = await enter(`mei${tenants}`);
  expect(codeOf(await visitor.call(finishSignOn, answered))).toBe('sign_on_failed');
  expect((await enter('nobody')).code).toBe('sign_on_failed');
  const forged = new Visitor(web.origin);
  const begun = beginSignOn.output.parse(await told(forged, beginSignOn));
  const state = new URL(begun.url).searchParams.get('state') ?? '';
  expect(codeOf(await forged.call(finishSignOn, { state, code: 'guessed', iss: oidc.issuer }))).toBe('sign_on_failed');
  expect(logged).toContain('sign_on_failed');
  expect(logged).not.toContain(CLIENT.clientSecret);
});

test('it stands in for the password: where the member has an authenticator app, the code is asked for', async () => {
  await link(member, `mei${tenants}`);
  const { beginSecondFactor, confirmSecondFactor } = CALLS.security;
  const { secret } = beginSecondFactor.output.parse(await told(member, beginSecondFactor, { present: 'right' }));
  const codeNow = () => generate({ secret, epoch: Math.floor(now / 1_000) });
  await told(member, confirmSecondFactor, { code: await codeNow() });
  now += 120_000;
  const { visitor, code } = await enter(`mei${tenants}`);
  expect(code).toBe('second_factor_needed');
  expect(codeOf(await visitor.call(getAccount))).toBe(50001);
  expect(codeOf(await visitor.call(enterSignOnCode, { code: '000000' }))).toBe('second_factor_wrong');
  expect(codeOf(await visitor.call(enterSignOnCode, { code: await codeNow() }))).toBe('success');
  expect(codeOf(await visitor.call(getAccount))).toBe('success');
  expect(codeOf(await new Visitor(web.origin).call(enterSignOnCode, { code: await codeNow() }))).toBe('sign_on_failed');
});
