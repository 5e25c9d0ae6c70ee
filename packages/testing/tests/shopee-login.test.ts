/** Logging in to the simulated Shopee: its demands, its refusals, sub-accounts, and the other domain (spec 2 §4). */
import type { Challenge } from '@pasar/connector-kit';
import { SIGNATURE_VERSIONS } from '@pasar/connector-shopee';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { numericId } from '../../../apps/simulator/src/shopee/accounts.ts';
import type { SimulatorLogin } from '../src/control.ts';
import { type Attempt, ShopeeHarness } from './shopee-harness.ts';

let harness: ShopeeHarness;
let login: SimulatorLogin;
let merchant: SimulatorLogin;
beforeAll(async () => {
  harness = await ShopeeHarness.open();
  login = await harness.login('shop');
  merchant = await harness.login('merchant');
});
afterEach(async () => {
  for (const each of [login, merchant]) await harness.demand(each, {});
  await harness.control.clearFaults();
});
afterAll(() => harness.close());

const reasonOf = ({ signIn }: Attempt): string => (signIn.ok ? 'ok' : signIn.refusal.reason);
function challengeOf<Kind extends Challenge['kind']>(
  { signIn }: Attempt,
  kind: Kind,
): Extract<Challenge, { kind: Kind }> {
  const challenge = signIn.ok ? null : signIn.challenge;
  if (challenge?.kind !== kind) throw new Error(`no challenge of kind ${kind}: ${JSON.stringify(signIn)}`);
  return challenge as Extract<Challenge, { kind: Kind }>;
}
const captchaAnswer = (challenge: Extract<Challenge, { kind: 'captcha' }>, text: string) =>
  ({ kind: 'captcha', captchaId: challenge.captchaId, text, continuation: challenge.continuation }) as const;

describe('a captcha', () => {
  it('shopee-login GET captcha/info: is shown, answered by the person, and a new one follows a wrong answer', async () => {
    await harness.demand(login, { demands: ['captcha'] });
    const types = new Set<string>();
    let attempt = await harness.enter(login);
    expect(reasonOf(attempt)).toBe('captcha_needed');
    const first = challengeOf(attempt, 'captcha');
    types.add(first.captchaType);
    expect([...first.image.bytes.slice(1, 4)]).toEqual([...Buffer.from('PNG')]);

    attempt = await harness.enter(login, { answer: captchaAnswer(first, 'nothing like it') });
    expect(reasonOf(attempt)).toBe('captcha_wrong');
    const second = challengeOf(attempt, 'captcha');
    types.add(second.captchaType);
    expect(second.captchaId).not.toBe(first.captchaId);
    expect(types).toEqual(new Set(['text', 'slide']));

    const solution = await harness.captchaSolution(second.captchaId);
    expect(reasonOf(await harness.enter(login, { answer: captchaAnswer(second, solution) }))).toBe('ok');
  });
});

describe('a captcha of an unknown type', () => {
  it('is shown unchanged, and the person continues', async () => {
    await harness.demand(login, { demands: ['strangeCaptcha'] });
    const attempt = await harness.enter(login);
    expect(reasonOf(attempt)).toBe('captcha_needed');
    const asked = challengeOf(attempt, 'captcha');
    expect(asked.captchaType).toBe('unknown');
    expect([...asked.image.bytes.slice(1, 4)]).toEqual([...Buffer.from('PNG')]);
    const solution = await harness.captchaSolution(asked.captchaId);
    expect(reasonOf(await harness.enter(login, { answer: captchaAnswer(asked, solution) }))).toBe('ok');
  });
});

