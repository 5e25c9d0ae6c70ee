import type { Country, Marketplace, ShopId } from '@pasar/domain';
import { hasList } from '../../records/readings.ts';
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

/** The shops of which a list was not read to the end once. Those whose marketplace has no such list are not among them. */
export async function unreadOf(
  transaction: Transaction,
  subject: 'orders' | 'reviews',
  shops: readonly CareShop[],
): Promise<ShopId[]> {
  const read = await transaction.query<{ shop_id: ShopId }>(
    `select shop_id from reading
     where subject = $2 and complete_to is not null and shop_id = any($1::uuid[])`,
    [shops.map(({ shopId }) => shopId), subject],
  );
  const known = new Set(read.rows.map((row) => row.shop_id));
  return shops.flatMap(({ shopId, marketplace }) =>
    known.has(shopId) || !hasList(marketplace, subject) ? [] : [shopId],
  );
}
