/** Reads a shop's trade, and changes it as its seller would in the marketplace's own app. */
import { z } from 'zod';
import type { Marketplace } from '../../world/types.ts';
import { type ControlContext, requireShop } from '../context.ts';
import { badRequest, notFound } from '../errors.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';
import {
  changeTradeSchema,
  orderStepSchema,
  passTimeSchema,
  placeOrderSchema,
  shopSchema,
  tellStatusSchema,
} from '../schemas.ts';
import { shopTradeSchema } from '../trade-schemas.ts';

/** Whose order statuses are numbers and not words. */
const NUMBERED: readonly Marketplace[] = ['shopee', 'tiktok'];

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
  defineRoute({
    method: 'POST',
    path: '/sim/orders',
    summary: 'A buyer orders, and has not paid yet',
    params: noParams,
    query: noQuery,
    body: placeOrderSchema,
    response: z.object({ orderId: z.string() }),
    handle({ body: { marketplace, shopId, basket } }) {
      requireShop(context, marketplace, shopId);
      const at = context.trade.nextMoment(marketplace, shopId);
      const [order] = context.trade.apply(marketplace, shopId, { change: 'placeOrder', at, basket })
        ? context.trade.of(marketplace, shopId).orders
        : [];
      if (order === undefined) {
        throw notFound('unknownTarget', `the ${marketplace} shop ${shopId} has no such buyer, product or variant`);
      }
      return { orderId: order.orderId };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/orders/step',
    summary: 'An order takes its next step: its buyer, its seller or the marketplace does something',
    params: noParams,
    query: noQuery,
    body: orderStepSchema,
    response: z.object({ changed: z.literal(true) }),
    handle({ body: { marketplace, shopId, orderId, step } }) {
      requireShop(context, marketplace, shopId);
      const at = context.trade.nextMoment(marketplace, shopId);
      if (!context.trade.apply(marketplace, shopId, { change: 'orderStep', at, orderId, step })) {
        throw notFound('unknownTarget', `there is no order ${orderId} that could take the step ${step} now`);
      }
      return { changed: true as const };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/orders/status',
    summary: 'The marketplace tells a status of an order that is not the order’s own, until its next step',
    params: noParams,
    query: noQuery,
    body: tellStatusSchema,
    response: z.object({ changed: z.literal(true) }),
    handle({ body: { marketplace, shopId, orderId, status } }) {
      requireShop(context, marketplace, shopId);
      if (status !== null && NUMBERED.includes(marketplace) && !/^[0-9]{1,6}$/.test(status)) {
        throw badRequest(`status: at ${marketplace} the status of an order is a number`);
      }
      const at = context.trade.nextMoment(marketplace, shopId);
      if (!context.trade.apply(marketplace, shopId, { change: 'tellStatus', at, orderId, status })) {
        throw notFound('unknownTarget', `the ${marketplace} shop ${shopId} has no order ${orderId}`);
      }
      return { changed: true as const };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/time',
    summary: 'The orders of every shop, or of the named one, live on for so many milliseconds',
    params: noParams,
    query: noQuery,
    body: passTimeSchema,
    response: z.object({ changed: z.literal(true) }),
    handle({ body: { forMs, shop = null } }) {
      if (shop !== null) requireShop(context, shop.marketplace, shop.shopId);
      context.trade.passTime(forMs, shop);
      return { changed: true as const };
    },
  }),
];