describe('a code', () => {
  const answerOf = (challenge: Extract<Challenge, { kind: 'code' }>, code: string) =>
    ({ kind: 'code', code, continuation: challenge.continuation }) as const;

  it('error_need_otp: is sent to the phone; a wrong code is refused as wrong', async () => {
    const own = await harness.login('shop', 1);
    await harness.demand(own, { demands: ['otp'] });
    const asked = await harness.enter(own);
    expect(reasonOf(asked)).toBe('verification_needed');
    const challenge = challengeOf(asked, 'code');
    expect(challenge).toMatchObject({ channel: 'sms', target: '*****00', resendAfterMs: 60_000 });
    const { code, channel } = await harness.code(own);
    expect(channel).toBe('sms');

    const wrong = await harness.enter(own, { answer: answerOf(challenge, code === '111111' ? '222222' : '111111') });
    expect(reasonOf(wrong)).toBe('verification_code_wrong');
    expect(await harness.codeCount(own)).toBe(1);
    const right = await harness.enter(own, { answer: answerOf(challengeOf(wrong, 'code'), code) });
    expect(reasonOf(right)).toBe('ok');
    await harness.demand(own, {});
  });

  it('shopee-login POST vcode/resend: by e-mail, and not a second time too early', async () => {
    const own = await harness.login('shop', 2);
    await harness.demand(own, { demands: ['emailCode'] });
    const asked = await harness.enter(own);
    expect(reasonOf(asked)).toBe('verification_needed');
    const challenge = challengeOf(asked, 'code');
    expect(challenge).toMatchObject({ channel: 'email', target: 's***@***.com' });
    expect(await asked.resend(challenge.continuation)).toMatchObject({
      ok: false,
      refusal: { reason: 'verification_code_not_sent' },
    });
    expect(reasonOf(await harness.enter(own, { answer: answerOf(challenge, (await harness.code(own)).code) }))).toBe(
      'ok',
    );
    await harness.demand(own, {});
  });

  it('error_need_vcode after a captcha: one demand after the other', async () => {
    await harness.demand(login, { demands: ['captcha', 'vcode'], remaining: 1 });
    const captcha = challengeOf(await harness.enter(login), 'captcha');
    const solution = await harness.captchaSolution(captcha.captchaId);
    const asked = await harness.enter(login, { answer: captchaAnswer(captcha, solution) });
    const challenge = challengeOf(asked, 'code');
    const { code } = await harness.code(login);
    expect(reasonOf(await harness.enter(login, { answer: answerOf(challenge, code) }))).toBe('ok');
    // It was demanded for one login only, so the next login meets no demand.
    expect(reasonOf(await harness.enter(login))).toBe('ok');
  });
});

it('error_need_ivs: the person passes the page, then the sign-in continues', async () => {
  await harness.demand(login, { demands: ['identity'] });
  const asked = await harness.enter(login);
  expect(reasonOf(asked)).toBe('identity_check_needed');
  const { pageUrl, continuation } = challengeOf(asked, 'identity');
  const page = await fetch(pageUrl);
  expect(await page.text()).toContain('This is me');
  expect((await fetch(pageUrl, { method: 'POST' })).status).toBe(200);
  expect(reasonOf(await harness.enter(login, { answer: { kind: 'identity', continuation } }))).toBe('ok');
});

describe('refusals', () => {
  const words: readonly (readonly [string, string])[] = [
    ['error_banned', 'account_frozen'],
    ['error_notfound', 'account_not_exist'],
    ['error_perm', 'wrong_account_or_password'],
    ['error_too_frequent', 'too_frequent'],
    ['error_shop_binded2merchant', 'shop_bound_to_merchant'],
    ['has_shop_upgraded', 'shop_bound_to_merchant'],
    ['error_never_seen', 'login_failed'],
  ];
  for (const [word, reason] of words) {
    it(`${word} is ${reason}, in the marketplace's own words`, async () => {
      await harness.demand(login, { refusal: word });
      expect((await harness.enter(login)).signIn).toMatchObject({
        ok: false,
        refusal: { reason, detail: expect.stringContaining(word) },
        canRetry: false,
        challenge: null,
      });
    });
  }
  it('error_captcha_trigger and error_too_many_fail_login demand a captcha first', async () => {
    for (const refusal of ['error_captcha_trigger', 'error_too_many_fail_login']) {
      await harness.demand(login, { refusal });
      const attempt = await harness.enter(login);
      expect(reasonOf(attempt)).toBe('captcha_needed');
      challengeOf(attempt, 'captcha');
    }
  });
  it('a merchant account cannot log in to a country site', async () => {
    await harness.demand(login, { refusal: 'merchant_account' });
    expect(reasonOf(await harness.enter(login))).toBe('merchant_account_site_login');
    expect(reasonOf(await harness.enter(merchant, { country: 'TW' }))).toBe('shop_bound_to_merchant');
  });
});

