import { go, snapshot } from 'fuzzysort';
import { type Offered, wordsOf } from './offered.ts';

/** The beginning of a text in which it is searched. Behind it a fuzzy match says little, and costs time. */
const SEARCHED_LENGTH = 300;
/** From this score on a match is shown: with one letter left out or two words in another order. */
const LEAST_SCORE = 0.2;
/** How much more the first of two equal matches is worth, by its place among the most used. */
const USED_WEIGHT = 0.05;

/** The replies that match, best first, and how many there are. */
export interface Found {
  readonly shown: readonly Offered[];
  readonly total: number;
}
export type Search = (words: string, most: number) => Found;

/** Prepares the replies for searching. Letters may be left out; Chinese and Thai need no spaces. */
export function createSearch(offered: readonly Offered[]): Search {
  const targets = snapshot(
    offered.map((item, place) => ({ item, place })),
    {
      keys: [
        ({ item }) => item.reply.title,
        ({ item }) => wordsOf(item.parts).slice(0, SEARCHED_LENGTH),
        ({ item }) => item.group,
      ],
    },
  );
  return (words, most) => {
    if (words.trim() === '') return { shown: offered.slice(0, most), total: offered.length };
    const found = go(words, targets, {
      limit: most,
      threshold: LEAST_SCORE,
      scoreFn: (result) => result.score + USED_WEIGHT * (1 - result.obj.place / offered.length),
    });
    return { shown: found.map(({ obj }) => obj.item), total: found.total };
  };
}
