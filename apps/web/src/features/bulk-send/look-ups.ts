import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

const { bulkSend } = CALLS;
/** The stream tells of every step of a task. Many messages may go out in a short time (our choice). */
const STALE_BY = {
  change: ({ kind }: { readonly kind: string }) => kind === 'bulkSend' || kind === 'purge',
  calls: [
    bulkSend.saveBatchSendTask,
    bulkSend.stopBulkSend,
    bulkSend.continueBulkSend,
    bulkSend.retryBulkSend,
    bulkSend.deleteBatchSendTask,
  ],
  atMostEveryMs: 1_000,
} as const;
/** A pause begins and ends without a word of the stream. */
const AGAIN_MS = 15_000;

export const TASKS: LookUp<typeof bulkSend.getBatchSendTaskList> = {
  call: bulkSend.getBatchSendTaskList,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: STALE_BY,
};
export const ITEMS: LookUp<typeof bulkSend.bulkSendItems> = {
  call: bulkSend.bulkSendItems,
  freshMs: 0,
  againMs: null,
  staleBy: STALE_BY,
};
