import { describe, expect, it } from 'vitest';
import { openCookieJar, UnreadableCookiesError } from './cookies.ts';

const SHOP = 'http://127.0.0.1:4101/api/v2/login/';

describe('openCookieJar', () => {
  it('keeps http-only and session cookies through serialize', () => {
    const jar = openCookieJar(null);
    jar.accept(SHOP, ['SPC_EC=secret==; Path=/; HttpOnly', 'SPC_U=1; Path=/; Max-Age=600']);
    jar.set(SHOP, 'SPC_CDS', 'a-b');
    const again = openCookieJar(jar.serialize());
    expect(again.get(SHOP, 'SPC_EC')).toBe('secret==');
    expect(again.header('ws://127.0.0.1:4101/socket.io/')).toBe('SPC_EC=secret==; SPC_U=1; SPC_CDS=a-b');
  });

  it('sends a cookie only to the host that set it', () => {
    const jar = openCookieJar(null);
    jar.accept('https://seller.shopee.co.id/api/', ['SPC_ID=1; Path=/; Domain=shopee.co.id; Secure']);
    expect(jar.header('wss://chat-ws.shopee.co.id/socket.io/')).toBe('SPC_ID=1');
    expect(jar.header('ws://chat-ws.shopee.co.id/socket.io/')).toBeNull();
    expect(jar.header('https://seller.shopee.ph/')).toBeNull();
  });

  it('drops a cookie that the server deletes and ignores one that cannot be read', () => {
    const jar = openCookieJar(null);
    jar.accept(SHOP, ['a=1; Path=/', 'b=2; Domain=elsewhere.example']);
    jar.accept(SHOP, ['a=; Path=/; Max-Age=0']);
    expect(jar.header(SHOP)).toBeNull();
  });

  it('refuses a stored string that it did not write', () => {
    expect(() => openCookieJar('{')).toThrow(UnreadableCookiesError);
  });
});
