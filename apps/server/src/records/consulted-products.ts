import type { Transaction } from '../storage/database.ts';
import { storableText } from '../storage/storable.ts';

/** A product that a buyer has asked a shop about. */
export interface Consulted {
  readonly shopId: string;
  readonly buyerId: string;
  readonly productId: string;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
}

/** Keeps the newest time of each product; keeping it twice changes nothing. */
export async function keepConsulted(
  transaction: Transaction,
  accountId: string,
  consulted: readonly Consulted[],
): Promise<void> {
  if (consulted.length === 0) return;
  await transaction.query({
    name: 'keep-consulted',
    text: `insert into consulted_product (account_id, shop_id, buyer_id, product_id, asked_at)
           select $1, shop, buyer, product, max(at) from
             unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[]) as item (shop, buyer, product, at)
           group by shop, buyer, product order by shop, buyer, product
           on conflict (shop_id, buyer_id, product_id) do update
             set asked_at = greatest(consulted_product.asked_at, excluded.asked_at)`,
    values: [
      accountId,
      consulted.map(({ shopId }) => shopId),
      consulted.map(({ buyerId }) => buyerId),
      consulted.map(({ productId }) => storableText(productId)),
      consulted.map(({ askedAt }) => askedAt),
    ],
  });
}
