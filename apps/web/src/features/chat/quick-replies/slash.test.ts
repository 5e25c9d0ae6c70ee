import { expect, it } from 'vitest';
import { slashAt } from './slash.ts';

const wordsIn = (text: string) => slashAt(text, text.length)?.words ?? null;

it.each([
  ['/', ''],
  ['/hello', 'hello'],
  ['Hi /thank you', 'thank you'],
  ['a\n/发货', '发货'],
  ['／พร้อม', 'พร้อม'],
  ['、发货', '发货'],
])('a slash at the start of a word asks for replies: %j', (text, words) => {
  expect(wordsIn(text)).toBe(words);
});

it.each(['1/2', 'https://shopee.sg', '或/与', '/a\nb', '//', 'no slash', '你好、请问'])('not so in %j', (text) => {
  expect(wordsIn(text)).toBeNull();
});

it('ends at the cursor, whatever stands behind it', () => {
  expect(slashAt('Hi /than, bye', 8)).toEqual({ from: 3, to: 8, words: 'than' });
  expect(slashAt('Hi /than, bye', 2)).toBeNull();
});
