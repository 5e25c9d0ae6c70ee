/**
 * PostgreSQL stores no U+0000 and no half of a surrogate pair; buyers and cut texts contain both. What cannot be stored
 * becomes U+FFFD, the sign for exactly that, and the message is there.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** JSON whose strings can be stored. JSON.stringify escapes just what cannot: the escapes are replaced. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '$1\\ufffd');
