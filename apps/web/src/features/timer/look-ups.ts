import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** A task comes due and fails without a word of the stream, so the page asks again too (our choice). */
const AGAIN_MS = 5_000;
const KINDS: readonly string[] = ['autoReply', 'bulkSend', 'orderCare', 'bulkActions'];

export const TIMER_QUEUE: LookUp<typeof CALLS.timer.timerQueue> = {
  call: CALLS.timer.timerQueue,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: {
    change: ({ kind }) => KINDS.includes(kind),
    calls: [CALLS.timer.retryTimerTask, CALLS.timer.stopTimerTask],
    atMostEveryMs: 1_000,
  },
};
