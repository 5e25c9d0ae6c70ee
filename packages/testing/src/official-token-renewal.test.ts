import { isRenewalDue, type RenewalAnswer, type TokenRenewal } from '@pasar/connector-kit';
import { readLazadaTokenRenewal } from '@pasar/connector-lazada';
import { readShopeeTokenRenewal } from '@pasar/connector-shopee';
import { readTikTokTokenRenewal } from '@pasar/connector-tiktok';
import { describe, expect, it } from 'vitest';
import {
  LAZADA_DOCUMENTED,
  LAZADA_OURS,
  SHOPEE_DOCUMENTED,
  SHOPEE_OURS,
  TIKTOK_DOCUMENTED,
  TIKTOK_OURS,
} from './token-renewal.ts';

const receivedAt = 1_650_000_000_000;
const DAY_MS = 86_400_000;
const answer = (text: string, status = 200): RenewalAnswer => ({ status, text, receivedAt });
const without = (text: string, name: string): string =>
  JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === name ? undefined : value)));

const SHOP = { kind: 'shop', shopId: '322300222' } as const;
const readShopee = (given: RenewalAnswer) => readShopeeTokenRenewal(given, SHOP);
const brief = (renewal: TokenRenewal<unknown>): readonly string[] =>
  renewal.kind === 'refused' ? [renewal.next, renewal.refusal.reason] : [renewal.kind];

describe('readShopeeTokenRenewal', () => {
  it('CK-O1 documented: reads both tokens; the new refresh token lives 30 days', () => {
    expect(readShopee(answer(SHOPEE_DOCUMENTED.renewed))).toEqual({
      kind: 'renewed',
      owner: SHOP,
      tokens: {
        accessToken: '71594a4c54537649697341796363674a',
        accessExpiresAt: receivedAt + 4 * 3_600_000,
        refresh: { token: '516c6b577753554375764a63704d7245', expiresAt: receivedAt + 30 * DAY_MS },
      },
    });
  });

  it('CK-O2 documented: a wrong refresh token must be replaced by the seller', () => {
    expect(readShopee(answer(SHOPEE_DOCUMENTED.refused, 403))).toEqual({
      kind: 'refused',
      next: 'seller',
      refusal: { reason: 'shop_login_expired', detail: 'error_auth: Invalid refresh_token.' },
    });
  });

  it('CK-O1 ours: keeps an owner digit by digit, and refuses tokens of another owner', () => {
    const merchant = { kind: 'merchant', merchantId: '18446744073709551615' } as const;
    expect(readShopeeTokenRenewal(answer(SHOPEE_OURS.merchant), merchant)).toMatchObject({ kind: 'renewed' });
    const next = { ...merchant, merchantId: '18446744073709551614' };
    expect(brief(readShopeeTokenRenewal(answer(SHOPEE_OURS.merchant), next))).toEqual(['inDoubt']);
    expect(brief(readShopeeTokenRenewal(answer(SHOPEE_DOCUMENTED.renewed), { ...SHOP, shopId: '1' }))).toEqual([
      'inDoubt',
    ]);
  });

  it.each([
    ['refresh_token_expired', 'Your refresh_token expired.', ['seller', 'shop_login_expired']],
    ['error_shop_refresh_token', 'Your refresh token is error', ['seller', 'shop_login_expired']],
    ['shop_access_expired', 'Your access to shop has expired.', ['seller', 'shop_login_expired']],
    ['shop_no_linked', 'Partner and shop has no linked.', ['seller', 'shop_login_expired']],
    ['shop_banned', 'The shop account has been banned.', ['seller', 'account_frozen']],
    ['error_rate_limit', 'Too many requests.', ['later', 'too_frequent']],
    ['error_auth', 'partner_id is invalid', ['operator', 'marketplace_error']],
    ['error_sign', 'Wrong sign.', ['operator', 'marketplace_error']],
    ['source_ip_undeclared', 'Request Source IP is undeclared.', ['operator', 'marketplace_error']],
    ['error_server', 'Something wrong. Please try later.', ['inDoubt']],
    ['error_network', 'Inner http call failed', ['inDoubt']],
  ])('CK-O2 CK-O3 ours, with words of the documented list: %s (%s)', (error, message, expected) => {
    expect(brief(readShopee(answer(SHOPEE_OURS.refusal(error, message))))).toEqual(expected);
  });
});

