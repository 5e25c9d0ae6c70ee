import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';

/** The buyer of a conversation, in one shop. */
export type BuyerRow = ShopRow & Readonly<Pick<ConversationTable, 'conversation_id' | 'buyer_id' | 'buyer_name'>>;

const SELECT_BUYER = `select v.conversation_id, v.buyer_id, v.buyer_name, ${SHOP_COLUMNS}
  from conversation v join shop s on s.shop_id = v.shop_id
    join connection c using (connection_id) left join connection_lease lease using (connection_id)`;

/** Null for a conversation that the member does not see. */
export async function findBuyer(transaction: Transaction, conversationId: string): Promise<BuyerRow | null> {
  const found = await transaction.query<BuyerRow>({
    name: 'find-buyer',
    text: `${SELECT_BUYER} where v.conversation_id = $1`,
    values: [conversationId],
  });
  return found.rows[0] ?? null;
}

/** Most conversations of one buyer that are looked at (our choice). */
const MOST_CONVERSATIONS = 50;

/**
 * The buyer's conversations with all shops of the marketplace that the member sees, the one that was asked about first
 * and then the newest.
 */
export async function conversationsOfBuyer(
  transaction: Transaction,
  { conversation_id: conversationId, buyer_id: buyerId, marketplace }: BuyerRow,
): Promise<readonly BuyerRow[]> {
  const found = await transaction.query<BuyerRow>({
    name: 'conversations-of-buyer',
    text: `with of_buyer as (
             select conversation_id from conversation_buyer
             where account_id = (select pasar_account()) and buyer_id = $1 limit ${MOST_CONVERSATIONS})
           select v.conversation_id, v.buyer_id, v.buyer_name, ${SHOP_COLUMNS}
           from of_buyer known cross join lateral (
               select * from conversation c where c.conversation_id = known.conversation_id limit 1) v
             join shop s on s.shop_id = v.shop_id
             join connection c using (connection_id) left join connection_lease lease using (connection_id)
           where s.marketplace = $2 order by v.conversation_id = $3 desc, v.last_message_at desc`,
    values: [buyerId, marketplace, conversationId],
  });
  return found.rows;
}
