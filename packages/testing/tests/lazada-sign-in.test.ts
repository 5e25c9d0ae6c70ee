/** The demands of the seller site before a login succeeds, and each of its refusals (spec 2 §8). */
import type { Challenge, SignIn } from '@pasar/connector-kit';
import type { ReasonCode } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type LazadaHarness, openLazadaHarness, type Visit, visitLazada } from './lazada-harness.ts';

let lazada: LazadaHarness;
let visit: Visit;

beforeAll(async () => {
  lazada = await openLazadaHarness();
});
afterAll(() => lazada.close());
beforeEach(() => {
  visit = visitLazada(lazada);
});
afterEach(async () => {
  await demand([]);
  await visit.bridge.close();
});

const account = () => ({ marketplace: 'lazada', identifier: lazada.login.identifier });
const demand = (demands: readonly string[], refusal: string | null = null, remaining: number | null = null) =>
  lazada.ask('PUT', '/sim/demands', { ...account(), demands, remaining, refusal });
const codesSchema = z.object({ codes: z.array(z.object({ code: z.string(), channel: z.string() })) });
const newestCode = async () =>
  codesSchema.parse(await lazada.ask('GET', `/sim/codes?${new URLSearchParams(account())}`)).codes[0];
const solve = async (captchaId: string): Promise<string> =>
  z.object({ solution: z.string() }).parse(await lazada.ask('GET', `/sim/captchas/${captchaId}`)).solution;

/** The challenge of an attempt that stopped for this reason. */
function challengeOf<Kind extends Challenge['kind']>(
  attempt: SignIn,
  reason: ReasonCode,
  kind: Kind,
): Extract<Challenge, { kind: Kind }> {
  if (attempt.ok) throw new Error('it was let in');
  expect([attempt.refusal.reason, attempt.canRetry]).toEqual([reason, false]);
  const { challenge } = attempt;
  if (challenge === null || !isKind(challenge, kind)) throw new Error(`no ${kind} is demanded`);
  return challenge;
}
const isKind = <Kind extends Challenge['kind']>(
  challenge: Challenge,
  kind: Kind,
): challenge is Extract<Challenge, { kind: Kind }> => challenge.kind === kind;

const PNG_START = [0x89, 0x50, 0x4e, 0x47];

describe('Lazada, what a login demands', () => {
  it('a captcha: its picture is shown; a wrong answer brings another captcha, a right answer logs in', async () => {
    await demand(['captcha']);
    const first = challengeOf(await visit.start(), 'captcha_needed', 'captcha');
    expect([...first.image.bytes.subarray(0, 4)]).toEqual(PNG_START);
    expect([first.captchaType, [...(first.background?.bytes.subarray(0, 4) ?? [])]]).toEqual(['slide', PNG_START]);
    const { captchaId, continuation } = first;
    const wrong = await visit.start({}, { kind: 'captcha', captchaId, text: '-1', continuation });
    const second = challengeOf(wrong, 'captcha_wrong', 'captcha');
    expect(second.captchaId).not.toBe(captchaId);
    const text = await solve(second.captchaId);
    const answer = { kind: 'captcha', captchaId: second.captchaId, text, continuation: second.continuation } as const;
    expect(await visit.start({}, answer)).toMatchObject({ ok: true });
    expect(visit.saved).toHaveLength(1);
  });

  it('a captcha of an unknown type: it is shown unchanged, and the person continues', async () => {
    await demand(['strangeCaptcha']);
    const asked = challengeOf(await visit.start(), 'captcha_needed', 'captcha');
    expect([asked.captchaType, [...asked.image.bytes.subarray(0, 4)]]).toEqual(['unknown', PNG_START]);
    const { captchaId, continuation } = asked;
    const answer = { kind: 'captcha', captchaId, text: await solve(captchaId), continuation } as const;
    expect(await visit.start({}, answer)).toMatchObject({ ok: true });
  });

  it.each([
    ['vcode', 'sms'],
    ['emailCode', 'email'],
    ['otp', 'app'],
  ])('a code (%s): it says where it went, and takes the right one, in another process too', async (kind, channel) => {
    const brief = await openLazadaHarness();
    const { login } = brief;
    const who = { marketplace: 'lazada', identifier: login.identifier };
    await brief.ask('PUT', '/sim/demands', { ...who, demands: [kind], remaining: null, refusal: null });
    const first = visitLazada(brief);
    const asked = challengeOf(await first.start(), 'verification_needed', 'code');
    expect(asked).toMatchObject({ channel, resendAfterMs: 60_000, target: expect.stringContaining('***') });
    await first.bridge.close();

    const later = visitLazada(brief);
    const { continuation } = asked;
    const wrong = await later.start({}, { kind: 'code', code: 'x', continuation });
    expect(challengeOf(wrong, 'verification_code_wrong', 'code').channel).toBe(channel);
    // A second code so soon is refused, and the first code stays valid.
    expect(await later.resendCode(continuation)).toMatchObject({
      ok: false,
      refusal: { reason: 'verification_code_not_sent' },
    });
    const { codes } = codesSchema.parse(await brief.ask('GET', `/sim/codes?${new URLSearchParams(who)}`));
    expect(codes.map((code) => code.channel)).toEqual([channel]);
    const right = { kind: 'code', code: codes[0]?.code ?? '', continuation } as const;
    expect(await later.start({}, right)).toMatchObject({ ok: true });
    await later.bridge.close();
    await brief.close();
  });

  it('a page: after the person passed it, the same login succeeds', async () => {
    await demand(['identity']);
    const { pageUrl, continuation } = challengeOf(await visit.start(), 'verification_needed', 'identity');
    expect((await fetch(pageUrl)).status).toBe(200);
    challengeOf(await visit.start({}, { kind: 'identity', continuation }), 'verification_needed', 'identity');
    expect((await fetch(pageUrl, { method: 'POST' })).status).toBe(200);
    expect(await visit.start({}, { kind: 'identity', continuation })).toMatchObject({ ok: true });
  });

  it('one after the other, each once', async () => {
    await demand(['captcha', 'emailCode']);
    const captcha = challengeOf(await visit.start(), 'captcha_needed', 'captcha');
    const { captchaId, continuation } = captcha;
    const met = await visit.start({}, { kind: 'captcha', captchaId, text: await solve(captchaId), continuation });
    const code = challengeOf(met, 'verification_needed', 'code');
    const answer = { kind: 'code', code: (await newestCode())?.code ?? '', continuation: code.continuation } as const;
    expect(await visit.start({}, answer)).toMatchObject({ ok: true });
  });

  it('for a number of logins, and then no more', async () => {
    await demand(['captcha'], null, 1);
    const { captchaId, continuation } = challengeOf(await visit.start(), 'captcha_needed', 'captcha');
    const answer = { kind: 'captcha', captchaId, text: await solve(captchaId), continuation } as const;
    expect(await visit.start({}, answer)).toMatchObject({ ok: true });
    expect(await visit.start()).toMatchObject({ ok: true });
  });

  it('a stored session meets no demands', async () => {
    expect(await visit.start()).toMatchObject({ ok: true });
    await demand(['captcha']);
    const again = visitLazada(lazada, { storedSession: visit.saved[0] ?? '' });
    expect(await again.start()).toMatchObject({ ok: true });
    await again.bridge.close();
  });

  it('an answer without a challenge is refused before any request', async () => {
    const answer = { kind: 'code', code: '1', continuation: 'made up' } as const;
    expect(await visit.start({}, answer)).toMatchObject({ ok: false, refusal: { reason: 'invalid_request' } });
  });
});

