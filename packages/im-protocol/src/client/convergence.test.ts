import { isDeepStrictEqual } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { type RunResult, runSeed } from './testing/convergence.ts';

const RUNS = inject('depth').convergenceSeeds;
/** 10,000 seeds take about 50 s on one core; the rest of the limit is for busy machines. */
const LIMIT_MS = 300_000;

/** The expected result of a run; a failure prints each part on one line. */
function verdict(seed: number, result: RunResult): void {
  const { mistakes, isSettled, client, server, audited, timersLeft } = result;
  // Comparing with matchers takes longer than the run itself.
  const isSame = isDeepStrictEqual(client, server) && isDeepStrictEqual(audited, server);
  if (mistakes.length === 0 && isSettled && timersLeft === 0 && isSame) return;
  expect
    .soft({ seed, mistakes, isSettled, timersLeft })
    .toEqual({ seed, mistakes: [], isSettled: true, timersLeft: 0 });
  expect.soft(client, `seed ${seed}: client and server`).toEqual(server);
  expect.soft(audited, `seed ${seed}: after an audit`).toEqual(server);
}

describe('IM-S27 client and server converge under drop, duplicate, reorder, delay, half-open and reconnect', () => {
  test(
    `${RUNS} seeds in virtual time`,
    async () => {
      for (let seed = 1; seed <= RUNS; seed += 1) verdict(seed, await runSeed(seed));
    },
    LIMIT_MS,
  );

  // Seeds that fail when the rule in their title is removed.
  test.each([
    [382, 'IM-S17 a mark that was set between the fetch of the marks and the start of the log'],
    [11, 'IM-S17 a block of the same kind'],
    [267, 'IM-S17 a conversation that was read and emptied in between'],
    [2, 'IM-S17 a conversation in which nothing was said yet, without audits'],
    [34, 'IM-S20 a lost push 1099: no log tells of strangers'],
    [153, 'IM-S21 what changed while it was being fetched'],
    [5, 'IM-S23 50001/8: what a stranger said before being answered'],
  ])('seed %i: %s', async (seed) => {
    verdict(seed, await runSeed(seed));
  });
});
