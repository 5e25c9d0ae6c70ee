import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { type NewMessageNotify, NewMessageNotifySchema, NewMessageNotifyType } from '../schema.ts';
import { createLogFollower, type Turn } from './log-follower.ts';

const notify = (
  previousCursor: bigint,
  nextCursor: bigint,
  notifyType: NewMessageNotifyType = NewMessageNotifyType.PER_USER,
): NewMessageNotify => create(NewMessageNotifySchema, { previousCursor, nextCursor, notifyType });
const steps = (turns: readonly Turn[]) => turns.map((turn) => (turn.kind === 'next' ? turn.next : turn.kind));

describe('IM-S19 the log', () => {
  test('advances push by push', () => {
    const follower = createLogFollower();
    expect(steps(follower.offer(notify(10n, 20n), 10n))).toEqual([20n]);
    expect(steps(follower.offer(notify(20n, 35n), 20n))).toEqual([35n]);
    expect(follower.hasGap).toBe(false);
  });

  test('an early push waits for the previous push', () => {
    const follower = createLogFollower();
    expect(follower.offer(notify(30n, 40n), 10n)).toEqual([]);
    expect(follower.offer(notify(20n, 30n), 10n)).toEqual([]);
    expect(follower.hasGap).toBe(true);
    expect(follower.nextEarly()).toBe(20n);
    expect(steps(follower.offer(notify(10n, 20n), 10n))).toEqual([20n, 30n, 40n]);
    expect(follower.hasGap).toBe(false);
  });

  test('an old or duplicated push is dropped', () => {
    const follower = createLogFollower();
    expect(follower.offer(notify(10n, 20n), 20n)).toEqual([]);
    expect(follower.offer(notify(20n, 30n), 10n)).toEqual([]);
    expect(follower.offer(notify(20n, 30n), 10n)).toEqual([]);
    expect(steps(follower.catchUp(20n))).toEqual([30n]);
    expect(follower.hasGap).toBe(false);
  });

  test('a page beyond early pushes drops them', () => {
    const follower = createLogFollower();
    follower.offer(notify(20n, 30n), 10n);
    follower.offer(notify(40n, 50n), 10n);
    expect(steps(follower.catchUp(40n))).toEqual([50n]);
    expect(follower.hasGap).toBe(false);
  });

  test('before the first list every push is early', () => {
    const follower = createLogFollower();
    expect(follower.offer(notify(10n, 20n), null)).toEqual([]);
    expect(steps(follower.catchUp(10n))).toEqual([20n]);
  });

  test('a push that moves no cursor, or goes to a conversation, is beside the log', () => {
    const follower = createLogFollower();
    expect(steps(follower.offer(notify(0n, 0n), 10n))).toEqual(['beside']);
    expect(steps(follower.offer(notify(10n, 10n), 10n))).toEqual(['beside']);
    expect(steps(follower.offer(notify(1n, 5n, NewMessageNotifyType.PER_CONVERSATION), 10n))).toEqual(['beside']);
  });
});
