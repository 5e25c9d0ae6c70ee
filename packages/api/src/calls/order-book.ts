import { BOOK_TABS, LOCALES, PARCEL_STAGES, PRINT_FORMATS, SHOWN_ORDER_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { buyerIdGiven, ofPage, ofShops, orderId, time, timeGiven } from '../facts/order-book.ts';
import { orderDetailFact } from '../facts/order-detail.ts';
import { platform, userId } from '../facts/users.ts';
import { conversationId, shopId } from '../facts/views.ts';

/**
 * The order book: the orders of all shops as Pasar has read them from the marketplaces (spec 2 §7.7, "Orders"). Ours:
 * the shapes, which the specification does not show. Times are milliseconds since the epoch.
 */
const order = permission('order');

/** Most orders of one change of many, of waybills of a shop, and most characters of a search (our choice). */
export const ORDER_BOOK_LIMITS = { atOnce: 100, waybills: 50, words: 100 } as const;

const amount = z.string().regex(/^[0-9]{1,15}(\.[0-9]{1,6})?$/);

/** An order of the book. `conversationId`: the newest conversation of the shop with the buyer; null for none. */
const bookedOrder = orderDetailFact.omit({ parcels: true }).extend({
  shopId,
  changedAt: time,
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  cancelReason: z.string().nullable(),
  readAt: time,
  /** How far its parcels are, from the text of an event and its time; null: not known, e.g. because nothing needed it. */
  parcel: z.object({ stage: z.enum(PARCEL_STAGES), at: time }).nullable(),
  /** When its waybill was last ordered from here, and by which member; null: never. */
  waybill: z.object({ at: time, by: z.string() }).nullable(),
  conversationId: conversationId.nullable(),
});
export type BookedOrder = z.infer<typeof bookedOrder>;

/** Of a filter that is absent, everything. Spans hold `from` and end before `to`. */
const filter = {
  tab: z.enum(BOOK_TABS).default('all'),
  statuses: z.array(z.enum(SHOWN_ORDER_STATUSES)).optional(),
  ...ofShops,
  createdFrom: timeGiven.optional(),
  createdTo: timeGiven.optional(),
  amountFrom: amount.optional(),
  amountTo: amount.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /** A part of the order number, of the tracking number, of the buyer's name, of a SKU or of a product's title. */
  words: z.string().trim().max(ORDER_BOOK_LIMITS.words).optional(),
  buyerId: buyerIdGiven.optional(),
  hasNote: z.boolean().optional(),
  isRatable: z.boolean().optional(),
};
export const ORDER_SORTS = ['newest', 'oldest', 'changed'] as const;

const searchOrderList = defineCall({
  path: '/api/order/order/searchOrderList',
  method: 'POST',
  access: order,
  summary: 'Orders of all shops that the member sees, filtered and sorted, by pages',
  input: z.object({
    ...filter,
    sort: z.enum(ORDER_SORTS).default('newest'),
    ...ofPage,
  }),
  output: z.object({ orders: z.array(bookedOrder), next: z.string().nullable() }),
});

const getTabAndOrderCountMap = defineCall({
  path: '/api/order/order/getTabAndOrderCountMap',
  method: 'POST',
  access: order,
  summary: 'How many orders stand on each tab, by counters that each change keeps',
  input: z.object(ofShops),
  output: z.object({
    tabs: z.record(z.enum(BOOK_TABS), z.number().int().nonnegative()),
    /** Orders whose status Pasar does not know. */
    unknown: z.number().int().nonnegative(),
  }),
});

const manualRsyncOpOrder = defineCall({
  path: '/api/order/order/manualRsyncOpOrder',
  method: 'POST',
  access: order,
  summary: 'Read the orders of shops now; of all shops of the member where none is named',
  input: z.object({ shopIds: ofShops.shopIds }),
  output: z.object({ shopIds: z.array(shopId) }),
});

const tryRsyncOpOrder = defineCall({
  path: '/api/order/order/tryRsyncOpOrder',
  method: 'POST',
  access: order,
  summary: 'Read the orders of a shop now, unless they were read within the usual time',
  input: z.object({ userId, platform: platform.optional() }),
  output: z.object({ isStarted: z.boolean() }),
});

/** ours: spec 1 §4, "Order cancel". */
const answerCancellation = defineCall({
  path: '/api/desk/answerCancellation',
  method: 'POST',
  access: order,
  summary: 'Accept or refuse the cancellation that a buyer asks for; refused where the marketplace has no call for it',
  input: z.object({ shopId, orderId, isAccepted: z.boolean() }),
  output: z.object({}),
});

/** ours: spec 2 §9, "Print waybill formats per country". No call of a marketplace gives the files that it makes. */
const createWaybills = defineCall({
  path: '/api/desk/createWaybills',
  method: 'POST',
  access: order,
  summary:
    'Have the marketplace make the waybills of orders of a shop; refused where the marketplace has no call for it',
  input: z.object({ shopId, orderIds: z.array(orderId).min(1).max(ORDER_BOOK_LIMITS.waybills) }),
  output: z.object({
    jobIds: z.array(z.string()),
    /** What each parcel gets. */
    formats: z.array(z.enum(PRINT_FORMATS)),
    /** Of the orders those with a parcel to print. */
    orderIds: z.array(z.string()),
  }),
});

export const ORDER_EXPORT_KINDS = ['csv', 'xlsx'] as const;
export type OrderExportKind = (typeof ORDER_EXPORT_KINDS)[number];
/** The columns of an export, in their usual order. */
export const ORDER_COLUMNS = [
  'orderNumber',
  'marketplace',
  'shop',
  'country',
  'status',
  'wireStatus',
  'buyer',
  'createdAt',
  'changedAt',
  'amount',
  'currency',
  'shippingFee',
  'paymentMethod',
  'products',
  'skus',
  'quantity',
  'carrier',
  'trackingNumber',
  'receiver',
  'phone',
  'address',
  'note',
  'cancelReason',
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

/** What is exported: the orders of a filter, with these columns. */
export const orderExportInput = z.object({
  kind: z.enum(ORDER_EXPORT_KINDS),
  columns: z
    .array(z.enum(ORDER_COLUMNS))
    .min(1)
    .max(ORDER_COLUMNS.length)
    .default([...ORDER_COLUMNS]),
  /** The language of the file; that of the browser where none is named. */
  locale: z.enum(LOCALES).optional(),
  /** An IANA name, for the times in the file. */
  timeZone: z.string().max(64).default('UTC'),
  filter: z.object({ ...filter, sort: z.enum(ORDER_SORTS).default('newest') }),
});
export type OrderExportInput = z.infer<typeof orderExportInput>;
/** ours: the orders as a file, written row by row while it is taken. Whoever may call `searchOrderList` may open it. */
export const ORDER_EXPORT_PATH = '/api/desk/orderExport';
/** The address of an export; `asked` is JSON of `orderExportInput`. */
export const orderExportAddress = (asked: z.input<typeof orderExportInput>): string =>
  `${ORDER_EXPORT_PATH}?asked=${encodeURIComponent(JSON.stringify(asked))}`;

export const ORDER_BOOK_CALLS = {
  searchOrderList,
  getTabAndOrderCountMap,
  manualRsyncOpOrder,
  tryRsyncOpOrder,
  answerCancellation,
  createWaybills,
} as const;
