import { describe, expect, it } from 'vitest';
import { loginReason, sellerIdOfPage } from '../calls/login.ts';

it.each([
  ['INCORRECT_ACCOUNT_OR_PASSWORD', 'wrong_account_or_password'],
  ['NEED_CAPTCHA', 'captcha_needed'],
  ['WRONG_CAPTCHA', 'captcha_wrong'],
  ['FAIL_SYS_USER_VALIDATE', 'verification_needed'],
  ['RGV587_ERROR', 'verification_needed'],
  ['NEED_VCODE', 'verification_needed'],
  ['vcode', 'verification_needed'],
  ['NEED_EMAIL_CODE', 'verification_needed'],
  ['INVALID_VCODE', 'verification_code_wrong'],
  ['SEND_VCODE_TOO_FREQUENT', 'verification_code_not_sent'],
  ['need_otp', 'verification_needed'],
  ['IDENTITY_CHECK', 'identity_check_needed'],
  ['ACCOUNT_DEACTIVATED', 'account_deactivated'],
  ['ACCOUNT_BANNED', 'account_frozen'],
  ['WRONG_SITE_ACCOUNT_OR_PASSWORD', 'site_login_wrong'],
  ['ACCOUNT_NOT_EXIST', 'account_not_exist'],
  ['TOO_FREQUENT', 'too_frequent'],
  ['SOMETHING_ELSE', null],
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
