import type { CALLS, CallInput, CallOutput, ParcelView } from '@pasar/api';
import type { Parcel } from '@pasar/domain';
import { askShop, refusedAs } from '../../records/ask-shop.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { OrdersContext } from './find-shop.ts';

type Orders = typeof CALLS.orders;

export async function orderDetail(
  context: OrdersContext,
  { shopId, orderId }: CallInput<Orders['orderDetail']>,
): Promise<Answer<CallOutput<Orders['orderDetail']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const row = shop.data;
  const order = await askShop(context, row, 'orders.orderDetail', orderId);
  if (!order.ok) return refusedAs('order_fetch_failed', order);
  const { items, parcels, ...facts } = order.data;
  return success({ order: { ...facts, items: [...items], parcels: parcels.map(toParcel) }, asOf: context.now });
}

export async function orderLogistics(
  context: OrdersContext,
  { shopId, orderId }: CallInput<Orders['orderLogistics']>,
): Promise<Answer<CallOutput<Orders['orderLogistics']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const row = shop.data;
  const parcels = await askShop(context, row, 'orders.logistics', [orderId]);
  if (!parcels.ok) return refusedAs('logistics_failed', parcels);
  return success({ parcels: (parcels.data.get(orderId) ?? []).map(toParcel), asOf: context.now });
}

const toParcel = ({ events, ...parcel }: Parcel): ParcelView => ({ ...parcel, events: [...events] });
