export type { LazadaConfig } from './config.ts';
export { createLazadaConnector } from './session.ts';
