/** Logging in at TikTok Shop with every demand that it may make: every login call against the running simulator. */
import type { Challenge, ChallengeAnswer } from '@pasar/connector-kit';
import { createTiktokConnector } from '@pasar/connector-tiktok';
import { asPlatformShopId } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Login } from '../../../apps/simulator/src/world/types.ts';
import { emailCodeLoginCall, sendCodeCall, smsLoginCall } from '../../connectors/tiktok/src/calls/passport.ts';
import { ssoAccountLoginCall, ssoSendActivationCodeCall } from '../../connectors/tiktok/src/calls/sso.ts';
import { demand, openTiktokHarness, TIKTOK_IDS, TIKTOK_KEYS, type TiktokHarness, won } from './tiktok-harness.ts';
import { createSignInHarness } from './tiktok-sign-in-harness.ts';

let tiktok: TiktokHarness;
const signIns = createSignInHarness(() => tiktok);
const { startSignIn, openShop } = signIns;
beforeAll(async () => {
  tiktok = await openTiktokHarness();
});
afterEach(() => signIns.clean());
afterAll(() => tiktok.close());

const solutionOf = ({ captchaId }: Extract<Challenge, { kind: 'captcha' }>): string =>
  demand(tiktok.demands.captcha(captchaId), 'captcha').solution;
const newestCode = ({ identifier }: Login): string =>
  demand(tiktok.demands.codes('tiktok', identifier)[0], 'code').code;
const answerTo = (challenge: Challenge, text: string): ChallengeAnswer => {
  switch (challenge.kind) {
    case 'captcha':
      return { kind: 'captcha', captchaId: challenge.captchaId, text, continuation: challenge.continuation };
    case 'code':
      return { kind: 'code', code: text, continuation: challenge.continuation };
    case 'identity':
      return { kind: 'identity', continuation: challenge.continuation };
  }
};
const isPng = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(1, 4)).toString() === 'PNG';
const wrong = (code: string): string => (code === '000000' ? '111111' : '000000');

