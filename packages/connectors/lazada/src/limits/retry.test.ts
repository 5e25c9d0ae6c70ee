import type { Outcome } from '@pasar/connector-kit';
import { type ReasonCode, refusal } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { READ_POLICY, withRetries } from './retry.ts';

const failure = (reason: ReasonCode, canRetry: boolean): Outcome<string> => ({
  ok: false,
  refusal: refusal(reason),
  canRetry,
});
const done: Outcome<string> = { ok: true, value: 'done' };

/** A clock whose sleeps are over at once, and remembered. */
async function run(answers: readonly Outcome<string>[]) {
  const sleeps: number[] = [];
  let attempts = 0;
  const clock = {
    now: () => 0,
    after: (delayMs: number, wake: () => void) => {
      sleeps.push(delayMs);
      queueMicrotask(wake);
      return () => undefined;
    },
  };
  const outcome = await withRetries(clock, READ_POLICY, async () => answers[attempts++] ?? done);
  return { outcome, attempts, sleeps };
}

describe('the retry table (spec 2 §9)', () => {
  it('tries a failed read three times', async () => {
    const network = failure('marketplace_unreachable', true);
    expect(await run([network, network])).toMatchObject({ outcome: done, attempts: 3, sleeps: [] });
    expect(await run([network, network, network])).toMatchObject({ outcome: network, attempts: 3 });
  });

  it('waits 2 s after too many requests, up to three times', async () => {
    const throttled = failure('too_frequent', true);
    expect(await run([throttled, throttled, throttled])).toMatchObject({
      outcome: done,
      sleeps: [2_000, 2_000, 2_000],
    });
    expect(await run(Array(9).fill(throttled))).toMatchObject({ outcome: throttled, attempts: 4 });
  });

  it('does not repeat what a repeat cannot help', async () => {
    expect(await run([failure('captcha_needed', false)])).toMatchObject({ attempts: 1 });
  });
});
