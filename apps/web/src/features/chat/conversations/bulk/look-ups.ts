import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../../base/look-up.ts';

const { bulkActions, bulkFailures, beginBulk, undoBulk, stopBulk } = CALLS.conversationLists;
/** What the marketplaces were told makes no change in the stream, so it is asked for again (our choice). */
const ASK_AGAIN_MS = 3_000;

export const BULK_ACTIONS: LookUp<typeof bulkActions> = {
  call: bulkActions,
  freshMs: 0,
  againMs: ASK_AGAIN_MS,
  staleBy: {
    change: ({ kind }) => kind === 'bulkActions',
    calls: [beginBulk, undoBulk, stopBulk],
    atMostEveryMs: 300,
  },
};
export const BULK_FAILURES: LookUp<typeof bulkFailures> = {
  call: bulkFailures,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
