import type { OriginByCountry } from '@pasar/connector-kit';

/** The hosts of TikTok Shop, and how its web client names itself. Origins have no trailing slash. */
export interface TiktokConfig {
  /** The seller site of a country, e.g. https://seller-th.tiktok.com */
  readonly sellerOrigin: OriginByCountry;
  /** The seller site of cross-border logins (spec 2 §7.5). */
  readonly globalOrigin: string;
  /** Hosts besides the seller site; undefined or null when the seller site serves their paths too. */
  readonly otherOrigins?: OtherOrigins;
  /** Application id, platform id and the two constants of the chat socket's access key (facts 4.1). */
  readonly aid: number;
  readonly fpid: number;
  readonly appKey: string;
  readonly salt: string;
}
export interface OtherOrigins {
  /** E.g. https://affiliate.tiktok.com, and the host of cross-border logins. */
  readonly affiliate: string | null;
  readonly globalAffiliate: string | null;
  /** The business sign-on of cross-border logins. */
  readonly sso: string | null;
  readonly captcha: string | null;
}

/** Facts 3.1: carried by every chat call of the seller site. */
export const SITE_AID = '4068';
export const PIGEON_BIZ_TYPE = '1';
/** Facts 3.1: how the affiliate pages name themselves. */
export const AFFILIATE_AID = '6556';
