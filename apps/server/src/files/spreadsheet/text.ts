import type { Locale } from '@pasar/domain';
import { parse } from 'csv-parse/sync';
import { SPREADSHEET_LIMITS } from './limits.ts';

/** The encoding in which Excel of each language saves a text file that is not Unicode. */
const OLD_ENCODINGS: Readonly<Record<Locale, string>> = {
  'zh-CN': 'gb18030',
  'zh-TW': 'big5',
  th: 'windows-874',
  // Our choice for an English screen: most of its files that are not Unicode come from China.
  en: 'gb18030',
};

function decode(file: Uint8Array, locale: Locale): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder(OLD_ENCODINGS[locale]).decode(file);
  }
}

/** Rows that are copied from a spreadsheet have tabs, CSV files commas or semicolons. */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  return ['\t', ';', ','].find((delimiter) => first.includes(delimiter)) ?? ',';
}

/**
 * The rows of a CSV file, or of rows that were copied from a spreadsheet.
 * @throws when the bytes are no text.
 */
export function readText(file: Uint8Array, locale: Locale): string[][] {
  const text = decode(file, locale);
  if (text.includes('\0')) throw new Error('not a text');
  const options = {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    to: SPREADSHEET_LIMITS.sheetRows + 1,
  };
  try {
    return parse(text, options);
  } catch {
    // A quotation mark that is part of a password and never closed.
    return parse(text, { ...options, quote: null });
  }
}
