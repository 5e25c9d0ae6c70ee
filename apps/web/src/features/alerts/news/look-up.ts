import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** What hurts, and what has hurt. The stream tells when an alert begins or ends. */
export const ALERTS: LookUp<typeof CALLS.alerts.listAlerts> = {
  call: CALLS.alerts.listAlerts,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ({ kind }) => kind === 'alerts', calls: [] },
};
