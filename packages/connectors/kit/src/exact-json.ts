/**
 * JSON as the marketplaces write it: a 64-bit id is text in one answer and a bare integer in the next. An integer that
 * a double cannot hold becomes its decimal text, so that no id is rounded. Everything else is read as `JSON.parse`
 * does.
 */

/** Matches any text with a bare integer of sixteen digits. It may also match inside a string, which only costs time. */
const PERHAPS_LONG = /(?:^|[\s:,[-])[0-9]{16}/;
/** A string, which is kept, or an integer of sixteen or more digits where a value ends. */
const TEXT_OR_LONG = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![0-9.eE+-])-?[1-9][0-9]{15,}(?=\s*(?:[\],}]|$))/g;

const quoted = (token: string): string =>
  token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;

/** @throws SyntaxError as `JSON.parse` does */
export function parseExactJson(text: string): unknown {
  return JSON.parse(PERHAPS_LONG.test(text) ? text.replace(TEXT_OR_LONG, quoted) : text);
}

export type ExactJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function tryExactJson(text: string): ExactJson {
  try {
    return { ok: true, value: parseExactJson(text) };
  } catch {
    // `parseExactJson` throws only for bad syntax, and the result says that.
    return { ok: false };
  }
}
