export { createShopeeConnector, type ShopeeOrigins } from './connector.ts';
