import type { Country, Marketplace, ShopId } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';

export interface CareShop {
  readonly shopId: ShopId;
  readonly marketplace: Marketplace;
  readonly country: Country;
}

/** Null: the member does not see one of them. */
export async function readShops(
  transaction: Transaction,
  shopIds: readonly string[],
): Promise<readonly CareShop[] | null> {
  const found = await transaction.query<CareShop>(
    'select shop_id as "shopId", marketplace, country from shop where shop_id = any($1::uuid[]) order by shop_id',
    [shopIds],
  );
  return found.rowCount === new Set(shopIds).size ? found.rows : null;
}
