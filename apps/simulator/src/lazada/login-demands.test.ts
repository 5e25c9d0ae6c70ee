import { describe, expect, it } from 'vitest';
import { createDemands } from '../world/demand-board.ts';
import type { AccountDemands } from '../world/demands.ts';
import { createLoginDemands, type Submission } from './login-demands.ts';

const account: AccountDemands = { demands: ['vcode'], remaining: null, refusal: null };
const plain: Submission = {
  identifier: 'ph@example.com',
  deviceToken: 'd-1',
  captcha: null,
  code: null,
  isResend: false,
};

function setUp() {
  let now = 1_000_000;
  const demands = createDemands({
    now: () => now,
    aside: { entries: [], append: () => undefined },
    initial: () => account,
  });
  const logins = createLoginDemands({ demands, now: () => now, origin: () => 'http://site' });
  return {
    demands,
    check: (rest: Partial<Submission>) => logins.check({ ...plain, ...rest }),
    pass: (delayMs: number) => {
      now += delayMs;
    },
  };
}
const codesOf = ({ demands }: ReturnType<typeof setUp>): readonly string[] =>
  demands.codes('lazada', plain.identifier).map(({ code }) => code);

describe('a login that needs a code', () => {
  it('sends a code, and no second code when the login is only repeated', () => {
    const login = setUp();
    expect(login.check({})).toMatchObject({ errorCode: 'NEED_VCODE', data: { channel: 'sms', resendAfter: 60 } });
    expect(login.check({ deviceToken: 'd-2' })).toMatchObject({ errorCode: 'NEED_VCODE' });
    expect(codesOf(login)).toHaveLength(1);
  });

  it('sends another code on request after a minute; then the first code is no longer valid', () => {
    const login = setUp();
    login.check({});
    const [first = ''] = codesOf(login);
    expect(login.check({ isResend: true })).toMatchObject({ errorCode: 'SEND_VCODE_FREQUENT' });
    login.pass(60_000);
    expect(login.check({ isResend: true })).toMatchObject({ errorCode: 'NEED_VCODE' });
    const [second = ''] = codesOf(login);
    expect(codesOf(login)).toHaveLength(2);
    if (first !== second) expect(login.check({ code: first })).toMatchObject({ errorCode: 'INVALID_VCODE' });
    expect(login.check({ code: second })).toBeNull();
  });

  it('refuses a code after ten minutes', () => {
    const login = setUp();
    login.check({});
    login.pass(600_000);
    expect(login.check({ code: codesOf(login)[0] ?? '' })).toMatchObject({ errorCode: 'VCODE_EXPIRED' });
  });
});
