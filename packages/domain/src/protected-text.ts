/** A text for a translator, and what it must give back unchanged. */
export interface Protected {
  readonly text: string;
  readonly kept: readonly string[];
}

const LINK = /(?:https?:\/\/|www\.)[^\s<>"']+|[\w.+\-]{1,64}@[\w\-]{1,64}(?:\.[\w\-]{1,64})+/v;
const EMOJI = /(?:\p{RGI_Emoji}|\p{Extended_Pictographic}|\p{Regional_Indicator})+/v;
/** Words of Latin letters and digits, joined as order numbers, dates and prices are. */
const WORDS = /[A-Za-z_\p{Nd}]+(?:[\-.,:\/][A-Za-z_\p{Nd}]+)*/v;
const KEPT = /* @__PURE__ */ new RegExp(`${LINK.source}|${EMOJI.source}|${WORDS.source}`, 'gv');
const PART = /([A-Za-z_\p{Nd}]+)/u;
const HAS_DIGIT = /\p{Nd}/u;
const IS_CODE = /^[A-Z_]{2,}$/;
const IS_WORDS = /* @__PURE__ */ new RegExp(`^${WORDS.source}$`, 'v');

/**
 * Replaces numbers, order numbers, links and emoji by `[0]`, `[1]`, …. No other number is left in the text, so every
 * number in brackets of the answer is one of these.
 */
export function protect(text: string): Protected {
  const kept: string[] = [];
  const keep = (what: string): string => `[${kept.push(what) - 1}]`;
  const masked = text.replaceAll(KEPT, (found) => (IS_WORDS.test(found) ? keepNumbers(found, keep) : keep(found)));
  return { text: masked, kept };
}

/** `SPX-TH-0123` is kept whole, and of `size:40` only the number. */
function keepNumbers(words: string, keep: (what: string) => string): string {
  const parts = words.split(PART);
  let out = '';
  for (let index = 0; index < parts.length; ) {
    const last = endOfCode(parts, index);
    const run = parts.slice(index, last).join('');
    const isKept = index % 2 === 1 && HAS_DIGIT.test(run);
    out += isKept ? keep(run) : (parts[index] ?? '');
    index = isKept ? last : index + 1;
  }
  return out;
}

/** Behind the last of the joined parts from here that have a digit or are in capitals. */
function endOfCode(parts: readonly string[], from: number): number {
  let end = from;
  while (end < parts.length && isOfCode(parts[end] ?? '')) end += 2;
  return end === from ? from + 1 : end - 1;
}
const isOfCode = (part: string): boolean => HAS_DIGIT.test(part) || IS_CODE.test(part);

/** Translators use the brackets of the language, and put spaces into them. */
const PLACEHOLDER = /[[［【]\s*(\d+)\s*[\]］】]/gu;

/** The translation with what was kept; null when the translator lost, doubled or invented a placeholder. */
export function restore(translated: string, { kept }: Protected): string | null {
  const seen = new Set<string>();
  let isWhole = true;
  const text = translated.replaceAll(PLACEHOLDER, (_found, number: string) => {
    const what = kept[Number(number)];
    if (what === undefined || seen.has(number)) isWhole = false;
    seen.add(number);
    return what ?? '';
  });
  return isWhole && seen.size === kept.length ? text : null;
}

/** Whether there is anything to translate beside what is kept. */
export const hasWords = ({ text }: Protected): boolean => /\p{L}/u.test(text);
