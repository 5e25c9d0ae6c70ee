/** Characters before the hit (our choice). */
const BEFORE = 24;
const AFTER = 120;

export interface Excerpt {
  readonly before: string;
  /** Empty where the words stand in the message in another form, or in a fact of its card. */
  readonly hit: string;
  readonly after: string;
}

/** The place of the words in a text, with some of the text around it. */
export function excerptOf(text: string, words: string): Excerpt {
  const line = text.replaceAll(/\s+/g, ' ');
  const at = line.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0 || line.toLowerCase().length !== line.length) return { before: line.slice(0, AFTER), hit: '', after: '' };
  const from = Math.max(0, at - BEFORE);
  const end = at + words.length;
  const before = `${from > 0 ? '…' : ''}${line.slice(from, at)}`;
  return { before, hit: line.slice(at, end), after: line.slice(end, end + AFTER) };
}
