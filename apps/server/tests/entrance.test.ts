/** Who may enter, by which codes: registration, a forgotten password, and how long a login lasts. */
import { CALLS, type Call } from '@pasar/api';
import { Letterbox, type MailServer, startMailServer } from '@pasar/simulator';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { ACCOUNT_COOKIE, SESSION_COOKIE } from '../src/http/cookies.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, type TestWebOptions, Visitor } from './harness/web.ts';

const { sendValidateCode, sendEmailCode, send_find_password_email, register, abroad_register, resetPassword } =
  CALLS.registration;
const { login, abroad_login, getAccount, getUiConfig } = CALLS.account;
const MOBILE = '13800138000';
const EMAIL = 'mei@shop.example';
const PASSWORD = 'a good word 1';

let database: TestDatabase;
let letterbox: Letterbox;
let mailServer: MailServer;
let web: TestWeb;
let isSmsRefused = false;
beforeAll(async () => {
  database = await openTestDatabase();
  letterbox = new Letterbox(() => Date.now());
  mailServer = await startMailServer(letterbox, 0);
});
afterAll(async () => {
  await mailServer.close();
  await database.close();
});
beforeEach(async () => {
  await database.owner.query('delete from account');
  await database.owner.query('delete from entrance_code');
  await makeTenant(database, EMAIL, []);
  isSmsRefused = false;
});
afterEach(() => web.close());

async function open(more: Partial<TestWebOptions> = {}): Promise<Visitor> {
  const { mail } = readConfig({ PASAR_SMTP_URL: mailServer.url, PASAR_MAIL_FROM: 'desk@pasar.example' });
  web = await openTestWeb(database, null, {
    isRegistrationOpen: true,
    trustedProxies: ['127.0.0.1'],
    ...(mail === null ? {} : { mail }),
    sms: {
      send: async (to, text) => {
        if (!isSmsRefused) letterbox.put({ to, channel: 'sms', subject: '', text });
        return !isSmsRefused;
      },
      close: async () => undefined,
    },
    ...more,
  });
  return new Visitor(web.origin);
}
const from = (address: string) => ({ 'x-forwarded-for': address });
const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
const sent = (answer: AnyAnswer) =>
  sendValidateCode.output.parse(answer.result === 'success' ? answer.data : { refused: answer.code });
/** The code that arrives for this person after so many letters. A mail that nobody waits for may take a moment. */
const arrived = (to: string, before: number) =>
  vi.waitFor(() => {
    const news = letterbox.letters.slice(0, letterbox.letters.length - before);
    const [code] = /\d{6}/.exec(news.find((letter) => letter.to === to)?.text ?? '') ?? [];
    if (code === undefined) throw new Error(`nothing arrived for ${to}`);
    return code;
  });
/** Asks for a code and reads it. */
async function proofOf(visitor: Visitor, call: Call, input: Readonly<Record<string, unknown>>, address = '192.0.2.1') {
  const before = letterbox.letters.length;
  const { codeId } = sent(await visitor.call(call, input, from(address)));
  return { codeId, validateCode: await arrived(String(input.mobile ?? input.email), before) };
}
const twice = { password: PASSWORD, confirmPassword: PASSWORD };
const olderBy = (seconds: number) =>
  database.owner.query("update entrance_code set created_at = created_at - $1 * interval '1 second'", [seconds]);

