/** Advertising account, public profile and the figures of the dashboard (facts 1.7). */
import type { Page } from '@pasar/connector-kit';
import { CURRENCY_BY_COUNTRY, type DashboardMetric, type DashboardPeriod, type Money } from '@pasar/domain';
import { z } from 'zod';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toGet } from '../definition.ts';
import { readRows } from '../reading/page.ts';
import { unreadable as notRead, type Reading } from '../reading/reading.ts';
import { readData } from './envelope.ts';
import { textAmount } from './fields.ts';

/** The credit left for advertising. Path and balance were seen; the envelope is that of ads. */
export const getAdsAccount: ShopeeCall<null, Money> = {
  key: 'shopee-seller GET marketing/pas/account',
  tag: 'seen',
  repeat: 'read',
  toWire: () => toGet('/api/marketing/v3/pas/account/'),
  fromWire(answer, { country }) {
    const data = readData(answer, z.object({ balance: textAmount }));
    if (!data.ok) return data;
    return { ok: true, value: { amount: data.value.balance, currency: CURRENCY_BY_COUNTRY[country] } };
  },
};

export interface PublicProfile {
  readonly username: string;
  readonly shopName: string;
}
export const getPublicProfile: ShopeeCall<null, PublicProfile> = {
  key: 'shopee-seller GET marketing/public_profile',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet('/api/marketing/v3/public/profile/'),
  fromWire(answer) {
    const data = readData(answer, z.object({ username: z.string(), shop_name: z.string() }));
    return data.ok ? { ok: true, value: { username: data.value.username, shopName: data.value.shop_name } } : data;
  },
};

export interface MetricsQuery {
  readonly period: DashboardPeriod;
  /** Milliseconds. The marketplace wants the begin and the end besides the period's name. */
  readonly from: number;
  readonly to: number;
}
/** Each figure is an object with its value and its change; other fields are ignored. */
const metric = z.object({
  value: z.union([z.number(), z.string()]).transform(String),
  /** The change relative to the earlier value: 0.5 is half as much again. */
  ratio: z.number().nullish(),
});
const namedMetric = z.tuple([z.string(), metric]);

/**
 * The value before it changed by `ratio`, with as many decimals as the value has now; null when it cannot be computed.
 */
export function previousOf(value: string, ratio: number | null | undefined): string | null {
  const now = Number(value);
  // A figure that fell to nothing may have had any value before.
  if (ratio === null || ratio === undefined || ratio <= -1 || !Number.isFinite(now)) return null;
  const decimals = /\.(\d+)$/.exec(value)?.[1]?.length ?? 0;
  return (now / (1 + ratio)).toFixed(Math.min(decimals, 20));
}
const seconds = (at: number): string => String(Math.floor(at / 1_000));
/** A field beside the figures that is not an object, such as the time of the update, is not a figure. */
const isMetric = ([, raw]: readonly [string, unknown]): boolean =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);
function readMetric(entry: unknown): Reading<DashboardMetric> {
  const read = namedMetric.safeParse(entry);
  if (!read.success) return notRead(z.prettifyError(read.error));
  const [name, { value, ratio }] = read.data;
  return { ok: true, value: { name, value, previous: previousOf(value, ratio) } };
}
export const keyMetrics: ShopeeCall<MetricsQuery, Omit<Page<DashboardMetric>, 'next'>> = {
  key: 'shopee-seller GET dashboard/key-metrics',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ period, from, to }) =>
    toGet('/api/mydata/v3/dashboard/key-metrics/', {
      period,
      start_time: seconds(from),
      end_time: seconds(to),
      fetag: 'fetag',
    }),
  fromWire(answer) {
    const reading = { refusedAs: 'dashboard_failed', at: 'result' } as const;
    const data = readData(answer, z.record(z.string(), z.unknown()), reading);
    if (!data.ok) return data;
    const { items, unreadable } = readRows(Object.entries(data.value).filter(isMetric), readMetric, null);
    return { ok: true, value: { items, unreadable } };
  },
};
