import type { ShopRow } from '../../records/rows.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import type { OrdersContext } from './find-shop.ts';

type KnownBuyer = Readonly<Pick<ConversationTable, 'conversation_id' | 'buyer_name'>>;

/** The newest conversation of the shop with the buyer; null for none. */
export async function findConversation(
  { database, member }: OrdersContext,
  { shop_id }: ShopRow,
  buyerId: string,
): Promise<KnownBuyer | null> {
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<KnownBuyer>(
      `select conversation_id, buyer_name from conversation where shop_id = $1 and buyer_id = $2
       order by last_message_at desc limit 1`,
      [shop_id, buyerId],
    ),
  );
  return found.rows[0] ?? null;
}
