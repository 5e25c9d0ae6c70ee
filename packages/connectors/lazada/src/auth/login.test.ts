import { describe, expect, it } from 'vitest';
import { sellerIdOfPage } from './login.ts';
import { loginReason } from './login-reasons.ts';

it.each([
  ['INCORRECT_ACCOUNT_OR_PASSWORD', 'wrong_account_or_password'],
  ['NEED_CAPTCHA', 'captcha_needed'],
  ['FAIL_SYS_USER_VALIDATE', 'captcha_needed'],
  ['need_otp', 'verification_needed'],
  ['IDENTITY_CHECK', 'identity_check_needed'],
  ['ACCOUNT_DEACTIVATED', 'account_frozen'],
  ['ACCOUNT_NOT_EXIST', 'account_not_exist'],
  ['SOMETHING_ELSE', 'login_failed'],
])('%s is %s', (code, reason) => {
  expect(loginReason(code)).toBe(reason);
});

describe('the IM window page', () => {
  it('names the seller, beyond 2^53 too', () => {
    expect(sellerIdOfPage('<script>window.__IM_CONFIG__ = {"sellerId":2500170530338123456};</script>')).toBe(
      '2500170530338123456',
    );
  });
  it.each(['', '<script>window.__IM_CONFIG__ = {};</script>', '<script>window.__IM_CONFIG__ = {oops};</script>'])(
    'or does not: %s',
    (page) => {
      expect(sellerIdOfPage(page)).toBeNull();
    },
  );
});
