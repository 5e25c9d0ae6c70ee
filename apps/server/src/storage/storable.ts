/**
 * PostgreSQL stores no U+0000 and no half of a surrogate pair; texts of buyers and cut texts contain both. Each becomes
 * U+FFFD, the replacement character, and the rest of the text is kept.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/**
 * JSON whose strings can be stored. JSON.stringify escapes exactly the characters that cannot be stored; the escapes
 * are replaced.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '$1\\ufffd');

/** Occurs in no JSON text, because `JSON.stringify` escapes it. */
const BETWEEN = '\x1e';
/** Many JSON texts or nulls as one parameter. PostgreSQL's array format would escape every quote and parse it again. */
export const jsonList = (texts: readonly (string | null)[]): string => texts.map((text) => text ?? '').join(BETWEEN);
/** That parameter as an array of texts, e.g. `jsonListAs('$3', 'jsonb')`. */
export const jsonListAs = (parameter: string, type: 'json' | 'jsonb'): string =>
  `string_to_array(${parameter}, chr(30), '')::${type}[]`;

/** An item that can never be stored as it is: the batch is stored without it, and the item is set aside. */
export class UnstorableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnstorableError';
  }
}
