import { describe, expect, it } from 'vitest';
import { toBridgeError } from './errors.ts';

const systemError = (code: string): Error => Object.assign(new Error(code), { code });

describe('toBridgeError', () => {
  it.each([
    ['ETIMEDOUT', false, 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', false, 'unreachable'],
    ['ETIMEDOUT', true, 'reset'],
    ['ECONNREFUSED', false, 'refused'],
    ['ECONNRESET', true, 'reset'],
    ['EHOSTUNREACH', false, 'network'],
  ] as const)('%s, started: %s, is %s', (code, hasStarted, expected) => {
    expect(toBridgeError(systemError(code), hasStarted)).toMatchObject({
      code: expected,
      mayHaveReachedServer: hasStarted,
    });
  });
});
