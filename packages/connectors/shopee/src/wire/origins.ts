import type { OriginByCountry } from '@pasar/connector-kit';
import type { Country } from '@pasar/domain';
import type { Signer } from './signer.ts';

/** The hosts of Shopee, and how its web client signs (facts 1.1, 1.3). All of it is configuration. */
export interface ShopeeOrigins {
  /** Seller centre and webchat, e.g. https://seller.shopee.co.id; CNSC is the cross-border one. */
  readonly sellerOrigin: OriginByCountry;
  /** The mainland line of the same, e.g. https://seller.id.shopee.cn; null when a country has none. */
  readonly alternateSellerOrigin: (country: Country) => string | null;
  /** The chat socket, e.g. wss://chat-ws.shopee.co.id. */
  readonly socketOrigin: OriginByCountry;
  /** The shop front that buyers see, e.g. https://shopee.co.id: followers, products, ratings. */
  readonly mallOrigin: OriginByCountry;
  /** The host of pictures that the wire names by a hash, e.g. https://cf.shopee.co.id: `{origin}/file/{hash}`. */
  readonly imageOrigin: OriginByCountry;
  /** Signs every request: `createSigner(key, version)`, or another signer. */
  readonly signer: Signer;
}
