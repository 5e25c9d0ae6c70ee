import { isOtherLanguage } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { BUYER_PHRASES } from './harness/buyer-phrases.ts';

const of = (language: string) => BUYER_PHRASES.filter((phrase) => phrase.language === language).map(({ text }) => text);
const withoutMarks = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');
/** The part of the pairs of an answer and a buyer's text that brings a warning, in percent. */
function warned(answers: readonly string[], theirs: readonly string[]): number {
  const pairs = answers.flatMap((answer) => theirs.map((text) => isOtherLanguage(answer, text)));
  return (pairs.filter(Boolean).length / pairs.length) * 100;
}

describe('a warning of another language, measured with the 500 phrases of buyers as answers and as texts', () => {
  it.each(['zh', 'th', 'vi', 'en', 'id', 'ms'])('is never wrong between two texts of %s', (language) => {
    expect(warned(of(language), of(language))).toBe(0);
  });

  it.each([
    ['en', 'id'],
    ['en', 'ms'],
    ['id', 'ms'],
  ])('is not given between %s and %s, whose letters are the same', (one, other) => {
    expect(warned(of(one), of(other)) + warned(of(other), of(one))).toBe(0);
  });

  it.each(['en', 'id', 'ms'])('is given between Vietnamese and %s in nine of ten cases', (other) => {
    expect(warned(of(other), of('vi'))).toBeGreaterThan(90);
    expect(warned(of('vi'), of(other))).toBeGreaterThan(90);
  });

  it('is wrong in one of 20 cases where one of two writes Vietnamese without its marks', () => {
    const bare = of('vi').map(withoutMarks);
    expect(warned(bare, of('vi'))).toBeLessThanOrEqual(5);
    expect(warned(of('vi'), bare)).toBeLessThanOrEqual(5);
  });
});
