import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { listAlerts, readSettings, saveSettings } from './alerts.ts';

export const ALERTS_HANDLERS: HandlersOf<typeof CALLS.alerts> = {
  listAlerts: reading(listAlerts),
  readSettings: reading(readSettings),
  saveSettings: inTransaction(saveSettings),
};
