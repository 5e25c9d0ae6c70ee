import { asBuyerId } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { orderDetailFact, orderFact, parcelFact } from '../facts/order-detail.ts';
import { platform, userId } from '../facts/users.ts';
import { conversationId, shopId } from '../facts/views.ts';

/**
 * The calls about orders (spec 2 §7.7, "Orders"). A buyer's orders come from the order book once it has the shop's orders;
 * every other answer comes from the marketplace, which the process that serves the shop asks. Ours: the shapes, which the specification does not show.
 */
const order = permission('order');

/** Most characters of what is written about an order (our choice: no marketplace tells its own limit). */
export const ORDER_LIMITS = { sellerNote: 500, ratingComment: 500 } as const;

/** The marketplace's id of an order; a card of a message may name the order by its number instead. */
const orderId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/);
const buyerId = z.string().trim().min(1).max(64).transform(asBuyerId);
/** When the marketplace told it; milliseconds since the epoch. */
const asOf = z.number();
/** A user is one of the account's shops. */
const user = { userId, platform: platform.optional() };

/** ours */
const orderList = defineCall({
  path: '/api/desk/orderList',
  method: 'GET',
  access: order,
  summary:
    'The orders of a conversation’s buyer, unfinished ones first: of the order book where the shop’s orders are read, else as the marketplace has them now',
  input: z.object({ conversationId }),
  output: z.object({
    orders: z.array(orderFact),
    /** False where the buyer has older orders, which are left out. */
    isComplete: z.boolean(),
    /** Orders that could not be read. */
    unreadableCount: z.number().int().nonnegative(),
    asOf,
  }),
});

/** ours */
const orderDetail = defineCall({
  path: '/api/desk/orderDetail',
  method: 'GET',
  access: order,
  summary: 'One order of a shop with its payment, address, parcels and seller note, as its marketplace has it now',
  input: z.object({ shopId, orderId }),
  output: z.object({ order: orderDetailFact, asOf }),
});

/** ours */
const orderLogistics = defineCall({
  path: '/api/desk/orderLogistics',
  method: 'GET',
  access: order,
  summary: 'The parcels of an order, each with its events, newest first',
  input: z.object({ shopId, orderId }),
  output: z.object({ parcels: z.array(parcelFact), asOf }),
});

const updateOrderSellerNote = defineCall({
  path: '/api/order/order/updateOrderSellerNote',
  method: 'POST',
  access: order,
  summary: 'Replace the seller note of an order at its marketplace; an empty note removes it',
  input: z.object({
    ...user,
    orderId,
    buyerId: buyerId.optional(),
    note: z.string().trim().max(ORDER_LIMITS.sellerNote),
  }),
  output: z.object({}),
});

/** ours */
const rateBuyer = defineCall({
  path: '/api/desk/rateBuyer',
  method: 'POST',
  access: order,
  summary: 'Rate the buyer of an order, once; an order that cannot be rated is refused',
  input: z.object({
    shopId,
    orderId,
    /** A score must be chosen (spec 1 §5). */
    stars: z.coerce.number().int().min(1).max(5),
    comment: z.string().trim().max(ORDER_LIMITS.ratingComment).default(''),
  }),
  output: z.object({}),
});

const getBuyerInfoByPlatformOrderSn = defineCall({
  path: '/api/order/order/getBuyerInfoByPlatformOrderSn',
  method: 'POST',
  access: order,
  summary: 'The buyer of an order by its number, with the address of the order',
  input: z.object({ ...user, platformOrderSn: orderId }),
  output: z.object({
    /** Null for a buyer who has left the marketplace. */
    buyerId: z.string().nullable(),
    buyerName: z.string(),
    /** Null where the buyer has not written to the shop. */
    conversationId: conversationId.nullable(),
    receiver: z.string().nullable(),
    phone: z.string().nullable(),
    fullAddress: z.string().nullable(),
  }),
});

const getBuyerUnfinishedOrderSns = defineCall({
  path: '/api/order/order/getBuyerUnfinishedOrderSns',
  method: 'POST',
  access: order,
  summary: 'The numbers of a buyer’s unfinished orders at a shop, newest first',
  input: z.object({ ...user, buyerId }),
  output: z.object({
    platformOrderSns: z.array(z.string()),
    /** False where the buyer has older orders that were not looked through. */
    isComplete: z.boolean(),
  }),
});

export const ORDERS_CALLS = {
  orderList,
  orderDetail,
  orderLogistics,
  updateOrderSellerNote,
  rateBuyer,
  getBuyerInfoByPlatformOrderSn,
  getBuyerUnfinishedOrderSns,
} as const;
