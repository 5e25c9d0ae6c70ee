import { AUDIT_ACTIONS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN } from '../contract/call.ts';
import { shopId } from '../facts/views.ts';

/** Entries of a page, and most entries of an export (our choice). */
export const AUDIT_LIMITS = { page: 50, export: 10_000 } as const;

const time = z.number().int().nonnegative();
const timeGiven = z.coerce.number().int().nonnegative();

const auditEntry = z.object({
  entryId: z.uuid(),
  at: time,
  /** The member's name and username at that time. */
  memberName: z.string(),
  username: z.string(),
  /** From which the call came. */
  address: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** The shop's name at that time; null where the action is about no shop. */
  shopName: z.string().nullable(),
  /** What the action was about, in the words of the call: a username, an account, a file. */
  subject: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Of a filter that is absent, everything. `from` is in the span, `to` is behind it. */
const filter = {
  memberId: z.uuid().optional(),
  shopId: shopId.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  from: timeGiven.optional(),
  to: timeGiven.optional(),
};

/** ours: the newest entries first. `before` is the last entry of the page before. */
const auditTrail = defineCall({
  path: '/api/desk/auditTrail',
  method: 'GET',
  access: MAIN,
  summary: 'Who did what to which shop, when, and from where',
  input: z.object({ ...filter, before: z.uuid().optional() }),
  output: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
});

/** ours: the newest entries, `AUDIT_LIMITS.export` at most. */
const exportAudit = defineCall({
  path: '/api/desk/exportAudit',
  method: 'GET',
  access: MAIN,
  summary: 'The audit trail as a workbook',
  input: z.object(filter),
  output: z.object({ fileName: z.string(), file: z.base64() }),
});

export const AUDIT_CALLS = { auditTrail, exportAudit } as const;
