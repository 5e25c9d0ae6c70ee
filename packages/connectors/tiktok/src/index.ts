export type { Creator, CreatorPage, CreatorWish, Invitation } from './calls/affiliate.ts';
export { TIKTOK_CALLS } from './calls/table.ts';
export type { TiktokConfig } from './config.ts';
export { createTiktokConnector, type TiktokConnector, type TiktokSession } from './connector.ts';
export type { CreatorCalls, Invited } from './creator-calls.ts';
