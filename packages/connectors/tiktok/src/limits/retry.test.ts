import { BridgeError, type BridgeErrorCode, type Clock } from '@pasar/bridge';
import { describe, expect, test } from 'vitest';
import { ok, unlucky } from '../outcome.ts';
import { withOneRetry, withPatience } from './retry.ts';

const failing = (codes: readonly BridgeErrorCode[]) => {
  const left = [...codes];
  let attempts = 0;
  const attempt = async (): Promise<string> => {
    attempts += 1;
    const code = left.shift();
    if (code !== undefined) throw new BridgeError(code, code, true);
    return 'answer';
  };
  return { attempt, attempts: () => attempts };
};

describe('one retry', () => {
  test.each(['reset', 'refused', 'timeout'] as const)('after %s the second attempt counts', async (code) => {
    const { attempt, attempts } = failing([code]);
    expect(await withOneRetry(attempt)).toBe('answer');
    expect(attempts()).toBe(2);
  });
  test('and no third', async () => {
    const { attempt, attempts } = failing(['reset', 'reset', 'reset']);
    expect(await withOneRetry(attempt)).toMatchObject({ ok: false, refusal: { reason: 'marketplace_unreachable' } });
    expect(attempts()).toBe(2);
  });
  test.each(['dns', 'tls', 'aborted', 'network'] as const)('none after %s', async (code) => {
    const { attempt, attempts } = failing([code]);
    expect(await withOneRetry(attempt)).toMatchObject({ ok: false, canRetry: true });
    expect(attempts()).toBe(1);
  });
  test('a timeout is called one, and a bug is not swallowed', async () => {
    const { attempt } = failing(['timeout', 'timeout']);
    expect(await withOneRetry(attempt)).toMatchObject({ refusal: { reason: 'request_timed_out' } });
    await expect(withOneRetry(() => Promise.reject(new TypeError('bug')))).rejects.toThrow(TypeError);
  });
});

describe('patience', () => {
  const waits: number[] = [];
  const clock: Clock = {
    now: () => 0,
    after: (delayMs, run) => {
      waits.push(delayMs);
      queueMicrotask(run);
      return () => undefined;
    },
  };
  test('asks three times more, two seconds apart, then gives up', async () => {
    waits.length = 0;
    let attempts = 0;
    const outcome = await withPatience(clock, async () => {
      attempts += 1;
      return unlucky('too_frequent', null);
    });
    expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'too_frequent' } });
    expect([attempts, waits]).toEqual([4, [2_000, 2_000, 2_000]]);
  });
  test('does not wait for anything else', async () => {
    waits.length = 0;
    expect(await withPatience(clock, async () => ok(1))).toEqual(ok(1));
    expect(await withPatience(clock, async () => unlucky('marketplace_error', null))).toMatchObject({ ok: false });
    expect(waits).toEqual([]);
  });
});
