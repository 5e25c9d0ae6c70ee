import { z } from 'zod';

/** Who assigned: a member, whose name is null when the member was gone by then, or a rule. Names are as they were then. */
export const assignmentCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), name: z.string().nullable() }),
  z.object({ kind: z.literal('rule'), name: z.string() }),
]);