describe('a registration', () => {
  test('by phone makes an account with its own number, which logs in from then on', async () => {
    const visitor = await open();
    const proof = await proofOf(visitor, sendValidateCode, { mobile: MOBILE });
    const entered = { mobile: MOBILE, ...proof, ...twice, qq: '10001', referralCode: 'friend-7' };
    expect(await visitor.call(register, entered)).toMatchObject({
      result: 'success',
      data: { member: { isMain: true, username: MOBILE } },
    });
    expect(codeOf(await visitor.call(getAccount))).toBe('success');
    const stored = await database.owner.query(
      'select handle, referral_code, qq from account join registration using (account_id)',
    );
    expect(stored.rows).toEqual([
      { handle: expect.stringMatching(/^team/) as unknown, referral_code: 'friend-7', qq: '10001' },
    ]);
    const again = new Visitor(web.origin);
    expect(codeOf(await again.logIn(login, MOBILE, PASSWORD))).toBe('success');
    // The number is taken, which only its owner is told.
    await olderBy(3_600);
    expect(codeOf(await visitor.call(register, { ...entered, validateCode: '000000' }))).toBe(
      'verification_code_wrong',
    );
    const second = await proofOf(visitor, sendValidateCode, { mobile: MOBILE });
    expect(codeOf(await visitor.call(register, { ...entered, ...second }))).toBe('account_exists');
    const audited = await database.owner.query("select subject from audit_entry where action = 'owner_made'");
    expect(audited.rows).toEqual([{ subject: MOBILE }]);
  });

  test('by email proves the address, and the mail is in the language of the person', async () => {
    const visitor = await open();
    const email = 'New@shop.example';
    await visitor.call(sendEmailCode, { email }, { 'accept-language': 'th' });
    expect(letterbox.letters[0]).toMatchObject({ to: email, subject: expect.stringMatching(/^รหัสยืนยัน Pasar \d{6}$/) });
    await olderBy(60);
    const proof = await proofOf(visitor, sendEmailCode, { email });
    expect(codeOf(await visitor.call(abroad_register, { email, ...proof, ...twice }))).toBe('success');
    const again = new Visitor(web.origin);
    expect(codeOf(await again.call(abroad_login, { email: 'new@shop.example', password: PASSWORD }))).toBe('success');
    expect((await database.owner.query("select from account where handle = 'new'")).rowCount).toBe(1);
  });

  const WRONG: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['mobile_form', { mobile: '1380013800' }],
    ['mobile_form', { mobile: '138001380000' }],
    ['mobile_form', { mobile: '1380013800a' }],
    ['qq_form', { qq: '1234' }],
    ['qq_form', { qq: '123456789012' }],
    ['qq_form', { qq: '01234' }],
    ['qq_form', { qq: '' }],
    ['password_too_short', { password: 'abc12', confirmPassword: 'abc12' }],
    ['password_only_digits', { password: '20261123', confirmPassword: '20261123' }],
    ['password_common', { password: 'qwerty123', confirmPassword: 'qwerty123' }],
    ['password_mismatch', { confirmPassword: 'another' }],
    ['verification_code_wrong', { validateCode: '' }],
    ['verification_code_wrong', { mobile: '13800138001' }],
  ];
  test('is refused for what is entered wrong, with the reason, and the code stays good', async () => {
    const visitor = await open();
    const proof = await proofOf(visitor, sendValidateCode, { mobile: MOBILE });
    const entered = { mobile: MOBILE, ...proof, ...twice, qq: '10001' };
    for (const [reason, wrong] of WRONG)
      expect(codeOf(await visitor.call(register, { ...entered, ...wrong })), JSON.stringify(wrong)).toBe(reason);
    expect(codeOf(await visitor.call(register, entered))).toBe('success');
  });

  test('is for nobody where it is closed, or before the owner, or where nothing is sent', async () => {
    const closed = await open({ isRegistrationOpen: false });
    expect(codeOf(await closed.call(sendValidateCode, { mobile: MOBILE }))).toBe('registration_closed');
    const entered = { mobile: MOBILE, codeId: crypto.randomUUID(), validateCode: '000000', ...twice, qq: '10001' };
    expect(codeOf(await closed.call(register, entered))).toBe('registration_closed');
    await web.close();
    await database.owner.query('delete from account');
    const early = await open();
    expect(codeOf(await early.call(sendEmailCode, { email: 'a@b.example' }))).toBe('registration_closed');
    isSmsRefused = true;
    await makeTenant(database, EMAIL, []);
    expect(codeOf(await early.call(sendValidateCode, { mobile: MOBILE }))).toBe('verification_code_not_sent');
    await web.close();
    web = await openTestWeb(database, null, { isRegistrationOpen: true });
    const mute = new Visitor(web.origin);
    for (const call of [sendEmailCode, send_find_password_email])
      expect(codeOf(await mute.call(call, { email: EMAIL }))).toBe('codes_missing');
    expect(codeOf(await mute.call(sendValidateCode, { mobile: MOBILE, isResetPassword: 1 }))).toBe('codes_missing');
  });
});

