import { LIMITS, OWN_LIMITS, refusal } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { pauseBeforeLogin } from './back-off.ts';

const many = LIMITS.loginAttempts;

describe('an unattended login', () => {
  test.each(['too_frequent', 'marketplace_error', 'unexpected_answer', 'info_failed', 'call_failed'] as const)(
    'rests after as many tries as a person would have, when it is answered with %s',
    (reason) => {
      expect(pauseBeforeLogin(many - 1, refusal(reason))).toBeLessThanOrEqual(OWN_LIMITS.reconnectBaseMs * 2 ** many);
      expect(pauseBeforeLogin(many, refusal(reason))).toBe(OWN_LIMITS.loginRestMs);
      expect(pauseBeforeLogin(50, refusal(reason))).toBe(OWN_LIMITS.loginRestMs);
    },
  );

  test.each(['marketplace_unreachable', 'request_timed_out', 'ip_isolation_failed'] as const)(
    'is tried again soon, however often the line was down: %s',
    (reason) => {
      expect(pauseBeforeLogin(50, refusal(reason))).toBeLessThanOrEqual(OWN_LIMITS.reconnectCapMs);
    },
  );
});
