import type { ConnectionContext } from '@pasar/connector-kit';
import { type Country, MARKETPLACE_COUNTRIES } from '@pasar/domain';
import type { TiktokConfig } from './config.ts';

/** The hosts of one login: its country's, or the global ones (spec 2 §7.5). Origins without a trailing slash. */
export interface TiktokHosts {
  readonly isGlobal: boolean;
  readonly seller: string;
  readonly affiliate: string;
  readonly sso: string;
  readonly captcha: string;
}

/** GLOBAL, and every place without a seller site of its own. */
const isGlobalSite = (country: Country): boolean =>
  country === 'GLOBAL' || !MARKETPLACE_COUNTRIES.tiktok.includes(country);

/** A login is cross-border at the global site, and when its known shops are. Unknown shops decide nothing. */
export function hostsFor(
  config: TiktokConfig,
  { shops, credentials }: Pick<ConnectionContext, 'shops' | 'credentials'>,
): TiktokHosts {
  const isGlobal = isGlobalSite(credentials.country) || shops.some((shop) => shop.isCb);
  const seller = isGlobal ? config.globalOrigin : config.sellerOrigin(credentials.country);
  const others = config.otherOrigins;
  return {
    isGlobal,
    seller,
    affiliate: (isGlobal ? others?.globalAffiliate : others?.affiliate) ?? seller,
    sso: others?.sso ?? seller,
    captcha: others?.captcha ?? seller,
  };
}
