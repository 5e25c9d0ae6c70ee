import { LOCALES } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const table = z.record(z.string(), z.string());
const JSON_FILES = import.meta.glob<unknown>('../**/locales/*.json', { eager: true, import: 'default' });
const SOURCES = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const FEATURES = [...new Set(Object.keys(JSON_FILES).map((path) => path.replace(/\/locales\/.*$/, '')))];
const textsOf = (feature: string, locale: string) => table.parse(JSON_FILES[`${feature}/locales/${locale}.json`]);
const PLURAL = /_(zero|one|two|few|many|other)$/;
const baseKeys = (texts: Record<string, string>) => [
  ...new Set(Object.keys(texts).map((key) => key.replace(PLURAL, ''))),
];
const allCode = Object.values(SOURCES).join('\n');

describe.each(FEATURES)('the texts of %s', (feature) => {
  const english = textsOf(feature, 'en');

  it.each(LOCALES)('in %s have the keys of the others', (locale) => {
    expect(baseKeys(textsOf(feature, locale)).sort()).toEqual(baseKeys(english).sort());
  });

  it.each(LOCALES)('in %s have every plural form of that language, and no other', (locale) => {
    const texts = textsOf(feature, locale);
    const counted = baseKeys(english).filter((key) => `${key}_other` in english);
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    for (const key of counted) {
      const forms = Object.keys(texts).filter((item) => item.replace(PLURAL, '') === key);
      expect(forms.sort()).toEqual(pluralCategories.map((category) => `${key}_${category}`).sort());
    }
  });

  it.each(LOCALES)('in %s fill in the same values', (locale) => {
    const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
    for (const [key, text] of Object.entries(textsOf(feature, locale))) {
      const same = english[key] ?? english[`${key.replace(PLURAL, '')}_other`];
      expect([key, holes(text)]).toEqual([key, holes(same ?? '')]);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    }
  });

  it('are all used', () => {
    expect(baseKeys(english).filter((key) => !allCode.includes(`'${key}'`))).toEqual([]);
  });
});

describe('the code', () => {
  it('holds no text of its own: not in another script, not between tags, not in a name', () => {
    const found: string[] = [];
    for (const [path, code] of Object.entries(SOURCES)) {
      const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      // The names of languages are not translated.
      if (!path.endsWith('/locale.ts') && /[\u0e00-\u0e7f\u3400-\u9fff]/.test(bare)) found.push(`${path}: script`);
      if (!path.endsWith('.tsx')) continue;
      for (const [, text = ''] of bare.matchAll(/<\/?[a-z][\w.]*(?:\s[^<>]*)?>([^<>{}]*[A-Za-z]{2,}[^<>{}]*)<\//gi)) {
        if (!ALLOWED.has(text.trim())) found.push(`${path}: ${text.trim()}`);
      }
      for (const [, name, text = ''] of bare.matchAll(/\b(aria-label|placeholder|title|alt|data-tip)="([^"]+)"/g)) {
        found.push(`${path}: ${name} ${text}`);
      }
    }
    expect(found).toEqual([]);
  });
});

/** Names of keys. */
const ALLOWED = new Set(['Ctrl K', 'Enter']);
