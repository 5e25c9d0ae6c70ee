import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../../base/look-up.ts';

/** The stream tells every change of the views, also those of this window. */
export const VIEWS: LookUp<typeof CALLS.conversationLists.conversationViews> = {
  call: CALLS.conversationLists.conversationViews,
  freshMs: 600_000,
  againMs: null,
  staleBy: {
    change: ({ kind }) => kind === 'conversationViews',
    calls: [CALLS.conversationLists.saveConversationView, CALLS.conversationLists.removeConversationView],
  },
};