describe('shopee-login POST webchat/login', () => {
  it('is repeated after a second while it is not finished', async () => {
    await harness.demand(login, { refusal: 'chat_login_pending', remaining: 1 });
    const attempt = await harness.enter(login);
    expect(reasonOf(attempt)).toBe('ok');
    expect(attempt.asked.filter((call) => call.endsWith('/mini/login'))).toHaveLength(2);
  });
  it('reason 1 and error 2 are error_perm, any other error an identity check', async () => {
    for (const [refusal, reason] of [
      ['chat_error_perm', 'wrong_account_or_password'],
      ['chat_account_abnormal', 'account_abnormal'],
      ['chat_not_matched', 'not_matched'],
      ['chat_login_error', 'wrong_account_or_password'],
      ['chat_need_ivs', 'identity_check_needed'],
    ] as const) {
      await harness.demand(login, { refusal });
      expect(reasonOf(await harness.enter(login))).toBe(reason);
    }
  });
});

describe('a cross-border sub-account', () => {
  it('is switched to its shops one after the other, each marked with the account, its merchant and its country', async () => {
    const session = await harness.session(merchant);
    expect(session.shops.map(({ platformShopId }) => platformShopId)).toEqual(merchant.shopIds);
    expect(session.shops.every(({ isCb }) => isCb)).toBe(true);
    const known = await harness.control.shops('shopee');
    for (const { platformShopId, userId, country, merchantId, accountId } of session.shops) {
      const own = known.find(({ shopId }) => shopId === platformShopId);
      expect([country, userId]).toEqual([own?.country, own?.userId]);
      expect(userId).not.toBe(platformShopId);
      expect([merchantId, accountId]).toEqual([
        expect.stringMatching(/^[1-9]\d*$/),
        String(numericId(merchant.loginId)),
      ]);
    }
    expect((await harness.session(login)).shops).toMatchObject([{ merchantId: null, accountId: null }]);
  });
  it('is asked for a code like any other login', async () => {
    await harness.demand(merchant, { demands: ['otp'] });
    expect(challengeOf(await harness.enter(merchant), 'code').channel).toBe('sms');
    const { code } = await harness.code(merchant);
    const answer = { kind: 'code', code, continuation: '' } as const;
    expect(reasonOf(await harness.enter(merchant, { answer }))).toBe('ok');
  });
});

describe('the stored session first', () => {
  it('logs in without the password, and reports its final end', async () => {
    const { cookies } = await harness.enter(login);
    const again = await harness.enter(login, { cookies: cookies() });
    expect(again.asked.some((call) => call.startsWith('POST') && call.endsWith('/api/v2/login/'))).toBe(false);
    const fault = { kind: 'tokenExpired', marketplace: 'shopee', shopId: login.shopIds[0] ?? '', count: 1 } as const;
    await harness.control.faultIsSpent(await harness.control.addFault(fault));
    await harness.demand(login, { refusal: 'error_banned' });
    const gone = await harness.enter(login, { cookies: cookies() });
    expect(reasonOf(gone)).toBe('account_frozen');
    expect(gone.notices).toEqual([{ notice: 'shop_login_expire' }]);
  });
});

