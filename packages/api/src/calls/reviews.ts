import { asBuyerId, type Review } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { ofPage, ofShops, time, timeGiven } from '../facts/order-book.ts';
import { conversationId, shopId } from '../facts/views.ts';

/** The buyers' reviews of all shops whose marketplace lists them. Ours: the shapes. */
const order = permission('order');
const text = z.string().nullable();
const stars = z.number().int().min(0).max(5);
const { cursor, pageSize } = ofPage;

/** A marketplace's facts about a review. */
export const reviewFact = z.object({
  reviewId: z.string(),
  orderNumber: text,
  buyerId: z.string().transform(asBuyerId).nullable(),
  buyerName: z.string(),
  stars,
  comment: z.string(),
  reply: text,
  productId: text,
  productName: text,
  pictureUrls: z.array(z.string()),
  createdAt: z.number(),
}) satisfies z.ZodType<Review>;

const reviewView = reviewFact.extend({
  shopId,
  /** Of the order book; null where the order is not in it. */
  orderId: text,
  /** The newest conversation of the shop with the buyer; null for none. */
  conversationId: conversationId.nullable(),
  createdAt: time,
});
export type ReviewView = z.infer<typeof reviewView>;

export const REVIEW_SORTS = ['newest', 'lowest'] as const;
const listReviews = defineCall({
  path: '/api/desk/reviews',
  method: 'POST',
  access: order,
  summary: 'Reviews of all shops that the member sees, the newest or the lowest first',
  input: z.object({
    ...ofShops,
    stars: z.array(stars).max(6).optional(),
    isAnswered: z.boolean().optional(),
    createdFrom: timeGiven.optional(),
    createdTo: timeGiven.optional(),
    sort: z.enum(REVIEW_SORTS).default('newest'),
    cursor,
    pageSize,
  }),
  output: z.object({
    reviews: z.array(reviewView),
    /** When the server read it, by its clock: `markSeen` takes it once the list is shown. */
    asOf: time,
    next: z.string().nullable(),
  }),
});

const reviewCounts = defineCall({
  path: '/api/desk/reviewCounts',
  method: 'POST',
  access: order,
  summary: 'How many reviews have how many stars, and how many have no answer',
  input: z.object(ofShops),
  output: z.object({
    /** By the number of stars, 0 to 5. */
    stars: z.array(z.object({ stars, count: z.number().int().nonnegative() })),
    unanswered: z.number().int().nonnegative(),
  }),
});

export const REVIEWS_CALLS = { listReviews, reviewCounts } as const;
