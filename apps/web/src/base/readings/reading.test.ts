import type { ReadingView } from '@pasar/api';
import { asShopId, refusal } from '@pasar/domain';
import { expect, it } from 'vitest';
import { readingOf } from './reading.ts';

const sync = (more: Partial<ReadingView>): ReadingView => ({
  shopId: asShopId('0190aaaa-0000-7000-8000-000000000001'),
  state: 'done',
  startedAt: 1,
  endedAt: 2,
  found: 0,
  unreadable: 0,
  progress: null,
  refusal: null,
  nextAt: null,
  ...more,
});

it('the readings of many shops come to one: the oldest time, the progress of those that run, and who failed', () => {
  const failed = sync({ state: 'failed', refusal: refusal('shop_login_expired'), nextAt: 90 });
  const running = [
    sync({ state: 'running', endedAt: null, progress: 0.5, found: 10 }),
    sync({ state: 'running', endedAt: null, progress: null, found: 4 }),
  ];
  const reading = readingOf([
    sync({ endedAt: 50, nextAt: 80 }),
    sync({ endedAt: 40, unreadable: 2 }),
    ...running,
    failed,
  ]);
  expect(reading).toEqual({
    shops: 5,
    running,
    failed: [failed],
    waiting: [],
    progress: 0.25,
    found: 14,
    unreadable: 2,
    readAt: 40,
    nextAt: 80,
  });
  expect(readingOf([])).toMatchObject({ shops: 0, readAt: null, nextAt: null, progress: null });
});
