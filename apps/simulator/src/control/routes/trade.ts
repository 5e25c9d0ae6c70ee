/** Reads a shop's trade, and changes it as its seller would in the marketplace's own app. */
import { z } from 'zod';
import { type ControlContext, requireShop } from '../context.ts';
import { notFound } from '../errors.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';
import { changeTradeSchema, shopSchema } from '../schemas.ts';
import { shopTradeSchema } from '../trade-schemas.ts';

export const tradeRoutes = (context: ControlContext): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/sim/trade',
    summary: 'Everything a shop trades: products, orders, vouchers and the rest',
    params: noParams,
    query: shopSchema,
    body: noBody,
    response: shopTradeSchema,
    handle({ query: { marketplace, shopId } }) {
      requireShop(context, marketplace, shopId);
      return context.trade.of(marketplace, shopId);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/trade',
    summary: "The seller changes something in the marketplace's own app",
    params: noParams,
    query: noQuery,
    body: changeTradeSchema,
    response: z.object({ changed: z.literal(true) }),
    handle({ body: { marketplace, shopId, change } }) {
      requireShop(context, marketplace, shopId);
      if (!context.trade.apply(marketplace, shopId, change)) {
        throw notFound('unknownTarget', `the ${marketplace} shop ${shopId} has nothing that this change could change`);
      }
      return { changed: true as const };
    },
  }),
];