describe.each([
  ['a local login', () => tiktok.login],
  ['a cross-border login', () => tiktok.merchant],
] as const)('%s', (_name, pick) => {
  afterEach(() => {
    tiktok.demands.set('tiktok', pick().identifier, { demands: [], remaining: null, refusal: null });
    tiktok.skip(3_600_000);
  });

  it('names all its shops and is stored', async () => {
    const person = startSignIn(pick());
    const session = won(await person.start());
    expect(session.shops.map(({ platformShopId }) => platformShopId)).toEqual(pick().shopIds);
    const isMerchant = pick().kind === 'merchant';
    expect(session.shops.map(({ isCb, merchantId, accountId }) => ({ isCb, merchantId, accountId }))).toEqual(
      pick().shopIds.map(() => ({
        isCb: isMerchant,
        merchantId: isMerchant ? pick().loginId : null,
        accountId: null,
      })),
    );
    expect(person.saved).toHaveLength(1);
    expect(person.notices).toEqual([]);
  });

  it('names them at its first sign-in, too, when they are not known yet', async () => {
    const session = won(await startSignIn(pick()).start({ isFirst: true }));
    expect(session.shops.map(({ platformShopId, isCb }) => [platformShopId, isCb])).toEqual(
      pick().shopIds.map((shopId) => [shopId, pick().kind === 'merchant']),
    );
  });

  it('asks the person when a stored session has ended and its renewal demands a captcha', async () => {
    const person = startSignIn(pick());
    won(await person.start());
    tiktok.fault('tokenExpired', demand(pick().shopIds[0], 'shop'));
    tiktok.demands.set('tiktok', pick().identifier, { demands: ['captcha'], remaining: 1, refusal: null });
    const { challenge } = await person.challenged();
    if (challenge.kind !== 'captcha') throw new Error(challenge.kind);
    won(await person.start({ answer: answerTo(challenge, solutionOf(challenge)) }));
    expect(person.saved).toHaveLength(2);
  });

  it('is restored by its session when the password may not be sent, and asks no person when the session has ended', async () => {
    const person = startSignIn(pick());
    won(await person.start());
    const before = person.bridge.left.length;
    won(await person.start({ mayUsePassword: false }));
    tiktok.fault('tokenExpired', demand(pick().shopIds[0], 'shop'));
    expect(await person.start({ mayUsePassword: false })).toEqual({
      ok: false,
      refusal: { reason: 'verification_needed', detail: null },
      canRetry: false,
      challenge: null,
    });
    const since = person.bridge.left.slice(before).map(({ url }) => new URL(url).pathname);
    expect(since.filter((path) => /passport|captcha/.test(path) && !path.includes('quick_login'))).toEqual([]);
  });

  it('passes a captcha after a wrong and a right answer', async () => {
    tiktok.demands.set('tiktok', pick().identifier, { demands: ['captcha'], remaining: 1, refusal: null });
    const person = startSignIn(pick());
    const first = await person.challenged();
    if (first.challenge.kind !== 'captcha') throw new Error(first.challenge.kind);
    expect(first).toMatchObject({ reason: 'captcha_needed', challenge: { captchaType: 'slide' } });
    expect([first.challenge.image.bytes, first.challenge.background?.bytes ?? new Uint8Array()].map(isPng)).toEqual([
      true,
      true,
    ]);
    const far = String((Number(solutionOf(first.challenge)) + 40) % 250);
    const second = await person.challenged({ answer: answerTo(first.challenge, far) });
    if (second.challenge.kind !== 'captcha') throw new Error(second.challenge.kind);
    expect(second.reason).toBe('captcha_wrong');
    expect(second.challenge.captchaId).not.toBe(first.challenge.captchaId);
    const answer = answerTo(second.challenge, solutionOf(second.challenge));
    expect(won(await person.start({ answer })).shops).toHaveLength(pick().shopIds.length);
    expect(tiktok.demands.of('tiktok', pick().identifier).remaining).toBe(0);
  });

  it('passes a code by email: wrong, sent again, right', async () => {
    tiktok.demands.set('tiktok', pick().identifier, { demands: ['emailCode'], remaining: 1, refusal: null });
    const person = startSignIn(pick());
    const first = await person.challenged();
    expect(first).toMatchObject({
      reason: 'verification_needed',
      challenge: { kind: 'code', channel: 'email', resendAfterMs: 60_000 },
    });
    expect(first.challenge).toMatchObject({ target: expect.stringMatching(/^..\*\*\*.@/) });
    const code = newestCode(pick());
    const again = await person.challenged({ answer: answerTo(first.challenge, wrong(code)) });
    expect(again.reason).toBe('verification_code_wrong');
    expect(await person.resend(again.challenge.continuation)).toMatchObject({
      ok: false,
      refusal: { reason: 'verification_code_not_sent' },
    });
    tiktok.skip(61_000);
    const resent = won(await person.resend(again.challenge.continuation));
    const late = await person.challenged({ answer: answerTo(resent, wrong(newestCode(pick()))) });
    expect(late.reason).toBe('verification_code_wrong');
    const session = won(await person.start({ answer: answerTo(late.challenge, newestCode(pick())) }));
    expect(session.shops).toHaveLength(pick().shopIds.length);
  });

  it('passes captcha, code and identity, one after the other', async () => {
    const demands = ['captcha', 'vcode', 'identity'] as const;
    tiktok.demands.set('tiktok', pick().identifier, { demands, remaining: 1, refusal: null });
    const person = startSignIn(pick());
    const captcha = await person.challenged();
    if (captcha.challenge.kind !== 'captcha') throw new Error(captcha.challenge.kind);
    const code = await person.challenged({ answer: answerTo(captcha.challenge, solutionOf(captcha.challenge)) });
    expect(code.challenge.kind).toBe('code');
    const identity = await person.challenged({ answer: answerTo(code.challenge, newestCode(pick())) });
    if (identity.challenge.kind !== 'identity') throw new Error(identity.challenge.kind);
    expect(identity.reason).toBe('identity_check_needed');
    // Before the person has passed the page, nothing has changed.
    const early = await person.challenged({ answer: answerTo(identity.challenge, '') });
    expect(early.challenge.kind).toBe('identity');
    expect((await fetch(identity.challenge.pageUrl)).status).toBe(200);
    const body = new URLSearchParams({ account: pick().identifier });
    await fetch(`${tiktok.server.origin}/account/verify`, { method: 'POST', body });
    won(await person.start({ answer: answerTo(identity.challenge, '') }));
  });

  it.each([
    ['banned', 'account_frozen'],
    ['tooOften', 'too_frequent'],
    ['sentTooOften', 'verification_code_not_sent'],
    ['The moon is in the wrong place', 'login_failed'],
  ])('is refused for good when it is %s', async (refusal, reason) => {
    tiktok.demands.set('tiktok', pick().identifier, { demands: [], remaining: null, refusal });
    expect(await startSignIn(pick()).start()).toMatchObject({
      ok: false,
      refusal: { reason },
      canRetry: false,
      challenge: null,
    });
  });

  it('is refused with a wrong password, and with an answer to another challenge', async () => {
    expect(await startSignIn(pick()).start({ password: 'wrong' })).toMatchObject({
      refusal: { reason: 'wrong_account_or_password' },
      challenge: null,
    });
    const answer: ChallengeAnswer = { kind: 'code', code: '1', continuation: '{"step":"captcha"}' };
    expect(await startSignIn(pick()).start({ answer })).toMatchObject({ refusal: { reason: 'invalid_request' } });
  });

  it('reports that its session has ended when it cannot be renewed', async () => {
    const person = startSignIn(pick());
    const session = won(await person.start());
    const shop = asPlatformShopId(demand(pick().shopIds[0], 'shop'));
    tiktok.fault('tokenExpired', shop);
    won(await session.calls.affairs.shopInfo(shop));
    expect(person.notices).toEqual([]);
    tiktok.demands.set('tiktok', pick().identifier, { demands: ['captcha'], remaining: null, refusal: null });
    tiktok.fault('tokenExpired', shop);
    expect(await session.calls.affairs.shopInfo(shop)).toMatchObject({ refusal: { reason: 'captcha_needed' } });
    expect(person.notices).toEqual([{ notice: 'shop_login_expire' }]);
  });
});

