export { SHOPEE_CALLS } from './calls/table.ts';
export { createShopeeConnector } from './connector.ts';
export type { ShopeeOrigins } from './origins.ts';
export { ShopeeSession } from './session.ts';
