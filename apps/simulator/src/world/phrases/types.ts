/**
 * Phrases of buyers and sellers in one language. Lines may hold {product}, {variant}, {order}, {days}, {price},
 * {courier} and {city}; the seed and the chatter fill them in.
 */
import type { Language } from '../languages.ts';

/** A message that is not a text; each marketplace has its own name and content for it. */
export type CardKind = 'image' | 'sticker' | 'order' | 'product' | 'voucher' | 'video' | 'system';
export type Turn =
  | { readonly by: 'buyer' | 'seller'; readonly say: readonly string[] }
  | { readonly by: 'buyer' | 'seller' | 'system'; readonly card: CardKind };
/** A topic from the first question to its answer. */
type Topic = readonly Turn[];

export interface PhraseBook {
  readonly language: Language;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** Whether the family name comes first. */
  readonly isFamilyFirst: boolean;
  /** The text between the two names. */
  readonly nameSeparator: string;
  /** Stems of user names, in Latin letters. */
  readonly handles: readonly string[];
  readonly products: readonly string[];
  readonly variants: readonly string[];
  readonly buyerGreetings: readonly string[];
  readonly sellerGreetings: readonly string[];
  readonly buyerThanks: readonly string[];
  readonly sellerClosings: readonly string[];
  /** Lines of a buyer who waits for an answer. */
  readonly nudges: readonly string[];
  readonly longBuyer: readonly string[];
  readonly longSeller: readonly string[];
  readonly topics: readonly Topic[];
}

export const buyer = (...say: readonly string[]): Turn => ({ by: 'buyer', say });
export const seller = (...say: readonly string[]): Turn => ({ by: 'seller', say });
export const buyerCard = (card: CardKind): Turn => ({ by: 'buyer', card });
export const sellerCard = (card: CardKind): Turn => ({ by: 'seller', card });
export const systemCard = (): Turn => ({ by: 'system', card: 'system' });
