import type { CALLS, CallOutput, FigureSums } from '@pasar/api';
import { averageOf, type CurrencyRate, changePercent, convertedSum, sumByCurrency } from '@pasar/domain';

export type Figures = CallOutput<typeof CALLS.statistics.figures>;
export type Compared = Figures['totals'][number];
export interface Rates {
  readonly base: string;
  readonly rates: readonly CurrencyRate[];
}

/** A value of a figure with its change against the period before; null: nothing was before. */
export interface Shown {
  /** Null: a number without a currency. */
  readonly currency: string | null;
  /** Null: there is none, as the average of no orders. */
  readonly value: string | null;
  readonly change: number | null;
}

export const COUNTED = ['orders', 'cancelled', 'refunds'] as const;
export type Counted = (typeof COUNTED)[number];

export function countOf(rows: readonly Compared[], of: Counted | 'sold'): Shown {
  const sum = (pick: (row: Compared) => FigureSums) => String(rows.reduce((all, row) => all + pick(row)[of], 0));
  const value = sum(({ now }) => now);
  return {
    currency: null,
    value,
    change: changePercent(
      value,
      sum(({ before }) => before),
    ),
  };
}

const amounts = (rows: readonly Compared[], pick: (row: Compared) => FigureSums) =>
  rows.map((row) => ({ amount: pick(row).sales, currency: row.currency }));

/** The sales, in each currency or in one; with rates only what has a rate. */
export function salesOf(rows: readonly Compared[], rates: Rates | null): readonly Shown[] {
  const pairs =
    rates === null
      ? sumByCurrency(amounts(rows, ({ now }) => now)).sums.map(({ amount, currency }) => ({
          currency,
          now: amount,
          before:
            sumByCurrency(
              amounts(
                rows.filter((row) => row.currency === currency),
                ({ before }) => before,
              ),
            ).sums[0]?.amount ?? '0',
        }))
      : [
          {
            currency: rates.base,
            now: convertedSum(
              amounts(rows, ({ now }) => now),
              rates.base,
              rates.rates,
            ).amount,
            before: convertedSum(
              amounts(rows, ({ before }) => before),
              rates.base,
              rates.rates,
            ).amount,
          },
        ];
  return pairs.map(({ currency, now, before }) => ({ currency, value: now, change: changePercent(now, before) }));
}

/** The sales divided by the number of sold orders; with rates of those orders that have a rate. */
export function averagesOf(rows: readonly Compared[], rates: Rates | null): readonly Shown[] {
  const groups =
    rates === null
      ? rows.map((row) => [row])
      : [
          rows.filter(
            ({ currency }) => currency === rates.base || rates.rates.some((rate) => rate.currency === currency),
          ),
        ];
  return groups.map((group) => {
    const sold = (pick: (row: Compared) => FigureSums) => group.reduce((all, row) => all + pick(row).sold, 0);
    const [sales] = salesOf(group, rates);
    const value = averageOf(
      sales?.value ?? '0',
      sold(({ now }) => now),
    );
    const [salesBefore] = salesOf(
      group.map((row) => ({ ...row, now: row.before })),
      rates,
    );
    const before = averageOf(
      salesBefore?.value ?? '0',
      sold((row) => row.before),
    );
    return {
      currency: rates?.base ?? group[0]?.currency ?? null,
      value,
      change: value === null || before === null ? null : changePercent(value, before),
    };
  });
}

/** The currencies of the rows that have no rate. */
export const withoutRate = (rows: readonly Compared[], { base, rates }: Rates): readonly string[] =>
  convertedSum(
    amounts(rows, ({ now }) => now),
    base,
    rates,
  ).without;

/** What the chart shows: orders, or the sales in a currency. */
export function pointsOf({ edges, series }: Figures, currency: string | null): readonly string[] {
  const values: string[] = Array.from({ length: edges.length - 1 }, () => '0');
  for (const point of series) {
    if (currency === null) values[point.bucket] = String(Number(values[point.bucket]) + point.orders);
    else if (point.currency === currency) values[point.bucket] = point.sales;
  }
  return values;
}
