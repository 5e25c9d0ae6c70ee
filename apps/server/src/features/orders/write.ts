import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { askShop, refusedAs } from '../../records/ask-shop.ts';
import { changeBooked } from '../../records/order-book.ts';
import type { ShopRow } from '../../records/rows.ts';
import { type Answer, fail, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import { findShopOfUser, type OrdersContext } from './find-shop.ts';

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
  if (!written.ok) return written;
  await booked(context, row, { orderId, change: { sellerNote: note === '' ? null : note } });
  return success({});
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
  if (!rated.ok) return rated;
  await booked(context, row, { orderId: order.data.orderId, change: { isRatable: false } });
  return success({});
}

/** A marketplace does not date notes and ratings as changes of the order, so no reading would find them by itself. */
const booked = (
  { database, member, now }: OrdersContext,
  { shop_id }: ShopRow,
  { orderId, change }: Pick<Parameters<typeof changeBooked>[1], 'orderId' | 'change'>,
): Promise<void> =>
  database.within(member.scope, (transaction) =>
    changeBooked(transaction, {
      accountId: member.scope.accountId,
      shopId: asShopId(shop_id),
      orderId,
      change,
      readAt: now,
    }),
  );
