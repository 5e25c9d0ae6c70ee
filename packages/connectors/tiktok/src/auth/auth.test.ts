import type { Bridge, HttpRequest, HttpResponse } from '@pasar/bridge';
import { describe, expect, test } from 'vitest';
import { socketUrl } from '../chat/channel.ts';
import { createCsrf, readCsrfHeader } from './csrf.ts';
import { identifierField, mix, readPassportAnswer } from './passport.ts';

describe('passport fields', () => {
  test('are the bytes XOR 5 in lower-case hex', () => {
    expect(mix('444684')).toBe('313131333d31');
    expect(mix('ก')).toBe('e5bd84');
  });
  test.each([
    ['a@shop.example', 'email'],
    ['@shop', 'mobile'],
    ['60123456789', 'mobile'],
  ])('%s goes as %s', (identifier, field) => {
    expect(identifierField(identifier)).toBe(field);
  });
  test.each([
    ['{"message":"error","data":{"error_code":7,"description":"Maximum number of attempts reached"}}', 'too_frequent'],
    ['{"message":"error","data":{"error_code":2046,"description":"Verify your identity"}}', 'identity_check_needed'],
    ['{"message":"error","data":{"error_code":2,"description":"Enter the verification code"}}', 'verification_needed'],
    ['{"message":"error","data":{"error_code":3,"description":"Your account was suspended"}}', 'account_frozen'],
    ['{"message":"error","data":{"error_code":4}}', 'login_failed'],
    ['{"message":"maybe"}', 'unexpected_answer'],
  ])('%s is %s', (text, reason) => {
    const answer = readPassportAnswer({ status: 200, headers: {}, bytes: new Uint8Array(), text });
    expect(answer).toMatchObject({ ok: false, refusal: { reason }, canRetry: false });
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
    return { csrf: createCsrf(bridge, 'http://site'), asked, pass };
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

test('the socket address has the access key of its token', () => {
  const config = { sellerOrigin: () => '', globalOrigin: '', aid: 5341, fpid: 92, appKey: 'key', salt: 'salt' };
  const token = { token: 't/1', pigeonCid: '7', wsUrl: 'wss://host/ws/v2', apiUrl: '', bizServiceId: 10_002 };
  expect(socketUrl(config, 'MY', token)).toBe(
    'wss://host/ws/v2?token=t%2F1&aid=5341&fpid=92&device_id=7&access_key=42dfc33dd851da6e4733c9c961755c53' +
      '&device_platform=web&version_code=10000&websocket_switch_region=MY',
  );
});
