import { describe, expect, test } from 'vitest';
import { heldOrder, higherThan } from './steady-order.ts';

const split = (letters: string): readonly string[] => [...letters];
const held = (before: string, now: string, gone = ''): string =>
  heldOrder(split(before), split(now), (id) => !gone.includes(id)).join('');

describe('an order that is held', () => {
  test.each([
    { title: 'a row that moved to the top', before: 'abcd', now: 'cabd', shown: 'abcd' },
    { title: 'a new row on top', before: 'abcd', now: 'xabcd', shown: 'abcd' },
    { title: 'a row that left', before: 'abcd', now: 'acd', shown: 'abcd' },
    { title: 'an older page', before: 'abcd', now: 'abcdef', shown: 'abcdef' },
    { title: 'an older page after the last row moved up', before: 'abcd', now: 'dabcef', shown: 'abcdef' },
    { title: 'another list', before: 'ab', now: 'xyz', shown: 'abxyz' },
  ])('$title', ({ before, now, shown }) => {
    expect(held(before, now)).toBe(shown);
  });

  test('a conversation that no longer exists is not shown', () => {
    expect(held('abcd', 'acd', 'b')).toBe('acd');
  });
});

describe('the rows that are higher than in a held order', () => {
  test.each([
    { before: 'abcd', now: 'cabd', higher: 'c' },
    { before: 'abcd', now: 'xabcd', higher: 'x' },
    // A row that left makes no other row news, and a row that came last is seen there.
    { before: 'abcd', now: 'acd', higher: '' },
    { before: 'abcde', now: 'abcde', higher: '' },
  ])('from $before to $now: $higher', ({ before, now, higher }) => {
    const isHigher = higherThan(split(before), split(now));
    expect(split(now).filter(isHigher).join('')).toBe(higher);
  });
});
