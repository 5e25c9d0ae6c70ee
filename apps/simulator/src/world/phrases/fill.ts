import type { Random } from '../random.ts';
import { placeOf } from './places.ts';
import type { PhraseBook } from './types.ts';

/** The values of the placeholders for one conversation. */
export interface Subject {
  readonly product: string;
  readonly variant: string;
  readonly city: string;
  readonly courier: string;
  readonly order: string;
  readonly days: string;
  readonly price: string;
}

/** `country` is the shop's ISO code. */
export function subjectOf(random: Random, book: PhraseBook, country: string, order: string): Subject {
  const { cities, couriers, price, priceStep } = placeOf(country);
  return {
    product: random.pick(book.products),
    variant: random.pick(book.variants),
    city: random.pick(cities),
    courier: random.pick(couriers),
    order,
    days: `${random.integer(2, 6)}`,
    price: price.replace('#', `${random.integer(5, 60) * priceStep}`),
  };
}

export const fill = (line: string, subject: Subject): string =>
  line
    .replaceAll('{product}', subject.product)
    .replaceAll('{variant}', subject.variant)
    .replaceAll('{city}', subject.city)
    .replaceAll('{courier}', subject.courier)
    .replaceAll('{order}', subject.order)
    .replaceAll('{days}', subject.days)
    .replaceAll('{price}', subject.price);

/** A line with which a buyer may start a conversation. */
export function buyerLine(random: Random, book: PhraseBook, country: string, order: string): string {
  const lines = random.pick(book.topics).flatMap((turn) => (turn.by === 'buyer' && 'say' in turn ? turn.say : []));
  const line = random.chance(0.2) || lines.length === 0 ? random.pick(book.buyerGreetings) : random.pick(lines);
  return fill(line, subjectOf(random, book, country, order));
}
