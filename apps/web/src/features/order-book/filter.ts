import { type CALLS, ORDER_SORTS, shopId } from '@pasar/api';
import {
  BOOK_TABS,
  type BookTab,
  COUNTRIES,
  type Country,
  MARKETPLACES,
  type Marketplace,
  type ShopId,
} from '@pasar/domain';
import type { z } from 'zod';

/** Spans of time, in days up to today. */
export const SPANS = [1, 7, 30, 90] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** Which orders are shown, and how they are sorted. It stands in the address, so that it can be kept and sent. */
export interface OrderFilter {
  readonly tab: BookTab;
  readonly sort: OrderSort;
  readonly words: string;
  readonly shopIds: readonly ShopId[];
  readonly marketplace: Marketplace | null;
  readonly country: Country | null;
  /** Days up to today; `own` where `from` and `to` hold. */
  readonly span: (typeof SPANS)[number] | 'own' | null;
  /** 2026-11-21; empty for none. `to` is the last day. */
  readonly from: string;
  readonly to: string;
  readonly least: string;
  readonly most: string;
  readonly currency: string;
  readonly hasNote: boolean;
  readonly isRatable: boolean;
}

export const EVERYTHING: OrderFilter = {
  tab: 'all',
  sort: 'newest',
  words: '',
  shopIds: [],
  marketplace: null,
  country: null,
  span: null,
  from: '',
  to: '',
  least: '',
  most: '',
  currency: '',
  hasNote: false,
  isRatable: false,
};

const oneOf = <Value extends string>(all: readonly Value[], value: string | null): Value | null =>
  all.find((one) => one === value) ?? null;
export const AMOUNT = /^[0-9]{1,15}(\.[0-9]{1,6})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** What is written in the address by hand may be anything; what is not understood filters nothing. */
const only = (pattern: RegExp, value: string | null): string => (value !== null && pattern.test(value) ? value : '');

export function filterOf(query: URLSearchParams): OrderFilter {
  const from = only(DAY, query.get('from'));
  const to = only(DAY, query.get('to'));
  const ids = (query.get('shops') ?? '').split(',').map((id) => shopId.safeParse(id));
  return {
    tab: oneOf(BOOK_TABS, query.get('tab')) ?? EVERYTHING.tab,
    sort: oneOf(ORDER_SORTS, query.get('sort')) ?? EVERYTHING.sort,
    words: (query.get('q') ?? '').slice(0, 100),
    shopIds: ids.flatMap(({ data }) => (data === undefined ? [] : [data])),
    marketplace: oneOf(MARKETPLACES, query.get('at')),
    country: oneOf(COUNTRIES, query.get('site')),
    span:
      query.get('days') === 'own' || from !== '' || to !== ''
        ? 'own'
        : (SPANS.find((days) => String(days) === query.get('days')) ?? null),
    from,
    to,
    least: only(AMOUNT, query.get('least')),
    most: only(AMOUNT, query.get('most')),
    currency: only(/^[A-Z]{3}$/, query.get('currency')),
    hasNote: query.has('note'),
    isRatable: query.has('ratable'),
  };
}

/** The address of a filter; what filters nothing is left out. */
export function queryOf(filter: OrderFilter): URLSearchParams {
  const isOwn = filter.span === 'own';
  const rows: readonly (readonly [string, string])[] = [
    ['tab', filter.tab === EVERYTHING.tab ? '' : filter.tab],
    ['q', filter.words],
    ['shops', filter.shopIds.join()],
    ['at', filter.marketplace ?? ''],
    ['site', filter.country ?? ''],
    ['days', filter.span === null ? '' : String(filter.span)],
    ['from', isOwn ? filter.from : ''],
    ['to', isOwn ? filter.to : ''],
    ['least', filter.least],
    ['most', filter.most],
    ['currency', filter.currency],
    ['note', filter.hasNote ? '1' : ''],
    ['ratable', filter.isRatable ? '1' : ''],
    ['sort', filter.sort === EVERYTHING.sort ? '' : filter.sort],
  ];
  return new URLSearchParams(rows.filter(([, value]) => value !== '').map(([name, value]) => [name, value]));
}

/** Whether it leaves out any order of its tab. */
export const isNarrow = (filter: OrderFilter): boolean =>
  queryOf({ ...filter, tab: EVERYTHING.tab, sort: EVERYTHING.sort }).size > 0;

/** How many of the rarer filters are set; they stand behind a button. */
export const rarerCount = ({ least, most, currency, hasNote, isRatable }: OrderFilter): number =>
  [least !== '', most !== '', currency !== '', hasNote, isRatable].filter(Boolean).length;

type Input = z.input<typeof CALLS.orderBook.searchOrderList.input>;

/** What the counts of the tabs know of a filter. */
export const scopeOf = ({ shopIds, marketplace, country }: OrderFilter) => ({
  ...(shopIds.length === 0 ? {} : { shopIds: [...shopIds] }),
  ...(marketplace === null ? {} : { marketplaces: [marketplace] }),
  ...(country === null ? {} : { countries: [country] }),
});

export function inputOf(filter: OrderFilter, now: number, cursor: string | null): Input {
  const { span, words, least, most, currency } = filter;
  const today = new Date(now);
  const from =
    typeof span === 'number'
      ? new Date(today.getFullYear(), today.getMonth(), today.getDate() - span + 1).getTime()
      : span === 'own'
        ? dayStart(filter.from, 0)
        : null;
  const to = span === 'own' ? dayStart(filter.to, 1) : null;
  return {
    tab: filter.tab,
    sort: filter.sort,
    ...scopeOf(filter),
    ...(from === null ? {} : { createdFrom: from }),
    ...(to === null ? {} : { createdTo: to }),
    ...(words.trim() === '' ? {} : { words: words.trim() }),
    ...(least === '' ? {} : { amountFrom: least }),
    ...(most === '' ? {} : { amountTo: most }),
    ...(currency === '' ? {} : { currency }),
    ...(filter.hasNote ? { hasNote: true } : {}),
    ...(filter.isRatable ? { isRatable: true } : {}),
    ...(cursor === null ? {} : { cursor }),
  };
}

/** The beginning of a day in the machine's time zone, or of one that is `later` days after it. */
function dayStart(day: string, later: number): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date + later).getTime();
}
