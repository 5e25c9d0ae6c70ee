import type { Country, Marketplace, ShopId } from '@pasar/domain';
import type { Scope } from '../storage/database.ts';

/** Takes a value of a statement and returns its parameter, e.g. `$2`. */
export type Give = (value: unknown) => string;

/** The account and the shops whose rows a list has. */
export type ListShops =
  | { readonly kind: 'account' }
  | ({ readonly kind: 'one'; readonly shopId: ShopId } & ShopPlace)
  /** The shops that the transaction sees, or those of a marketplace or country among them, without the hidden ones. */
  | ({
      readonly kind: 'some';
      readonly hidden: readonly ShopId[];
      /** Only these, where they are named. */
      readonly among?: readonly ShopId[] | undefined;
    } & ShopPlace);
interface ShopPlace {
  readonly marketplace?: Marketplace | undefined;
  readonly country?: Country | undefined;
}

/** A list has only the conditions that it needs, so that it walks the index that is in its order. */
export function listShops(
  scope: Scope,
  { marketplace, country, shopId }: ShopPlace & { readonly shopId?: ShopId | undefined },
  {
    hidden = [],
    among,
  }: { readonly hidden?: readonly ShopId[] | undefined; readonly among?: readonly ShopId[] | undefined } = {},
): ListShops {
  if (shopId !== undefined) return { kind: 'one', shopId, marketplace, country };
  if (among !== undefined) return { kind: 'some', marketplace, country, hidden: [], among };
  const isWhole = scope.shops === 'all' && marketplace === undefined && country === undefined && hidden.length === 0;
  return isWhole ? { kind: 'account' } : { kind: 'some', marketplace, country, hidden };
}

/** The first rows of an order that an index has, for the account and for each shop. */
export interface OrderedList {
  readonly shops: ListShops;
  readonly columns: string;
  readonly from: string;
  /** The alias in `from` whose account and shop decide. */
  readonly of: string;
  readonly where: readonly string[];
  /** The milliseconds by which the list is ordered, and the id that decides between equal ones. */
  readonly at: string;
  readonly id: string;
  readonly isDescending: boolean;
  /** Written into the text: the planner has to know that a list is short. */
  readonly most: number;
}

/** The condition of a row `s` of `shop` that it is one of the shops. Row security leaves out what the member does not see. */
export function shopsWhere(shops: ListShops, accountId: string, give: Give): string {
  const conditions = [`s.account_id = ${give(accountId)}`];
  if (shops.kind === 'account') return conditions.join();
  if (shops.marketplace !== undefined) conditions.push(`s.marketplace = ${give(shops.marketplace)}`);
  if (shops.country !== undefined) conditions.push(`s.country = ${give(shops.country)}`);
  if (shops.kind === 'one') conditions.push(`s.shop_id = ${give(shops.shopId)}`);
  else {
    if (shops.hidden.length > 0) conditions.push(`s.shop_id <> all(${give(shops.hidden)}::uuid[])`);
    if (shops.among !== undefined) conditions.push(`s.shop_id = any(${give(shops.among)}::uuid[])`);
  }
  return conditions.join(' and ');
}

/** The statement of a list. Each row has its place besides: `at` and `id`. */
export function orderedList(list: OrderedList, accountId: string, give: Give): string {
  const { shops, of, most } = list;
  if (shops.kind === 'some') return mergedFromShops(list, shops, accountId, give);
  return firstRows(list, shopConditions(shops, of, accountId, give), most);
}

/** How rows that fit are found: by an index of their own, and where that gives more than a few, by walking the list. */
export interface Hits {
  /** A named statement, `name as materialized (...)`, that the others use. */
  readonly given?: string;
  /**
   * A statement that gives the `id` of each row that may fit, perhaps more than once. Where there are more than a few, it
   * may stop early.
   */
  readonly find: string;
  /**
   * The condition that there are only a few: then they are read one by one. Otherwise the list is read until the page is
   * full, which is soon. `hit` is what was found.
   */
  readonly isFew: string;
  /** The condition that a row fits. */
  readonly has: string;
}

