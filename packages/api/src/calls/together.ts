import { SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { assignmentCause } from '../facts/assignments.ts';
import { conversationId, conversationView } from '../facts/views.ts';

const chat = permission('chat');
const time = z.number().int().nonnegative();
const note = z.string().trim().max(SCREEN_LIMITS.assignmentNoteLength).optional();

/** How many conversations of a member have a waiting buyer, in all shops; at most 1,000. */
const waiting = z.number().int().nonnegative();
/** Most of them that others may assign to a member, as the chat settings of the account say. */
const limit = z.number().int().positive();

/** All calls of this file are ours: the specification names the errors of handing over, and no calls. */
const assign = defineCall({
  path: '/api/desk/assign',
  method: 'POST',
  access: chat,
  summary: 'Assign a conversation to a member, or to nobody',
  input: z.object({
    conversationId,
    /** Whose the window showed it to be. When it is another member's by now, the call is refused. */
    from: z.uuid().nullable(),
    to: z.uuid().nullable(),
    /** Why, for the colleague who takes it over. */
    note,
  }),
  output: z.object({ conversation: conversationView, waiting, limit }),
});

const assignees = defineCall({
  path: '/api/desk/assignees',
  method: 'GET',
  access: chat,
  summary: 'The members who may be assigned a conversation, with how many buyers wait for each',
  input: z.object({ conversationId }),
  output: z.object({
    members: z.array(z.object({ memberId: z.uuid(), name: z.string(), waiting })),
    limit,
  }),
});

const assignmentView = z.object({
  assignmentId: z.uuid(),
  at: time,
  cause: assignmentCause,
  /** Null: nobody. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
});
export type AssignmentView = z.infer<typeof assignmentView>;

const assignments = defineCall({
  path: '/api/desk/assignments',
  method: 'GET',
  access: chat,
  summary: 'To whom a conversation was assigned, the newest first, at most 50',
  input: z.object({ conversationId }),
  output: z.object({ assignments: z.array(assignmentView) }),
});

const setPresence = defineCall({
  path: '/api/desk/setPresence',
  method: 'POST',
  access: chat,
  summary: 'Choose by hand whether one is here; `auto` leaves it to the windows',
  input: z.object({ presence: z.enum(['auto', 'away', 'off']) }),
  output: z.object({
    /** Buyers who wait for the member, who may be handed over at the end of a shift. */
    waiting,
  }),
});

const waitingForMe = defineCall({
  path: '/api/desk/waitingForMe',
  method: 'GET',
  access: chat,
  summary:
    'How many buyers wait for the member, whom others could take over: none where the account has no other person',
  input: z.object({}),
  output: z.object({ waiting }),
});

const handOver = defineCall({
  path: '/api/desk/handOver',
  method: 'POST',
  access: chat,
  summary: "Hand one's conversations with a waiting buyer over, to nobody or to a colleague who is here",
  input: z.object({ to: z.uuid().nullable(), note }),
  output: z.object({
    handedOver: z.number().int().nonnegative(),
    /** Those of shops that the colleague does not see, and those of closed conversations. */
    kept: z.number().int().nonnegative(),
  }),
});

export { assign, assignees, assignments, handOver, setPresence, waitingForMe };
