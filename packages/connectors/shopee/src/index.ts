export { SHOPEE_CALLS } from './calls/table.ts';
export { createShopeeConnector } from './connector.ts';
export type { ShopeeOrigins } from './origins.ts';
export { createSigner, SIGNATURE_VERSIONS, type SignatureVersion, type Signer } from './outbound/signer.ts';
export { ShopeeSession } from './session.ts';
