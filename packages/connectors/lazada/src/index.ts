export { LAZADA_CALLS } from './calls/table.ts';
export type { LazadaConfig } from './config.ts';
export { createLazadaConnector } from './session.ts';
