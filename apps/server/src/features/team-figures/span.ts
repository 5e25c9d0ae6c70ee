import type { CALLS, CallInput } from '@pasar/api';
import { type FigureSpan, figureSpan, type ShopId } from '@pasar/domain';
import { shopIdsOf } from '../../records/shops-of-filter.ts';
import type { Transaction } from '../../storage/database.ts';

export type SpanInput = Pick<
  CallInput<typeof CALLS.teamFigures.teamFigures>,
  'period' | 'timeZone' | 'shopIds' | 'marketplaces' | 'countries'
>;

/** The shops and the moments that are asked about; the period ends before `to`. */
export interface Asked extends FigureSpan {
  readonly shopIds: readonly ShopId[];
  readonly from: number;
  readonly to: number;
}

export async function askedOf(
  transaction: Transaction,
  { period, timeZone, ...filter }: SpanInput,
  now: number,
): Promise<Asked> {
  const span = figureSpan(period, timeZone, now);
  // The contract lets no other name in.
  if (span === null) throw new Error('the time zone is unknown');
  const shopIds = await shopIdsOf(transaction, filter);
  return { ...span, shopIds, from: span.edges[0] ?? now, to: span.edges.at(-1) ?? now };
}
