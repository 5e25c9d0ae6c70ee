import type { ShopView } from '@pasar/api';
import type { ConnectionStateName, Locale } from '@pasar/domain';
import { reasonText, type Translate } from './i18n.ts';

export type HealthTone = 'good' | 'wait' | 'bad';
const TONES: Readonly<Record<ConnectionStateName, HealthTone>> = {
  live: 'good',
  waiting: 'wait',
  logging_in: 'wait',
  catching_up: 'wait',
  interrupted: 'wait',
  failed: 'bad',
};
const TEXTS = {
  live: 'health.live',
  waiting: 'health.waiting',
  logging_in: 'health.loggingIn',
  catching_up: 'health.catchingUp',
  interrupted: 'health.interrupted',
  failed: 'health.failed',
} as const satisfies Record<ConnectionStateName, string>;

export const healthTone = (shop: ShopView): HealthTone => TONES[shop.connection.state];

/** How a shop's connection stands, as a sentence: what, and why when the marketplace or the network said so. */
export function healthText(shop: ShopView, locale: Locale, t: Translate<'shell'>): string {
  const { state, refusal } = shop.connection;
  const what = t(TEXTS[state]);
  return refusal === null ? what : t('sentences', { first: what, second: reasonText(refusal.reason, locale) });
}

export const shopName = (shop: ShopView): string => shop.alias ?? shop.name;
