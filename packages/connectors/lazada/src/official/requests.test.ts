import { describe, expect, it } from 'vitest';
import { isLazadaPush, LAZADA_AUTH_ORIGIN, signLazada, toLazadaRequest, toLazadaTokenRefresh } from './requests.ts';

const app = { appKey: '123456', appSecret: 'helloworld' };
const timestampMs = 1_517_820_392_000;

describe('signLazada', () => {
  it('gives the signature of the documentation’s own example (GetOrder, secret "helloworld")', () => {
    const params = {
      order_id: '1234',
      timestamp: '1517820392000',
      sign_method: 'sha256',
      app_key: '123456',
      access_token: 'test',
    };
    const sign = '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A';
    expect(signLazada(app, '/order/get', params)).toBe(sign);
    expect(signLazada(app, '/order/get', { ...params, sign: 'old', note: '' })).toBe(sign);
  });
});

describe('toLazadaRequest', () => {
  it('has the parameters of a GET in the address', () => {
    const request = toLazadaRequest(app, {
      origin: 'https://api.lazada.sg/rest',
      method: 'GET',
      path: '/order/get',
      params: { order_id: '1234', empty: '' },
      accessToken: 'test',
      timestampMs,
    });
    expect(request.body).toBeNull();
    expect(request.url.split('?')[0]).toBe('https://api.lazada.sg/rest/order/get');
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({
      order_id: '1234',
      app_key: '123456',
      sign_method: 'sha256',
      timestamp: '1517820392000',
      access_token: 'test',
      sign: '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
    });
  });

  // Digest made with openssl over the values before they are encoded.
  it('has those of a POST in a form, signed as they are and encoded afterwards', () => {
    const request = toLazadaRequest(app, {
      origin: 'https://api.lazada.co.th/rest',
      method: 'POST',
      path: '/im/message/send',
      params: { session_id: '100_2_200_1_103', template_id: '1', txt: 'ราคา 100 & ส่งฟรี?' },
      accessToken: 'test',
      timestampMs,
    });
    expect(request.url).toBe('https://api.lazada.co.th/rest/im/message/send');
    const form = new URLSearchParams(request.body ?? '');
    expect(form.get('txt')).toBe('ราคา 100 & ส่งฟรี?');
    expect(form.get('sign')).toBe('DCA91FA0C0437D63928AFF1AEDADF74A67F0F10E716E8925073540B38A2AA19B');
  });
});

describe('toLazadaTokenRefresh', () => {
  // Digest made with openssl.
  it('is a signed call to the host of tokens, without an access token', () => {
    const refreshToken = '50001600212wcwiOabwyjtEH11acc19aBOvQr';
    const request = toLazadaTokenRefresh(app, { refreshToken, timestampMs });
    expect(request).toMatchObject({ method: 'POST', url: `${LAZADA_AUTH_ORIGIN}/auth/token/refresh` });
    expect(Object.fromEntries(new URLSearchParams(request.body ?? ''))).toEqual({
      refresh_token: refreshToken,
      app_key: '123456',
      sign_method: 'sha256',
      timestamp: '1517820392000',
      sign: '4DC63F5CEFD817B94C97FD60BB2329F4EC5B32488E1AA2ABBEC8F49ADECA40E0',
    });
  });
});

describe('isLazadaPush', () => {
  // Digest made with openssl.
  const push = {
    rawBody: Buffer.from(
      '{"seller_id":"9001","message_type":2,"data":{"content":"xin chào"},"timestamp":1517820392000,"site":"lazada_vn"}',
    ),
    authorization: '796a230e40295013bc9ffc1150a1cb113606862f585fcd91d93646c3a51e0b66',
  };

  it('accepts what was signed with the secret', () => {
    expect(isLazadaPush(app, push)).toBe(true);
  });

  it.each([
    ['another body', { rawBody: Buffer.from('{}') }],
    ['a wrong digest', { authorization: '0'.repeat(64) }],
    ['no header', { authorization: null }],
  ])('refuses %s', (_name, change) => {
    expect(isLazadaPush(app, { ...push, ...change })).toBe(false);
  });

  it('refuses another app', () => {
    expect(isLazadaPush({ ...app, appKey: '123457' }, push)).toBe(false);
    expect(isLazadaPush({ ...app, appSecret: 'other' }, push)).toBe(false);
  });
});