describe('a code', () => {
  const reset = (visitor: Visitor, codeId: string, validateCode: string) =>
    visitor.call(resetPassword, { codeId, validateCode, ...twice });

  test('works once, for ten minutes, for its own purpose, and for five tries', async () => {
    const visitor = await open();
    const proof = await proofOf(visitor, send_find_password_email, { email: EMAIL });
    expect(codeOf(await visitor.call(abroad_register, { email: EMAIL, ...proof, ...twice }))).toBe(
      'verification_code_wrong',
    );
    await olderBy(599);
    expect(codeOf(await reset(visitor, proof.codeId, proof.validateCode))).toBe('success');
    expect(codeOf(await reset(visitor, proof.codeId, proof.validateCode))).toBe('verification_code_wrong');
    await database.owner.query('delete from entrance_code');
    const old = await proofOf(visitor, send_find_password_email, { email: EMAIL });
    await olderBy(601);
    expect(codeOf(await reset(visitor, old.codeId, old.validateCode))).toBe('verification_code_wrong');
    const third = await proofOf(visitor, send_find_password_email, { email: EMAIL });
    const wrong = third.validateCode === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await reset(visitor, third.codeId, wrong);
    expect(codeOf(await reset(visitor, third.codeId, third.validateCode))).toBe('verification_code_wrong');
  });

  test('is stored as a hash that the database alone cannot try', async () => {
    const visitor = await open();
    const { validateCode } = await proofOf(visitor, send_find_password_email, { email: EMAIL });
    const { rows } = await database.owner.query<{ text: string }>(
      'select entrance_code::text as text from entrance_code',
    );
    expect(rows.map(({ text }) => text).join('')).not.toContain(validateCode);
  });

  test('cannot be used up by somebody who did not ask for it', async () => {
    const visitor = await open();
    const proof = await proofOf(visitor, send_find_password_email, { email: EMAIL });
    const stranger = new Visitor(web.origin);
    await olderBy(60);
    const theirs = sent(await stranger.call(send_find_password_email, { email: EMAIL }, from('198.51.100.1')));
    for (let tries = 0; tries < 9; tries += 1) await reset(stranger, theirs.codeId, '000000');
    expect(codeOf(await reset(visitor, proof.codeId, proof.validateCode))).toBe('success');
  });

  test('is asked for again after pauses that double', async () => {
    const visitor = await open();
    const ask = async () => visitor.call(send_find_password_email, { email: EMAIL }, from('192.0.2.1'));
    for (const pause of [60, 120, 240]) {
      expect(sent(await ask()).againInSeconds).toBe(pause);
      await olderBy(pause - 2);
      expect(codeOf(await ask())).toBe('too_frequent');
      await olderBy(2);
    }
  });

  test('is not asked for by strangers so often that the member gets none', async () => {
    const visitor = await open();
    await visitor.call(login, { mobile: EMAIL, password: 'right' }, from('203.0.113.7'));
    const ask = (address: string, email = EMAIL) => visitor.call(send_find_password_email, { email }, from(address));
    const answers = await Promise.all(Array.from({ length: 30 }, (_, each) => ask(`198.51.100.${each}`)));
    expect(answers.map(codeOf).filter((code) => code === 'success')).toHaveLength(20);
    expect(codeOf(await ask('203.0.113.7'))).toBe('success');
    // One address may not write to everybody.
    const many = await Promise.all(Array.from({ length: 40 }, (_, each) => ask('198.51.100.99', `m${each}@x.example`)));
    expect(many.map(codeOf).filter((code) => code === 'success')).toHaveLength(30);
  });
});