describe('Lazada, how a login is refused', () => {
  it.each<[string, ReasonCode]>([
    ['ACCOUNT_DEACTIVATED', 'account_deactivated'],
    ['ACCOUNT_FROZEN', 'account_frozen'],
    ['ACCOUNT_NOT_EXIST', 'account_not_exist'],
    ['INCORRECT_ACCOUNT_OR_PASSWORD', 'wrong_account_or_password'],
    ['WRONG_SITE', 'site_login_wrong'],
    ['TOO_FREQUENT', 'too_frequent'],
    ['AUTHORIZATION_FAILED', 'authorization_failed'],
    ['SELLER_ID_MISSING', 'page_configuration_unreadable'],
    ['USER_ID_MISSING', 'login_failed'],
  ])('%s: %s', async (word, reason) => {
    await demand([], word);
    expect(await visit.start()).toMatchObject({ ok: false, refusal: { reason }, challenge: null });
  });

  it('an unknown error is shown unchanged', async () => {
    await demand([], 'MOON_IN_SCORPIO');
    expect(await visit.start()).toMatchObject({
      ok: false,
      refusal: { reason: 'login_failed', detail: 'MOON_IN_SCORPIO: moon in scorpio' },
    });
  });

  it('a phone number is refused before any request', async () => {
    const asked: string[] = [];
    const watched = visitLazada(lazada, {
      wrap: (bridge) => ({
        ...bridge,
        http: {
          request(request) {
            asked.push(request.url);
            return bridge.http.request(request);
          },
        },
      }),
    });
    const refused = await watched.start({ identifier: '+66 81 234 5678' });
    expect(refused).toMatchObject({ ok: false, refusal: { reason: 'phone_login_not_allowed' }, challenge: null });
    expect(asked).toEqual([]);
    await watched.bridge.close();
  });
});

it('an expired login that may not be renewed raises the event once, however many calls failed', async () => {
  const attempt = await visit.start();
  if (!attempt.ok) throw new Error(attempt.refusal.reason);
  await demand(['captcha']);
  await lazada.fault('tokenExpired');
  const [shop] = attempt.value.shops;
  if (shop === undefined) throw new Error('no shop');
  const reads = await Promise.all(
    [1, 2, 3].map(() => attempt.value.calls.goods.listVouchers(shop.platformShopId, { status: null, cursor: null })),
  );
  for (const read of reads) expect(read).toMatchObject({ ok: false, refusal: { reason: 'captcha_needed' } });
  expect(visit.notices).toEqual([{ notice: 'shop_login_expire' }]);
});
