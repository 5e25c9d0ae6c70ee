import { create } from '@bufbuild/protobuf';
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { RequestSchema } from '../src/index.ts';
import { fuzz } from './support/fuzz.ts';
import { watchPrototypes } from './support/untouched.ts';

const FRAMES = Number(process.env.IM_FUZZ_FRAMES ?? inject('depth').fuzzFrames);
const SEED = Number(process.env.IM_FUZZ_SEED ?? 20_261_121);

test(`IM-Z1 ${FRAMES.toLocaleString('en')} mutated frames, both directions: typed errors, no unexplained difference`, () => {
  // Stack traces of refusals are not used, and taking them is a large part of the work.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  const touched = watchPrototypes();
  const tally = fuzz(SEED, FRAMES, (frames) => expect(touched(), `after ${frames} frames`).toEqual([]));
  const table = [...tally].sort().map(([what, times]) => `${String(times).padStart(9)}  ${what}`);
  console.log(table.join('\n'));
  for (const encoding of ['__lz4', 'gzip']) {
    expect(tally.get(`${encoding} opened`) ?? 0).toBeGreaterThan(FRAMES / 1_000);
    expect(tally.get(`${encoding} refused: bad_compression`) ?? 0).toBeGreaterThan(FRAMES / 1_000);
    expect(tally.get(`${encoding} refused: too_large`) ?? 0).toBeGreaterThan(0);
  }
  // The run fails when it refuses everything, or reads everything.
  for (const message of ['Request', 'Response']) {
    expect(tally.get(`${message} read`) ?? 0).toBeGreaterThan(FRAMES / 20);
    expect(tally.get(`${message} refused by our rule: wrong wire type`) ?? 0).toBeGreaterThan(0);
    expect(tally.get(`${message} refused, a required field is missing`) ?? 0).toBeGreaterThan(0);
  }
}, 600_000);

describe('the watch over prototypes sees', () => {
  const mended: (() => void)[] = [];
  afterEach(() => {
    for (const mend of mended.splice(0)) mend();
  });
  const defined = (on: object, name: string, value: unknown): void => {
    const before = Object.getOwnPropertyDescriptor(on, name);
    mended.push(() =>
      before === undefined ? Reflect.deleteProperty(on, name) : Object.defineProperty(on, name, before),
    );
    Object.defineProperty(on, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: before?.enumerable ?? false,
    });
  };
  const messages: object = Object.getPrototypeOf(create(RequestSchema));

  test.each([
    ['a new name', Object.prototype, 'smoke', 1],
    ['another value under a name', Array.prototype, 'map', () => []],
    ['another value on a constructor', Map, 'groupBy', () => new Map()],
    ['another default of a message', messages, 'cmd', 7],
  ])('IM-Z1 %s', (_what, on, name, value) => {
    const touched = watchPrototypes();
    expect(touched()).toEqual([]);
    defined(on, name, value);
    const seen = touched();
    for (const mend of mended.splice(0)) mend();
    expect(seen.join()).toContain(` ${name} value`);
    expect(touched()).toEqual([]);
  });
});
