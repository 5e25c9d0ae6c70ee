/**
 * Whether a text is hardly in the language of other texts, told by their letters alone: Chinese, Thai and Latin scripts,
 * and Vietnamese among the languages with Latin letters, because it has letters of its own. Nothing is said of short or
 * mixed texts.
 */
export function isOtherLanguage(text: string, theirs: string): boolean {
  const [own, other] = [scriptOf(text), scriptOf(theirs)];
  if (own === null || other === null) return false;
  if (own !== other) return true;
  if (own !== 'Latin') return false;
  const [ownLetters, otherLetters] = [latinOf(text), latinOf(theirs)];
  return ownLetters !== null && otherLetters !== null && ownLetters !== otherLetters;
}

const SCRIPTS = { Han: /\p{Script=Han}/gu, Latin: /\p{Script=Latin}/gu, Thai: /\p{Script=Thai}/gu } as const;
/** A script is that of a text when it has so much of the letters; a Chinese character counts like two letters. */
const MOST_PART = 0.7;
const LEAST_LETTERS = 4;

/** The script of most letters of a text; null for a short or a mixed text. */
function scriptOf(text: string): keyof typeof SCRIPTS | null {
  const count = (script: keyof typeof SCRIPTS) =>
    (text.match(SCRIPTS[script])?.length ?? 0) * (script === 'Han' ? 2 : 1);
  const counts = { Han: count('Han'), Latin: count('Latin'), Thai: count('Thai') };
  const all = counts.Han + counts.Latin + counts.Thai;
  if (all < LEAST_LETTERS) return null;
  const scripts = ['Han', 'Latin', 'Thai'] as const;
  return scripts.find((script) => counts[script] > all * MOST_PART) ?? null;
}

/** Letters that no other language of the marketplaces' buyers has: ă, đ, ĩ, ũ, ơ, ư, and those from ạ to ỹ. */
const VIETNAMESE = /[ăđĩũơưạ-ỹ]/u;
/** The same, and the letters with marks that Vietnamese shares with Portuguese, Spanish and French. */
const MARKED = /[ăđĩũơưạ-ỹàáâãèéêìíòóôõùúý]/gu;
/**
 * So much of the letters of a Vietnamese text have marks: by the phrases of buyers that the tests have. An English line
 * that addresses a buyer by a Vietnamese name has fewer.
 */
const MARKED_PART = 0.12;
/** A shorter text may be a product's name, or an “OK, thank you” that every buyer understands. */
const LEAST_PLAIN = 15;
/** Words of Vietnamese that was typed without marks, as many do on phones; none is a word of another language. */
const WITHOUT_MARKS = new Set(
  `khong duoc minh nhe vay nhieu giao nhan cho muon chua ngay gui kich thuoc hoan tien chinh luong nuoc giup chuyen
   giam biet huy dien thoai gioi kiem phai`.split(/\s+/),
);

/** Vietnamese, or letters without any mark; null where the letters do not tell. */
function latinOf(text: string): 'Vietnamese' | 'plain' | null {
  const words = text.normalize('NFC').toLowerCase();
  const letters = words.match(SCRIPTS.Latin)?.length ?? 0;
  const marked = words.match(MARKED)?.length ?? 0;
  if (VIETNAMESE.test(words)) return marked >= letters * MARKED_PART ? 'Vietnamese' : null;
  if (marked > 0 || letters < LEAST_PLAIN) return null;
  return words.match(/[a-z]+/g)?.some((word) => WITHOUT_MARKS.has(word)) ? null : 'plain';
}
