/** Schemas of the control API. Ids are decimal strings; times are milliseconds since the epoch. */
import { z } from 'zod';
import { CONVERSATION_STATUSES } from '../world/conversation-status.ts';
import { accountDemandsSchema, basketSchema, sellerChangeSchema } from '../world/side-entries.ts';
import { ORDER_STEPS } from '../world/trade.ts';
import { FAULT_KINDS } from '../world/types.ts';

const idSchema = z.string().regex(/^[0-9]{1,20}$/, 'an id is a string of decimal digits');
const marketplaceSchema = z.enum(['shopee', 'lazada', 'tiktok']);
const fromSchema = z.enum(['buyer', 'seller', 'sellerApp', 'system']);
const contentSchema = z.record(z.string(), z.unknown());

/** Names one buyer at one shop. */
const addressSchema = z.strictObject({
  marketplace: marketplaceSchema,
  shopId: idSchema,
  buyerId: idSchema,
});

export const newMessageSchema = addressSchema.extend({
  kind: z.string().min(1).describe("'text' or one of the marketplace's own words"),
  content: z.union([z.string(), contentSchema]).describe('the text itself, or what a card of this kind holds'),
  from: z.enum(['buyer', 'sellerApp']).default('buyer'),
  quoteMessageId: idSchema.optional().describe('the message that is answered, where the chat has quotes'),
});
export const acceptedSchema = z.object({ messageId: idSchema, ledgerId: idSchema });

export const ledgerFilterSchema = z.strictObject({
  marketplace: marketplaceSchema.optional(),
  shopId: idSchema.optional(),
  buyerId: idSchema.optional(),
});
const ledgerEntrySchema = z.object({
  ledgerId: idSchema,
  marketplace: marketplaceSchema,
  shopId: idSchema,
  buyerId: idSchema,
  messageId: idSchema,
  idempotencyKey: z.string().nullable(),
  from: fromSchema,
  kind: z.string(),
  content: contentSchema,
  acceptedAt: z.number(),
});
export const ledgerSchema = z.object({ entries: z.array(ledgerEntrySchema) });

export const newFaultSchema = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  marketplace: marketplaceSchema,
  shopId: idSchema.optional().describe('every shop when left out'),
  count: z.number().int().positive().optional().describe('how many times it strikes'),
  forMs: z.number().int().positive().optional().describe('how long it lasts, in milliseconds'),
  delayMs: z
    .number()
    .int()
    .nonnegative()
    .max(600_000)
    .optional()
    .describe('for the kinds that are late; 1000 when left out'),
});
const faultSchema = z.object({
  faultId: z.string(),
  kind: z.enum(FAULT_KINDS),
  marketplace: marketplaceSchema,
  shopId: idSchema.nullable(),
  remaining: z.number().nullable(),
  until: z.number().nullable(),
  delayMs: z.number(),
});
export const faultsSchema = z.object({ faults: z.array(faultSchema) });

const sellerSchema = z.string().optional();
export const stateQuerySchema = z.strictObject({
  seller: sellerSchema.describe("one seller, or 'all'; when left out, those that have a desk from the beginning"),
});
export const loginsQuerySchema = z.strictObject({
  seller: sellerSchema.describe("one seller, or 'all'; when left out, all but those of the bulk import"),
});
export const stateSchema = z.object({
  shops: z.array(
    z.object({
      marketplace: marketplaceSchema,
      shopId: idSchema,
      userId: idSchema.describe("the marketplace's user behind the shop"),
      name: z.string(),
      country: z.string(),
      isCb: z.boolean(),
      seller: z.string(),
      buyers: z.array(
        z.object({
          buyerId: idSchema,
          name: z.string(),
          avatarUrl: z.string().nullable(),
          language: z.string(),
        }),
      ),
    }),
  ),
});
export const loginsSchema = z.object({
  logins: z.array(
    z.object({
      marketplace: marketplaceSchema,
      loginId: idSchema,
      kind: z.enum(['shop', 'merchant']),
      identifier: z.string(),
      password: z.string(),
      country: z.string(),
      shopIds: z.array(idSchema),
      seller: z.string(),
    }),
  ),
});

/** Names one shop. */
export const shopSchema = addressSchema.omit({ buyerId: true });
export const changeTradeSchema = shopSchema.extend({ change: sellerChangeSchema });

export const placeOrderSchema = shopSchema.extend({ basket: basketSchema });
export const orderStepSchema = shopSchema.extend({ orderId: idSchema, step: z.enum(ORDER_STEPS) });
export const tellStatusSchema = shopSchema.extend({
  orderId: idSchema,
  status: z.string().min(1).max(40).nullable().describe("a word, or a number in digits; null: the order's own status"),
});
export const passTimeSchema = z.object({
  forMs: z
    .int()
    .min(0)
    .max(366 * 86_400_000),
  shop: shopSchema.optional(),
});

