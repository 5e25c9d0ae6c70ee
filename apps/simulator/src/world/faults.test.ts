import { expect, test } from 'vitest';
import { createFaults, type NewFault } from './faults.ts';

const fault = (change: Partial<NewFault> = {}): NewFault => ({
  kind: 'tooManyRequests',
  marketplace: 'shopee',
  shopId: null,
  count: null,
  forMs: null,
  delayMs: 0,
  ...change,
});

test('a fault with a count strikes that often and is removed', () => {
  const faults = createFaults({ now: () => 0 });
  faults.add(fault({ count: 2 }));
  expect(faults.strike('tooManyRequests', 'shopee', '1')?.remaining).toBe(1);
  expect(faults.list()).toHaveLength(1);
  expect(faults.strike('tooManyRequests', 'shopee', '2')?.remaining).toBe(0);
  expect(faults.list()).toEqual([]);
  expect(faults.strike('tooManyRequests', 'shopee', '1')).toBeNull();
});

test('a fault of one shop does not strike other shops, marketplaces, kinds, or calls without a shop', () => {
  const faults = createFaults({ now: () => 0 });
  faults.add(fault({ shopId: '1', count: 1 }));
  expect(faults.strike('tooManyRequests', 'shopee', '2')).toBeNull();
  expect(faults.strike('tooManyRequests', 'shopee', null)).toBeNull();
  expect(faults.strike('tooManyRequests', 'lazada', '1')).toBeNull();
  expect(faults.strike('timeout', 'shopee', '1')).toBeNull();
  expect(faults.strike('tooManyRequests', 'shopee', '1')).not.toBeNull();
});

test('a fault without a count lasts until its time is over', () => {
  let time = 1_000;
  const faults = createFaults({ now: () => time });
  const { until } = faults.add(fault({ forMs: 500 }));
  expect(until).toBe(1_500);
  time = 1_499;
  expect(faults.strike('tooManyRequests', 'shopee', null)).not.toBeNull();
  expect(faults.strike('tooManyRequests', 'shopee', null)).not.toBeNull();
  time = 1_500;
  expect(faults.strike('tooManyRequests', 'shopee', null)).toBeNull();
  expect(faults.list()).toEqual([]);
});

test('removing ends one fault, clearing ends all faults', () => {
  const faults = createFaults({ now: () => 0 });
  const { faultId } = faults.add(fault());
  faults.add(fault({ kind: 'forbidden' }));
  expect(faults.remove(faultId)).toBe(true);
  expect(faults.remove(faultId)).toBe(false);
  expect(faults.strike('tooManyRequests', 'shopee', null)).toBeNull();
  faults.clear();
  expect(faults.list()).toEqual([]);
});

test('listeners get each new fault, and may strike it at once, until they unsubscribe', () => {
  const faults = createFaults({ now: () => 0 });
  const heard: string[] = [];
  const stop = faults.onAdded(({ kind, marketplace, shopId }) => {
    heard.push(kind);
    faults.strike(kind, marketplace, shopId);
  });
  faults.add(fault({ kind: 'socketDropped', count: 1 }));
  expect(faults.list()).toEqual([]);
  stop();
  faults.add(fault({ kind: 'tokenExpired', count: 1 }));
  expect(heard).toEqual(['socketDropped']);
});
