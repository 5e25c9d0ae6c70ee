export type { Creator, CreatorPage, CreatorWish, Invitation } from './calls/affiliate.ts';
export { TIKTOK_CALLS } from './calls/table.ts';
export { createTiktokConnector, type TiktokConnector, type TiktokSession } from './connector.ts';
export * from './official/requests.ts';
export { readTikTokTokenRenewal, type TikTokTokenOwner } from './official/tokens.ts';
export type { CreatorCalls, Invited } from './shop/creators.ts';
export type { TiktokConfig } from './wire/config.ts';
