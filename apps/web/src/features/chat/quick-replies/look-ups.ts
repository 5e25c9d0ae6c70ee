import { CALLS, type Change } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

const { quickReplies } = CALLS;

/** The stream tells every change of quick replies, so a list is asked for anew only then. */
const FRESH_MS = 600_000;
const isAboutReplies = ({ kind }: Change): boolean => kind === 'quickReplies';

export const GROUPS: LookUp<typeof quickReplies.getGroupList> = {
  call: quickReplies.getGroupList,
  freshMs: FRESH_MS,
  staleBy: {
    change: isAboutReplies,
    calls: [quickReplies.saveGroup, quickReplies.deleteGroup, quickReplies.importContents],
  },
};
/** Not stale by a use: the order of a list does not change under the person who reads it. */
export const REPLIES: LookUp<typeof quickReplies.getContentList> = {
  call: quickReplies.getContentList,
  freshMs: FRESH_MS,
  staleBy: {
    change: (change) => isAboutReplies(change) || change.kind === 'purge',
    calls: [
      quickReplies.saveContent,
      quickReplies.deleteContent,
      quickReplies.deleteGroup,
      quickReplies.importContents,
    ],
  },
};
export const CONFIG: LookUp<typeof quickReplies.getConfig> = {
  call: quickReplies.getConfig,
  freshMs: FRESH_MS,
  staleBy: { change: isAboutReplies, calls: [quickReplies.setIsEnable, quickReplies.setIsLazadaEnable] },
};
/** The marketplace tells of no change of its shortcuts: whoever opens the list asks again. */
export const SHORTCUTS: LookUp<typeof quickReplies.getShortcuts> = {
  call: quickReplies.getShortcuts,
  freshMs: 0,
  staleBy: {
    change: isAboutReplies,
    calls: [quickReplies.saveShopeeShortcuts, quickReplies.saveLazadaShortcuts],
  },
};
