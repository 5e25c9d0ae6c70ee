import { type ReasonCode, refusal } from '@pasar/domain';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { ask, SessionLost } from './runner-context.ts';

const context = { log: pino({ level: 'silent' }) };
const asked = (reason: ReasonCode) => () =>
  ask(context, { ok: false, refusal: refusal(reason), canRetry: false }, 'conversation_skipped');

describe('one thing that a session asks, refused', () => {
  test.each([
    'shop_login_expired',
    'wrong_account_or_password',
    'merchant_account_site_login',
    'verification_code_not_sent',
    'verification_code_wrong',
    'ip_isolation_failed',
    'too_frequent',
  ] as const)('with %s, ends the session: all else would be refused alike', (reason) => {
    expect(asked(reason)).toThrow(SessionLost);
  });

  test.each(['marketplace_error', 'request_timed_out', 'not_found', 'conversation_closed'] as const)(
    'with %s, is skipped: the rest may fare better',
    (reason) => {
      expect(asked(reason)()).toBeNull();
    },
  );
});
