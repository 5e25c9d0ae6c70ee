import type { Credentials } from '@pasar/connector-kit';
import { describe, expect, it } from 'vitest';
import { hashPassword, toLoginForm } from './credentials.ts';

const login = (identifier: string, country: Credentials['country']): Credentials => ({
  identifier,
  password: 'secret',
  country,
});
const fieldOf = (credentials: Credentials) =>
  Object.entries(toLoginForm(credentials)).filter(([name]) => !['password_hash', 'remember'].includes(name));

describe('toLoginForm', () => {
  it('puts an identifier into the field that spec 2 §5 names', () => {
    expect(fieldOf(login('a@b.c', 'TW'))).toEqual([['email', 'a@b.c']]);
    expect(fieldOf(login('shop:sub', 'TW'))).toEqual([['username', 'shop:sub']]);
    expect(fieldOf(login('myshop9', 'TW'))).toEqual([['username', 'myshop9']]);
    expect(fieldOf(login('+886 912-345-678', 'TW'))).toEqual([['phone', '886912345678']]);
    expect(fieldOf(login('13800138000', 'CNSC'))).toEqual([['phone', '13800138000']]);
    expect(fieldOf(login('main:sub', 'CNSC'))).toEqual([['username', 'main:sub']]);
  });
  it('never carries the password', () => {
    expect(JSON.stringify(toLoginForm(login('x', 'TW')))).not.toContain('secret');
  });
});

describe('hashPassword', () => {
  it('is the hex sha256 of the hex md5', () => {
    expect(hashPassword('123456')).toBe('cdf4a007e2b02a0c49fc9b7ccfbb8a10c644f635e1765dcf2a7ab794ddc7edac');
  });
});
