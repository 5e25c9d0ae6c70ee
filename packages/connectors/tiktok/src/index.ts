export type { TiktokConfig } from './config.ts';
export { createTiktokConnector } from './connector.ts';
