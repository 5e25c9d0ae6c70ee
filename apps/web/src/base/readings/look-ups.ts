import { CALLS, type Change } from '@pasar/api';
import type { ReadingSubject } from '@pasar/domain';
import type { LookUp } from '../look-up.ts';

/** While many shops are read, the stream tells of changes all the time (our choice). */
export const AT_MOST_EVERY_MS = 1_000;

/** A change of what is kept of the shops' lists of this subject. */
export const isChangeOf =
  (subject: ReadingSubject) =>
  (change: Change): boolean =>
    (change.kind === 'readings' && change.subject === subject) || change.kind === 'purge';

export const READINGS: LookUp<typeof CALLS.readings.readings> = {
  call: CALLS.readings.readings,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: ({ kind }) => kind === 'readings' || kind === 'purge',
    calls: [CALLS.readings.readNow, CALLS.readings.stopReading, CALLS.readings.saveReadingSetting],
    atMostEveryMs: AT_MOST_EVERY_MS,
  },
};

/** What the member has not seen of the cases, reviews and notifications. A deadline comes nearer without a change. */
export const UNSEEN: LookUp<typeof CALLS.readings.unseen> = {
  call: CALLS.readings.unseen,
  freshMs: 0,
  againMs: 60_000,
  staleBy: {
    change: ({ kind }) => kind === 'readings' || kind === 'purge',
    calls: [CALLS.readings.markSeen, CALLS.notifications.readNotification, CALLS.notifications.readAllNotifications],
    atMostEveryMs: AT_MOST_EVERY_MS,
  },
};
