/** The input from which every part of a shop's trade is made. */
import { stableId } from '../ids.ts';
import { PHRASE_BOOKS } from '../phrases/index.ts';
import type { PhraseBook } from '../phrases/types.ts';
import { createRandom, type Random } from '../random.ts';
import type { Buyer, Shop } from '../types.ts';
import { type TradeCountry, tradeCountryOf } from './country.ts';
import { TRADE_WORDS } from './words/index.ts';
import type { TradeWords } from './words/types.ts';

/** A plan without the buyers. */
export interface ShopPlanOfTrade {
  readonly shop: Shop;
  readonly country: TradeCountry;
  readonly book: PhraseBook;
  readonly words: TradeWords;
  /** Milliseconds since the epoch: all times are relative to it. */
  readonly seededAt: number;
  /** A separate generator for each part, so that draws for one part do not change another. */
  random(part: string): Random;
  /** The same name gives the same id, 19 digits. */
  id(name: string): string;
}
export interface TradePlan extends ShopPlanOfTrade {
  /** The shop's buyers who have a conversation, sorted by `inTheirOrder`. */
  readonly buyers: readonly Buyer[];
  /** Buyers who have ordered and never written. */
  readonly silentBuyers: readonly Buyer[];
}

export function planOfShop(shop: Shop, seed: string, seededAt: number): ShopPlanOfTrade {
  const key = `trade/${shop.marketplace}/${shop.shopId}`;
  const country = tradeCountryOf(shop.country);
  return {
    shop,
    country,
    book: PHRASE_BOOKS[country.language],
    words: TRADE_WORDS[country.language],
    seededAt,
    random: (part) => createRandom(`${seed}/${key}/${part}`),
    id: (name) => stableId(seed, `${key}/${name}`),
  };
}

/** Sorts buyers in an order that new messages do not change. */
export const inTheirOrder = <Who extends Pick<Buyer, 'buyerId'>>(buyers: readonly Who[]): readonly Who[] =>
  buyers.toSorted((one, other) => (one.buyerId < other.buyerId ? -1 : 1));

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export function drawPrice({ country }: ShopPlanOfTrade, random: Random): number {
  const units = random.integer(3, 60) * country.dollar;
  return Math.round((country.hasCents ? units - 0.1 : units) * 100_000);
}

export const phoneOf = ({ country }: TradePlan, random: Random): string =>
  `${country.phone}${random.integer(10_000_000, 99_999_999)}`;
