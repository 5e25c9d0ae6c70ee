import { BridgeError } from '@pasar/bridge';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../outbound/http-call.ts';
import { loginRefusalOf } from './login-refusals.ts';

const answered = (status: number, json: unknown): CallResult => ({ kind: 'answered', status, json, text: '' });

describe('loginRefusalOf', () => {
  const words: readonly (readonly [string, string])[] = [
    ['error_need_otp', 'verification_needed'],
    ['error_need_vcode', 'verification_needed'],
    ['error_need_ivs', 'identity_check_needed'],
    ['error_require_captcha', 'captcha_needed'],
    ['error_captcha_trigger', 'captcha_needed'],
    ['error_perm', 'wrong_account_or_password'],
    ['error_notfound', 'account_not_exist'],
    ['error_banned', 'account_frozen'],
    ['error_shop_binded2merchant', 'login_failed'],
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

  it('goes by the code when there is no word', () => {
    expect(loginRefusalOf(answered(403, { errcode: 1 }))).toMatchObject({
      refusal: { reason: 'wrong_account_or_password' },
    });
    expect(loginRefusalOf(answered(403, { errcode: 7 }))).toMatchObject({
      refusal: { reason: 'identity_check_needed' },
    });
  });

  it('lets what nobody explained heal', () => {
    for (const status of [400, 403, 404]) {
      expect(loginRefusalOf(answered(status, undefined)).ok).toBe(false);
    }
    expect(loginRefusalOf(answered(403, undefined))).toMatchObject({
      refusal: { reason: 'marketplace_error' },
      canRetry: true,
    });
  });

  it('keeps the words of an unknown refusal, and lets the network heal', () => {
    expect(loginRefusalOf(answered(200, { message: 'error_x' }))).toMatchObject({
      refusal: { detail: 'HTTP 200 error_x' },
    });
    const cut: CallResult = { kind: 'failed', error: new BridgeError('reset', 'cut', true) };
    for (const result of [cut, answered(429, {}), answered(502, undefined)]) {
      expect(loginRefusalOf(result)).toMatchObject({ canRetry: true });
    }
  });
});
