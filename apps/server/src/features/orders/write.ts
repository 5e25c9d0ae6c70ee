import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type Answer, fail, success } from '../answer.ts';
import { askShop, refusedAs } from '../ask-shop.ts';
import { findShop, findShopOfUser, type OrdersContext } from './find-shop.ts';

type Orders = typeof CALLS.orders;

/** The note is the marketplace's: Pasar keeps none of its own, so that there is one truth. */
export async function updateOrderSellerNote(
  context: OrdersContext,
  { userId, platform, orderId, buyerId, note }: CallInput<Orders['updateOrderSellerNote']>,
): Promise<Answer<CallOutput<Orders['updateOrderSellerNote']>>> {
  const shop = await findShopOfUser(context, { userId, platform });
  if (!shop.ok) return shop;
  const row = shop.data;
  const written = await askShop(context, row, 'orders.writeSellerNote', {
    orderId,
    buyerId: buyerId ?? null,
    note,
  });
  return written.ok ? success({}) : written;
}

/** The marketplace is asked first, because its refusal of a second rating has no code that is publicly known. */
export async function rateBuyer(
  context: OrdersContext,
  { shopId, orderId, stars, comment }: CallInput<Orders['rateBuyer']>,
): Promise<Answer<CallOutput<Orders['rateBuyer']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const row = shop.data;
  const order = await askShop(context, row, 'orders.orderDetail', orderId);
  if (!order.ok) return refusedAs('order_fetch_failed', order);
  if (!order.data.isRatable) return fail('order_not_ratable');
  const rating = { orderId: order.data.orderId, stars, comment };
  const rated = await askShop(context, row, 'orders.rateBuyer', rating);
  return rated.ok ? success({}) : rated;
}
