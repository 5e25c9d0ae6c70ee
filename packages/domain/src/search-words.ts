/**
 * How texts are cut into words for the search over everything. The same functions cut what is stored and what is asked,
 * so a change here asks for all stored words anew (decision 67).
 *
 * - Texts are folded first: compatibility form, lower case, and Latin letters without their marks.
 * - `Intl.Segmenter` finds the words where no spaces stand between them. What it finds depends on what stands around, and
 *   it does not know names of brands: a word that is asked for alone may be cut otherwise than inside a sentence. So
 *   Chinese and Thai are stored as overlapping pairs of characters, and a question is looked for as it stands, or as the
 *   words in it apart. Thai is stored as words besides, because its short words are also parts of other words.
 */

/** A word that has to occur; as a prefix: a word that begins so. */
export interface WantedWord {
  readonly word: string;
  readonly isPrefix: boolean;
}
/** One way in which a part of a question may stand in a text: all of its words. */
export type WantedWords = readonly WantedWord[];
/** What a person asks for: each part has to be found, in one of its ways. */
export interface Question {
  readonly parts: readonly (readonly WantedWords[])[];
  /** What is to be marked in what is found: each part as it was typed, and the words in it. Folded. */
  readonly typed: readonly { readonly whole: string; readonly pieces: readonly string[] }[];
}

/** Words of one text that are stored, characters that are looked at, and parts of a question (our choice). */
const MOST_WORDS = 400;
const MOST_CHARACTERS = 4_000;
const MOST_PARTS = 8;
/** Of a longer word only the beginning is stored and asked for: PostgreSQL takes words of up to 2 kB. */
const LONGEST_WORD = 64;

/** Letters and digits without anything between them: either Chinese characters, or others. */
const RUNS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu;
const HAN = /^\p{Script=Han}/u;
/** Scripts that leave no spaces between words. */
const UNSPACED = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A letter with the marks that belong to it. */
const CLUSTERS = /[^\p{M}]\p{M}*|\p{M}+/gu;
const MARKED_LATIN = /(?<=\p{Script=Latin})\p{M}+/gu;
const OTHER_LETTERS: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ø: 'o', ł: 'l', ı: 'i' };

let segmenter: Intl.Segmenter | undefined;

/** As texts are compared: width, case, and the marks of Latin letters make no difference. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKED_LATIN, '')
    .normalize('NFC')
    .replace(/[đðøłı]/g, (letter) => OTHER_LETTERS[letter] ?? letter);
}

/** The words under which a text is found, each once. */
export function wordsIn(text: string): string[] {
  const words = new Set<string>();
  for (const [run] of foldWords(text.slice(0, MOST_CHARACTERS)).matchAll(RUNS)) {
    for (const word of storedOf(run)) words.add(limited(word));
    if (words.size >= MOST_WORDS) break;
  }
  return [...words].slice(0, MOST_WORDS);
}

const limited = (word: string): string => word.slice(0, LONGEST_WORD).toWellFormed();

function storedOf(run: string): string[] {
  if (HAN.test(run)) return pairsOf(run);
  return UNSPACED.test(run) ? [...cut(run), ...pairsOf(run).map(asPair)] : [run];
}

/** The ends of a number, so that a question for its last digits finds it. */
export function endsOf(number: string): string[] {
  const characters = [...foldWords(number).matchAll(/[\p{L}\p{N}]/gu)].map(([character]) => character);
  return characters.slice(1, -2).map((_, index) => characters.slice(index + 1).join(''));
}

/** A character with its marks. */
const clustersOf = (run: string): string[] => run.match(CLUSTERS) ?? [];
/** Every two neighbouring characters; the last one alone, so that each begins a pair. */
function pairsOf(run: string): string[] {
  const clusters = clustersOf(run);
  return clusters.map((cluster, index) => cluster + (clusters[index + 1] ?? ''));
}
/** Tells a pair from a word. */
const asPair = (pair: string): string => `_${pair}`;

function cut(run: string): string[] {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  return [...segmenter.segment(run)].map(({ segment }) => segment);
}

/**
 * What a person has typed so far: the last word may be unfinished as long as nothing stands behind it. Null where
 * nothing is asked: a single letter would begin too many words.
 */
export function questionOf(typed: string): Question | null {
  const folded = foldWords(typed);
  const runs = [...folded.matchAll(RUNS)].slice(0, MOST_PARTS);
  const asked = runs.flatMap((match) => {
    const [whole] = match;
    const isLast = match.index + whole.length === folded.length;
    const pieces = HAN.test(whole) || UNSPACED.test(whole) ? cut(whole) : [];
    const ways = HAN.test(whole) ? waysOfHan(whole, pieces) : waysOfWord(whole, pieces, isLast);
    return ways.length === 0 ? [] : [{ whole, pieces, ways }];
  });
  if (asked.length === 0) return null;
  return {
    parts: asked.map(({ ways }) =>
      ways.map((words) => words.map(({ word, isPrefix }) => ({ word: limited(word), isPrefix }))),
    ),
    typed: asked.map(({ whole, pieces }) => ({ whole, pieces })),
  };
}

