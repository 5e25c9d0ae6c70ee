/** Fields as the seller centre writes them: amounts as decimal strings or in units, seconds, ids, pages. */
import { z } from 'zod';
import type { CallInput } from './context.ts';

const UNITS = 100_000n;

/** An amount as in the older calls: with at least two decimals. */
export function toText(units: number): string {
  const size = BigInt(units < 0 ? -units : units);
  const fraction = String(size % UNITS)
    .padStart(5, '0')
    .replace(/0{1,3}$/, '');
  return `${units < 0 ? '-' : ''}${size / UNITS}.${fraction}`;
}
export const toSeconds = (at: number): number => Math.floor(at / 1_000);
/** The hash of a picture: this marketplace names pictures by hash and not by address. */
export const toHash = (imagePath: string): string => (imagePath.split('/').at(-1) ?? '').replace(/\.[a-z]+$/, '');

export const idField = z.union([z.int(), z.bigint(), z.string()]).transform(String);

export interface Slice<Item> {
  readonly items: readonly Item[];
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly total: number;
}
/** Pages count from 1; a size above the page's limit is reduced to it. */
export function sliceOf<Item>(all: readonly Item[], pageNumber: number, pageSize: number): Slice<Item> {
  const start = (pageNumber - 1) * pageSize;
  return { items: all.slice(start, start + pageSize), pageNumber, pageSize, total: all.length };
}
const pageQuery = z.object({
  page_number: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).default(40),
});
export function queriedSlice<Item>(all: readonly Item[], { query }: CallInput, most: number): Slice<Item> | null {
  const page = pageQuery.safeParse(query);
  return page.success ? sliceOf(all, page.data.page_number, Math.min(most, page.data.page_size)) : null;
}
export const pageInfoOf = <Item>({ total, pageNumber, pageSize }: Slice<Item>) => ({
  total,
  page_number: pageNumber,
  page_size: pageSize,
});
