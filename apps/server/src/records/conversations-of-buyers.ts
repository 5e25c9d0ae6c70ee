import { asConversationId, type ConversationId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

interface OfBuyer {
  readonly shop_id: string;
  readonly buyer_id: string | null;
}
const keyOf = ({ shop_id, buyer_id }: OfBuyer): string => `${shop_id} ${buyer_id}`;

/** Most conversations of one buyer with one shop that are looked at (our choice): as a rule there is one. */
const MOST_CONVERSATIONS = 50;

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
        cross join lateral (select k.conversation_id from conversation_buyer k where k.account_id = $1
          and k.buyer_id = wanted.buyer_id and k.shop_id = wanted.shop_id limit ${MOST_CONVERSATIONS}) of_buyer
        cross join lateral (select c.conversation_id, c.last_message_at from conversation c
          where c.conversation_id = of_buyer.conversation_id limit 1) v
      order by wanted.shop_id, wanted.buyer_id, v.last_message_at desc`,
    values: [accountId, known.map(({ shop_id }) => shop_id), known.map(({ buyer_id }) => buyer_id)],
  });
  const conversations = new Map(found.rows.map((row) => [keyOf(row), asConversationId(row.conversation_id)]));
  return (row) => conversations.get(keyOf(row)) ?? null;
}
