import type { OriginByCountry } from '@pasar/connector-kit';

/** Where TikTok Shop is reached and what its web client calls itself. Origins have no trailing slash. */
export interface TiktokConfig {
  /** The seller site of a country, e.g. https://seller-th.tiktok.com */
  readonly sellerOrigin: OriginByCountry;
  /** The seller site of cross-border logins (spec 2 §7.5). */
  readonly globalOrigin: string;
  /** Application id, platform id and the two constants of the chat socket's access key (facts 4.1). */
  readonly aid: number;
  readonly fpid: number;
  readonly appKey: string;
  readonly salt: string;
}

/** facts 3.1: what every chat call of the seller site carries. */
export const SITE_AID = '4068';
export const PIGEON_BIZ_TYPE = '1';
