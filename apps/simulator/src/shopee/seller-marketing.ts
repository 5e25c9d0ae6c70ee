/** Advertising, the public profile, and the figures of the dashboard (facts 1.7). */
import { z } from 'zod';
import type { OpenRoute } from './context.ts';
import { done, refused, sellerRoute } from './seller-desk.ts';
import { toText } from './seller-fields.ts';

/** Ours: simulated shops do not advertise, so every shop keeps its initial credit. */
const ADS_CREDIT = 25 * 100_000;
const metricsQuery = z.object({
  period: z.enum(['real_time', 'yesterday', 'past7days', 'past30days']),
  start_time: z.coerce.number().int(),
  end_time: z.coerce.number().int(),
});
/** The names were seen: visitors, paid orders, their sales, and the share of visitors who bought. */
const NAMES = {
  visitors: 'shop_uv',
  orders: 'paid_orders',
  sales: 'paid_gmv',
  conversionRate: 'shop_uv_to_paid_buyers_rate',
} as const;

export const SELLER_MARKETING_ROUTES: readonly OpenRoute[] = [
  sellerRoute({
    method: 'GET',
    path: '/api/marketing/v3/pas/account',
    family: 'ads',
    provenance: 'seen',
    answer: () => done({ balance: toText(ADS_CREDIT) }),
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/marketing/v3/public/profile',
    family: 'marketing',
    provenance: 'ours',
    answer: ({ login, shop }) => done({ username: login.identifier, shop_name: shop.name }),
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/mydata/v3/dashboard/key-metrics',
    family: 'figures',
    provenance: 'seen',
    answer({ trade }, { query }) {
      const parsed = metricsQuery.safeParse(query);
      if (!parsed.success || parsed.data.start_time >= parsed.data.end_time) return refused('invalid period');
      const figures = trade.dashboard[parsed.data.period];
      const metrics = Object.entries(NAMES).flatMap(([name, wireName]) => {
        const figure = figures[name];
        if (figure === undefined) return [];
        const value = name === 'sales' ? Number(toText(figure.value)) : figure.value;
        const ratio = figure.previous === 0 ? null : figure.value / figure.previous - 1;
        return [[wireName, { value, ratio }]];
      });
      return done(Object.fromEntries(metrics));
    },
  }),
];
