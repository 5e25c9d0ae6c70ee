import { CALLS } from '@pasar/api';
import type { ReadingSubject } from '@pasar/domain';
import { callApi } from '../call-api.ts';

export const readNow = (subject: ReadingSubject) => callApi(CALLS.readings.readNow, { subject });
export const stopReading = (subject: ReadingSubject) => callApi(CALLS.readings.stopReading, { subject });
export const saveReadingSetting = (subject: ReadingSubject, everyMinutes: number) =>
  callApi(CALLS.readings.saveReadingSetting, { subject, everyMinutes });
export const markSeen = (subject: Exclude<ReadingSubject, 'orders'>, until: number) =>
  callApi(CALLS.readings.markSeen, { subject, until });
