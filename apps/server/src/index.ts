export { type Config, readConfig } from './config.ts';
export {
  type ConnectionPlan,
  provisionTenant,
  type SubAccountPlan,
  type TenantPlan,
} from './features/account/provision.ts';
export { METRICS } from './metrics/table.ts';
export type { RunningServer, ServerOptions } from './parts.ts';
export { startServer } from './server.ts';
export { StartupError } from './startup-error.ts';
