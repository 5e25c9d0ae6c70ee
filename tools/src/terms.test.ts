import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTRIES, CROSS_BORDER_SITES, LOCALES } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['apps/web/src', 'packages/api/src/reasons'];
const texts = z.record(z.string(), z.string());

/** The rows of the table "Terms on the screen": the language, and the words that its term replaces. */
const replaced = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('## Terms on the screen')
  .slice(1)
  .flatMap((section) => section.split('\n'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, language, term, , words]) =>
    LOCALES.some((locale) => locale === language) && words !== undefined
      ? words.split(', ').map((word) => ({ language, term, word }))
      : [],
  );

/** The text in lower case, without the terms of its language that contain the word. */
const textWithoutTerms = (
  text: string,
  { language, word }: { readonly language: string | undefined; readonly word: string },
) =>
  replaced
    .filter((row) => row.language === language)
    .flatMap(({ term }) => (term?.includes(word) ? [term.toLowerCase()] : []))
    .reduce((rest, term) => rest.replaceAll(term, ''), text.toLowerCase());

const filesOf = (language: string): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`${language}.json`))
      .map((file) => join(folder, file)),
  );

describe('the terms on the screen', () => {
  test('are held in every language', () => {
    expect(new Set(replaced.map(({ language }) => language))).toEqual(new Set(LOCALES));
  });

  test.each(LOCALES)('%s: no text has a word that a term replaces', (language) => {
    const files = filesOf(language);
    expect(files.length).toBeGreaterThan(8);
    const found = files.flatMap((file) =>
      Object.entries(texts.parse(JSON.parse(readFileSync(join(ROOT, file), 'utf8')))).flatMap(([key, text]) =>
        replaced
          .filter((row) => row.language === language && textWithoutTerms(text, row).includes(row.word))
          .map(({ term, word }) => `${file} ${key}: "${word}" instead of "${term}"`),
      ),
    );
    expect(found).toEqual([]);
  });

  /** Screens and the template of an import take a country's name from the same table, that of `Intl`. */
  test.each(LOCALES)('%s: no text names a country itself, so that each has one name', (language) => {
    const names = COUNTRIES.filter((country) => !CROSS_BORDER_SITES.includes(country)).flatMap((country) =>
      LOCALES.flatMap((locale) =>
        (['short', 'long'] as const).map((style) =>
          new Intl.DisplayNames(locale, { type: 'region', style }).of(country),
        ),
      ),
    );
    const found = filesOf(language).flatMap((file) =>
      Object.entries(texts.parse(JSON.parse(readFileSync(join(ROOT, file), 'utf8')))).flatMap(([key, text]) =>
        names.filter((name) => name !== undefined && text.includes(name)).map((name) => `${file} ${key}: ${name}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