const whole = (words: readonly string[]): WantedWords => words.map((word) => ({ word, isPrefix: false }));

/** As it was typed, or as words that stand apart. A word of one character stands in too many places for that. */
function waysOfHan(run: string, words: readonly string[]): WantedWords[] {
  const pairsIn = (text: string) => pairsOf(text).slice(0, -1);
  const pairs = pairsIn(run);
  if (pairs.length === 0) return [[{ word: run, isPrefix: true }]];
  const isApart = words.length > 1 && words.every((word) => [...word].length > 1);
  return [whole(pairs), ...(isApart ? [whole(words.flatMap(pairsIn))] : [])];
}

function waysOfWord(run: string, pieces: readonly string[], isUnfinished: boolean): WantedWords[] {
  if (pieces.length > 0) return waysOfUnspaced(run, pieces, isUnfinished);
  const isLetter = [...run].length === 1;
  if (isLetter && !/\p{N}/u.test(run)) return [];
  return [[{ word: run, isPrefix: isUnfinished && !isLetter }]];
}

/** The same for Thai, whose last character may still lack its marks. What is short is looked for as a word. */
function waysOfUnspaced(run: string, words: readonly string[], isUnfinished: boolean): WantedWords[] {
  const pairs = pairsOf(run).slice(0, -1);
  if (pairs.length < 2) return [[{ word: run, isPrefix: isUnfinished }]];
  const isApart = words.length > 1 && words.every((word) => clustersOf(word).length > 1);
  return [pairs.map(asPair), ...(isApart ? [words] : [])].map((way) =>
    way.map((word, index) => ({ word, isPrefix: isUnfinished && index === way.length - 1 })),
  );
}

/** A piece of a text around the first thing that was asked for, and where in the piece it stands. */
export interface Excerpt {
  readonly text: string;
  /** Beginnings and ends in `text`, in their order, without overlaps. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Characters of an excerpt, and of them those before the first mark (our choice). */
const EXCERPT = 160;
const BEFORE_MARK = 40;

export function excerptOf(text: string, { typed }: Question): Excerpt {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const marks = marksIn(line, typed);
  const first = marks[0]?.[0] ?? 0;
  const isShort = line.length <= EXCERPT;
  const from = isShort || first <= BEFORE_MARK ? 0 : startOfCharacter(line, first - BEFORE_MARK);
  const to = isShort ? line.length : startOfCharacter(line, Math.min(line.length, from + EXCERPT));
  const before = from > 0 ? '…' : '';
  const moved = before.length - from;
  return {
    text: `${before}${line.slice(from, to)}${to < line.length ? '…' : ''}`,
    marks: marks.filter((mark) => mark[1] <= to).map(([start, end]) => [start + moved, end + moved] as const),
  };
}

/** Not between the two halves of a character, nor between a letter and its marks. */
function startOfCharacter(text: string, at: number): number {
  let start = at;
  while (start > 0 && /^[\p{M}\uDC00-\uDFFF]/u.test(text.slice(start, start + 1))) start--;
  return start;
}

function marksIn(text: string, typed: Question['typed']): [number, number][] {
  const places: number[] = [];
  let folded = '';
  for (const match of text.matchAll(CLUSTERS)) {
    const one = foldWords(match[0]);
    for (let index = 0; index < one.length; index++) places.push(match.index);
    folded += one;
  }
  places.push(text.length);
  const found: [number, number][] = [];
  for (const wanted of typed.flatMap((part) => (folded.includes(part.whole) ? [part.whole] : part.pieces))) {
    const isAnywhere = HAN.test(wanted) || UNSPACED.test(wanted);
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
      if (!isAnywhere && /[\p{L}\p{N}]$/u.test(folded.slice(Math.max(0, at - 2), at))) continue;
      found.push([places[at] ?? 0, endOf(places, at + wanted.length)]);
    }
  }
  found.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  return found.filter(([from], index) => index === 0 || from >= Math.max(...found.slice(0, index).map(([, to]) => to)));
}

/** The end of a mark: the next letter after it, because one letter may be folded into several. */
function endOf(places: readonly number[], at: number): number {
  const last = places[at - 1] ?? 0;
  for (let next = at; next < places.length; next++) {
    const place = places[next] ?? 0;
    if (place > last) return place;
  }
  return places.at(-1) ?? 0;
}
