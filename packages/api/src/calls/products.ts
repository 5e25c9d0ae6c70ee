import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { productFact } from '../facts/goods.ts';
import { platform, userId } from '../facts/users.ts';
import { refusalView, shopId } from '../facts/views.ts';

/** Why a shop was not asked: nobody is logged in to it, or so many shops were asked before it. */
const NOT_ASKED = ['not_logged_in', 'too_many'] as const;

/** Ours: what it tells. The specification names the call and shows neither parameters nor an answer. */
const getProductSourceDetail = defineCall({
  path: '/api/account/index/getProductSourceDetail',
  method: 'POST',
  access: permission('chat'),
  summary: 'Where a product comes from: its listing at the marketplace, and the account’s shops that sell the same SKU',
  input: z.object({
    userId,
    platform: platform.optional(),
    /** The marketplace's id of a product. */
    productId: z.string().regex(/^[0-9]{1,20}$/),
  }),
  output: z.object({
    /** The shop that lists the product. */
    shopId,
    product: productFact,
    /** The seller SKU that the other shops were asked for. Null: the product has none, and no shop was asked. */
    sellerSku: z.string().nullable(),
    /** The other shops that the member sees. Those of the same marketplace come first. */
    shops: z.array(
      z.discriminatedUnion('state', [
        z.object({ state: z.literal('sells'), shopId, products: z.array(productFact) }),
        /** `isComplete` false: more products were found than were read. */
        z.object({ state: z.literal('none'), shopId, isComplete: z.boolean() }),
        z.object({ state: z.literal('notAsked'), shopId, why: z.enum(NOT_ASKED) }),
        z.object({ state: z.literal('failed'), shopId, refusal: refusalView }),
      ]),
    ),
    /** When the marketplaces were asked, in milliseconds since the epoch. */
    asOf: z.number(),
  }),
});

export const PRODUCTS_CALLS = { getProductSourceDetail } as const;
