import type { OriginByCountry } from '@pasar/connector-kit';

/** The hosts of Lazada, and how its web client names itself. Origins have no trailing slash. */
export interface LazadaConfig {
  /** The signed gateway, e.g. https://acs-m.lazada.co.th */
  readonly gatewayOrigin: OriginByCountry;
  /** The seller's web site, e.g. https://sellercenter.lazada.co.th */
  readonly sellerOrigin: OriginByCountry;
  /** The push socket; http(s) or ws(s). */
  readonly accsOrigin: OriginByCountry;
  /** The messenger's app key; it goes into every signature. */
  readonly appKey: string;
}
