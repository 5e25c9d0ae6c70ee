export { TIKTOK_CALLS } from './calls/table.ts';
export { createTiktokConnector } from './connector.ts';
export * from './official/requests.ts';
export { readTikTokTokenRenewal, type TikTokTokenOwner } from './official/tokens.ts';
export type { TiktokConfig } from './wire/config.ts';
