import { expect, onTestFinished, test } from 'vitest';
import { fuzz } from './support/fuzz.ts';

const FRAMES = Number(process.env.IM_FUZZ_FRAMES ?? 1_000_000);
const SEED = Number(process.env.IM_FUZZ_SEED ?? 20_261_121);

test(`IM-Z1 ${FRAMES.toLocaleString('en')} mutated frames, both directions: typed errors, no unexplained difference`, () => {
  // nobody reads the stacks of refusals, and taking them is a good part of the work
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  const bare = Reflect.ownKeys(Object.prototype).length;
  const tally = fuzz(SEED, FRAMES);
  expect(Reflect.ownKeys(Object.prototype)).toHaveLength(bare);
  const table = [...tally].sort().map(([what, times]) => `${String(times).padStart(9)}  ${what}`);
  console.log(table.join('\n'));
  // the run must not become one that refuses, or reads, everything
  for (const message of ['Request', 'Response']) {
    expect(tally.get(`${message} read`) ?? 0).toBeGreaterThan(FRAMES / 20);
    expect(tally.get(`${message} refused by our rule: wrong wire type`) ?? 0).toBeGreaterThan(0);
    expect(tally.get(`${message} refused, a required field is missing`) ?? 0).toBeGreaterThan(0);
  }
}, 600_000);
