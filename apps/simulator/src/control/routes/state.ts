import { IMPORT_SELLER, UNCLAIMED_SELLER } from '../../world/seed-plan-later.ts';
import type { ControlContext } from '../context.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';
import {
  chatterSchema,
  chatterStateSchema,
  endpointsSchema,
  healthSchema,
  loginsQuerySchema,
  loginsSchema,
  stateQuerySchema,
  stateSchema,
} from '../schemas.ts';

const asking = { method: 'GET', params: noParams, query: noQuery, body: noBody } as const;

/** Sellers whose shops are on no desk at the start are only listed when the caller names them (or `all`). */
const isAsked = (seller: string, wanted: string | undefined, hidden: readonly string[]): boolean =>
  wanted === undefined ? !hidden.includes(seller) : seller === wanted || wanted === 'all';

export const stateRoutes = ({ world, chatter, endpoints }: ControlContext): readonly Route[] => [
  defineRoute({
    ...asking,
    path: '/sim/state',
    summary: 'The shops and their buyers, those with the newest activity first',
    query: stateQuerySchema,
    response: stateSchema,
    handle({ query }) {
      const sellers = new Map(
        world.logins.flatMap(({ marketplace, shopIds, seller }) =>
          shopIds.map((shopId) => [`${marketplace}/${shopId}`, seller] as const),
        ),
      );
      const shops = world.shops
        .map((shop) => ({ ...shop, seller: sellers.get(`${shop.marketplace}/${shop.shopId}`) ?? '' }))
        .filter(({ seller }) => isAsked(seller, query.seller, [UNCLAIMED_SELLER, IMPORT_SELLER]));
      return {
        shops: shops.map(({ marketplace, shopId, userId, name, country, isCb, seller }) => ({
          marketplace,
          shopId,
          userId,
          name,
          country,
          isCb,
          seller,
          buyers: world.conversations(marketplace, shopId).map(({ buyer }) => buyer),
        })),
      };
    },
  }),
  defineRoute({
    ...asking,
    path: '/sim/logins',
    summary: "The sellers' logins with their passwords: a desk's tenants are made from them",
    query: loginsQuerySchema,
    response: loginsSchema,
    handle: ({ query }) => ({
      logins: world.logins
        .filter(({ seller }) => isAsked(seller, query.seller, [IMPORT_SELLER]))
        .map((login) => ({ ...login, shopIds: [...login.shopIds] })),
    }),
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