describe('a forgotten password', () => {
  test('is replaced; all windows end, the second factor stays, and the owner is told', async () => {
    const visitor = await open();
    const elsewhere = new Visitor(web.origin);
    await elsewhere.logIn(login, EMAIL, 'right');
    const proof = await proofOf(visitor, send_find_password_email, { email: EMAIL });
    expect(codeOf(await visitor.call(resetPassword, { ...proof, ...twice }, { 'accept-language': 'zh-CN' }))).toBe(
      'success',
    );
    expect(codeOf(await elsewhere.call(getAccount))).toBe(50001);
    expect(codeOf(await visitor.call(getAccount))).toBe(50001);
    expect(codeOf(await visitor.logIn(login, EMAIL, 'right'))).toBe('wrong_account_or_password');
    expect(codeOf(await visitor.logIn(login, EMAIL, PASSWORD))).toBe('success');
    await vi.waitFor(() => expect(letterbox.letters[0]).toMatchObject({ to: EMAIL, subject: 'Pasar 密码已重设' }));
    const audited = await database.owner.query("select username from audit_entry where action = 'password_reset'");
    expect(audited.rows).toEqual([{ username: EMAIL }]);
  });

  test('is asked about with the same answers and the same work, whether or not there is an account', async () => {
    const visitor = await open();
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const askAndTry = async (email: string) => {
      statements.mockClear();
      const answer = await visitor.call(send_find_password_email, { email }, from('192.0.2.1'));
      const { codeId, ...rest } = sent(answer);
      const tried = await visitor.call(resetPassword, { codeId, validateCode: '00000x', ...twice });
      return { rest, tried, statements: statements.mock.calls.map(([query]) => nameOf(query)) };
    };
    const known = await askAndTry(EMAIL);
    const unknown = await askAndTry('nobody@shop.example');
    statements.mockRestore();
    expect(unknown).toEqual(known);
    expect(known.statements).toEqual(expect.arrayContaining(['offer-code', 'take-code']));
    await web.close();
    expect(letterbox.letters.filter(({ to }) => to === 'nobody@shop.example')).toEqual([]);
    await open();
  });
});
const named = z.object({ name: z.string() });
const nameOf = (query: unknown): string => named.safeParse(query).data?.name ?? String(query).slice(0, 20);

describe('a login', () => {
  async function cookiesOf(input: object): Promise<ReadonlyMap<string, string>> {
    const answer = await fetch(`${web.origin}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile: EMAIL, password: 'right', ...input }),
    });
    return new Map(answer.headers.getSetCookie().map((line) => [line.split('=')[0] ?? '', line]));
  }
  const lives = async () =>
    (
      await database.owner.query<{ h: number }>(
        'select round(extract(epoch from expires_at - now()) / 3600)::int as h from session',
      )
    ).rows.map(({ h }) => h);

  test('that is not remembered ends with the window, and after twelve hours without use', async () => {
    await open();
    const cookies = await cookiesOf({ isRemembered: false });
    for (const name of [SESSION_COOKIE, ACCOUNT_COOKIE]) expect(cookies.get(name)).not.toMatch(/Max-Age|Expires/);
    expect(await lives()).toEqual([12]);
    // A call within the twelve hours gives it twelve hours more, and cookies of the same kind.
    await database.owner.query("update session set expires_at = expires_at - interval '11 hours'");
    const cookie = cookies.get(SESSION_COOKIE)?.split(';')[0] ?? '';
    const used = await fetch(`${web.origin}${getAccount.path}`, { method: 'POST', headers: { cookie } });
    expect(used.headers.getSetCookie().filter((line) => /Max-Age/.test(line))).toEqual([]);
    expect(used.headers.getSetCookie()).toHaveLength(2);
    expect(await lives()).toEqual([12]);
  });

  test('that is remembered lasts thirty days, as one that says nothing of it', async () => {
    await open();
    for (const input of [{ isRemembered: '1' }, {}]) {
      expect((await cookiesOf(input)).get(SESSION_COOKIE)).toContain('Max-Age=2592000');
    }
    expect(await lives()).toEqual([720, 720]);
  });
});

test('the first answer of the server says what the entrance can do', async () => {
  const visitor = await open();
  expect(await visitor.call(getUiConfig, { affiliateCode: 'friend-7' })).toMatchObject({
    result: 'success',
    data: { customerGroup: null, shopQuota: null, limits: { passwordLength: 6, codeSeconds: 600 } },
  });
});
