import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** No change of the live stream tells of the settings: each opening asks again. */
export const ALERT_SETTINGS: LookUp<typeof CALLS.alerts.readSettings> = {
  call: CALLS.alerts.readSettings,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.alerts.saveSettings] },
};
