import { describe, expect, it } from 'vitest';
import { afterLogin, guard, PUBLIC_PATHS, readLink } from './guard.ts';

const place = (pathname: string, search = '') => ({ pathname, search });

describe('the route guard', () => {
  it('lets everybody onto the public paths and a signed-in member everywhere', () => {
    for (const path of PUBLIC_PATHS) expect(guard(place(path), false)).toEqual({ kind: 'allow' });
    for (const path of ['/', '/chat/index', '/nowhere']) expect(guard(place(path), true)).toEqual({ kind: 'allow' });
  });

  it('sends anybody else to the login, from unknown paths and look-alikes too', () => {
    for (const path of ['/', '/chat/index', '/nowhere', '/account/login/x', '/account', '/Offline']) {
      expect(guard(place(path), false)).toMatchObject({ kind: 'redirect' });
    }
  });

  it('keeps where the person wanted to go, and only within this origin', () => {
    const decision = guard(place('/chat-lazada/index', '?a=1&b=2'), false);
    if (decision.kind !== 'redirect') throw new Error('let in');
    expect(afterLogin(new URL(decision.to, 'http://desk').search)).toBe('/chat-lazada/index?a=1&b=2');
    const evil = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/account/login?x',
    ];
    for (const wanted of evil) expect(afterLogin(`?redirect=${encodeURIComponent(wanted)}`)).toBe('/');
    expect(afterLogin('')).toBe('/');
  });

  it('takes /login for the login page, which leads to the desk or to the page that was asked for', () => {
    for (const isSignedIn of [false, true]) {
      expect(guard(place('/login'), isSignedIn)).toEqual({ kind: 'redirect', to: '/account/login' });
      expect(guard(place('/login', '?redirect=%2Fchat%2Fall'), isSignedIn)).toEqual({
        kind: 'redirect',
        to: '/account/login?redirect=%2Fchat%2Fall',
      });
    }
  });

  it('isGray pre-fills a name and nothing else; the account id of a link is not read', () => {
    expect(readLink('?isGray=1&accountId=5&accountName=anna')).toEqual({
      affiliateCode: null,
      isGray: true,
      accountName: 'anna',
    });
    for (const value of ['0', '', 'x', 'NaN', ' ']) {
      expect(readLink(`?isGray=${value}&accountName=anna`)).toMatchObject({ isGray: false, accountName: null });
    }
    expect(readLink('?affiliateCode=A%201')).toMatchObject({ affiliateCode: 'A 1', isGray: false });
  });
});
