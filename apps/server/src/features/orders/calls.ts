import type { CALLS } from '@pasar/api';
import { type HandlersOf, withoutTransaction } from '../handler.ts';
import { getBuyerInfoByPlatformOrderSn } from './buyer-of-order.ts';
import { orderDetail, orderLogistics } from './one-order.ts';
import { getBuyerUnfinishedOrderSns, orderList } from './order-list.ts';
import { rateBuyer, updateOrderSellerNote } from './write.ts';

export const ORDERS_HANDLERS: HandlersOf<typeof CALLS.orders> = {
  orderList: withoutTransaction(orderList),
  orderDetail: withoutTransaction(orderDetail),
  orderLogistics: withoutTransaction(orderLogistics),
  updateOrderSellerNote: withoutTransaction(updateOrderSellerNote),
  rateBuyer: withoutTransaction(rateBuyer),
  getBuyerInfoByPlatformOrderSn: withoutTransaction(getBuyerInfoByPlatformOrderSn),
  getBuyerUnfinishedOrderSns: withoutTransaction(getBuyerUnfinishedOrderSns),
};
