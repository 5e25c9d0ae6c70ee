/** What the webchat calls share: their base path, pages without a total, and bare lists (facts 1.4, 1.5). */
import type { Outcome, Page } from '@pasar/connector-kit';
import { toWireInteger } from '../../wire/wire-json.ts';
import { mapOutcome } from '../definition.ts';

const BASE = '/webchat/api/v1.2';
export const chatPath = (path: string): string => `${BASE}/${path}`;

/** Spec 2 §9, search. */
export const SEARCH_PAGE_SIZE = 20;

/** A full page may have another page after it; the answer does not name its own number. */
export const MORE = 'more';
export const nextOf = (rows: readonly unknown[], pageSize: number): string | null =>
  rows.length < pageSize ? null : MORE;
/** Pages count from 1, and the cursor is the number of the next page. */
export const pageOf = (cursor: string | null): number => Number(cursor ?? '1');
export const turned = <Item>(outcome: Outcome<Page<Item>>, page: number): Outcome<Page<Item>> =>
  mapOutcome(outcome, (read) => ({ ...read, next: read.next === null ? null : String(page + 1) }));

export const shopField = (shopId: string): { readonly shop_id: object } => ({ shop_id: toWireInteger(shopId) });
