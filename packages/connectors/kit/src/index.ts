export * from './call.ts';
export * from './cards.ts';
export * from './catalogue.ts';
export * from './exact-json.ts';
export * from './line-failures.ts';
export * from './official/lazada.ts';
export { type LazadaTokenOwner, readLazadaTokenRenewal } from './official/lazada-tokens.ts';
export * from './official/shopee.ts';
export { readShopeeTokenRenewal } from './official/shopee-tokens.ts';
export * from './official/tiktok.ts';
export { readTikTokTokenRenewal, type TikTokTokenOwner } from './official/tiktok-tokens.ts';
export {
  type AfterRefusedRenewal,
  isRenewalDue,
  type OfficialTokens,
  type RenewalAnswer,
  type TokenRenewal,
} from './official/token-renewal.ts';
export * from './outcome.ts';
export * from './pauses.ts';
export * from './retry.ts';
export * from './shop-calls.ts';
export * from './sign-in.ts';
export * from './transports.ts';
export * from './types.ts';
