import type { BuyerProfile } from '@pasar/domain';
import { z } from 'zod';
import { money } from './money.ts';
import { conversationView, refusalView, shopId } from './views.ts';

const text = z.string().nullable();
const time = z.number().int();
const count = z.number().int().nonnegative();

/** A marketplace's facts about a buyer. */
export const buyerProfileFact = z.object({
  name: text,
  avatarUrl: text,
  country: text,
  language: text,
  joinedAt: time.nullable(),
  isBlocked: z.boolean().nullable(),
  isFollower: z.boolean().nullable(),
  orderCount: count.nullable(),
  deliveredOrderCount: count.nullable(),
  rating: z.number().nullable(),
}) satisfies z.ZodType<BuyerProfile>;

/** The same, and when the marketplace told it. */
export const buyerProfileView = z.object({ profile: buyerProfileFact, toldAt: time });
export type BuyerProfileView = z.infer<typeof buyerProfileView>;

/** `isAtLeast`: there may be more, because not all orders were read. */
export const buyerOrdersFact = z.object({ orderCount: count, spent: z.array(money), isAtLeast: z.boolean() });

export const buyerOrdersView = buyerOrdersFact.extend({
  /** When the oldest part was told; null when no shop could be asked. */
  toldAt: time.nullable(),
  /** One row for each shop, that of the conversation first. */
  shops: z.array(
    z.object({
      shopId,
      /** Null for a shop that has never told the buyer's orders. */
      orders: buyerOrdersFact.nullable(),
      toldAt: time.nullable(),
      /** Why the shop could not be asked now. */
      refusal: refusalView.nullable(),
    }),
  ),
});
export type BuyerOrdersView = z.infer<typeof buyerOrdersView>;

export const buyerNoteView = z.object({
  noteId: z.uuid(),
  text: z.string(),
  /** The author's name, which stays when the member is deleted. */
  author: z.string(),
  /** Whether the member who asks may change and delete the note. */
  mayChange: z.boolean(),
  writtenAt: time,
  /** When its words were last changed; null for never. */
  changedAt: time.nullable(),
});
export type BuyerNoteView = z.infer<typeof buyerNoteView>;

export const buyerRecordView = z.object({
  /** As the marketplace last told it; null when it was never asked. */
  told: buyerProfileView.nullable(),
  /** As the shops last told them; null when none was ever asked. */
  orders: buyerOrdersView.nullable(),
  /** The first message with the buyer that is known; null without a message. */
  firstContactAt: time.nullable(),
  /** The histories go back to their beginnings, so nothing is older than `firstContactAt`. */
  isFirstContactSure: z.boolean(),
  lastContactAt: time.nullable(),
  /** The buyer's other conversations with shops of the same marketplace, the newest first. */
  elsewhere: z.array(conversationView),
});
export type BuyerRecordView = z.infer<typeof buyerRecordView>;
