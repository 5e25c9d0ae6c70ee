import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** The stream tells of every step of a task. Many messages may go out in a short time (our choice). */
const STALE_BY = {
  change: ({ kind }: { readonly kind: string }) => kind === 'bulkSend' || kind === 'purge',
  calls: [
    CALLS.bulkSend.saveBatchSendTask,
    CALLS.bulkSend.updateTimerTask,
    CALLS.bulkSend.stopBulkSend,
    CALLS.bulkSend.continueBulkSend,
    CALLS.bulkSend.retryBulkSend,
    CALLS.bulkSend.deleteBatchSendTask,
  ],
  atMostEveryMs: 1_000,
} as const;
/** A pause begins and ends without a word of the stream. */
const AGAIN_MS = 15_000;

export const TASKS: LookUp<typeof CALLS.bulkSend.getBatchSendTaskList> = {
  call: CALLS.bulkSend.getBatchSendTaskList,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: STALE_BY,
};
export const ITEMS: LookUp<typeof CALLS.bulkSend.bulkSendItems> = {
  call: CALLS.bulkSend.bulkSendItems,
  freshMs: 0,
  againMs: null,
  staleBy: STALE_BY,
};
export const DISTRIBUTION: LookUp<typeof CALLS.bulkSend.bulkSendDistribution> = {
  call: CALLS.bulkSend.bulkSendDistribution,
  freshMs: 0,
  againMs: null,
  staleBy: STALE_BY,
};
/** Belongs to a preview: what happens after it changes neither. */
export const RECIPIENTS: LookUp<typeof CALLS.bulkSend.previewBulkSendRecipients> = {
  call: CALLS.bulkSend.previewBulkSendRecipients,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
/** The stream tells a step of a reading in the same words as a step of a task. */
export const FANS: LookUp<typeof CALLS.bulkSend.shopFans> = {
  call: CALLS.bulkSend.shopFans,
  freshMs: 0,
  againMs: null,
  staleBy: { change: STALE_BY.change, calls: [CALLS.bulkSend.readFans], atMostEveryMs: STALE_BY.atMostEveryMs },
};
/** The stream tells a change of it in the same words as a step of a task. */
export const CONFIG: LookUp<typeof CALLS.bulkSend.getConfig> = {
  call: CALLS.bulkSend.getConfig,
  freshMs: 0,
  againMs: null,
  staleBy: { change: STALE_BY.change, calls: [CALLS.bulkSend.saveConfig], atMostEveryMs: STALE_BY.atMostEveryMs },
};
