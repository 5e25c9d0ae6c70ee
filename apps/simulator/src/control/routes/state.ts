import type { ControlContext } from '../context.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';
import {
  chatterSchema,
  chatterStateSchema,
  endpointsSchema,
  healthSchema,
  loginsSchema,
  stateSchema,
} from '../schemas.ts';

const asking = { method: 'GET', params: noParams, query: noQuery, body: noBody } as const;

export const stateRoutes = ({ world, chatter, endpoints }: ControlContext): readonly Route[] => [
  defineRoute({
    ...asking,
    path: '/sim/state',
    summary: 'The shops and their buyers, those with the newest activity first',
    response: stateSchema,
    handle: () => ({
      shops: world.shops.map(({ marketplace, shopId, name, country, isCb }) => ({
        marketplace,
        shopId,
        name,
        country,
        isCb,
        buyers: world.conversations(marketplace, shopId).map(({ buyer }) => buyer),
      })),
    }),
  }),
  defineRoute({
    ...asking,
    path: '/sim/logins',
    summary: "The sellers' logins with their passwords: a desk's tenants are made from them",
    response: loginsSchema,
    handle: () => ({ logins: world.logins.map((login) => ({ ...login, shopIds: [...login.shopIds] })) }),
  }),
  defineRoute({
    ...asking,
    path: '/sim/endpoints',
    summary: "The marketplaces' endpoints and how the shape of each is known",
    response: endpointsSchema,
    handle: () => ({ endpoints: [...endpoints] }),
  }),
  defineRoute({
    ...asking,
    path: '/sim/chatter',
    summary: 'How busy the buyers are',
    response: chatterStateSchema,
    handle: () => chatter.state(),
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/chatter',
    summary: 'Buyers write of their own accord, so many messages a minute',
    params: noParams,
    query: noQuery,
    body: chatterSchema,
    response: chatterStateSchema,
    handle({ body: { ratePerMinute, marketplace = null } }) {
      chatter.start({ ratePerMinute, marketplace });
      return chatter.state();
    },
  }),
  defineRoute({
    ...asking,
    path: '/sim/health',
    summary: 'Whether the simulator runs',
    response: healthSchema,
    handle: () => ({ status: 'ok' as const }),
  }),
];
