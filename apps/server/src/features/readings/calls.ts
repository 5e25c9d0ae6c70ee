import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { readings, readNow, saveReadingSetting, stopReading } from './readings.ts';
import { markSeen, unseen } from './unseen.ts';

export const READINGS_HANDLERS: HandlersOf<typeof CALLS.readings> = {
  readings: reading(readings),
  readNow: inTransaction(readNow),
  stopReading: inTransaction(stopReading),
  saveReadingSetting: inTransaction(saveReadingSetting),
  unseen: reading(unseen),
  markSeen: inTransaction(markSeen),
};
