import { CALLS, type Change } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** The stream tells every change of quick replies, so a list is asked for anew only then. */
const FRESH_MS = 600_000;
const isAboutReplies = ({ kind }: Change): boolean => kind === 'quickReplies';

export const GROUPS: LookUp<typeof CALLS.quickReplies.getGroupList> = {
  call: CALLS.quickReplies.getGroupList,
  freshMs: FRESH_MS,
  againMs: null,
  staleBy: {
    change: isAboutReplies,
    calls: [CALLS.quickReplies.saveGroup, CALLS.quickReplies.deleteGroup, CALLS.quickReplies.importContents],
  },
};
/** Not stale by a use: the order of a list does not change under the person who reads it. */
export const REPLIES: LookUp<typeof CALLS.quickReplies.getContentList> = {
  call: CALLS.quickReplies.getContentList,
  freshMs: FRESH_MS,
  againMs: null,
  staleBy: {
    change: (change) => isAboutReplies(change) || change.kind === 'purge',
    calls: [
      CALLS.quickReplies.saveContent,
      CALLS.quickReplies.deleteContent,
      CALLS.quickReplies.deleteGroup,
      CALLS.quickReplies.importContents,
    ],
  },
};
export const CONFIG: LookUp<typeof CALLS.quickReplies.getConfig> = {
  call: CALLS.quickReplies.getConfig,
  freshMs: FRESH_MS,
  againMs: null,
  staleBy: { change: isAboutReplies, calls: [CALLS.quickReplies.setIsEnable, CALLS.quickReplies.setIsLazadaEnable] },
};
/** The marketplace tells of no change of its shortcuts: whoever opens the list asks again. */
export const SHORTCUTS: LookUp<typeof CALLS.quickReplies.getShortcuts> = {
  call: CALLS.quickReplies.getShortcuts,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: isAboutReplies,
    calls: [CALLS.quickReplies.saveShopeeShortcuts, CALLS.quickReplies.saveLazadaShortcuts],
  },
};
