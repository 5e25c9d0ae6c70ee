import { MARKETPLACES } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { cardCases, cardKinds } from './cards.ts';
import { SHAPES } from './content.ts';
import {
  type Crossing,
  drawn,
  FROZEN,
  FROZEN_IN_TASK,
  KILLED,
  KILLED_IN_ANSWER,
  KILLED_IN_TASK,
  KILLED_IN_UPLOAD,
  MODES,
  shared,
} from './crossing.ts';
import { frozenCases } from './frozen.ts';
import { frozenRobots, killedRobots } from './robots.ts';
import { videoCases } from './video.ts';

const stepsOf = (cases: readonly Crossing[]) => new Set(cases.map(({ step }) => step));
const modesOf = (cases: readonly Crossing[]) => new Set(cases.map(({ mode }) => mode));

describe.each(MARKETPLACES)('what the fire draws at %s', (marketplace) => {
  test.each([
    ['killed', KILLED],
    ['killed in an upload', KILLED_IN_UPLOAD],
    ['killed while a task sends', KILLED_IN_TASK],
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

test('cards: in the short run each kind once, at steps drawn by lot; in the long run in all cases', () => {
  const kinds = MARKETPLACES.flatMap((marketplace) => cardKinds(marketplace));
  const short = MARKETPLACES.flatMap((marketplace) => cardCases(marketplace, false));
  expect(short.map(({ kind }) => kind)).toEqual(kinds);
  expect(kinds).toContain('followInvitation');
  expect(stepsOf(short).size).toBe(Math.min(kinds.length, stepsOf(KILLED).size));
  expect(modesOf(short).size).toBeGreaterThan(3);
  for (const marketplace of MARKETPLACES) {
    const count = cardKinds(marketplace).length * KILLED.length;
    expect(cardCases(marketplace, true)).toHaveLength(count);
  }
});

test('videos: in the short run each step of the upload and some of the others; in the long run all cases', () => {
  const short = stepsOf(videoCases('shopee', false));
  const others = [...stepsOf(KILLED)].filter((step) => short.has(step));
  expect([...stepsOf(KILLED_IN_UPLOAD)].every((step) => short.has(step))).toBe(true);
  expect([others.length, short.size]).toEqual([4, 4 + stepsOf(KILLED_IN_UPLOAD).size]);
  expect(videoCases('shopee', true)).toEqual([...KILLED, ...KILLED_IN_UPLOAD]);
});

describe.each(MARKETPLACES)('tasks of two servers at %s', (marketplace) => {
  test('in short each of the 14 steps once, with every mode; in full both kinds of tasks and answers at all', () => {
    const short = killedRobots(marketplace, false);
    const ofTask = short.filter(({ step }) => !step.startsWith('auto-reply'));
    expect(ofTask.map(({ step }) => step)).toEqual([...stepsOf(KILLED_IN_TASK)]);
    expect([ofTask.length, modesOf(ofTask).size]).toEqual([14, MODES.length]);
    expect(new Set(ofTask.map(({ robot }) => robot)).size).toBe(3);
    expect(new Set(ofTask.map(({ shape }) => shape)).size).toBe(SHAPES.length);
    const keys = new Set(ofTask.map(({ mode }) => mode.isHonoured));
    expect(keys).toEqual(new Set([true, false]));
    const whole = 2 * KILLED_IN_TASK.length + KILLED_IN_ANSWER.length;
    expect(killedRobots(marketplace, true)).toHaveLength(SHAPES.length * whole);
  });

  test('one is frozen in short at one step, in full at all', () => {
    expect(frozenRobots(marketplace, false)).toHaveLength(1);
    expect(stepsOf(frozenRobots(marketplace, true))).toEqual(stepsOf(FROZEN_IN_TASK));
  });
});

test('over the marketplaces the answers alone are killed at their two steps, and tasks are frozen at three', () => {
  const killed = MARKETPLACES.flatMap((marketplace) => killedRobots(marketplace, false));
  const ofAnswer = killed.filter(({ step }) => step.startsWith('auto-reply'));
  expect(ofAnswer.map(({ step }) => step).sort()).toEqual(['auto-reply.after', 'auto-reply.before']);
  expect(stepsOf(MARKETPLACES.flatMap((marketplace) => frozenRobots(marketplace, false))).size).toBe(3);
});

test('frozen servers: texts, cards and videos, in the long run each at every step', () => {
  const short = MARKETPLACES.flatMap((marketplace) => frozenCases(marketplace, false));
  expect(short.map(({ step }) => step).sort()).toEqual([...stepsOf(FROZEN)].sort());
  const shared = ['text', 'productCard', 'video'] as const;
  expect([...new Set(short.map(({ what }) => what))]).toEqual(expect.arrayContaining([...shared]));
  const long = frozenCases('shopee', true);
  const kinds = cardKinds('shopee');
  for (const whats of [['text'], ['video'], kinds] as const) {
    const found = long.filter(({ what }) => whats.some((one) => one === what));
    expect(stepsOf(found)).toEqual(stepsOf(FROZEN));
  }
});
