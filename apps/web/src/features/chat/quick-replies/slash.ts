/** The words behind a slash, and where they stand in the text. */
export interface Slash {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/**
 * A slash at the start of the text or behind a space, up to the cursor, without a line break. A Chinese keyboard writes
 * the slash as a full-width one or as the enumeration comma. Within a word it is no sign: `1/2`, `https://`, `或/与`.
 */
const SLASH = /(?:^|\s)([/／、])([^\n/／]{0,60})$/u;

export function slashAt(text: string, cursor: number): Slash | null {
  const found = SLASH.exec(text.slice(0, cursor));
  const words = found?.[2];
  if (found === null || words === undefined) return null;
  return { from: cursor - words.length - 1, to: cursor, words };
}
