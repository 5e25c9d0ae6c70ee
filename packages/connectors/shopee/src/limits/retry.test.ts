import { BridgeError, type BridgeErrorCode, type Clock } from '@pasar/bridge';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../outbound/http-call.ts';
import { withRetries } from './retry.ts';
import { Pauses } from './wait.ts';

const answer = (status: number): CallResult => ({ kind: 'answered', status, json: {}, text: '' });
const failure = (code: BridgeErrorCode): CallResult => ({ kind: 'failed', error: new BridgeError(code, code, true) });

/** A clock whose timers run at once, and that remembers how long they were to wait. */
function instantClock() {
  const waited: number[] = [];
  const clock: Clock = {
    now: () => 0,
    after(delayMs, run) {
      waited.push(delayMs);
      queueMicrotask(run);
      return () => undefined;
    },
  };
  return { clock, waited };
}

async function play(results: readonly CallResult[]) {
  const { clock, waited } = instantClock();
  let attempts = 0;
  const result = await withRetries(new Pauses(clock), async () => {
    const next = results[Math.min(attempts, results.length - 1)];
    attempts += 1;
    if (next === undefined) throw new Error('no result to play');
    return next;
  });
  return { result, attempts, waited };
}

describe('withRetries', () => {
  it('leaves a success and an ordinary refusal alone', async () => {
    for (const status of [200, 204, 400, 401, 403, 500]) {
      expect(await play([answer(status)])).toEqual({ result: answer(status), attempts: 1, waited: [] });
    }
  });

  it('waits 2 s after each 429, three times at most', async () => {
    expect(await play([answer(429), answer(200)])).toMatchObject({ attempts: 2, waited: [2_000] });
    const given = await play([answer(429)]);
    expect(given).toEqual({ result: answer(429), attempts: 4, waited: [2_000, 2_000, 2_000] });
  });

  it('tries once more after a timeout', async () => {
    expect(await play([failure('timeout'), answer(200)])).toMatchObject({ result: answer(200), attempts: 2 });
    expect((await play([failure('timeout')])).attempts).toBe(2);
  });

  it('makes three attempts when the connection is cut, and one when there is none', async () => {
    expect((await play([failure('reset')])).attempts).toBe(3);
    expect((await play([failure('refused')])).attempts).toBe(1);
    expect((await play([failure('aborted')])).attempts).toBe(1);
  });

  it('stops waiting when the session is closed', async () => {
    const waits: number[] = [];
    const cancelled: number[] = [];
    const waiting = Promise.withResolvers<void>();
    const pauses = new Pauses({
      now: () => 0,
      after(delayMs) {
        waits.push(delayMs);
        waiting.resolve();
        return () => void cancelled.push(delayMs);
      },
    });
    const result = withRetries(pauses, async () => answer(429));
    await waiting.promise;
    pauses.close();
    expect(await result).toEqual(answer(429));
    expect([waits, cancelled]).toEqual([[2_000], [2_000]]);
    expect(await pauses.pause(1)).toBe(false);
  });
});
