import { MARKETPLACES } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { type Crossing, drawn, FROZEN, KILLED, KILLED_IN_UPLOAD, MODES, shared } from './crossing.ts';

const stepsOf = (cases: readonly Crossing[]) => new Set(cases.map(({ step }) => step));
const modesOf = (cases: readonly Crossing[]) => new Set(cases.map(({ mode }) => mode));

describe.each(MARKETPLACES)('what the fire draws at %s', (marketplace) => {
  test.each([
    ['killed', KILLED],
    ['killed in an upload', KILLED_IN_UPLOAD],
  ])('%s: in short each step and each mode, in full all', (_what, cases) => {
    const short = drawn(cases, marketplace, false);
    expect(stepsOf(short)).toEqual(stepsOf(cases));
    expect(modesOf(short)).toEqual(modesOf(cases));
    expect(drawn(cases, marketplace, true)).toEqual(cases);
  });
});

test('a server is killed at ten steps, in six modes', () => {
  expect([stepsOf(KILLED).size, modesOf(KILLED)]).toEqual([10, new Set(MODES)]);
});

test('frozen servers: in the short run each step and each mode once over all marketplaces; in the long run all at each', () => {
  const short = MARKETPLACES.flatMap((marketplace) => shared(FROZEN, marketplace, false));
  expect(short.map(({ step }) => step).sort()).toEqual([...stepsOf(FROZEN)].sort());
  expect(modesOf(short)).toEqual(modesOf(FROZEN));
  for (const marketplace of MARKETPLACES) expect(shared(FROZEN, marketplace, true)).toEqual(FROZEN);
});
