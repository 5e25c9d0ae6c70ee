import type { Bridge, HttpRequest, HttpResponse } from '@pasar/bridge';
import { Pauses } from '@pasar/connector-kit';
import { asPlatformShopId } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { readCsrfHeader } from '../calls/chat.ts';
import { identifierOf, mix } from '../calls/identifier.ts';
import { codeReason, loginReason, sendCodeReason } from '../calls/passport-answer.ts';
import { socketUrl } from '../chat/ports.ts';
import { hostsFor } from '../wire/hosts.ts';
import { createCsrf } from './csrf.ts';

describe('passport fields', () => {
  test('are the bytes XOR 5 in lower-case hex', () => {
    expect(mix('444684')).toBe('313131333d31');
    expect(mix('ก')).toBe('e5bd84');
  });
  test.each([
    ['a@shop.example', 'email', 'a@shop.example'],
    ['@shop', 'mobile', '@shop'],
    ['012-345 6789', 'mobile', '60123456789'],
    ['+60 12-345 6789', 'mobile', '60123456789'],
    ['+66 81 234 5678', 'mobile', '66812345678'],
  ] as const)('%s goes as %s %s', (typed, field, value) => {
    expect(identifierOf(typed, 'MY')).toEqual({ field, value });
  });
  test.each(['CNSC', 'GLOBAL'] as const)('a number at the site %s is a number of China', (country) => {
    expect(identifierOf('138 0013 8000', country).value).toBe('8613800138000');
  });
});

describe('why the passport refuses', () => {
  test.each([
    [1104, 'Please complete the security check', 'captcha_needed'],
    [7, 'Maximum number of attempts reached', 'too_frequent'],
    [2046, 'Verify your identity', 'identity_check_needed'],
    [2, 'Enter the verification code', 'verification_needed'],
    [3, 'Your account was suspended', 'account_frozen'],
    [1003, '', 'account_not_exist'],
    [1009, '', 'wrong_account_or_password'],
    [4, '', 'login_failed'],
  ])('%d %s is %s', (code, description, reason) => {
    expect(loginReason({ code, description })).toBe(reason);
  });
  test.each([
    ['The verification code has expired', 'verification_code_wrong'],
    ['Email verification code error', 'verification_code_wrong'],
    ['Account is banned', 'account_frozen'],
  ])('with a code, %s is %s', (description, reason) => {
    expect(codeReason({ code: 1, description })).toBe(reason);
  });
  test.each([
    ['Send verification code failed', 'verification_code_not_sent'],
    ['Send verification code failed, sent too frequently', 'verification_code_not_sent'],
    ['Too many requests', 'too_frequent'],
    ['Something else', 'verification_code_not_sent'],
  ])('asked for a code, %s is %s', (description, reason) => {
    expect(sendCodeReason({ code: 1, description })).toBe(reason);
  });
});

describe('the CSRF token', () => {
  const site = (answers: readonly Partial<HttpResponse>[]) => {
    const asked: HttpRequest[] = [];
    let now = 0;
    const bridge: Bridge = {
      http: {
        request: async (request) => {
          const answer = answers[asked.length];
          asked.push(request);
          return { status: 200, headers: {}, bytes: new Uint8Array(), text: '', ...answer };
        },
      },
      sockets: { open: () => Promise.reject(new Error('no socket here')) },
      cookies: { get: () => null, set: () => undefined, serialize: () => '' },
      clock: { now: () => now, after: () => () => undefined },
      uuid: () => '',
      close: async () => undefined,
    };
    const pass = (ms: number): void => {
      now += ms;
    };
    const line = { bridge, pauses: new Pauses(bridge.clock), notify: () => undefined };
    const scope = { country: 'MY', isGlobal: false, shop: null } as const;
    return { csrf: createCsrf(line, 'http://site', scope, null), asked, pass };
  };
  const header = (token: string, life: string) => ({
    headers: { 'x-ware-csrf-token': `0,${token},${life},success,s` },
  });

  test('is asked for by HEAD, kept for its life, and asked for again', async () => {
    const { csrf, asked, pass } = site([header('one', '60000'), header('two', '60000'), header('three', '60000')]);
    expect(await csrf.token('/path')).toEqual({ ok: true, value: 'one' });
    pass(58_000);
    expect(await csrf.token('/path')).toEqual({ ok: true, value: 'one' });
    pass(2_000);
    expect(await csrf.token('/path')).toEqual({ ok: true, value: 'two' });
    csrf.forget();
    expect(await csrf.token('/path')).toEqual({ ok: true, value: 'three' });
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(3).fill('HEAD http://site/path'));
  });
  test('is not given to a session that is over', async () => {
    const { csrf } = site([{ headers: {} }]);
    expect(await csrf.token('/path')).toMatchObject({ ok: false, refusal: { reason: 'shop_login_expired' } });
  });
  test('lives a day where its life is not named', () => {
    expect(readCsrfHeader('0,abc')).toEqual({ token: 'abc', lifeMs: 86_400_000 });
    expect(readCsrfHeader('1,,0,not login,')).toBeNull();
    expect(readCsrfHeader(undefined)).toBeNull();
  });
});

describe('where a login goes', () => {
  const config = {
    sellerOrigin: (country: string) => `https://${country}`,
    globalOrigin: 'https://global',
    otherOrigins: { affiliate: 'https://a', globalAffiliate: 'https://ga', sso: 'https://sso', captcha: 'https://c' },
    aid: 1,
    fpid: 1,
    appKey: '',
    salt: '',
  };
  const credentials = (country: 'MY' | 'GLOBAL' | 'CNSC') => ({ identifier: '', password: '', country });
  test('to its country', () => {
    expect(hostsFor(config, { shops: [], credentials: credentials('MY') })).toEqual({
      isGlobal: false,
      seller: 'https://MY',
      affiliate: 'https://a',
      sso: 'https://sso',
      captcha: 'https://c',
    });
  });
  const global = { isGlobal: true, seller: 'https://global', affiliate: 'https://ga' };
  test.each(['GLOBAL', 'CNSC'] as const)('to the global hosts from %s, before any shop is known', (country) => {
    expect(hostsFor(config, { shops: [], credentials: credentials(country) })).toMatchObject(global);
  });
  test('to the global hosts when its shops are known to sell across the border', () => {
    const shops = [{ platformShopId: asPlatformShopId('1'), country: 'MY', isCb: true }] as const;
    expect(hostsFor(config, { shops, credentials: credentials('MY') })).toMatchObject(global);
  });
  test('to the seller site where a host is not named', () => {
    const otherOrigins = { affiliate: null, globalAffiliate: null, sso: null, captcha: null };
    expect(hostsFor({ ...config, otherOrigins }, { shops: [], credentials: credentials('GLOBAL') })).toEqual({
      isGlobal: true,
      seller: 'https://global',
      affiliate: 'https://global',
      sso: 'https://global',
      captcha: 'https://global',
    });
  });
});

test('the socket address has the access key of its token', () => {
  const config = { sellerOrigin: () => '', globalOrigin: '', aid: 5341, fpid: 92, appKey: 'key', salt: 'salt' };
  const token = { token: 't/1', pigeonCid: '7', wsUrl: 'wss://host/ws/v2', apiUrl: '', bizServiceId: 10_002 };
  expect(socketUrl(config, 'MY', token)).toBe(
    'wss://host/ws/v2?token=t%2F1&aid=5341&fpid=92&device_id=7&access_key=42dfc33dd851da6e4733c9c961755c53' +
      '&device_platform=web&version_code=10000&websocket_switch_region=MY',
  );
});
