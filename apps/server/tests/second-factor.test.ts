import { CALLS, type Call } from '@pasar/api';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { secondFactor, beginSecondFactor, confirmSecondFactor, removeSecondFactor } = CALLS.security;
const PERIOD_MS = 30_000;

let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let tenant: TestTenant;
let name: string;
/** The server's clock: each test moves it by itself, so that a code is never used twice by chance. */
let now = Date.UTC(2026, 10, 23, 12);
let member: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, { now: () => now });
});
beforeEach(async () => {
  tenants += 1;
  name = `factor${tenants}@x`;
  const anna = {
    username: `factor${tenants}:anna`,
    password: 'right',
    name: 'Anna',
    permissionCodeList: [],
    shops: [],
  };
  tenant = await makeTenant(database, name, [], [anna]);
  member = new Visitor(web.origin);
  await member.logIn(CALLS.account.login, name, 'right');
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
/** The code of the app at the server's time, or some periods away. */
const codeAt = (secret: string, periods = 0) =>
  generate({ secret, epoch: Math.floor((now + periods * PERIOD_MS) / 1_000) });
const later = () => {
  now += 4 * PERIOD_MS;
};

/** Sets the app up: its secret, and the recovery codes. */
async function setUp(visitor = member): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  const { secret } = beginSecondFactor.output.parse(await told(beginSecondFactor, { present: 'right' }, visitor));
  const code = await codeAt(secret);
  const { recoveryCodes } = confirmSecondFactor.output.parse(await told(confirmSecondFactor, { code }, visitor));
  later();
  return { secret, codes: recoveryCodes };
}
const enter = (code?: string, as = name) =>
  new Visitor(web.origin).call(CALLS.account.login, { mobile: as, password: 'right', ...(code && { code }) });

describe('an authenticator app', () => {
  test('is asked for only after a first code has shown that it has the secret', async () => {
    const { secret, uri } = beginSecondFactor.output.parse(await told(beginSecondFactor, { present: 'right' }));
    expect(uri).toBe(`otpauth://totp/Pasar:${encodeURIComponent(name)}?secret=${secret}&issuer=Pasar`);
    expect(codeOf(await enter())).toBe('success');
    expect(codeOf(await member.call(confirmSecondFactor, { code: '000000' }))).toBe('second_factor_wrong');
    expect(await told(secondFactor)).toEqual({ isOn: false, recoveryCodes: 0 });
    expect(codeOf(await enter())).toBe('success');
    const code = await codeAt(secret);
    const { recoveryCodes } = confirmSecondFactor.output.parse(await told(confirmSecondFactor, { code }));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes.every((each) => /^[a-z2-9]{5}-[a-z2-9]{5}$/u.test(each))).toBe(true);
    expect(await told(secondFactor)).toEqual({ isOn: true, recoveryCodes: 10 });
    expect(codeOf(await enter())).toBe('second_factor_needed');
    expect(codeOf(await member.call(beginSecondFactor, { present: 'right' }))).toBe('second_factor_on');
  });

  test('lets in by the code of now, with a clock that differs by one period, and by each code once', async () => {
    const { secret } = await setUp();
    expect(codeOf(await enter(await codeAt(secret, -3)))).toBe('second_factor_wrong');
    expect(codeOf(await enter(await codeAt(secret, 3)))).toBe('second_factor_wrong');
    const code = await codeAt(secret, -1);
    expect(codeOf(await enter(`${code.slice(0, 3)} ${code.slice(3)}`))).toBe('success');
    expect(codeOf(await enter(code))).toBe('second_factor_wrong');
    expect(codeOf(await enter(await codeAt(secret)))).toBe('success');
  });

  test('of a code that is sent twice at the same time, one counts', async () => {
    const { secret } = await setUp();
    const code = await codeAt(secret);
    const answers = await Promise.all([enter(code), enter(code), enter(code)]);
    expect(answers.map(codeOf).toSorted()).toEqual(['second_factor_wrong', 'second_factor_wrong', 'success']);
  });

  test('is replaced by each recovery code once, however it is typed', async () => {
    const { codes } = await setUp();
    const [first = '', second = ''] = codes;
    expect(codeOf(await enter(first.toUpperCase().replace('-', ' ')))).toBe('success');
    expect(codeOf(await enter(first))).toBe('second_factor_wrong');
    expect(codeOf(await enter(second))).toBe('success');
    expect(await told(secondFactor)).toEqual({ isOn: true, recoveryCodes: 8 });
  });

  test('cannot be guessed: after ten wrong codes even the right code is refused for a while', async () => {
    const { secret, codes } = await setUp();
    for (let number = 0; number < 10; number += 1) {
      expect(codeOf(await enter(number % 2 === 0 ? '000000' : 'aaaaa-aaaaa'))).toBe('second_factor_wrong');
    }
    expect(codeOf(await enter(await codeAt(secret)))).toBe('too_frequent');
    expect(codeOf(await enter(codes[0]))).toBe('too_frequent');
    await database.owner.query("update second_factor set wrong_since = now() - interval '16 minutes'");
    expect(codeOf(await enter(await codeAt(secret)))).toBe('success');
  });

  test('a wrong password learns nothing of it', async () => {
    await setUp();
    const guess = (code?: string) =>
      new Visitor(web.origin).call(CALLS.account.login, { mobile: name, password: 'wrong', ...(code && { code }) });
    expect(codeOf(await guess())).toBe('wrong_account_or_password');
    expect(codeOf(await guess('000000'))).toBe('wrong_account_or_password');
  });

  test('is set up and removed with the present password only, and removed with a code', async () => {
    expect(codeOf(await member.call(beginSecondFactor, { present: 'wrong' }))).toBe('present_password_wrong');
    const { secret } = await setUp();
    const remove = async (present: string, code: string) =>
      codeOf(await member.call(removeSecondFactor, { present, code }));
    expect(await remove('wrong', await codeAt(secret))).toBe('present_password_wrong');
    expect(await remove('right', '000000')).toBe('second_factor_wrong');
    expect(await remove('right', await codeAt(secret))).toBe('success');
    expect(codeOf(await enter())).toBe('success');
    const kept = await database.owner.query('select from secret where owner_id = $1', [tenant.mainId]);
    expect(kept.rowCount).toBe(0);
  });
});

test('the main account resets it for a sub-account, whose sessions end; for nobody else', async () => {
  const anna = new Visitor(web.origin);
  await anna.logIn(CALLS.account.login, `factor${tenants}:anna`, 'right');
  await setUp(anna);
  const listed = CALLS.team.getChildAccountList.output.parse(await told(CALLS.team.getChildAccountList));
  const [child] = listed.children;
  expect(child).toMatchObject({ name: 'Anna', hasSecondFactor: true });
  const { resetSecondFactor } = CALLS.team;
  expect(codeOf(await member.call(resetSecondFactor, { memberId: tenant.mainId }))).toBe('not_found');
  expect(codeOf(await member.call(resetSecondFactor, { memberId: child?.memberId }))).toBe('success');
  expect(codeOf(await anna.call(CALLS.account.getAccount))).toBe(50001);
  expect(codeOf(await enter(undefined, `factor${tenants}:anna`))).toBe('success');
});

test('its secret is stored sealed, and its recovery codes as hashes', async () => {
  const { secret, codes } = await setUp();
  const rows = await database.owner.query(
    "select row_to_json(f)::text as row from second_factor f union all select encode(envelope, 'escape') from secret",
  );
  const stored = rows.rows.map(({ row }) => row).join('\n');
  for (const each of [secret, ...codes]) expect(stored).not.toContain(each);
});