it('a cross-border login is restored by its sign-on, without the password', async () => {
  const person = startSignIn(tiktok.merchant);
  const session = won(await person.start());
  person.bridge.cookies.set(tiktok.server.origin, 'sessionid', 'over');
  const before = person.bridge.left.length;
  won(await session.calls.affairs.shopInfo(asPlatformShopId(demand(tiktok.merchant.shopIds[0], 'shop'))));
  const since = person.bridge.left.slice(before).map(({ url }) => new URL(url).pathname);
  expect(since).toContain('/passport/sso/quick_login/v2/');
  expect(since).not.toContain('/passport/sso/account_login/v2/');
});

it('a cross-border login signs in for the first time at the sign-on and the global site, each on its own host', async () => {
  const global = new URL(tiktok.server.origin);
  // The same server under another name has its own cookies, like two hosts.
  const sso = `http://localhost:${global.port}`;
  const connector = createTiktokConnector({
    sellerOrigin: (country) => `http://seller-${country.toLowerCase()}.invalid`,
    globalOrigin: global.origin,
    otherOrigins: { affiliate: null, globalAffiliate: null, sso, captcha: null },
    ...TIKTOK_IDS,
    ...TIKTOK_KEYS,
  });
  const person = startSignIn(tiktok.merchant, connector);
  const session = won(await person.start({ isFirst: true }));
  expect(session.shops.map(({ platformShopId }) => platformShopId)).toEqual(tiktok.merchant.shopIds);
  const placesOf = (isMeant: (path: string) => boolean) =>
    new Set(
      person.bridge.left
        .map(({ url }) => new URL(url))
        .flatMap(({ pathname, host }) => (isMeant(pathname) ? [host] : [])),
    );
  expect(placesOf((path) => path.startsWith('/passport/sso/'))).toEqual(new Set([new URL(sso).host]));
  expect(placesOf((path) => !path.startsWith('/passport/sso/'))).toEqual(new Set([global.host]));
  expect(placesOf((path) => path.startsWith('/passport/web/'))).toEqual(new Set());
});

/** No login of the seed is a mobile number, so codes for a mobile number are sent to the account in that field. */
describe('codes by SMS', () => {
  it('log in to a country’s site, and activate at the sign-on', async () => {
    const { loginSite } = await openShop(tiktok.login);
    const { identifier: value, password } = tiktok.login;
    const identifier = { field: 'mobile', value } as const;
    tiktok.skip(3_600_000);
    const sent = won(await loginSite.make(sendCodeCall, { identifier, ticket: null }));
    expect(sent.resendAfterMs).toBe(60_000);
    const code = newestCode(tiktok.login);
    const refused = await loginSite.make(smsLoginCall, { identifier, code: wrong(code) });
    expect(refused).toMatchObject({ refusal: { reason: 'verification_code_wrong' } });
    expect(won(await loginSite.make(smsLoginCall, { identifier, code })).userId).toBe(tiktok.login.loginId);
    expect(await loginSite.make(emailCodeLoginCall, { identifier, code })).toMatchObject({
      refusal: { reason: 'verification_code_wrong' },
    });
    tiktok.skip(61_000);
    won(await loginSite.make(ssoSendActivationCodeCall, { identifier, ticket: null }));
    const account = { identifier, password, ticket: null, code: newestCode(tiktok.login) };
    expect(await loginSite.make(ssoAccountLoginCall, account)).toEqual({ ok: true, value: null });
  });
});

it('has made every login call of the catalogue', () => {
  expect(signIns.unasked((key) => key.startsWith('tiktok-login '))).toEqual([]);
});
