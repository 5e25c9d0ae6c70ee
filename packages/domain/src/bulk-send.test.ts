import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BULK_SEND_LIMITS,
  type BulkSendCounts,
  bulkDurationMs,
  isQuiet,
  isStartAllowed,
  isStartMissed,
  pauseAfterMs,
  quietOf,
  statusOfTask,
  waitsUntil,
} from './bulk-send.ts';
import { MARKETPLACES } from './marketplace.ts';
import { paceSeconds, SEND_LIMITS } from './send-limits.ts';

const NOBODY: BulkSendCounts = { total: 0, sent: 0, succeeded: 0, failed: 0, skipped: 0, unconfirmed: 0 };

describe('the state of a task in the words of the specification', () => {
  it.each([
    ['wait', {}, 'wait'],
    ['processing', {}, 'processing'],
    ['stopped', {}, 'cancel'],
    ['cancel', {}, 'cancel'],
    ['finish', { succeeded: 2, skipped: 1 }, 'success'],
    ['finish', { failed: 2 }, 'fail'],
    ['finish', { failed: 1, succeeded: 1 }, 'finish'],
    ['finish', { failed: 1, unconfirmed: 1 }, 'finish'],
    ['finish', { succeeded: 1, unconfirmed: 1 }, 'finish'],
    ['finish', { skipped: 2 }, 'finish'],
  ] as const)('%s with %j is %s', (state, counts, status) => {
    expect(statusOfTask(state, { ...NOBODY, ...counts })).toBe(status);
  });
});

describe('the pause after a message', () => {
  it('is the interval and up to half of it more, always the same for a recipient', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 5, max: 3_600 }), (id, seconds) => {
        const pause = pauseAfterMs(seconds, id);
        expect(pause).toBe(pauseAfterMs(seconds, id));
        expect(pause).toBeGreaterThanOrEqual(seconds * 1_000);
        expect(pause).toBeLessThanOrEqual(seconds * 1_500);
      }),
    );
  });

  it('differs from recipient to recipient', () => {
    const ids = ['00000000', '80000000', 'ffffffff'].map((end) => `019d3c1e-0000-7000-8000-0000${end}`);
    expect(ids.map((id) => pauseAfterMs(10, id))).toEqual([10_000, 12_500, 15_000]);
  });
});

it('a task takes as long as the shop that takes longest', () => {
  const shop = (recipients: number, pauseSeconds = 10) => ({ recipients, pauseSeconds });
  expect(bulkDurationMs([])).toBe(0);
  expect(bulkDurationMs([shop(1), shop(1), shop(0)])).toBe(0);
  expect(bulkDurationMs([shop(3), shop(5)])).toBe(50_000);
  expect(bulkDurationMs([shop(3, 40), shop(5)])).toBe(100_000);
});

it('the pause is what a task was told, or longer where more messages than the marketplace takes would go out in an hour', () => {
  expect(paceSeconds('shopee', 5, 1)).toBe(10);
  expect(paceSeconds('shopee', 15, 1)).toBe(15);
  expect(paceSeconds('shopee', 15, 5)).toBe(50);
  expect(paceSeconds('lazada', 5, 1)).toBe(5);
  for (const marketplace of MARKETPLACES) {
    const { perHour } = SEND_LIMITS[marketplace].pace;
    for (const messages of [1, 3, 5]) {
      const sent = (3_600 / paceSeconds(marketplace, 5, messages)) * messages;
      expect(sent).toBeLessThanOrEqual(perHour ?? 0);
    }
  }
});

describe('a start', () => {
  const { leadMs, aheadMs, missedMs } = BULK_SEND_LIMITS;
  it.each([
    [leadMs - 1, false],
    [leadMs, true],
    [aheadMs, true],
    [aheadMs + 1, false],
  ])('%d ms ahead is allowed: %s', (ahead, isAllowed) => {
    expect(isStartAllowed(1_000 + ahead, 1_000)).toBe(isAllowed);
  });
  it('is missed after five minutes', () => {
    expect(isStartMissed(1_000, 1_000 + missedMs)).toBe(false);
    expect(isStartMissed(1_000, 1_001 + missedMs)).toBe(true);
  });
});

it('quiet hours are those of the country of the shop', () => {
  const night = { from: 22 * 60, to: 8 * 60, days: [0, 1, 2, 3, 4, 5, 6] };
  const at = Date.parse('2026-11-26T22:30:00Z');
  expect(isQuiet(at, night, 'SG')).toBe(true);
  expect(isQuiet(at + 2 * 3_600_000, night, 'SG')).toBe(false);
  expect(isQuiet(at, night, 'BR')).toBe(false);
  expect(isQuiet(at, null, 'SG')).toBe(false);
});

it('a site keeps its own quiet hours where it has any, also none', () => {
  const [night, noon] = [
    { from: 22 * 60, to: 8 * 60, days: [0, 1, 2, 3, 4, 5, 6] },
    { from: 12 * 60, to: 13 * 60, days: [1] },
  ];
  const config = {
    quiet: night,
    ownQuiet: [
      { country: 'TH', quiet: noon },
      { country: 'VN', quiet: null },
    ],
  } as const;
  expect((['SG', 'TH', 'VN'] as const).map((country) => quietOf(config, country))).toEqual([night, noon, null]);
  expect(quietOf({ ...config, quiet: null }, 'TH')).toEqual(noon);
});

it('a message waits until the quiet hours begin, and an hour at most', () => {
  const quiet = { from: 11 * 60 + 30, to: 12 * 60, days: [0, 1, 2, 3, 4, 5, 6] };
  const eleven = Date.parse('2030-01-07T03:00:00Z');
  expect(waitsUntil(eleven + 30_500, quiet, 'SG')).toBe(eleven + 30 * 60_000 - 1);
  expect(waitsUntil(eleven - 1, null, 'SG')).toBe(eleven + 3_600_000 - 2);
});

describe('the limits of the marketplaces', () => {
  it('are those of the send guard, and Shopee lets buyers of the last 30 days be written to', () => {
    expect(SEND_LIMITS.shopee).toMatchObject({
      textLength: { most: 600 },
      inARow: { most: 5 },
      reach: { chatDays: 7, orderDays: 30 },
      isPromotionSpam: true,
    });
    expect(SEND_LIMITS.tiktok.textLength.most).toBe(1_000);
    expect(SEND_LIMITS.tiktok.reach).toEqual({ chatDays: 30, orderDays: 60, source: 'openApi' });
  });
  it.each(MARKETPLACES)('%s: a message of the most parts may be allowed', (marketplace) => {
    const { most } = SEND_LIMITS[marketplace].inARow;
    expect(most === null || most >= BULK_SEND_LIMITS.parts).toBe(true);
  });
});
