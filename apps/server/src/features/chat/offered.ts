import { type Marketplace, offers, type ShownAbility } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';

/** Whether the marketplace of a shop has the ability. */
export async function isOffered(transaction: Transaction, shopId: string, ability: ShownAbility): Promise<boolean> {
  const found = await transaction.query<{ marketplace: Marketplace }>(
    'select marketplace from shop where shop_id = $1',
    [shopId],
  );
  const row = found.rows[0];
  return row !== undefined && offers(row.marketplace, ability);
}