/** The statement of the rows of a list that fit. */
export function searchedList(
  list: OrderedList,
  { given, find, isFew, has }: Hits,
  accountId: string,
  give: Give,
): string {
  const direction = list.isDescending ? 'desc' : 'asc';
  const where = [...list.where, ...shopConditions(list.shops, list.of, accountId, give), has].join(' and ');
  const walked = { ...list, where: [...list.where, has, '(select not yes from few)'] };
  return `with ${given === undefined ? '' : `${given}, `}hit as materialized (${find}), few as materialized (select ${isFew} as yes)
    (select named.* from (select distinct id from hit) hit cross join lateral (
       select ${list.at} as at, ${list.id} as id, ${list.columns} from ${list.from}
       where ${list.id} = hit.id and ${where} limit 1) named
     where (select yes from few)
     order by named.at ${direction}, named.id ${direction} limit ${list.most})
    union all (${orderedList(walked, accountId, give)})`;
}

/** The condition that a row belongs to the shops, for rows that are not found through their list. */
function shopConditions(shops: ListShops, of: string, accountId: string, give: Give): string[] {
  if (shops.kind === 'account') return [`${of}.account_id = ${give(accountId)}`];
  const { marketplace, country } = shops;
  const [among, hidden] = shops.kind === 'some' ? [shops.among, shops.hidden] : [undefined, []];
  const place = [
    ...(marketplace === undefined ? [] : [`s.marketplace = ${give(marketplace)}`]),
    ...(country === undefined ? [] : [`s.country = ${give(country)}`]),
  ];
  const shop = shops.kind === 'one' ? give(shops.shopId) : `${of}.shop_id`;
  return [
    ...(shops.kind === 'one' ? [`${of}.shop_id = ${shop}`] : []),
    ...(hidden.length === 0 ? [] : [`${shop} <> all(${give(hidden)}::uuid[])`]),
    ...(among === undefined ? [] : [`${shop} = any(${give(among)}::uuid[])`]),
    ...(place.length === 0 ? [] : [`exists (select from shop s where s.shop_id = ${shop} and ${place.join(' and ')})`]),
  ];
}

function firstRows(list: OrderedList, conditions: readonly string[], most: number | string): string {
  const { at, id, columns, from, where } = list;
  const direction = list.isDescending ? 'desc' : 'asc';
  return `select ${at} as at, ${id} as id, ${columns} from ${from}
    where ${[...conditions, ...where].join(' and ')} order by ${at} ${direction}, ${id} ${direction} limit ${most}`;
}

/**
 * Reads about three pages, however many shops there are. The first few rows of every shop together make at least a page
 * as a rule; then the last place of that page is an edge, and no row behind it belongs to the list. The second look
 * reads each shop up to the edge.
 */
function mergedFromShops(
  list: OrderedList,
  shops: ListShops & { readonly kind: 'some' },
  accountId: string,
  give: Give,
): string {
  const { at, of, isDescending, most } = list;
  const ofShop = `${of}.shop_id = listed.shop_id`;
  const direction = isDescending ? 'desc' : 'asc';
  const [last, upTo, everything] = isDescending ? ['min', '>=', '0'] : ['max', '<=', '9223372036854775807'];
  const few = most === 1 ? most : `(select ${2 * most} / count(*) + 1 from listed)`;
  return `with listed as materialized (select s.shop_id from shop s where ${shopsWhere(shops, accountId, give)}),
    head as (
      select first.at from listed cross join lateral (${firstRows({ ...list, columns: '1' }, [ofShop], few)}) first
      order by first.at ${direction} limit ${most}),
    edge as materialized (select case count(*) when ${most} then ${last}(at) else ${everything} end as at from head)
    select one.* from listed cross join lateral (
      ${firstRows(list, [ofShop, `${at} ${upTo} (select at from edge)`], most)}) one
    order by one.at ${direction}, one.id ${direction} limit ${most}`;
}
