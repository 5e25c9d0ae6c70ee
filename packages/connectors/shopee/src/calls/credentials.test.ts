import type { Credentials } from '@pasar/connector-kit';
import { describe, expect, it } from 'vitest';
import { hashPassword, identifierKind, NO_PROOF, toLoginForm } from './credentials.ts';

const login = (identifier: string, country: Credentials['country']): Credentials => ({
  identifier,
  password: 'secret',
  country,
});
const fieldOf = (credentials: Credentials) =>
  Object.entries(toLoginForm(credentials, NO_PROOF)).filter(([name]) => !['password_hash', 'remember'].includes(name));

describe('toLoginForm', () => {
  it('puts an identifier into the field that spec 2 §5 names', () => {
    expect(fieldOf(login('a@b.c', 'TW'))).toEqual([['email', 'a@b.c']]);
    expect(fieldOf(login('shop:sub', 'TW'))).toEqual([['username', 'shop:sub']]);
    expect(fieldOf(login('myshop9', 'TW'))).toEqual([['username', 'myshop9']]);
    expect(fieldOf(login('+886 912-345-678', 'TW'))).toEqual([['phone', '886912345678']]);
    expect(fieldOf(login('0912 345 678', 'TW'))).toEqual([['phone', '886912345678']]);
    expect(fieldOf(login('081-234-5678', 'TH'))).toEqual([['phone', '66812345678']]);
    // A number of another country keeps its own code; text that is no phone number keeps its digits.
    expect(fieldOf(login('+65 9123 4567', 'TW'))).toEqual([['phone', '6591234567']]);
    expect(fieldOf(login('1', 'TW'))).toEqual([['phone', '1']]);
    expect(fieldOf(login('13800138000', 'CNSC'))).toEqual([['phone', '8613800138000']]);
    expect(fieldOf(login('main:sub', 'CNSC'))).toEqual([['username', 'main:sub']]);
  });
  it('tells the kinds apart, a sub-account among them', () => {
    expect(identifierKind({ identifier: 'shop:sub', country: 'TW' })).toBe('subaccount');
    expect(identifierKind({ identifier: 'shop:sub', country: 'CNSC' })).toBe('username');
    expect(identifierKind({ identifier: '12:34', country: 'CNSC' })).toBe('username');
    expect(identifierKind({ identifier: 'a:b@c.d', country: 'CNSC' })).toBe('email');
    expect(identifierKind({ identifier: '(02) 123', country: 'TW' })).toBe('phone');
  });
  it('sends captcha and code only if present', () => {
    expect(Object.keys(toLoginForm(login('x', 'TW'), NO_PROOF))).toEqual(['username', 'password_hash', 'remember']);
    const proof = { captcha: { captchaId: 'c'.repeat(32), text: 'AB12' }, code: '123456' };
    expect(toLoginForm(login('x', 'TW'), proof)).toMatchObject({
      captcha: 'AB12',
      captcha_key: 'c'.repeat(32),
      vcode: '123456',
    });
  });
  it('never carries the password', () => {
    expect(JSON.stringify(toLoginForm(login('x', 'TW'), NO_PROOF))).not.toContain('secret');
  });
});

describe('hashPassword', () => {
  it('is the hex sha256 of the hex md5', () => {
    expect(hashPassword('123456')).toBe('cdf4a007e2b02a0c49fc9b7ccfbb8a10c644f635e1765dcf2a7ab794ddc7edac');
  });
});
