import type { LoginHealthView, SignInView } from '@pasar/api';
import { refusal } from '@pasar/domain';
import { aShop, uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { countsOf, loginsOf } from './troubles.ts';

const NOW = 1_000_000;
const shop = (number: number, connection: ReturnType<typeof aShop>['connection']) => ({
  ...aShop(number),
  connectionId: uuidOf(`login ${number}`),
  connection,
});
const live = { state: 'live', refusal: null } as const;
const health = (number: number, more: Partial<LoginHealthView>): [string, LoginHealthView] => {
  const connectionId = uuidOf(`login ${number}`);
  const known = { connectionId, identifier: `${number}`, signedInAt: null, failedSince: null, awaySince: null };
  return [connectionId, { ...known, expected: null, ...more }];
};
const expected = { lifeMs: 1_000, basis: 'login', seen: 2 } as const;

describe('the logins of an account', () => {
  it('stand the most troubled first, the longest out of order before the others', () => {
    const shops = [
      shop(1, live),
      shop(2, { state: 'interrupted', refusal: refusal('marketplace_unreachable') }),
      shop(3, { state: 'failed', refusal: refusal('shop_login_expired') }),
      shop(4, { state: 'interrupted', refusal: refusal('ip_isolation_failed') }),
      shop(5, live),
      shop(6, { state: 'failed', refusal: refusal('captcha_needed') }),
      shop(7, { state: 'logging_in', refusal: null }),
      shop(8, { state: 'failed', refusal: refusal('captcha_needed') }),
    ];
    const known = new Map([
      health(3, { failedSince: NOW - 10 }),
      health(5, { signedInAt: NOW - 950, expected }),
      health(6, { failedSince: NOW - 500 }),
    ]);
    const signIns = [{ state: 'challenged', connectionId: uuidOf('login 8') } as SignInView];
    const logins = loginsOf(shops, known, signIns, NOW);
    expect(logins.map(({ trouble, shops: [{ shopId }] }) => [trouble, shopId])).toEqual([
      ['loggedOut', aShop(6).shopId],
      ['loggedOut', aShop(3).shopId],
      ['asked', aShop(8).shopId],
      ['proxy', aShop(4).shopId],
      ['away', aShop(2).shopId],
      ['expiring', aShop(5).shopId],
      ['coming', aShop(7).shopId],
      ['none', aShop(1).shopId],
    ]);
    expect(Object.fromEntries(countsOf(logins))).toMatchObject({ loggedOut: 2, none: 1 });
  });

  it('are one row for all shops of a login, and expire only by what was seen', () => {
    const second = { ...shop(1, live), shopId: aShop(2).shopId };
    const known = new Map([health(1, { signedInAt: NOW - 100, expected })]);
    const [login, ...others] = loginsOf([shop(1, live), second], known, [], NOW);
    expect(others).toEqual([]);
    expect(login).toMatchObject({ trouble: 'none', expiresAt: NOW + 900 });
    expect(loginsOf([shop(1, live)], new Map([health(1, { signedInAt: NOW })]), [], NOW)[0]?.expiresAt).toBeNull();
  });
});
