import type { WireAnswer } from '@pasar/connector-kit';
import { describe, expect, it } from 'vitest';
import { loginRefusalOf } from './login-refusals.ts';

const answered = (status: number, json: unknown): WireAnswer => ({ status, headers: {}, json, text: '' });

describe('loginRefusalOf', () => {
  const words: readonly (readonly [string, string])[] = [
    ['error_need_otp', 'verification_needed'],
    ['error_need_vcode', 'verification_needed'],
    ['vcode', 'verification_needed'],
    ['error_need_ivs', 'identity_check_needed'],
    ['error_require_captcha', 'captcha_needed'],
    ['error_captcha_trigger', 'captcha_needed'],
    ['error_perm', 'wrong_account_or_password'],
    ['error_notfound', 'account_not_exist'],
    ['error_banned', 'account_frozen'],
    ['error_otp', 'verification_code_wrong'],
    ['error_invalid_vcode', 'verification_code_wrong'],
    ['error_captcha', 'captcha_wrong'],
    ['error_too_many_fail_login', 'captcha_needed'],
    ['error_too_frequent', 'too_frequent'],
    ['error_api', 'verification_code_not_sent'],
    ['error_shop_binded2merchant', 'shop_bound_to_merchant'],
    ['has_shop_upgraded', 'shop_bound_to_merchant'],
    ['error_account_abnormal', 'account_abnormal'],
    ['error_not_matched', 'not_matched'],
    ['error_never_seen', 'login_failed'],
  ];
  for (const [message, reason] of words) {
    it(`maps ${message}`, () => {
      expect(loginRefusalOf(answered(200, { errcode: 9, message }))).toMatchObject({
        refusal: { reason },
        canRetry: false,
      });
    });
  }

  it('knows a session that is gone', () => {
    expect(loginRefusalOf(answered(403, { errcode: 2, message: 'token not found' }))).toMatchObject({
      refusal: { reason: 'shop_login_expired' },
    });
  });

  it.each([
    [200, { reason: 1 }, 'wrong_account_or_password'],
    [200, { reason: 2 }, 'login_failed'],
    [200, { error: 2 }, 'wrong_account_or_password'],
    [200, { error: 1 }, 'identity_check_needed'],
    [200, { error: 3 }, 'identity_check_needed'],
    [200, { errcode: 2 }, 'wrong_account_or_password'],
    [403, { errcode: 1 }, 'identity_check_needed'],
    [403, { errcode: 7 }, 'identity_check_needed'],
    [200, { error: 3, reason: 1 }, 'identity_check_needed'],
  ])('goes by the code when there is no word: HTTP %i %o', (status, json, reason) => {
    expect(loginRefusalOf(answered(status, json))).toMatchObject({ refusal: { reason } });
  });

  it('lets a signature that is not taken heal: the clock of this machine may be at fault', () => {
    const refused = answered(403, { error_code: 'invalid_signature', message: 'invalid signature' });
    expect(loginRefusalOf(refused)).toMatchObject({
      refusal: { reason: 'info_failed', detail: expect.stringContaining('invalid_signature') },
      canRetry: true,
    });
  });

  it('lets a refusal without the marketplace’s words be tried again', () => {
    for (const status of [400, 403, 404]) {
      expect(loginRefusalOf(answered(status, undefined)).ok).toBe(false);
    }
    expect(loginRefusalOf(answered(403, undefined))).toMatchObject({
      refusal: { reason: 'info_failed' },
      canRetry: true,
    });
  });

  it('keeps the words of an unknown refusal, and lets the network heal', () => {
    expect(loginRefusalOf(answered(200, { message: 'error_x' }))).toMatchObject({
      refusal: { detail: 'HTTP 200 error_x' },
    });
    for (const result of [answered(429, {}), answered(502, undefined)]) {
      expect(loginRefusalOf(result)).toMatchObject({ canRetry: true });
    }
  });
});
