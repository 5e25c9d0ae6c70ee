import { describe, expect, it } from 'vitest';
import {
  isShopeePush,
  type ShopeeApp,
  type ShopeeScope,
  signShopee,
  toShopeeRequest,
  toShopeeTokenRefresh,
} from './requests.ts';

/**
 * The documentation's samples have no key; every digest here was made with `openssl dgst -sha256 -hmac shpk-test-key`.
 */
const app: ShopeeApp = { origin: 'https://partner.shopeemobile.com', partnerId: '847892', partnerKey: 'shpk-test-key' };
const timestamp = 1_657_254_106;
const shop: ShopeeScope = { kind: 'shop', accessToken: '6a4d7071766c6922', shopId: '4567890123' };
const merchant: ShopeeScope = { kind: 'merchant', accessToken: '6a4d7071766c6992', merchantId: '1' };

describe('signShopee', () => {
  it.each([
    [
      '/api/v2/auth/access_token/get',
      { kind: 'public' },
      '4fe034faecdbae567fecc4ad1e16d800425083182a621d4de6dcf9327bb1591a',
    ],
    ['/api/v2/order/get_order_list', shop, 'c22568f6f295a451eeee540647b773caa1201949714c2a1d0b77ab73263ab2e5'],
    [
      '/api/v2/merchant/get_shop_list_by_merchant',
      merchant,
      '508adfe4bb9201a9433357bbd4b3fc43f0851d658221ee42a98a9448a88343e2',
    ],
  ] satisfies [string, ShopeeScope, string][])('signs %s', (path, scope, sign) => {
    expect(signShopee(app, path, timestamp, scope)).toBe(sign);
  });
});

describe('toShopeeRequest', () => {
  it('adds what every call carries, and signs neither query nor body', () => {
    const call = {
      method: 'GET',
      path: '/api/v2/order/get_order_list',
      query: { page_size: '50' },
      body: null,
    } as const;
    const { url } = toShopeeRequest(app, { ...call, scope: shop, timestamp });
    expect(url.split('?')[0]).toBe('https://partner.shopeemobile.com/api/v2/order/get_order_list');
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      page_size: '50',
      partner_id: '847892',
      timestamp: '1657254106',
      access_token: '6a4d7071766c6922',
      shop_id: '4567890123',
      sign: 'c22568f6f295a451eeee540647b773caa1201949714c2a1d0b77ab73263ab2e5',
    });
  });
});

describe('toShopeeTokenRefresh', () => {
  it('posts the ids as numbers, digit for digit', () => {
    const owner = { kind: 'shop', shopId: '18446744073709551615' } as const;
    const request = toShopeeTokenRefresh(app, { refreshToken: 'a"b', owner, timestamp });
    expect(request).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"refresh_token":"a\\"b","partner_id":847892,"shop_id":18446744073709551615}',
    });
    expect(new URL(request.url).searchParams.get('sign')).toBe(
      '4fe034faecdbae567fecc4ad1e16d800425083182a621d4de6dcf9327bb1591a',
    );
    expect(
      toShopeeTokenRefresh(app, { refreshToken: 'r', owner: { kind: 'merchant', merchantId: '7' }, timestamp }).body,
    ).toBe('{"refresh_token":"r","partner_id":847892,"merchant_id":7}');
  });

  it.each(['', '1,"x":2', '1e9', '-1', '007', ' 1'])('refuses «%s» as an id', (shopId) => {
    expect(() => toShopeeTokenRefresh(app, { refreshToken: 'r', owner: { kind: 'shop', shopId }, timestamp })).toThrow(
      TypeError,
    );
  });
});

describe('isShopeePush', () => {
  const push = {
    callbackUrl: 'https://pasar.example/push/shopee',
    rawBody: Buffer.from(
      '{"code":10,"shop_id":224567890,"timestamp":1657254106,"data":{"type":"message","content":{"text":"สวัสดี"}}}',
    ),
    authorization: 'ca60dff8d0fcf13d8ebdaa12078eae21aa0b081d5c3d02d6a315e32ad0b51b0c',
  };

  it('accepts what was signed with the key, whatever the case of the header', () => {
    expect(isShopeePush(app, push)).toBe(true);
    expect(isShopeePush(app, { ...push, authorization: push.authorization.toUpperCase() })).toBe(true);
  });

  it.each([
    ['another body', { rawBody: Buffer.concat([push.rawBody, Buffer.from(' ')]) }],
    ['another address', { callbackUrl: 'https://pasar.example/push/shopee/' }],
    ['one digit off', { authorization: `d${push.authorization.slice(1)}` }],
    ['a digest cut short', { authorization: push.authorization.slice(0, 62) }],
    ['a digest and more', { authorization: `${push.authorization}00` }],
    ['no hex', { authorization: 'z'.repeat(64) }],
    ['an empty header', { authorization: '' }],
    ['no header', { authorization: null }],
  ])('refuses %s', (_name, change) => {
    expect(isShopeePush(app, { ...push, ...change })).toBe(false);
  });

  it('refuses another key', () => {
    expect(isShopeePush({ ...app, partnerKey: 'other' }, push)).toBe(false);
  });
});
