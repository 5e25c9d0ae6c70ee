import {
  asBuyerId,
  BOOK_TABS,
  COUNTRIES,
  LOCALES,
  MARKETPLACES,
  ORDER_SYNC_LIMITS,
  ORDER_SYNC_STATES,
  SHOWN_ORDER_STATUSES,
} from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { orderDetailFact } from '../facts/order-detail.ts';
import { platform, userId } from '../facts/users.ts';
import { conversationId, refusalView, shopId } from '../facts/views.ts';

/**
 * The order book: the orders of all shops as Pasar has read them from the marketplaces (spec 2 §7.7, "Orders"). Ours:
 * the shapes, which the specification does not show. Times are milliseconds since the epoch.
 */
const order = permission('order');

/** Orders of a page, and most orders of one change of many (our choice). */
export const ORDER_BOOK_LIMITS = { page: 50, mostPage: 200, atOnce: 100, words: 100 } as const;

const time = z.number().int().nonnegative();
const timeGiven = z.coerce.number().int().nonnegative();
const orderId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/);
const amount = z.string().regex(/^[0-9]{1,15}(\.[0-9]{1,6})?$/);

/** An order of the book. `conversationId`: the newest conversation of the shop with the buyer; null for none. */
const bookedOrder = orderDetailFact.omit({ parcels: true }).extend({
  shopId,
  changedAt: time,
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  cancelReason: z.string().nullable(),
  readAt: time,
  conversationId: conversationId.nullable(),
});
export type BookedOrder = z.infer<typeof bookedOrder>;

/** Of a filter that is absent, everything. Spans hold `from` and end before `to`. */
const filter = {
  tab: z.enum(BOOK_TABS).default('all'),
  statuses: z.array(z.enum(SHOWN_ORDER_STATUSES)).optional(),
  shopIds: z.array(shopId).max(1_000).optional(),
  marketplaces: z.array(z.enum(MARKETPLACES)).optional(),
  countries: z.array(z.enum(COUNTRIES)).optional(),
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
  buyerId: z.string().trim().min(1).max(64).transform(asBuyerId).optional(),
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
    /** The `next` of the page before; absent for the first page. */
    cursor: z.string().max(200).optional(),
    pageSize: z.coerce.number().int().min(1).max(ORDER_BOOK_LIMITS.mostPage).default(ORDER_BOOK_LIMITS.page),
  }),
  output: z.object({ orders: z.array(bookedOrder), next: z.string().nullable() }),
});

const getTabAndOrderCountMap = defineCall({
  path: '/api/order/order/getTabAndOrderCountMap',
  method: 'POST',
  access: order,
  summary: 'How many orders stand on each tab, by counters that each change keeps',
  input: z.object({ shopIds: filter.shopIds, marketplaces: filter.marketplaces, countries: filter.countries }),
  output: z.object({
    tabs: z.record(z.enum(BOOK_TABS), z.number().int().nonnegative()),
    /** Orders whose status Pasar does not know. */
    unknown: z.number().int().nonnegative(),
  }),
});

/** The reading of a shop's orders. */
const orderSyncView = z.object({
  shopId,
  state: z.enum(ORDER_SYNC_STATES),
  /** Of the last or the present reading; null before the first. */
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  /** The orders of the present or last reading that were new or had changed. */
  found: z.number().int().nonnegative(),
  /** Orders of it that could not be read. */
  unreadable: z.number().int().nonnegative(),
  /** 0 to 1; null where it cannot be told. */
  progress: z.number().min(0).max(1).nullable(),
  /** Why it failed. */
  refusal: refusalView.nullable(),
  /** When it next begins by itself; null while it runs. */
  nextAt: time.nullable(),
});
export type OrderSyncView = z.infer<typeof orderSyncView>;

/** ours */
const orderSyncs = defineCall({
  path: '/api/desk/orderSyncs',
  method: 'GET',
  access: order,
  summary: 'Of every shop how far its orders are read, and when they are read next',
  input: z.object({}),
  output: z.object({
    syncs: z.array(orderSyncView),
    /** Minutes between two readings by themselves. */
    everyMinutes: z.number().int(),
  }),
});

const manualRsyncOpOrder = defineCall({
  path: '/api/order/order/manualRsyncOpOrder',
  method: 'POST',
  access: order,
  summary: 'Read the orders of shops now; of all shops of the member where none is named',
  input: z.object({ shopIds: z.array(shopId).max(1_000).optional() }),
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

/** ours */
const stopOrderSync = defineCall({
  path: '/api/desk/stopOrderSync',
  method: 'POST',
  access: order,
  summary: 'Stop reading the orders of shops; the next reading goes on where it stopped',
  input: z.object({ shopIds: z.array(shopId).max(1_000).optional() }),
  output: z.object({ shopIds: z.array(shopId) }),
});

/** ours */
const saveOrderSyncSetting = defineCall({
  path: '/api/desk/saveOrderSyncSetting',
  method: 'POST',
  access: order,
  summary: 'How often the orders of the account’s shops are read by themselves',
  input: z.object({
    everyMinutes: z.coerce.number().int().min(ORDER_SYNC_LIMITS.minutes.fewest).max(ORDER_SYNC_LIMITS.minutes.most),
  }),
  output: z.object({}),
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
  orderSyncs,
  manualRsyncOpOrder,
  tryRsyncOpOrder,
  stopOrderSync,
  saveOrderSyncSetting,
  answerCancellation,
} as const;