export const accountSchema = z.strictObject({ marketplace: marketplaceSchema, identifier: z.string().min(1) });
export const setDemandsSchema = accountSchema.extend({
  demands: accountDemandsSchema.shape.demands.default([]),
  remaining: accountDemandsSchema.shape.remaining.default(null),
  refusal: accountDemandsSchema.shape.refusal.default(null),
});
export const demandsOfAccountSchema = accountSchema.extend(accountDemandsSchema.shape);
export const codesFilterSchema = accountSchema.partial();
const codeSchema = accountSchema.extend({
  codeId: z.string(),
  channel: z.enum(['sms', 'email', 'app']),
  code: z.string(),
  sentAt: z.number(),
});
export const codesSchema = z.object({ codes: z.array(codeSchema) });
export const captchaSchema = z.object({
  captchaId: z.string(),
  captchaType: z.enum(['text', 'slide', 'strange']),
  solution: z.string(),
});

const quoteSchema = z.object({ messageId: idSchema, hint: z.string().describe('its words as the writer saw them') });
const viewedMessage = {
  messageId: idSchema,
  from: fromSchema,
  kind: z.string(),
  content: contentSchema,
  acceptedAt: z.number(),
  status: z.enum(['available', 'recalled']),
  quote: quoteSchema.nullable(),
};
export const conversationQuerySchema = addressSchema.extend({
  limit: z.coerce.number().int().positive().optional().describe('only the newest so many messages'),
});
export const conversationSchema = z.object({
  conversationId: idSchema,
  marketplace: marketplaceSchema,
  shopId: idSchema,
  buyerId: idSchema,
  status: z.enum(CONVERSATION_STATUSES),
  isPinned: z.boolean(),
  isMuted: z.boolean(),
  isFavorite: z.boolean(),
  isSellerTyping: z.boolean(),
  marks: z
    .array(z.object({ messageId: idSchema, mark: z.enum(['favorite', 'pin', 'unread']) }))
    .describe("the shop's own"),
  unreadCount: z.number().describe("the seller's"),
  sellerReadMessageId: idSchema.nullable(),
  buyerReadMessageId: idSchema.nullable(),
  messages: z.array(
    z.object({ ...viewedMessage, isReadBySeller: z.boolean(), isReadByBuyer: z.boolean() }).describe('oldest first'),
  ),
});
export const changeStatusSchema = addressSchema.extend({
  status: z.enum(CONVERSATION_STATUSES),
  at: z.int().nonnegative().optional().describe('when it happened; now when left out'),
});
export const readSchema = addressSchema.extend({ by: z.enum(['buyer', 'sellerApp']) });
export const readUpToSchema = z.object({ messageId: idSchema.nullable().describe('the newest message, now read') });

export const typingSchema = addressSchema.extend({ isTyping: z.boolean() });
export const deletionSchema = addressSchema;
export const ratingSchema = addressSchema.extend({ messageId: idSchema, stars: z.int().min(1).max(5) });
export const seatSchema = addressSchema.extend({ isChatting: z.boolean() });
export const recallSchema = addressSchema.extend({ messageId: idSchema, by: z.enum(['buyer', 'sellerApp']) });

export const chatterSchema = z.strictObject({
  ratePerMinute: z.number().nonnegative().max(6_000).describe('messages a minute from all buyers together; 0 stops'),
  marketplace: marketplaceSchema.optional().describe('all when left out'),
});
export const chatterStateSchema = z.object({
  ratePerMinute: z.number(),
  marketplace: marketplaceSchema.nullable(),
});

export const endpointsSchema = z.object({
  endpoints: z.array(
    z.object({
      marketplace: marketplaceSchema,
      method: z.string(),
      path: z.string(),
      provenance: z.enum(['seen', 'official', 'ours']),
    }),
  ),
});
export const healthSchema = z.object({ status: z.literal('ok') });
export const doneSchema = z.object({ removed: z.number() });
export const refusalSchema = z.object({ code: z.string(), message: z.string() });

const eventAddress = {
  marketplace: marketplaceSchema,
  conversationId: idSchema,
  shopId: idSchema,
  buyerId: idSchema,
};
/** An event of the stream; a `message` event carries the whole message. */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), ...eventAddress, message: z.object(viewedMessage) }),
  z.object({ kind: z.literal('sellerRead'), ...eventAddress, messageId: idSchema }),
  z.object({ kind: z.literal('buyerRead'), ...eventAddress, messageId: idSchema }),
  z.object({ kind: z.literal('opened'), ...eventAddress }),
  z.object({ kind: z.literal('recalled'), ...eventAddress, messageId: idSchema }),
  z.object({ kind: z.literal('sellerTyping'), ...eventAddress, isTyping: z.boolean() }),
  z.object({ kind: z.literal('pinned'), ...eventAddress, isPinned: z.boolean() }),
  z.object({ kind: z.literal('status'), ...eventAddress, status: z.enum(CONVERSATION_STATUSES) }),
  codeSchema.extend({ kind: z.literal('code') }),
]);
