export type * from './affairs.ts';
export type * from './buyers.ts';
export * from './calls.ts';
export type * from './creators.ts';
export type * from './goods.ts';
export type * from './media.ts';
export { SHOP_CALLS, withRefusals } from './offered.ts';
export type * from './orders.ts';
