import { describe, expect, it } from 'vitest';
import { chooseLocale } from './locale.ts';

describe('choosing the language', () => {
  it('takes the query, else the stored one, else the browser, else English', () => {
    expect(chooseLocale('?lang=th', 'zh-CN', ['zh-TW'])).toBe('th');
    expect(chooseLocale('', 'zh-CN', ['zh-TW'])).toBe('zh-CN');
    expect(chooseLocale('', null, ['zh-Hant-HK', 'en'])).toBe('zh-TW');
    expect(chooseLocale('', 'klingon', ['th-TH'])).toBe('th');
    expect(chooseLocale('', null, [])).toBe('en');
  });

  it('any other locale is English', () => {
    expect(chooseLocale('?lang=fr', 'zh-CN', ['zh-CN'])).toBe('en');
    expect(chooseLocale('', null, ['vi-VN', 'th'])).toBe('en');
  });
});
