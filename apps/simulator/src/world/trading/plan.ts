/** What every part of a shop's trade is made from. */
import type { PhraseBook } from '../phrases/types.ts';
import type { Random } from '../random.ts';
import type { Buyer, Shop } from '../types.ts';
import type { TradeCountry } from './country.ts';
import type { TradeWords } from './words.ts';

export interface TradePlan {
  readonly shop: Shop;
  readonly country: TradeCountry;
  readonly book: PhraseBook;
  readonly words: TradeWords;
  /** In an order of their own that no message changes. */
  readonly buyers: readonly Buyer[];
  /** Milliseconds since the epoch: all times are relative to it. */
  readonly seededAt: number;
  /** Its own, so that one part's draws do not move another's. */
  random(part: string): Random;
  /** The same name gives the same id, 19 digits. */
  id(name: string): string;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export function drawPrice({ country }: TradePlan, random: Random): number {
  const units = random.integer(3, 60) * country.dollar;
  return Math.round((country.hasCents ? units - 0.1 : units) * 100_000);
}

export const phoneOf = ({ country }: TradePlan, random: Random): string =>
  `${country.phone}${random.integer(10_000_000, 99_999_999)}`;
