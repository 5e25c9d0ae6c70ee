export { SHOPEE_CALLS_BEYOND } from './calls/seller/table.ts';
export { SHOPEE_CALLS } from './calls/table.ts';
export { createShopeeConnector } from './connector.ts';
export * from './official/requests.ts';
export { readShopeeTokenRenewal } from './official/tokens.ts';
export { ShopeeSession } from './session.ts';
export type { ShopeeOrigins } from './wire/origins.ts';
export { createSigner, SIGNATURE_VERSIONS, type SignatureVersion, type Signer } from './wire/signer.ts';
