import { type AlertSettings, CALLS } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const saveAlertSettings = (settings: AlertSettings) => callApi(CALLS.alerts.saveSettings, { settings });
