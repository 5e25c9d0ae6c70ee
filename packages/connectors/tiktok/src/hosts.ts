import type { ConnectionContext } from '@pasar/connector-kit';
import { MARKETPLACE_COUNTRIES } from '@pasar/domain';
import type { TiktokConfig } from './config.ts';

/** Where one login's calls go: its country's hosts, or the global ones (spec 2 §7.5). Origins without a slash at the end. */
export interface TiktokHosts {
  readonly isGlobal: boolean;
  readonly seller: string;
  readonly affiliate: string;
  readonly sso: string;
  readonly captcha: string;
}

/** A login is cross-border when its shops are, or when its country has no seller site of its own. */
export function hostsFor(
  config: TiktokConfig,
  { shops, credentials }: Pick<ConnectionContext, 'shops' | 'credentials'>,
): TiktokHosts {
  const isGlobal = !MARKETPLACE_COUNTRIES.tiktok.includes(credentials.country) || shops.some((shop) => shop.isCb);
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
