import { describe, expect, it } from 'vitest';
import { command, matching } from './command.ts';

const line = (label: string, detail = '') =>
  command({ key: label, group: 'Conversation', label, detail, icon: 'chat', run: () => {} });
const ALL = [line('Budi', 'Jakarta Outdoor'), line('John Tan'), line('陳美玲', '早市'), line('Tan Mei', 'KL Beauty')];
const labels = (words: string) => matching(ALL, words).map((item) => item.label);

describe('the palette', () => {
  it('wants every word, in any order and case, wherever it stands', () => {
    expect(labels('OUTDOOR budi')).toEqual(['Budi']);
    expect(labels('beauty nobody')).toEqual([]);
    expect(labels('美玲')).toEqual(['陳美玲']);
  });

  it('puts those that begin with the first word first', () => {
    expect(labels('tan')).toEqual(['Tan Mei', 'John Tan']);
  });

  it('offers everything, up to what a person can look through, before a word is typed', () => {
    expect(labels('  ')).toHaveLength(4);
    expect(
      matching(
        Array.from({ length: 500 }, (_, index) => line(`b${index}`)),
        '',
      ),
    ).toHaveLength(60);
  });
});
