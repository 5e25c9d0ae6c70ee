import { describe, expect, it } from 'vitest';
import { tellLanguage } from '../src/features/translation/tell-language.ts';
import { BUYER_PHRASES } from './harness/buyer-phrases.ts';

const of = (language: string) => BUYER_PHRASES.filter((phrase) => phrase.language === language);
const wrong = (language: string, allowed: readonly string[]) =>
  of(language).flatMap(({ text }) => {
    const told = tellLanguage(text);
    return allowed.includes(told) ? [] : [`${told}: ${text}`];
  });

describe('the language of 500 phrases of buyers', () => {
  it('has 500 of them', () => expect(BUYER_PHRASES.length).toBeGreaterThanOrEqual(500));

  it.each(['zh', 'th', 'vi', 'en'])('is right for %s in 95 %%', (language) => {
    const missed = wrong(language, [language]);
    expect(missed.length / of(language).length, missed.join('\n')).toBeLessThanOrEqual(0.05);
  });

  it.each(['id', 'ms'])('is right for %s, or unsure', (language) => {
    expect(wrong(language, [language, 'unsure'])).toEqual([]);
    const told = of(language).filter(({ text }) => tellLanguage(text) === language).length;
    expect(told / of(language).length).toBeGreaterThan(0.3);
  });

  it.each(['', '  ', '240915ABC', '😊😊', 'https://a.example/b'])('of “%s” is unsure', (text) => {
    expect(tellLanguage(text)).toBe('unsure');
  });
});
