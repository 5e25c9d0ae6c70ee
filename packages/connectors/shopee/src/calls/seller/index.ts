/** Shopee's seller centre: the catalogue's `shopee-seller` calls, and what the desk asks by them. */
export { createSellerCalls } from './seller-calls.ts';
export { SHOPEE_SELLER_CALLS } from './table.ts';
