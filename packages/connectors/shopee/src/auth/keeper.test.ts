import { describe, expect, it } from 'vitest';
import {
  CHAT,
  chatOpened,
  LOGGED_IN,
  NOT_LOGGED_IN,
  openHarness,
  PASSWORD,
  type Reply,
  SESSION,
  shop,
  TOKEN_NOT_FOUND,
} from '../../fixtures/keeper.ts';

describe('LoginKeeper', () => {
  it('uses the stored cookies first and does not save what did not change', async () => {
    const { keeper, calls, saved } = openHarness({ [SESSION]: [LOGGED_IN], [CHAT]: [chatOpened('t1')] });
    expect(await keeper.access()).toMatchObject({ ok: true, value: { token: 't1', uid: '0-5' } });
    expect(calls).toEqual([SESSION, CHAT]);
    expect(saved).toEqual([]);
    expect(keeper.shops).toMatchObject([{ shopId: '1', userId: '5' }]);
  });

  it('goes on to the password when the chat does not take the cookies', async () => {
    const script = { [SESSION]: [LOGGED_IN], [PASSWORD]: [LOGGED_IN], [CHAT]: [TOKEN_NOT_FOUND, chatOpened('t1')] };
    const { keeper, calls, saved } = openHarness(script);
    expect(await keeper.access()).toMatchObject({ ok: true });
    expect(calls).toEqual([SESSION, CHAT, PASSWORD, CHAT]);
    expect(saved).toEqual(['jar']);
  });

  it('lets many callers share one login, and one renewal', async () => {
    const script = { [SESSION]: [LOGGED_IN], [CHAT]: [chatOpened('t1'), chatOpened('t2')] };
    const { keeper, calls } = openHarness(script);
    const first = await Promise.all([keeper.access(), keeper.access(), keeper.access()]);
    expect(calls).toHaveLength(2);
    const [dead] = first.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    if (dead === undefined) throw new Error('no access');
    const renewed = await Promise.all([keeper.renew(dead), keeper.renew(dead)]);
    expect(renewed).toMatchObject([{ value: { token: 't2' } }, { value: { token: 't2' } }]);
    // A caller that noticed late gets the new access instead of a third login.
    expect(await keeper.renew(dead)).toMatchObject({ value: { token: 't2' } });
    expect(calls).toHaveLength(4);
  });

  it('uses the stored cookies when the password may not leave', async () => {
    const script = { [SESSION]: [LOGGED_IN], [CHAT]: [chatOpened('t1')] };
    const { keeper } = openHarness(script, { mayUsePassword: false, storedSession: 'jar' });
    expect(await keeper.access()).toMatchObject({ ok: true });
  });

  it.each([
    ['there is no session', { [SESSION]: [NOT_LOGGED_IN] }, [SESSION]],
    ['the chat does not take it', { [SESSION]: [LOGGED_IN], [CHAT]: [TOKEN_NOT_FOUND] }, [SESSION, CHAT]],
  ])('sends no password that may not leave when %s, and asks nobody for anything', async (_why, script, expected) => {
    const { keeper, calls, notices } = openHarness(
      { ...script, [PASSWORD]: [[403, { errcode: 2, message: 'error_need_otp' }]] },
      { mayUsePassword: false, storedSession: 'jar' },
    );
    const refused = { ok: false, refusal: { reason: 'verification_needed' }, canRetry: false };
    expect(await keeper.access()).toMatchObject(refused);
    expect(await keeper.access()).toMatchObject(refused);
    expect(keeper.challenge).toBeNull();
    expect(calls).toEqual(expected);
    expect(notices).toEqual([{ notice: 'shop_login_expire' }]);
  });

  it('never tries a refused password again', async () => {
    const refused: Reply = [403, { errcode: 2, message: 'error_password' }];
    const { keeper, calls } = openHarness({ [SESSION]: [NOT_LOGGED_IN], [PASSWORD]: [refused] });
    const expected = { ok: false, refusal: { reason: 'wrong_account_or_password' }, canRetry: false };
    expect(await keeper.access()).toMatchObject(expected);
    expect(await keeper.access()).toMatchObject(expected);
    expect(calls.filter((call) => call === PASSWORD)).toHaveLength(1);
  });

  it('gives up when the chat refuses even a fresh login', async () => {
    const script = { [SESSION]: [NOT_LOGGED_IN], [PASSWORD]: [LOGGED_IN], [CHAT]: [TOKEN_NOT_FOUND] };
    const { keeper, calls } = openHarness(script);
    for (const _attempt of [1, 2]) {
      expect(await keeper.access()).toMatchObject({ refusal: { reason: 'shop_login_expired' }, canRetry: false });
    }
    expect(calls.filter((call) => call === PASSWORD)).toHaveLength(1);
  });

  it('asks again after a failure that heals', async () => {
    const script = { [SESSION]: [[502, {}] as const, LOGGED_IN], [CHAT]: [chatOpened('t1')] };
    const { keeper } = openHarness(script);
    expect(await keeper.access()).toMatchObject({ ok: false, canRetry: true });
    expect(await keeper.access()).toMatchObject({ ok: true });
  });

  describe('a cross-border sub-account', () => {
    const base = '/api/cnsc/selleraccount';
    const row = { region: 'SG', shop_id: 1, user_id: 5, cb_option: 1 };
    const chat = 'POST /webchat/api/coreapi/v1.2/mini/cbsc/login';
    const world: Readonly<Record<string, readonly Reply[]>> = {
      [`POST ${base}/login/`]: [LOGGED_IN],
      [`GET ${base}/get_session/`]: [
        [403, { errcode: 2, message: 'token not found' }],
        [200, { code: 0, sub_account_info: { account_id: 9 } }],
      ],
      [`GET ${base}/get_merchant_list/`]: [[200, { code: 0, merchants: [{ merchant_id: 8 }] }]],
      [`POST ${base}/switch_merchant/`]: [[200, { code: 0 }]],
      [`GET ${base}/get_merchant_shop_list/`]: [[200, { code: 0, shops: [row] }]],
      [`POST ${base}/switch_merchant_shop/`]: [[200, { code: 0 }]],
      [`POST ${base}/get_or_set_shop/`]: [[200, { code: 0, data: { shop_id: 1, merchant_id: 8 } }]],
      [chat]: [chatOpened('t1')],
    };
    const enter = (changes: Readonly<Record<string, readonly Reply[]>> = {}) =>
      openHarness({ ...world, ...changes }, { country: 'CNSC' });

    it('switches merchant and shop, and confirms both, before it opens the chat', async () => {
      const { keeper, calls } = enter();
      expect(await keeper.access()).toMatchObject({ ok: true });
      expect(calls).toEqual([
        `GET ${base}/get_session/`,
        `POST ${base}/login/`,
        `GET ${base}/get_session/`,
        `GET ${base}/get_merchant_list/`,
        `POST ${base}/switch_merchant/`,
        `GET ${base}/get_merchant_shop_list/`,
        `GET ${base}/get_session/`,
        `POST ${base}/switch_merchant/`,
        `POST ${base}/switch_merchant_shop/`,
        `POST ${base}/get_or_set_shop/`,
        chat,
      ]);
      expect(keeper.shops).toMatchObject([{ shopId: '1', userId: '5', merchantId: '8', isCb: true }]);
      expect(keeper.accountId).toBe('9');
    });

    it('refuses the chat of another shop than the one it switched to', async () => {
      const opened = { token: 't1', user: { id: 5, uid: '1-9', type: 'subaccount' }, shop: { ...shop, id: 2 } };
      const { keeper } = enter({ [chat]: [[200, opened], chatOpened('t2')] });
      expect(await keeper.access()).toMatchObject({ ok: false, refusal: { reason: 'not_matched' }, canRetry: true });
      expect(await keeper.access()).toMatchObject({ ok: true });
    });

    it('does not switch to a shop of which an id is missing', async () => {
      const nameless = { region: 'SG', shop_id: 1 };
      const { keeper, calls } = enter({
        [`GET ${base}/get_merchant_shop_list/`]: [[200, { code: 0, shops: [nameless] }]],
      });
      expect(await keeper.access()).toMatchObject({
        refusal: { reason: 'switch_shop_parameters_missing', detail: 'shop 1 without user' },
      });
      expect(calls).not.toContain(`POST ${base}/switch_merchant_shop/`);
    });

    it('passes over a shop of which an id is missing while there is another', async () => {
      const nameless = { region: 'MY', shop_id: 3 };
      const { keeper, calls, bodies } = enter({
        [`GET ${base}/get_merchant_shop_list/`]: [[200, { code: 0, shops: [nameless, row] }]],
      });
      expect(await keeper.access()).toMatchObject({ ok: true });
      expect(keeper.shops.map(({ shopId }) => shopId)).toEqual(['3', '1']);
      const switched = bodies[calls.indexOf(`POST ${base}/switch_merchant_shop/`)];
      expect(JSON.stringify(switched)).toContain('"shop_id":1');
    });

    it('reads the shops of a merchant again when another program has switched the merchant meanwhile', async () => {
      const sessionOf = (merchant: number): Reply => [
        200,
        { code: 0, sub_account_info: { account_id: 9, current_merchant_id: merchant } },
      ];
      const { keeper, calls } = enter({
        [`GET ${base}/get_session/`]: [sessionOf(8), sessionOf(7), sessionOf(8)],
        [`GET ${base}/get_merchant_shop_list/`]: [
          [200, { code: 0, shops: [{ ...row, shop_id: 77 }] }],
          [200, { code: 0, shops: [row] }],
        ],
      });
      expect(await keeper.access()).toMatchObject({ ok: true });
      expect(keeper.shops).toMatchObject([{ shopId: '1', merchantId: '8' }]);
      expect(calls.filter((call) => call === `GET ${base}/get_merchant_shop_list/`)).toHaveLength(2);
    });

    it('never takes another merchant’s shops for those of the one it asked for', async () => {
      const { keeper, calls } = enter({
        [`GET ${base}/get_merchant_shop_list/`]: [[200, { code: 0, shops: [{ ...row, merchant_id: 7 }] }]],
      });
      expect(await keeper.access()).toMatchObject({ refusal: { reason: 'switch_shop_failed' } });
      expect(calls.filter((call) => call === `POST ${base}/switch_merchant/`)).toHaveLength(3);
    });

    it('switches again when another program switched before it was confirmed', async () => {
      const { keeper, calls } = enter({
        [`POST ${base}/get_or_set_shop/`]: [
          [200, { code: 1, message: 'param error' }],
          [200, { code: 0, data: { shop_id: 2 } }],
          [200, { code: 0, data: { shop_id: 1 } }],
        ],
      });
      expect(await keeper.access()).toMatchObject({ ok: true });
      expect(calls.filter((call) => call === `POST ${base}/switch_merchant_shop/`)).toHaveLength(3);
    });

    it('says that it has no shops when it has none', async () => {
      const { keeper } = enter({ [`GET ${base}/get_merchant_shop_list/`]: [[200, { code: 0, shops: [] }]] });
      expect(await keeper.access()).toEqual({
        ok: false,
        refusal: { reason: 'no_shops', detail: null },
        canRetry: false,
      });
    });

    it('says so when the marketplace did not switch', async () => {
      const refused = enter({ [`POST ${base}/switch_merchant_shop/`]: [[200, { code: 3, message: 'param error' }]] });
      expect(await refused.keeper.access()).toMatchObject({ refusal: { reason: 'switch_shop_failed' } });
      const other = enter({ [`POST ${base}/get_or_set_shop/`]: [[200, { code: 0, data: { shop_id: 2 } }]] });
      expect(await other.keeper.access()).toMatchObject({ refusal: { reason: 'switch_shop_failed' } });
    });
  });

  describe('what a login demands', () => {
    const refusedWith = (body: object): Readonly<Record<string, readonly Reply[]>> => ({
      [SESSION]: [NOT_LOGGED_IN],
      [PASSWORD]: [[403, { errcode: 2, ...body }]],
    });

    it('a captcha, shown to the person', async () => {
      const picture = Buffer.from([1, 2]).toString('base64');
      const captcha: Reply = [
        200,
        { errcode: 0, captcha_key: 'k', captcha_type: 'slide', captcha: picture, background: picture },
      ];
      const { keeper } = openHarness({
        ...refusedWith({ message: 'error_require_captcha' }),
        'GET /api/v2/captcha/info/': [captcha],
      });
      expect(await keeper.access()).toMatchObject({ refusal: { reason: 'captcha_needed' }, canRetry: false });
      const image = { type: 'image/png', bytes: new Uint8Array([1, 2]) };
      expect(keeper.challenge).toMatchObject({
        kind: 'captcha',
        captchaId: 'k',
        captchaType: 'slide',
        image,
        background: image,
      });
    });

    it('a code, by the plain word as well', async () => {
      const { keeper } = openHarness(refusedWith({ message: 'vcode' }));
      expect(await keeper.access()).toMatchObject({ refusal: { reason: 'verification_needed' }, canRetry: false });
      expect(keeper.challenge).toMatchObject({ kind: 'code', channel: 'sms' });
    });

    it('a code, which another one may follow', async () => {
      const { keeper, calls, bodies } = openHarness({
        ...refusedWith({ message: 'error_need_vcode', channel: 'email', email: 'a***@b.c', resend_after: 30 }),
        'POST /api/v2/vcode/resend/': [
          [200, { errcode: 0, resend_after: 90 }],
          [200, { errcode: 2, message: 'error_api' }],
        ],
      });
      expect(await keeper.access()).toMatchObject({ refusal: { reason: 'verification_needed' } });
      const challenge = keeper.challenge;
      expect(challenge).toMatchObject({ kind: 'code', channel: 'email', target: 'a***@b.c', resendAfterMs: 30_000 });
      const continuation = challenge?.continuation ?? '';
      expect(await keeper.resendCode(continuation)).toMatchObject({
        value: { kind: 'code', channel: 'email', target: 'a***@b.c', resendAfterMs: 90_000 },
      });
      expect(bodies.at(-1)).toMatchObject({ type: 'form', fields: { username: 'shop', channel: 'email' } });
      expect(await keeper.resendCode(continuation)).toMatchObject({
        refusal: { reason: 'verification_code_not_sent' },
      });
      const before = calls.length;
      expect(await keeper.resendCode('{}')).toMatchObject({ refusal: { reason: 'invalid_request' } });
      expect(calls).toHaveLength(before);
    });

    it('an identity check on a page of its own', async () => {
      const named = openHarness(refusedWith({ message: 'error_need_ivs', ivs_url: 'https://seller/check?x=1' }));
      expect(await named.keeper.access()).toMatchObject({ refusal: { reason: 'identity_check_needed' } });
      expect(named.keeper.challenge).toMatchObject({ kind: 'identity', pageUrl: 'https://seller/check?x=1' });
      const unnamed = openHarness(refusedWith({ errcode: 7, ivs_url: 'javascript:alert(1)' }));
      await unnamed.keeper.access();
      expect(unnamed.keeper.challenge).toMatchObject({ kind: 'identity', pageUrl: 'http://seller/account/signin' });
    });

    it('an identity check of the chat, on the sign-in page', async () => {
      const { keeper } = openHarness({ [SESSION]: [LOGGED_IN], [CHAT]: [[200, { error: 3 }]] });
      expect(await keeper.access()).toMatchObject({ refusal: { reason: 'identity_check_needed' }, canRetry: false });
      expect(keeper.challenge).toMatchObject({ kind: 'identity', pageUrl: 'http://seller/account/signin' });
    });

    it('nothing of a refusal that no answer lifts', async () => {
      const { keeper } = openHarness(refusedWith({ message: 'error_banned' }));
      expect(await keeper.access()).toMatchObject({ refusal: { reason: 'account_frozen' } });
      expect(keeper.challenge).toBeNull();
    });

    it('and takes the answer along', async () => {
      const script = { [SESSION]: [NOT_LOGGED_IN], [PASSWORD]: [LOGGED_IN], [CHAT]: [chatOpened('t1')] };
      const code = openHarness(script, { answer: { kind: 'code', code: '123456', continuation: '' } });
      expect(await code.keeper.access()).toMatchObject({ ok: true });
      expect(code.bodies[1]).toMatchObject({ fields: { vcode: '123456' } });
      const captcha = openHarness(script, {
        answer: { kind: 'captcha', captchaId: 'k', text: '140', continuation: '' },
      });
      await captcha.keeper.access();
      expect(captcha.bodies[1]).toMatchObject({ fields: { captcha: '140', captcha_key: 'k' } });
    });
  });

  it('rejects a merchant account at a site', async () => {
    const chat = { [CHAT]: [chatOpened('t1')], [SESSION]: [NOT_LOGGED_IN] };
    const told = openHarness({ ...chat, [PASSWORD]: [[200, { errcode: 0, id: 5, account_type: 'main_merchant' }]] });
    expect(await told.keeper.access()).toMatchObject({ refusal: { reason: 'merchant_account_site_login' } });
    const info: Reply = [200, { code: 0, data: { user_id: 5, username: 'm:s', account_type: 'main_merchant' } }];
    const asked = openHarness(
      { ...chat, [PASSWORD]: [LOGGED_IN], 'GET /api/selleraccount/user_info/': [info] },
      { identifier: 'm:s' },
    );
    expect(await asked.keeper.access()).toMatchObject({ refusal: { reason: 'merchant_account_site_login' } });
    expect(asked.calls).not.toContain(CHAT);
  });

  it.each([
    ['a shop account', { identifier: 'shop' }, '0-5', false],
    ['a local sub-account, by its colon', { identifier: 'shop:sub' }, '0-5', true],
    ['a local sub-account, by what the chat calls it', { identifier: 'sub@shop.example' }, '1-5', true],
  ] as const)('knows who is behind the login: %s', async (_who, options, uid, isSubAccountUser) => {
    const opened: Reply = [200, { token: 't1', user: { id: 5, uid, type: 'seller' }, shop }];
    const { keeper } = openHarness({ [SESSION]: [LOGGED_IN], [CHAT]: [opened] }, options);
    expect(await keeper.access()).toMatchObject({ ok: true });
    expect(keeper.isSubAccountUser).toBe(isSubAccountUser);
  });

  it('asks every second whether the chat login is finished, and gives up', async () => {
    const pending: Reply = [200, { status: 'processing' }];
    const slow = openHarness({ [SESSION]: [LOGGED_IN], [CHAT]: [pending, pending, chatOpened('t1')] });
    expect(await slow.keeper.access()).toMatchObject({ ok: true });
    expect(slow.pauses).toEqual([1_000, 1_000]);
    const never = openHarness({ [SESSION]: [LOGGED_IN], [CHAT]: [pending] });
    expect(await never.keeper.access()).toMatchObject({ refusal: { reason: 'request_timed_out' }, canRetry: true });
  });

  it('tells once that a login is gone which was there before', async () => {
    const refused: Reply = [403, { errcode: 2, message: 'error_password' }];
    const script = { [SESSION]: [NOT_LOGGED_IN], [PASSWORD]: [refused] };
    const stored = openHarness(script, { storedSession: 'jar' });
    await stored.keeper.access();
    await stored.keeper.access();
    expect(stored.notices).toEqual([{ notice: 'shop_login_expire' }]);
    const first = openHarness(script);
    await first.keeper.access();
    expect(first.notices).toEqual([]);
  });
});
