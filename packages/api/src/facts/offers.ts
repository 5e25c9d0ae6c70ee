import { asBuyerId, OFFER_STATUSES, type Offer, type OfferState, UNKNOWN } from '@pasar/domain';
import { z } from 'zod';
import { money } from './money.ts';

/** A marketplace's facts about a price that a buyer offers. */
export const offerFact = z.object({
  offerId: z.string(),
  buyerId: z.string().transform(asBuyerId),
  productId: z.string(),
  productName: z.string(),
  quantity: z.number(),
  price: money,
  status: z.enum([...OFFER_STATUSES, UNKNOWN]),
  wireStatus: z.string(),
}) satisfies z.ZodType<Offer>;

const offerState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.enum(['accepted', 'rejected', 'cancelled', 'expired']) }),
  z.object({ state: z.literal('asked'), isAccepted: z.boolean() }),
  z.object({ state: z.literal(UNKNOWN), word: z.string() }),
]) satisfies z.ZodType<OfferState>;

/** An offer as its card shows it. */
export const offerView = offerFact
  .pick({ productId: true, productName: true, quantity: true, price: true })
  .extend({ state: offerState });
export type OfferView = z.infer<typeof offerView>;
