import { type CALLS, type CallInput, type CallOutput, contentView } from '@pasar/api';
import { asBuyerId, levelOf, type OrderDetail, refusal, UNKNOWN, type Voucher } from '@pasar/domain';
import { askShop, refusedAs } from '../../records/ask-shop.ts';
import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConversationTable, MessageTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import { lookUpOffer } from './offers.ts';

type Call = typeof CALLS.chat.cardDetail;

type FoundRow = ShopRow & Readonly<Pick<MessageTable, 'content'> & Pick<ConversationTable, 'buyer_id'>>;

/**
 * The order, the voucher or the offer of a message that the member sees. The marketplace is asked outside of transactions, because
 * its answer takes a while.
 */
export async function cardDetail(
  context: Pick<LongContext, 'database' | 'member' | 'askShop' | 'clock'>,
  { messageId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const row = await context.database.within(context.member.scope, (transaction) => findMessage(transaction, messageId));
  if (row === null) return fail('not_found');
  const content = contentView.parse(row.content);
  if ('order' in content) {
    const order = await askShop(context, row, 'orders.orderDetail', content.order.orderId);
    return order.ok
      ? success({ card: { kind: 'order', order: toOrderView(order.data) } })
      : refusedAs('order_fetch_failed', order);
  }
  if (content.type === 'offer' && levelOf(row.marketplace, 'buyers.offerDetail') === 'yes') {
    const offer = await lookUpOffer(context, row, content.offer.offerId);
    return offer.ok ? success({ card: { kind: 'offer', offer: offer.data } }) : offer;
  }
  if (content.type !== 'voucher') return fail('invalid_request', 'the message shows nothing that could be looked up');
  const { voucherId } = content.voucher;
  const voucher = await askShop(context, row, 'goods.voucherDetail', { voucherId, buyerId: asBuyerId(row.buyer_id) });
  return voucher.ok ? success({ card: { kind: 'voucher', voucher: toVoucherView(voucher.data) } }) : voucher;
}

/** Null for a message that the member does not see, or that was withdrawn. */
async function findMessage(transaction: Transaction, messageId: string): Promise<FoundRow | null> {
  const found = await transaction.query<FoundRow>(
    `select m.content, v.buyer_id, ${SHOP_COLUMNS}
     from message m join conversation v using (conversation_id) join shop s on s.shop_id = m.shop_id
       join connection c using (connection_id) left join connection_lease lease using (connection_id)
     where m.message_id = $1 and m.status = 'available'`,
    [messageId],
  );
  return found.rows[0] ?? null;
}

function toVoucherView(voucher: Voucher) {
  const { name: title, voucherCode, discount, minimumSpend, startsAt, endsAt, status } = voucher;
  return { voucherCode, title, discount, minimumSpend, startsAt, endsAt, status };
}

function toOrderView({ orderNumber, status, wireStatus, total, items }: OrderDetail) {
  const [first] = items;
  return {
    orderNumber,
    status,
    unknownStatus: status === UNKNOWN ? refusal('order_status_unknown', wireStatus) : null,
    total,
    iconUrl: first?.imageUrl ?? null,
    title: first?.title ?? null,
    itemCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}
