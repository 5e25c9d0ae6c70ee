import { expect, it } from 'vitest';
import { mentionable, mentionedIn, typedMention } from './mentioned.ts';

const MEI = { memberId: '1', name: 'Mei' };
const MEI_LIN = { memberId: '2', name: 'Mei Lin' };
const SUDA = { memberId: '3', name: 'สุดา' };
const ALL = [MEI, MEI_LIN, SUDA];

it('an @ at the beginning of a word begins a mention, one inside a word does not', () => {
  expect(typedMention('please @me', 10)).toEqual({ from: 7, words: 'me' });
  expect(typedMention('@', 1)).toEqual({ from: 0, words: '' });
  expect(typedMention('mail a@b', 8)).toBeNull();
  expect(typedMention('@mei look', 9)).toBeNull();
});

it('names are found by the beginning of any of their parts', () => {
  expect(mentionable(ALL, 'li')).toEqual([MEI_LIN]);
  expect(mentionable(ALL, 'ME')).toEqual([MEI, MEI_LIN]);
  expect(mentionable(ALL, 'สุ')).toEqual([SUDA]);
});

it('the longer of two names is meant where it stands', () => {
  expect(mentionedIn('@Mei Lin, look', ALL)).toEqual(['2']);
  expect(mentionedIn('@Mei Lin and @Mei', ALL)).toEqual(['2', '1']);
  expect(mentionedIn('Mei is away', ALL)).toEqual([]);
});
