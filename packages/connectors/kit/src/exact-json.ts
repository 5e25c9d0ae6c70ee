/**
 * JSON as the marketplaces write it: 64-bit ids stand there as text or as bare integers, in one answer so and in the next
 * so. An integer that a double cannot hold comes out as its decimal text, so no id is rounded; all else is what
 * `JSON.parse` gives.
 */

/** What any bare integer of sixteen digits begins with; a text may look like it, and costs the slower way. */
const PERHAPS_LONG = /(?:^|[\s:,[-])[0-9]{16}/;
/** A text, which is passed over, or an integer of sixteen digits and more where a value ends. */
const TEXT_OR_LONG = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![0-9.eE+-])-?[1-9][0-9]{15,}(?=\s*(?:[\],}]|$))/g;

const quoted = (token: string): string =>
  token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;

/** Throws `SyntaxError` as `JSON.parse` does. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(PERHAPS_LONG.test(text) ? text.replace(TEXT_OR_LONG, quoted) : text);
}

export type ExactJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function tryExactJson(text: string): ExactJson {
  try {
    return { ok: true, value: parseExactJson(text) };
  } catch {
    // the only way to fail is bad syntax, which is what the result says.
    return { ok: false };
  }
}
