import type { Locale } from '@pasar/domain';

/** The figures of Shopee's dashboard whose names have been seen; further ones keep the marketplace's name. */
const METRICS = {
  shop_uv: 'metric.visitors',
  paid_orders: 'metric.orders',
  paid_gmv: 'metric.sales',
  shop_uv_to_paid_buyers_rate: 'metric.conversion',
} as const;

type Metric = keyof typeof METRICS;
const isMetric = (name: string): name is Metric => Object.hasOwn(METRICS, name);

/** The text of a figure's name; null for a name that Pasar does not know. */
export const metricText = (name: string): (typeof METRICS)[Metric] | null => (isMetric(name) ? METRICS[name] : null);

/** A known number as people write it, a share in percent; the value of an unknown figure as the marketplace tells it. */
export function metricValue(name: string, value: string, locale: Locale): string {
  const number = Number(value);
  if (!isMetric(name) || value === '' || !Number.isFinite(number)) return value;
  const isShare = name === 'shop_uv_to_paid_buyers_rate';
  return new Intl.NumberFormat(locale, {
    style: isShare ? 'percent' : 'decimal',
    maximumFractionDigits: 2,
  }).format(number);
}