describe('readLazadaTokenRenewal', () => {
  it('CK-O1 documented: seconds as text, and the sellers under the call’s own name', () => {
    expect(readLazadaTokenRenewal(answer(LAZADA_DOCUMENTED.renewed))).toEqual({
      kind: 'renewed',
      owner: {
        account: 'xxx@126.com',
        country: 'sg',
        sellers: [{ country: 'sg', sellerId: '1001', userId: '10101' }],
      },
      tokens: {
        accessToken: '50000601c30atpedfgu3LVvik87Ixlsvle3mSoB7701ceb156fPunYZ43GBg',
        accessExpiresAt: receivedAt + 10_000,
        refresh: {
          token: '500016000300bwa2WteaQyfwBMnPxurcA0mXGhQdTt18356663CfcDTYpWoi',
          expiresAt: receivedAt + 60_000,
        },
      },
    });
  });

  it('CK-O1 documented: a cross-border seller has several countries', () => {
    const renewal = readLazadaTokenRenewal(answer(LAZADA_DOCUMENTED.crossBorder));
    expect(renewal).toMatchObject({
      kind: 'renewed',
      tokens: { accessExpiresAt: receivedAt + 3 * DAY_MS },
      owner: {
        country: 'cb',
        sellers: [
          { country: 'sg', sellerId: '1001', userId: '10101' },
          { country: 'my', sellerId: '2001', userId: '20101' },
        ],
      },
    });
  });

  it('CK-O1 ours, after the documents’ text: with 0 seconds left it cannot be renewed again', () => {
    const last = LAZADA_DOCUMENTED.renewed.replace('"refresh_expires_in":"60"', '"refresh_expires_in":0');
    expect(readLazadaTokenRenewal(answer(last))).toMatchObject({ kind: 'renewed', tokens: { refresh: null } });
  });

  it.each([
    [
      'IllegalRefreshToken',
      'ISV',
      'The specified refresh token is invalid or expired',
      ['seller', 'shop_login_expired'],
    ],
    ['AUTH_TYPE_UNSUPPORTED', 'ISV', 'can only be authorized by market', ['operator', 'marketplace_error']],
    ['IncompleteSignature', 'ISV', 'The request signature does not conform', ['operator', 'marketplace_error']],
    ['AppCallLimit', 'ISV', 'The request is limited', ['later', 'too_frequent']],
    ['ServiceTimeout', 'ISP', 'The backend took too long', ['inDoubt']],
    ['InternalError', 'SYSTEM', 'Internal error', ['inDoubt']],
    ['0', '', '', ['inDoubt']],
  ])('CK-O2 CK-O3 ours: %s (%s, %s)', (code, type, message, expected) => {
    expect(brief(readLazadaTokenRenewal(answer(LAZADA_OURS.refusal(code, type, message))))).toEqual(expected);
  });
});

