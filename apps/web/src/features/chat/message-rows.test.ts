import { parsePosition } from '@pasar/domain';
import type { TimelineEntry } from '@pasar/sync';
import { aDelivery, aMessage } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { buildRows, firstNewKey, type MessageRow, type RowContext } from './message-rows.ts';

const NOON = new Date(2026, 10, 21, 12).getTime();
const MINUTE = 60_000;
const entry = (number: number, minutes: number, author: 'buyer' | 'seller' = 'buyer'): TimelineEntry => {
  const message = aMessage(number, 1, { sentAt: NOON + minutes * MINUTE, author });
  return { kind: 'message', key: message.messageId, message };
};
const CONTEXT: RowContext = { buyerReadPosition: null, firstNewKey: null, asked: new Set() };
const build = (entries: readonly TimelineEntry[], context = CONTEXT, before = new Map<string, MessageRow>()) =>
  buildRows(entries, context, before);

describe('message rows', () => {
  it('shows the time at most every five minutes, counted from the last one shown', () => {
    const rows = build([entry(1, 0), entry(2, 4), entry(3, 5), entry(4, 9), entry(5, 10)]);
    expect(rows.map((row) => row.isTimeShown)).toEqual([true, false, true, false, true]);
  });

  it('marks the first message of each day, with its time', () => {
    const rows = build([entry(1, 0), entry(2, 12 * 60 - 1), entry(3, 12 * 60)]);
    expect(rows.map((row) => row.isDayShown)).toEqual([true, false, true]);
    expect(rows[2]?.isTimeShown).toBe(true);
  });

  it('tells sent from read by where the buyer has read to', () => {
    const entries = [entry(10, 0, 'seller'), entry(20, 1), entry(30, 2, 'seller')];
    const rows = build(entries, { ...CONTEXT, buyerReadPosition: parsePosition('10') });
    expect(rows.map((row) => row.mark.kind)).toEqual(['read', 'none', 'sent']);
  });

  it('shows a delivery that is tried again as pending', () => {
    const delivery = aDelivery(1, 1, { mark: 'failed' });
    const entries: TimelineEntry[] = [{ kind: 'delivery', key: delivery.clientId, delivery }];
    expect(build(entries)[0]?.mark).toEqual({ kind: 'failed', delivery });
    expect(build(entries, { ...CONTEXT, asked: new Set([delivery.clientId]) })[0]?.mark.kind).toBe('pending');
  });

  it('keeps the objects of rows that did not change, also when older ones are put before them', () => {
    const first = build([entry(2, 10), entry(3, 11)]);
    const before = new Map(first.map((row) => [row.key, row]));
    const second = build([entry(1, 2), entry(2, 10), entry(3, 11), entry(4, 12)], CONTEXT, before);
    expect(second[2]).toBe(first[1]);
    expect(second[1]).not.toBe(first[0]);
    expect(second[1]?.isDayShown).toBe(false);
  });

  it('puts the new-message line before the first of what was unread, counting only the buyer', () => {
    const entries = [entry(1, 0), entry(2, 1), entry(3, 2, 'seller'), entry(4, 3)];
    expect(firstNewKey(entries, 0)).toBeNull();
    expect(firstNewKey(entries, 1)).toBe(entries[3]?.key);
    expect(firstNewKey(entries, 2)).toBe(entries[1]?.key);
    expect(firstNewKey(entries, 99)).toBe(entries[0]?.key);
  });
});
