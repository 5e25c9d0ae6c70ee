import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

const calls = CALLS.orderCare;
/** Orders are read from the marketplaces by the thousand, and a preview counts all of them (our choice). */
const PREVIEW_EVERY_MS = 5_000;
/** A member without the key of orders is not told that orders were read. */
const PREVIEW_AGAIN_MS = 60_000;
/** The stream tells every step of a task. Many messages may go out in a short time (our choice). */
const STEPS_EVERY_MS = 1_000;
/** A pause begins and ends without a word of the stream. */
const AGAIN_MS = 15_000;

const ofCare = ({ kind }: { readonly kind: string }) => kind === 'orderCare' || kind === 'purge';
const SENT = [
  calls.createOrderCareTask,
  calls.saveOrderCareTaskItemList,
  calls.stopOrderCare,
  calls.continueOrderCare,
  calls.retryOrderCare,
] as const;
const STEPS = { change: ofCare, calls: SENT, atMostEveryMs: STEPS_EVERY_MS } as const;

export const PREVIEW: LookUp<typeof calls.previewOrderCare> = {
  call: calls.previewOrderCare,
  freshMs: 0,
  againMs: PREVIEW_AGAIN_MS,
  staleBy: {
    change: (change) =>
      ofCare(change) || (change.kind === 'readings' && ['orders', 'reviews'].includes(change.subject)),
    calls: [...SENT, calls.saveOrderCareContent, calls.saveOrderCareSettings],
    atMostEveryMs: PREVIEW_EVERY_MS,
  },
};
export const RECIPIENTS: LookUp<typeof calls.previewOrderCareRecipients> = {
  call: calls.previewOrderCareRecipients,
  freshMs: 0,
  againMs: null,
  staleBy: PREVIEW.staleBy,
};
export const CONTENTS: LookUp<typeof calls.getOrderCareContent> = {
  call: calls.getOrderCareContent,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ofCare, calls: [calls.saveOrderCareContent], atMostEveryMs: STEPS_EVERY_MS },
};
export const SETTINGS: LookUp<typeof calls.getOrderCareSettings> = {
  call: calls.getOrderCareSettings,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ofCare, calls: [calls.saveOrderCareSettings], atMostEveryMs: STEPS_EVERY_MS },
};
export const TASKS: LookUp<typeof calls.getOrderCareTaskList> = {
  call: calls.getOrderCareTaskList,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: STEPS,
};
export const ITEMS: LookUp<typeof calls.searchOrderCareTaskItemList> = {
  call: calls.searchOrderCareTaskItemList,
  freshMs: 0,
  againMs: null,
  staleBy: STEPS,
};
/** Which messages an order has had. */
export const HAD: LookUp<typeof calls.getOrderIdAndOrderCareTypeListMap> = {
  call: calls.getOrderIdAndOrderCareTypeListMap,
  freshMs: 60_000,
  againMs: null,
  staleBy: STEPS,
};
