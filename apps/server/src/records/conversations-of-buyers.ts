import { asConversationId, type ConversationId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

interface OfBuyer {
  readonly shop_id: string;
  readonly buyer_id: string | null;
}
const keyOf = ({ shop_id, buyer_id }: OfBuyer): string => `${shop_id} ${buyer_id}`;

/** Finds the newest conversation of each row's shop with its buyer; null for none. */
export async function conversationsOfBuyers(
  transaction: Transaction,
  accountId: string,
  rows: readonly OfBuyer[],
): Promise<(row: OfBuyer) => ConversationId | null> {
  const known = rows.filter(({ buyer_id }) => buyer_id !== null);
  if (known.length === 0) return () => null;
  const found = await transaction.query<OfBuyer & { conversation_id: string }>({
    name: 'conversations-of-buyers',
    text: `select distinct on (wanted.shop_id, wanted.buyer_id) wanted.shop_id, wanted.buyer_id, v.conversation_id
      from unnest($2::uuid[], $3::text[]) as wanted (shop_id, buyer_id)
        join conversation_buyer k on k.account_id = $1 and k.buyer_id = wanted.buyer_id and k.shop_id = wanted.shop_id
        join conversation v on v.conversation_id = k.conversation_id
      order by wanted.shop_id, wanted.buyer_id, v.last_message_at desc`,
    values: [accountId, known.map(({ shop_id }) => shop_id), known.map(({ buyer_id }) => buyer_id)],
  });
  const conversations = new Map(found.rows.map((row) => [keyOf(row), asConversationId(row.conversation_id)]));
  return (row) => conversations.get(keyOf(row)) ?? null;
}
