import type { OrderStatus } from './order.ts';
import type { DashboardPeriod } from './shop-affairs.ts';

/**
 * Orders of these statuses are sales (our choice). An unpaid order is none, a cancelled one was one, and the money of a
 * refund is counted by itself. An order of which the buyer asks for the cancellation is a sale until it is cancelled.
 */
export const SOLD_STATUSES = [
  'wait_seller_send',
  'wait_receiver_confirm',
  'finished',
  'in_cancel',
] as const satisfies readonly OrderStatus[];

const HOUR_MS = 3_600_000;

/** Moments in milliseconds. A bucket holds its edge and ends before the next one. */
export interface FigureSpan {
  /** The edges of the buckets, in order; the last is the end of the last bucket. */
  readonly edges: readonly number[];
  /** The period before, which ends before `beforeTo`. */
  readonly beforeFrom: number;
  readonly beforeTo: number;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Null: the name is no time zone. */
export function createClockOf(timeZone: string): ((at: number) => number) | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    return (at) => {
      const of = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
      const part = (type: Intl.DateTimeFormatPartTypes) => of.get(type) ?? 0;
      return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    };
  } catch {
    return null;
  }
}

/**
 * What a period covers for a person in a time zone; null for an unknown zone. Days begin at midnight there, or, where
 * summer time skips midnight, at the first moment of the day. Today is compared with the same hours of yesterday, as far
 * as they have begun.
 */
export function figureSpan(period: DashboardPeriod, timeZone: string, now: number): FigureSpan | null {
  const clock = createClockOf(timeZone);
  if (clock === null) return null;
  const today = dayOf(clock(now));
  const startOf = (days: number) => startOfDay(clock, { ...today, day: today.day + days });
  if (period === 'past7days' || period === 'past30days') {
    const days = period === 'past7days' ? 7 : 30;
    return {
      edges: Array.from({ length: days + 1 }, (_, index) => startOf(index - days)),
      beforeFrom: startOf(-2 * days),
      beforeTo: startOf(-days),
    };
  }
  if (period === 'yesterday') {
    return { edges: hourEdges(startOf(-1), startOf(0)), beforeFrom: startOf(-2), beforeTo: startOf(-1) };
  }
  const end = now - (now % HOUR_MS) + HOUR_MS;
  const edges = hourEdges(startOf(0), end);
  return {
    edges,
    beforeFrom: startOf(-1),
    beforeTo: Math.min(startOf(0), startOf(-1) + (end - startOf(0))),
  };
}

const dayOf = (wall: number): Day => {
  const date = new Date(wall);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
};

/** The first moment whose wall clock is not before midnight; a zone is at most 14 hours from UTC. */
function startOfDay(clock: (at: number) => number, { year, month, day }: Day): number {
  const midnight = Date.UTC(year, month, day);
  const QUARTER_MS = HOUR_MS / 4;
  let at = midnight - (clock(midnight) - midnight);
  // The offset at the guess may differ from that at midnight, where the clock changes between them.
  while (clock(at) < midnight) at += QUARTER_MS;
  while (clock(at - QUARTER_MS) >= midnight) at -= QUARTER_MS;
  return at;
}

function hourEdges(from: number, to: number): readonly number[] {
  const edges: number[] = [];
  for (let at = from; at < to; at += HOUR_MS) edges.push(at);
  return [...edges, to];
}

/** What one unit of a currency is worth, in the account's own currency: the rates that the main account typed. */
export interface CurrencyRate {
  readonly currency: string;
  /** A decimal of at most 12 places. */
  readonly rate: string;
  /** The day of the rate: 2026-11-21. */
  readonly asOf: string;
}

const AMOUNT_PLACES = 6;
const RATE_PLACES = 12;
const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?$/;

/** A decimal as a whole number of its smallest places; null for a text that is none. */
function scaled(decimal: string, places: number): bigint | null {
  const [, whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (whole === undefined || fraction.length > places) return null;
  return BigInt(whole + fraction.padEnd(places, '0'));
}

/** A quotient of two natural numbers, rounded half to even. */
function divided(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  return twice > divisor || (twice === divisor && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

function withPlaces(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Amounts in one currency, rounded to cents; `without`: the currencies that have no rate and are left out. */
export function convertedSum(
  amounts: readonly { readonly amount: string; readonly currency: string }[],
  base: string,
  rates: readonly CurrencyRate[],
): { readonly amount: string; readonly without: readonly string[] } {
  const without = new Set<string>();
  let sum = 0n;
  for (const { amount, currency } of amounts) {
    const rate = currency === base ? '1' : rates.find((one) => one.currency === currency)?.rate;
    const factor = rate === undefined ? null : scaled(rate, RATE_PLACES);
    const value = scaled(amount, AMOUNT_PLACES);
    if (factor === null || value === null) without.add(currency);
    else sum += value * factor;
  }
  return {
    amount: withPlaces(divided(sum, 10n ** BigInt(AMOUNT_PLACES + RATE_PLACES - 2)), 2),
    without: [...without].toSorted(),
  };
}

/** A sum divided among a number of orders, rounded to cents; null for no orders. */
export function averageOf(sum: string, count: number): string | null {
  const value = scaled(sum, AMOUNT_PLACES);
  return value === null || count === 0
    ? null
    : withPlaces(divided(value, BigInt(count) * 10n ** BigInt(AMOUNT_PLACES - 2)), 2);
}

/** By how many percent a number has grown, rounded; null where there was nothing before. */
export function changePercent(now: string, before: string): number | null {
  const value = scaled(now, AMOUNT_PLACES);
  const old = scaled(before, AMOUNT_PLACES);
  if (value === null || old === null || old === 0n) return null;
  const difference = value - old;
  const size = Number(divided((difference < 0n ? -difference : difference) * 100n, old));
  return difference < 0n ? -size : size;
}
