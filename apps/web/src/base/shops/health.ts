import type { ShopView } from '@pasar/api';
import type { ConnectionStateName, Locale } from '@pasar/domain';
import type { Translate } from '../texts/i18n.ts';
import { listText } from '../texts/list-text.ts';
import { refusalText } from '../texts/refusal-text.ts';

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

/** The state of a shop's connection as a sentence, with the reason where the marketplace or the network gave one. */
export function healthText(shop: ShopView, locale: Locale, t: Translate<'common'>): string {
  const { state, refusal } = shop.connection;
  const what = t(TEXTS[state]);
  return refusal === null ? what : t('sentences', { first: what, second: refusalText(refusal, locale, t) });
}

export const shopName = (shop: ShopView): string => shop.alias ?? shop.name;

const NAMED = 2;
/** The first two shops by name, and the number of the others: a login of many shops must leave room for the message. */
export function shopNames(shops: readonly ShopView[], locale: Locale, t: Translate<'common'>): string {
  const names = shops.slice(0, NAMED).map(shopName);
  const more = shops.length - NAMED;
  return listText(more > 0 ? [...names, t('shops.more', { count: more })] : names, locale);
}
