import type { MessageView } from '@pasar/api';
import { parsePosition } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { aMessage } from '../testing/builders.ts';
import type { MessageWindow, Older } from './desk-state.ts';
import { asStale, messagesOf, withMessage, withNewestPage, withOlderPage } from './message-window.ts';

const list = (...numbers: number[]): MessageView[] => numbers.map((number) => aMessage(number, 1));
const loaded = (numbers: number[], older: Older = 'yes'): MessageWindow => ({
  state: 'loaded',
  messages: list(...numbers),
  older,
});
const page = (numbers: number[], older: 'yes' | 'no' | 'fetching' = 'yes') => ({
  messages: list(...numbers).reverse(),
  older,
});
const positions = (window: MessageWindow | undefined) => messagesOf(window).map((message) => Number(message.position));
const at = (number: number) => parsePosition(String(number));

describe('a window of messages', () => {
  it('M1: inserts a message at its place, and moves a known message to its new place', () => {
    expect(positions(withMessage(loaded([10, 30]), aMessage(20, 1)))).toEqual([10, 20, 30]);
    const moved = { ...aMessage(10, 1), position: aMessage(40, 1).position };
    expect(positions(withMessage(loaded([10, 30]), moved))).toEqual([30, 40]);
  });

  it('M1: orders beyond 2^53 by value, not by text or float', () => {
    const far = (position: string, number: number) => ({
      ...aMessage(number, 1),
      position: aMessage(1, 1, { position: parsePosition(position) ?? undefined } as Partial<MessageView>).position,
    });
    const window = [far('9007199254740993', 3), far('999', 1), far('9007199254740992', 2)].reduce<
      MessageWindow | undefined
    >((held, message) => withMessage(held, message), { state: 'loaded', messages: [], older: 'no' });
    expect(messagesOf(window).map((message) => message.position)).toEqual([
      '999',
      '9007199254740992',
      '9007199254740993',
    ]);
  });

  it('M2: an older message is left to its page while messages in between may be missing', () => {
    for (const older of ['yes', 'asking', 'failed'] as const) {
      const window = loaded([10, 20], older);
      expect(withMessage(window, aMessage(5, 1))).toBe(window);
    }
    for (const older of ['no', 'fetching'] as const) {
      expect(positions(withMessage(loaded([10, 20], older), aMessage(5, 1)))).toEqual([5, 10, 20]);
    }
  });

  it('M3: a newest page that adjoins keeps older messages, and its end of history', () => {
    const stale = asStale(loaded([1, 2, 3, 4], 'no'));
    expect(withNewestPage(stale, page([3, 4, 5, 6]))).toMatchObject({ state: 'loaded', older: 'no' });
    expect(positions(withNewestPage(stale, page([3, 4, 5, 6])))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('M3: a newest page beyond a gap replaces the held messages', () => {
    const window = withNewestPage(asStale(loaded([1, 2, 3])), page([7, 8, 9]));
    expect(positions(window)).toEqual([7, 8, 9]);
    expect(window).toMatchObject({ older: 'yes' });
  });

  it('M3: a message that came after the gap does not make the page adjoin', () => {
    const stale = asStale(loaded([1, 2, 3]));
    const after = stale === undefined ? undefined : withMessage(stale, aMessage(9, 1));
    expect(positions(withNewestPage(after, page([7, 8, 9])))).toEqual([7, 8, 9]);
  });

  it('M3: going stale twice keeps the first gap', () => {
    const once = asStale(loaded([1, 2, 3]));
    const more = once === undefined ? undefined : withMessage(once, aMessage(9, 1));
    const twice = more === undefined ? undefined : asStale(more);
    expect(twice).toMatchObject({ knownTo: '3' });
  });

  it('M3: messages that the page no longer has are removed', () => {
    expect(positions(withNewestPage(asStale(loaded([1, 2, 3, 4])), page([2, 4])))).toEqual([1, 2, 4]);
  });

  it('M1: an older page is added before the window, and is dropped when the window begins elsewhere by then', () => {
    const window = loaded([10, 11], 'asking');
    expect(positions(withOlderPage(window, at(10), page([8, 9], 'no')))).toEqual([8, 9, 10, 11]);
    expect(withOlderPage(window, at(5), page([3, 4]))).toBe(window);
    const stale = asStale(window);
    expect(withOlderPage(stale, at(10), page([8, 9]))).toBe(stale);
  });
});
