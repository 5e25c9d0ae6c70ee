import {
  AFTER_SALES_KINDS,
  AFTER_SALES_TABS,
  asBuyerId,
  type ReturnDetail,
  SHOWN_RETURN_REASONS,
  SHOWN_RETURN_STATUSES,
} from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { money } from '../facts/money.ts';
import { ofPage, ofShops, orderId, time } from '../facts/order-book.ts';
import { orderItem } from '../facts/order-detail.ts';
import { conversationId, shopId } from '../facts/views.ts';

/**
 * After-sales: cancellations that buyers ask for, refunds and returns of all shops, as Pasar has read them (spec 1 §1 and
 * §3). Ours: the shapes.
 */
const order = permission('order');
const text = z.string().nullable();
const { cursor, pageSize } = ofPage;

export const AFTER_SALES_LIMITS = {
  words: 100,
  /** A case is due soon when its answer is due within so many milliseconds (our choice). */
  dueSoonMs: 86_400_000,
} as const;

/** A marketplace's facts about a return. */
export const returnFact = z.object({
  returnId: z.string(),
  returnSn: z.string(),
  orderId: z.string(),
  orderNumber: text,
  buyerId: z.string().transform(asBuyerId).nullable(),
  buyerName: text,
  status: z.enum(SHOWN_RETURN_STATUSES),
  wireStatus: z.string(),
  reason: z.enum(SHOWN_RETURN_REASONS),
  wireReason: z.string(),
  buyerText: text,
  refund: money,
  areGoodsReturned: z.boolean().nullable(),
  items: z.array(orderItem),
  pictureUrls: z.array(z.string()),
  trackingNumber: text,
  createdAt: z.number().nullable(),
  changedAt: z.number().nullable(),
  respondBy: z.number().nullable(),
  events: z.array(z.object({ at: z.number(), text: z.string() })),
}) satisfies z.ZodType<ReturnDetail>;
export type ReturnDetailView = z.infer<typeof returnFact>;

/**
 * A case. A return or refund of a marketplace that lists them has `returned`; of the others, and for cancellations, the
 * order itself is the case, and `returned` is null.
 */
const afterSalesCase = z.object({
  caseId: z.uuid(),
  kind: z.enum(AFTER_SALES_KINDS),
  isOpen: z.boolean(),
  shopId,
  orderId: z.string(),
  orderNumber: text,
  buyerId: z.string().transform(asBuyerId).nullable(),
  buyerName: text,
  /** The newest conversation of the shop with the buyer; null for none. */
  conversationId: conversationId.nullable(),
  /** Of a return what is to be paid back, else the total of the order. */
  amount: money,
  /** When the case began; of an order its last change. */
  since: time,
  /** Until then the seller must answer; null where the marketplace does not say. */
  respondBy: time.nullable(),
  items: z.array(orderItem),
  /** The marketplace's code of a cancellation's reason. */
  cancelReason: text,
  returned: returnFact.omit({ events: true }).nullable(),
});
export type AfterSalesCase = z.infer<typeof afterSalesCase>;

const afterSalesCases = defineCall({
  path: '/api/desk/afterSalesCases',
  method: 'POST',
  access: order,
  summary:
    'After-sales cases of all shops that the member sees: what must be answered first, else the longest open first',
  input: z.object({
    ...ofShops,
    tab: z.enum(AFTER_SALES_TABS).default('open'),
    /** A part of the order number, the return number or the buyer’s name. */
    words: z.string().trim().max(AFTER_SALES_LIMITS.words).optional(),
    cursor,
    pageSize,
  }),
  output: z.object({
    cases: z.array(afterSalesCase),
    /** When the server read it, by its clock: `markSeen` takes it once the list is shown. */
    asOf: time,
    next: z.string().nullable(),
  }),
});

const afterSalesCounts = defineCall({
  path: '/api/desk/afterSalesCounts',
  method: 'POST',
  access: order,
  summary: 'How many after-sales cases stand on each tab',
  input: z.object(ofShops),
  output: z.object({ tabs: z.record(z.enum(AFTER_SALES_TABS), z.number().int().nonnegative()) }),
});

const returnDetail = defineCall({
  path: '/api/desk/returnDetail',
  method: 'GET',
  access: order,
  summary: 'A return as its marketplace tells it now, with the way of the parcel that comes back',
  input: z.object({ shopId, returnId: orderId }),
  output: returnFact,
});

export const AFTER_SALES_CALLS = { afterSalesCases, afterSalesCounts, returnDetail } as const;
