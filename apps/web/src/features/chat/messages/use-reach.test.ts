import { asConversationId } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import type { MessageRow } from './message-rows.ts';
import { extend, firstWithin, REACH, startReach } from './use-reach.ts';

const id = asConversationId('c');
const row = (key: string): MessageRow => ({
  key,
  conversationId: id,
  author: 'buyer',
  cause: null,
  content: { type: 'text', text: key },
  at: 0,
  isDayShown: false,
  isTimeShown: false,
  isFirstNew: false,
  mark: { kind: 'none' },
  quote: null,
  original: null,
  memberId: null,
  isSenderShown: false,
  message: null,
  note: null,
  mediaPath: null,
});
const rows = (count: number, from = 0) => Array.from({ length: count }, (_, index) => row(`m${from + index}`));

describe('how far back the list goes', () => {
  it('begins at the newest rows, and is everything where there are few', () => {
    expect(startReach(id, rows(REACH)).from).toBeNull();
    const long = rows(REACH * 3);
    expect(firstWithin(startReach(id, long), long)).toBe(REACH * 2);
  });

  it('goes back step by step until nothing is left out', () => {
    const long = rows(REACH * 2 + 10);
    const first = startReach(id, long);
    const second = extend(first, long);
    expect([first, second].map((reach) => firstWithin(reach, long))).toEqual([REACH + 10, 10]);
    expect(extend(second, long).from).toBeNull();
  });

  it('stays where it is when messages come at the foot or above it', () => {
    const long = rows(REACH * 2);
    const reach = startReach(id, long);
    const more = [...rows(50, 10_000), ...long, row('new')];
    expect(more[firstWithin(reach, more)]?.key).toBe(reach.from);
  });

  it('hides nothing when the row it begins at is gone', () => {
    const long = rows(REACH * 2);
    const reach = startReach(id, long);
    expect(firstWithin(reach, rows(20, 50_000))).toBe(0);
  });
});
