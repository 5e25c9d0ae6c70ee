import type { SignInView } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { askedInOrder, type QueueItem, standingOf, toBegin } from './sign-in-queue.ts';

const item = (number: number, marketplace: 'shopee' | 'lazada', more: Partial<QueueItem> = {}): QueueItem => ({
  connectionId: uuidOf(`login ${number}`),
  marketplace,
  names: `${number}`,
  signInId: null,
  step: 'queued',
  failure: null,
  ...more,
});
const begun = (number: number, marketplace: 'shopee' | 'lazada' = 'shopee') =>
  item(number, marketplace, { step: 'begun', signInId: `${number}` });
const signIns = (states: Readonly<Record<string, SignInView['state']>>) =>
  new Map(Object.entries(states).map(([signInId, state]) => [signInId, { signInId, state } as SignInView]));

describe('the queue of sign-ins', () => {
  it('begins one at a time at each marketplace, in order', () => {
    const items = [item(1, 'shopee'), item(2, 'shopee'), item(3, 'lazada')];
    expect(toBegin(items, new Map()).map(({ names }) => names)).toEqual(['1', '3']);
    const waits = item(1, 'shopee', { step: 'begun' });
    expect(toBegin([waits, item(2, 'shopee')], new Map())).toEqual([]);
    expect(toBegin([begun(1), item(2, 'shopee')], signIns({ 1: 'logging_in' }))).toEqual([]);
  });

  it.each(['challenged', 'failed', 'logged_in', 'cancelled'] as const)('goes on when one is %s', (state) => {
    expect(toBegin([begun(1), item(2, 'shopee')], signIns({ 1: state })).map(({ names }) => names)).toEqual(['2']);
  });

  it('counts what the server did not begin as failed', () => {
    const refused = item(1, 'shopee', { step: 'begun', failure: { kind: 'expired' } });
    expect(standingOf(refused, new Map())).toBe('failed');
  });

  it('keeps the order of those that wait for a person, and puts one that asks again last', () => {
    const items = [begun(1), begun(2), begun(3)];
    const first = askedInOrder([], items, signIns({ 1: 'challenged', 2: 'logging_in', 3: 'challenged' }));
    expect(first).toEqual(['1', '3']);
    const answered = askedInOrder(first, items, signIns({ 1: 'waiting', 2: 'challenged', 3: 'challenged' }));
    expect(answered).toEqual(['3', '2']);
    const again = askedInOrder(answered, items, signIns({ 1: 'challenged', 2: 'challenged', 3: 'challenged' }));
    expect(again).toEqual(['3', '2', '1']);
  });
});
