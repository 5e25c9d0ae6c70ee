import { asShopId, type Country, type Marketplace, type ShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { ListShops } from './ordered-list.ts';

/** The shops of a list; of all that the member sees where nothing is named. */
export interface ShopFilter {
  readonly shopIds?: readonly ShopId[] | undefined;
  readonly marketplaces?: readonly Marketplace[] | undefined;
  readonly countries?: readonly Country[] | undefined;
}

/** The shops of a filter among those that the member sees; null for none. */
export async function shopsOf(
  transaction: Transaction,
  filter: ShopFilter,
  seesAll: boolean,
): Promise<ListShops | null> {
  const { shopIds, marketplaces, countries } = filter;
  if (shopIds === undefined && marketplaces === undefined && countries === undefined) {
    return seesAll ? { kind: 'account' } : { kind: 'some', hidden: [] };
  }
  const among = await shopIdsOf(transaction, filter);
  return among.length === 0 ? null : { kind: 'some', hidden: [], among };
}

export async function shopIdsOf(
  transaction: Transaction,
  { shopIds, marketplaces, countries }: ShopFilter,
): Promise<readonly ShopId[]> {
  const found = await transaction.query<{ shop_id: string }>({
    name: 'shops-of-filter',
    text: `select shop_id from shop where ($1::uuid[] is null or shop_id = any($1))
      and ($2::text[] is null or marketplace = any($2)) and ($3::text[] is null or country = any($3))`,
    values: [shopIds ?? null, marketplaces ?? null, countries ?? null],
  });
  return found.rows.map(({ shop_id }) => asShopId(shop_id));
}