describe('readTikTokTokenRenewal', () => {
  it('CK-O1 documented: expiries are moments, not lifetimes', () => {
    expect(readTikTokTokenRenewal(answer(TIKTOK_DOCUMENTED.renewed))).toEqual({
      kind: 'renewed',
      owner: {
        openId: '7010736057180325637',
        kind: 'seller',
        sellerName: 'Jjj test shop',
        region: 'ID',
        scopes: ['seller.affiliate_collaboration.read', 'seller.affiliate_collaboration.write'],
      },
      tokens: {
        accessToken:
          'TTP_Fw8rBwAAAAAkW03FYd09DG-9INtpw361hWthei8S3fHX8iPJ5AUv99fLSCYD9-UucaqxTgNRzKZxi5-tfFMtdWqglEt5_iCk',
        accessExpiresAt: 1_660_556_783_000,
        refresh: {
          token: 'TTP_NTUxZTNhYTQ2ZDk2YmRmZWNmYWY2YWY2YzkxNGYwNjQ3YjkzYTllYjA0YmNlMw',
          expiresAt: 1_691_487_031_000,
        },
      },
    });
  });

  it.each([
    [1, 'creator'],
    [3, 'partner'],
    [7, 'unknown'],
  ])('CK-O1 ours, with documented numbers: user type %i is a %s', (type, kind) => {
    const text = TIKTOK_DOCUMENTED.renewed.replace('"user_type":0', `"user_type":${type}`);
    expect(readTikTokTokenRenewal(answer(text))).toMatchObject({ kind: 'renewed', owner: { kind } });
  });

  it.each([
    ['refresh token is invalid', 200, ['seller', 'shop_login_expired']],
    ['invalid app_secret', 200, ['operator', 'marketplace_error']],
    ['too many requests', 429, ['later', 'too_frequent']],
    ['internal error', 500, ['inDoubt']],
  ])('CK-O2 CK-O3 ours: %s, HTTP %i', (message, status, expected) => {
    expect(brief(readTikTokTokenRenewal(answer(TIKTOK_OURS.refusal(9, message), status)))).toEqual(expected);
  });
});

describe.each([
  ['shopee', readShopee, SHOPEE_DOCUMENTED.renewed, ['access_token', 'refresh_token', 'expire_in']],
  [
    'lazada',
    readLazadaTokenRenewal,
    LAZADA_DOCUMENTED.renewed,
    ['access_token', 'refresh_token', 'expires_in', 'refresh_expires_in'],
  ],
  [
    'tiktok',
    readTikTokTokenRenewal,
    TIKTOK_DOCUMENTED.renewed,
    ['access_token', 'refresh_token', 'access_token_expire_in', 'refresh_token_expire_in'],
  ],
] as const)('%s: what cannot be read', (_name, read, renewed, needed) => {
  it('CK-O3 is in doubt, because the refresh token may be spent', () => {
    for (const name of needed)
      expect([name, ...brief(read(answer(without(renewed, name))))]).toEqual([name, 'inDoubt']);
    for (const text of ['', '<html>502 Bad Gateway</html>', '[]', 'null', '{}', renewed.slice(0, -9)]) {
      expect(brief(read(answer(text, 502)))).toEqual(['inDoubt']);
    }
  });

  it('CK-O4 names the wrong field, and no token', () => {
    const broken = read(answer(without(renewed, needed[2])));
    const [, token = ''] = /"refresh_token":"([^"]+)"/.exec(renewed) ?? [];
    expect(token).not.toBe('');
    expect(broken).toMatchObject({ kind: 'inDoubt', detail: expect.not.stringContaining(token) });
    expect(broken).toMatchObject({ detail: expect.stringContaining(needed[2]) });
  });

  it('CK-O2 is not in doubt after a rate limit', () => {
    expect(brief(read(answer('slow down', 429)))).toEqual(['later', 'too_frequent']);
  });
});

describe('isRenewalDue', () => {
  const tokens = {
    accessToken: 'a',
    accessExpiresAt: receivedAt + 3_600_000,
    refresh: { token: 'r', expiresAt: receivedAt + DAY_MS },
  };

  it('CK-O5 30 minutes before the end, and not before', () => {
    expect(isRenewalDue(tokens, receivedAt + 1_799_999)).toBe(false);
    expect(isRenewalDue(tokens, receivedAt + 1_800_000)).toBe(true);
  });
  it('CK-O5 never without a refresh token', () => {
    expect(isRenewalDue({ ...tokens, refresh: null }, receivedAt + DAY_MS)).toBe(false);
  });
});