describe('when the password may not be sent', () => {
  const isPassword = (call: string) => call.startsWith('POST') && call.endsWith('/api/v2/login/');
  it('the session logs in while it is valid; then the login is refused without asking a person', async () => {
    const { cookies } = await harness.enter(login);
    const kept = await harness.enter(login, { cookies: cookies(), mayUsePassword: false });
    expect(reasonOf(kept)).toBe('ok');
    const fresh = await harness.enter(login, { mayUsePassword: false });
    expect(fresh.signIn).toMatchObject({
      ok: false,
      refusal: { reason: 'verification_needed' },
      canRetry: false,
      challenge: null,
    });
    expect([...kept.asked, ...fresh.asked].filter(isPassword)).toEqual([]);
  });
});

describe('the routing of the connection', () => {
  const alternateOf = () => harness.origin.replace('127.0.0.1', 'localhost');
  it.each([
    ['local', '127.0.0.1'],
    ['mainland', 'localhost'],
  ] as const)('%s goes to one domain only, whatever is known of the other', async (line, host) => {
    for (const known of ['success', 'fail'] as const) {
      const attempt = await harness.enter(login, { alternateOrigin: alternateOf(), known, line });
      expect(reasonOf(attempt)).toBe('ok');
      expect(new Set(attempt.asked.map((call) => call.split(' ')[1]?.split(':')[0]))).toEqual(new Set([host]));
    }
  });
});

describe('the other domain', () => {
  const forbid = (count: number) =>
    harness.ask('POST', '/sim/faults', { kind: 'forbidden', marketplace: 'shopee', count });
  /** The same server under another host name. */
  const alternateOf = () => harness.origin.replace('127.0.0.1', 'localhost');

  it('is tried after a 403, and used from then on', async () => {
    await forbid(1);
    const attempt = await harness.enter(login, { alternateOrigin: alternateOf() });
    expect(reasonOf(attempt)).toBe('ok');
    expect([...attempt.switched]).toEqual([[login.country, 'success']]);
    const [first, ...rest] = attempt.asked;
    expect(first).toContain('127.0.0.1');
    expect(rest.every((call) => call.includes(' localhost'))).toBe(true);
  });
  it('is remembered as failed when it refuses, too', async () => {
    await forbid(3);
    const attempt = await harness.enter(login, { alternateOrigin: alternateOf() });
    expect(attempt.signIn).toMatchObject({ ok: false, refusal: { reason: 'info_failed' }, canRetry: true });
    expect([...attempt.switched]).toEqual([[login.country, 'fail']]);
  });
  it('is used at once when it is known to work', async () => {
    const attempt = await harness.enter(login, { alternateOrigin: alternateOf(), known: 'success' });
    expect(reasonOf(attempt)).toBe('ok');
    expect(attempt.asked.every((call) => call.includes(' localhost'))).toBe(true);
  });
});

it('signs with the configured formula', async () => {
  for (const signatureVersion of SIGNATURE_VERSIONS) {
    expect(reasonOf(await harness.enter(login, { signatureVersion }))).toBe('ok');
  }
});

it('a request signed with another key is refused', async () => {
  expect((await harness.enter(login, { signatureKey: 'not the key' })).signIn).toMatchObject({
    ok: false,
    refusal: { reason: 'info_failed', detail: expect.stringContaining('invalid_signature') },
    canRetry: true,
  });
});

it.each([2, -2])('a clock that is %i hours ahead is told as the cause, until it is right again', async (hours) => {
  for (const each of [login, merchant]) {
    const attempt = await harness.enter(each, { aheadMs: hours * 3_600_000 });
    expect(attempt.signIn).toMatchObject({
      ok: false,
      refusal: {
        reason: 'clock_wrong',
        detail: expect.stringMatching(/clock differs from this server's by 7(199|200|201) s/),
      },
      canRetry: true,
    });
    expect(reasonOf(await harness.enter(each, { cookies: attempt.cookies() }))).toBe('ok');
  }
});
