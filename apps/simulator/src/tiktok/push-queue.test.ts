import { beforeEach, expect, test } from 'vitest';
import { createFaults, type FaultBoard } from '../world/faults.ts';
import type { FaultKind } from '../world/types.ts';
import { createPushQueue, type PushQueue } from './push-queue.ts';

let faults: FaultBoard;
let later: { readonly delayMs: number; readonly run: () => void }[];
let delivered: number[];
let queue: PushQueue;
beforeEach(() => {
  faults = createFaults({ now: () => 0 });
  later = [];
  delivered = [];
  const context = { faults, later: (delayMs: number, run: () => void) => void later.push({ delayMs, run }) };
  queue = createPushQueue(context, '1', ([byte]) => void delivered.push(byte ?? -1));
});
const add = (kind: FaultKind, shopId: string | null = '1') =>
  faults.add({ kind, marketplace: 'tiktok', shopId, count: 1, forMs: null, delayMs: 25 });
const push = (...bytes: number[]) => {
  for (const byte of bytes) queue.push(Uint8Array.of(byte));
};

test('without faults pushes are sent in order, and another shop has its own faults', () => {
  add('socketMuted', '2');
  push(1, 2, 3);
  expect(delivered).toEqual([1, 2, 3]);
});
test('a muted push is never sent', () => {
  add('socketMuted');
  push(1, 2);
  expect(delivered).toEqual([2]);
});
test('a duplicated push is sent twice', () => {
  add('socketDuplicated');
  push(1, 2);
  expect(delivered).toEqual([1, 1, 2]);
});
test('a delayed push is sent after its delay, and others do not wait for it', () => {
  add('socketDelayed');
  push(1, 2);
  expect(delivered).toEqual([2]);
  expect(later.map(({ delayMs }) => delayMs)).toEqual([25]);
  later[0]?.run();
  expect(delivered).toEqual([2, 1]);
});
test('a reordered push follows the next push', () => {
  add('socketReordered');
  push(1);
  expect(delivered).toEqual([]);
  push(2, 3);
  expect(delivered).toEqual([2, 1, 3]);
});
