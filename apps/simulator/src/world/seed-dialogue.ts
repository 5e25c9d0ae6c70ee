/**
 * The messages of one seeded conversation: topics follow each other, days apart, until the planned length is reached.
 */
import { cardOf, orderNumberOf } from './kinds.ts';
import { fill, type Subject, subjectOf } from './phrases/fill.ts';
import type { PhraseBook, Turn } from './phrases/types.ts';
import type { Random } from './random.ts';
import type { TradeVoucher } from './trade.ts';
import type { From, Marketplace } from './types.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface SeededTurn {
  readonly from: From;
  readonly kind: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** Milliseconds since the previous message. */
  readonly gapMs: number;
}
export interface DialoguePlan {
  readonly random: Random;
  readonly book: PhraseBook;
  readonly marketplace: Marketplace;
  readonly shopId: string;
  /** The shop's country, ISO code. */
  readonly country: string;
  readonly pictureOrigin: string;
  readonly length: number;
  /** Number of unanswered messages of the buyer at the end. */
  readonly unanswered: number;
  /** The buyer's orders; without any, the topics are about orders that do not exist. */
  readonly orderIds: readonly string[];
  /** The shop's vouchers; at least one. */
  readonly vouchers: readonly TradeVoucher[];
  /** Makes a new id. */
  readonly newId: (name: string) => string;
}

const text = (from: From, line: string, gapMs: number): SeededTurn => ({
  from,
  kind: 'text',
  content: { text: line },
  gapMs,
});

const sellerOf = (random: Random): From => (random.chance(0.12) ? 'sellerApp' : 'seller');

function gapOf(random: Random, by: Turn['by']): number {
  if (by === 'system') return random.integer(1, 5) * SECOND;
  return by === 'buyer' ? random.integer(8 * SECOND, 6 * MINUTE) : random.integer(20 * SECOND, 25 * MINUTE);
}

function say(plan: DialoguePlan, turn: Turn, subject: Subject, orderId: string, at: number): SeededTurn {
  const { random, marketplace, shopId, pictureOrigin, vouchers } = plan;
  const from = turn.by === 'seller' ? sellerOf(random) : turn.by;
  const gapMs = gapOf(random, turn.by);
  if ('say' in turn) return text(from, fill(random.pick(turn.say), subject), gapMs);
  const itemId = plan.newId(`card/${at}`);
  const card = cardOf(marketplace, turn.card, {
    random,
    shopId,
    product: subject.product,
    orderId,
    vouchers,
    itemId,
    pictureOrigin,
  });
  return { from, kind: card.kind, content: card.content, gapMs };
}

/** Topics take the buyer's orders in turn. */
const orderAt = ({ orderIds, newId }: DialoguePlan, number: number): string =>
  orderIds[number % orderIds.length] ?? newId(`order/${number}`);

/** One topic with its greeting and its thanks. */
function matter(plan: DialoguePlan, number: number): SeededTurn[] {
  const { random, book, marketplace, country } = plan;
  const orderId = orderAt(plan, number);
  const subject = subjectOf(random, book, country, orderNumberOf(marketplace, orderId));
  const turns: SeededTurn[] = [text('buyer', random.pick(book.buyerGreetings), random.integer(9, 160) * HOUR)];
  if (random.chance(0.6))
    turns.push(text(sellerOf(random), random.pick(book.sellerGreetings), gapOf(random, 'seller')));
  if (random.chance(0.06)) {
    turns.push(text('buyer', fill(random.pick(book.longBuyer), subject), 3 * MINUTE));
    turns.push(text(sellerOf(random), fill(random.pick(book.longSeller), subject), 12 * MINUTE));
  }
  for (const turn of random.pick(book.topics))
    turns.push(say(plan, turn, subject, orderId, number * 100 + turns.length));
  if (random.chance(0.7)) turns.push(text('buyer', random.pick(book.buyerThanks), gapOf(random, 'buyer')));
  if (random.chance(0.5)) turns.push(text(sellerOf(random), random.pick(book.sellerClosings), gapOf(random, 'seller')));
  return turns;
}

/** A buyer who asks, and asks again. */
function waiting(plan: DialoguePlan): SeededTurn[] {
  const { random, book, marketplace, country, unanswered } = plan;
  const subject = subjectOf(random, book, country, orderNumberOf(marketplace, orderAt(plan, 0)));
  const questions = book.topics
    .flatMap((topic) => topic.slice(0, 1))
    .flatMap((turn) => ('say' in turn ? turn.say : []));
  return Array.from({ length: unanswered }, (_, at) =>
    text(
      'buyer',
      at === 0 || random.chance(0.3) ? fill(random.pick(questions), subject) : random.pick(book.nudges),
      at === 0 ? random.integer(2, 30) * HOUR : random.integer(10 * SECOND, 20 * MINUTE),
    ),
  );
}

/**
 * Exactly `length` messages, oldest first. The last `unanswered` of them (at most all) are the buyer's; with 0 the
 * seller's message is the last.
 */
export function dialogueOf(plan: DialoguePlan): readonly SeededTurn[] {
  const { random, book, length, unanswered } = plan;
  const answered = Math.max(0, length - unanswered);
  const turns: SeededTurn[] = [];
  for (let number = 0; turns.length < answered; number += 1) turns.push(...matter(plan, number));
  turns.length = answered;
  const last = turns.at(-1);
  if (last !== undefined && last.from === 'buyer') {
    turns[answered - 1] = text(sellerOf(random), random.pick(book.sellerClosings), gapOf(random, 'seller'));
  }
  return [...turns, ...waiting({ ...plan, unanswered: Math.min(unanswered, length) })];
}
