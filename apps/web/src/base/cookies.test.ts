import { describe, expect, it } from 'vitest';
import { ACCOUNT_COOKIE, readCookie } from './cookies.ts';

describe('reading cookies', () => {
  it('finds the account by its whole name', () => {
    expect(readCookie('a=1; accountId=42; b=2', ACCOUNT_COOKIE)).toBe('42');
    expect(readCookie('xaccountId=42; accountIdx=1', ACCOUNT_COOKIE)).toBeNull();
  });

  it('takes an empty one for none, and a badly escaped one as it stands', () => {
    expect(readCookie('accountId=', ACCOUNT_COOKIE)).toBeNull();
    expect(readCookie('', ACCOUNT_COOKIE)).toBeNull();
    expect(readCookie('accountId=%E0%A4%A', ACCOUNT_COOKIE)).toBe('%E0%A4%A');
    expect(readCookie('accountId=a%20b=c', ACCOUNT_COOKIE)).toBe('a b=c');
  });
});
