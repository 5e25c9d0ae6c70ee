import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asConversationId } from '@pasar/domain';
import { askShop, refusedAs } from '../../records/ask-shop.ts';
import { type Answer, fail, success } from '../answer.ts';
import { findConversation } from './find-conversation.ts';
import { findShopOfUser, type OrdersContext } from './find-shop.ts';

type Call = typeof CALLS.orders.getBuyerInfoByPlatformOrderSn;

export async function getBuyerInfoByPlatformOrderSn(
  context: OrdersContext,
  { userId, platform, platformOrderSn }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const shop = await findShopOfUser(context, { userId, platform });
  if (!shop.ok) return shop;
  const row = shop.data;
  const search = { status: null, buyer: null, keyword: platformOrderSn, cursor: null };
  const found = await askShop(context, row, 'orders.listOrders', search);
  if (!found.ok) return refusedAs('order_fetch_failed', found);
  // A search may find a part of the number.
  const listed = found.data.items.find(({ orderNumber }) => orderNumber === platformOrderSn);
  if (listed === undefined) return fail('not_found', 'no such order');
  const order = await askShop(context, row, 'orders.orderDetail', listed.orderId);
  if (!order.ok) return refusedAs('order_fetch_failed', order);
  const { buyerId, buyerName, address } = order.data;
  const known = buyerId === null ? null : await findConversation(context, row, buyerId);
  return success({
    buyerId,
    buyerName,
    conversationId: known === null ? null : asConversationId(known.conversation_id),
    receiver: address?.receiver ?? null,
    phone: address?.phone ?? null,
    fullAddress: address?.fullAddress ?? null,
  });
}
