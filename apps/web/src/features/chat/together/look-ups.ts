import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** Fetched anew by each dialog that opens: whom it may choose and how many buyers wait change at any time. */
export const ASSIGNEES: LookUp<typeof CALLS.together.assignees> = {
  call: CALLS.together.assignees,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.together.assign] },
};
/** An assignment is a change of the conversation, of which most changes assign nothing. */
export const ASSIGNMENTS: LookUp<typeof CALLS.together.assignments> = {
  call: CALLS.together.assignments,
  freshMs: 600_000,
  againMs: null,
  staleBy: {
    change: (change, before) =>
      change.kind === 'purge' ||
      (change.kind === 'conversation' &&
        before.shown.get(change.conversation.conversationId)?.assigneeId !== change.conversation.assigneeId),
    calls: [CALLS.together.assign],
  },
};
/** Fetched anew when the conversation is opened, and when it was assigned. */
export const LEFT_DRAFT: LookUp<typeof CALLS.together.leftDraft> = {
  call: CALLS.together.leftDraft,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.together.assign] },
};
