export { LAZADA_CALLS } from './calls/table.ts';
export { createLazadaConnector } from './connector.ts';
export * from './official/requests.ts';
export { type LazadaTokenOwner, readLazadaTokenRenewal } from './official/tokens.ts';
export type { LazadaConfig } from './wire/config.ts';
