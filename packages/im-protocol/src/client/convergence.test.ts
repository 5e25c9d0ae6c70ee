import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type RunResult, runSeed } from './testing/convergence.ts';

const RUNS = 10_000;
const LIMIT_MS = 120_000;

/** What a run must come to, on one line of a failure each. */
function verdict(seed: number, result: RunResult): void {
  const { mistakes, isSettled, client, server, timersLeft } = result;
  // matchers cost more than the run itself
  if (mistakes.length === 0 && isSettled && timersLeft === 0 && isDeepStrictEqual(client, server)) return;
  expect
    .soft({ seed, mistakes, isSettled, timersLeft })
    .toEqual({ seed, mistakes: [], isSettled: true, timersLeft: 0 });
  expect.soft(client, `seed ${seed}: client and server`).toEqual(server);
}

describe('IM-S27 client and server converge under drop, duplicate, reorder, delay, half-open and reconnect', () => {
  test(
    `${RUNS} seeds in virtual time`,
    async () => {
      for (let seed = 1; seed <= RUNS; seed += 1) verdict(seed, await runSeed(seed));
    },
    LIMIT_MS,
  );

  // seeds that fail when the rule they name is taken out
  test.each([
    [883, 'IM-S17 a mark that was set between the fetch of the marks and the start of the log'],
    [190, 'IM-S17 a block of the same kind'],
    [667, 'IM-S17 a conversation that was changed in between'],
    [9_021, 'IM-S24 let in again after leaving'],
    [207, 'IM-S21 what changed while it was being fetched'],
  ])('seed %i: %s', async (seed) => {
    verdict(seed, await runSeed(seed));
  });
});
