import { contentView, type SuggestionTask } from '@pasar/api';
import { holds } from '@pasar/domain';
import { z } from 'zod';
import { askShop } from '../../records/ask-shop.ts';
import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import type { MessageTable } from '../../storage/gen/tables.ts';
import type { LongContext } from '../handler.ts';
import { type Known, SENT_LIMITS } from './sent-texts.ts';

/** The shop of a conversation that the member sees, and whether suggestions are on there. */
export type SuggestedRow = ShopRow & { readonly is_off: boolean };

export async function findSuggested(transaction: Transaction, conversationId: string): Promise<SuggestedRow | null> {
  const found = await transaction.query<SuggestedRow>(
    `select exists (select from suggestions_off o where o.shop_id = s.shop_id) as is_off, ${SHOP_COLUMNS}
     from conversation v join shop s on s.shop_id = v.shop_id
       join connection c using (connection_id) left join connection_lease lease using (connection_id)
     where v.conversation_id = $1`,
    [conversationId],
  );
  return found.rows[0] ?? null;
}

/** An order or a product is looked for among these newest messages (our choice). */
const LOOKED_AT = 60;

type Read = Pick<Known, 'conversation' | 'quickReplies'> & {
  readonly orderId: string | null;
  readonly productId: string | null;
};

export async function readConversation(
  transaction: Transaction,
  conversationId: string,
  shopId: string,
  memberId: string | null,
): Promise<Read> {
  const messages = await transaction.query<Pick<MessageTable, 'author' | 'content'>>(
    `select author, content from message where conversation_id = $1 and status = 'available'
     order by position desc limit $2`,
    [conversationId, LOOKED_AT],
  );
  const replies = await transaction.query<{ parts: unknown }>(
    `select q.parts from quick_reply q join quick_reply_group g using (group_id)
       left join (select reply_id, sum(count) as uses from quick_reply_use group by reply_id) u using (reply_id)
     where (g.member_id is null or g.member_id = $3) and (not q.is_shop_limited
       or exists (select from quick_reply_shop l where l.reply_id = q.reply_id and l.shop_id = $1))
     order by u.uses desc nulls last, q.updated_at desc limit $2`,
    [shopId, SENT_LIMITS.quickReplies, memberId],
  );
  const contents = messages.rows.map(({ author, content }) => ({ author, content: contentView.parse(content) }));
  const conversation = contents
    .flatMap(({ author, content }) =>
      content.type === 'text' && (author === 'buyer' || author === 'seller')
        ? [{ from: author === 'buyer' ? ('buyer' as const) : ('shop' as const), text: content.text }]
        : [],
    )
    .slice(0, SENT_LIMITS.messages)
    .toReversed();
  const orders = contents.flatMap(({ content }) => ('order' in content ? [content.order.orderId] : []));
  const products = contents.flatMap(({ content }) => {
    if (content.type === 'products') return content.products.slice(0, 1).map(({ itemId }) => itemId);
    return content.type === 'offer' && content.offer.productId !== null ? [content.offer.productId] : [];
  });
  return {
    conversation,
    quickReplies: replies.rows.flatMap(({ parts }) => wordsOf(parts)),
    orderId: orders[0] ?? null,
    productId: products[0] ?? null,
  };
}

const partsShape = z.array(z.object({ kind: z.string(), text: z.string().optional() }));
function wordsOf(parts: unknown): readonly string[] {
  const words = partsShape.parse(parts).flatMap(({ kind, text }) => (kind === 'text' && text ? [text] : []));
  return words.length === 0 ? [] : [words.join('\n')];
}

/** What the marketplace does not tell is left out: a suggestion is worth less than the wait for a repeat. */
export async function known(
  context: Pick<LongContext, 'member' | 'askShop'>,
  row: SuggestedRow,
  { orderId, productId, ...read }: Read,
  asked: { readonly task: SuggestionTask; readonly text: string },
): Promise<Known> {
  const [order, product] = await Promise.all([
    orderId === null ? null : askShop(context, row, 'orders.orderDetail', orderId),
    productId === null ? null : askShop(context, row, 'goods.productDetail', productId),
  ]);
  return {
    ...asked,
    ...read,
    shopName: row.alias ?? row.name,
    order: order?.ok ? order.data : null,
    isOrderTold: holds(context.member.grant, 'order'),
    product: product?.ok ? product.data : null,
  };
}
