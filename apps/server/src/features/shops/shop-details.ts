import type { CALLS, CallOutput } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';
import type { ConnectionTable, ShopTable } from '../../storage/gen/tables.ts';
import { type Answer, success } from '../answer.ts';

type Details = Pick<ShopTable, 'shop_id' | 'compared_at'> & Pick<ConnectionTable, 'identifier'>;

export async function shopDetails({
  transaction,
}: {
  readonly transaction: Transaction;
}): Promise<Answer<CallOutput<typeof CALLS.shops.shopDetails>>> {
  const found = await transaction.query<Details>(
    'select s.shop_id, s.compared_at, c.identifier from shop s join connection c using (connection_id)',
  );
  return success({
    shops: found.rows.map((row) => ({
      shopId: asShopId(row.shop_id),
      account: row.identifier,
      comparedAt: row.compared_at === null ? null : Number(row.compared_at),
    })),
  });
}
