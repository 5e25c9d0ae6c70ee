import { PASSWORD_LENGTH, RETENTION_CHOICES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN } from '../contract/call.ts';

const present = z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most);
const count = z.number().int().nonnegative();

/** Days, or null for ever: one of the choices. */
const choice = (choices: readonly (number | null)[]) =>
  z
    .number()
    .int()
    .nullable()
    .refine((days) => choices.includes(days), { error: 'must be one of the choices' });
const retentionView = z.object({
  messageDays: choice(RETENTION_CHOICES.messageDays),
  pictureDays: choice(RETENTION_CHOICES.pictureDays),
  auditDays: choice(RETENTION_CHOICES.auditDays),
});

/** ours. */
const retention = defineCall({
  path: '/api/desk/retention',
  method: 'GET',
  access: MAIN,
  summary: 'How long the account keeps messages, failed pictures and the audit trail',
  input: z.object({}),
  output: retentionView,
});

/** ours: what is too old by the new choice is deleted within ten minutes. */
const saveRetention = defineCall({
  path: '/api/desk/saveRetention',
  method: 'POST',
  access: MAIN,
  summary: 'Choose how long the account keeps messages, failed pictures and the audit trail',
  input: retentionView,
  output: z.object({}),
});

export const EXPORT_STATES = ['none', 'asked', 'running', 'done', 'failed', 'too_large'] as const;

/** ours: the last export of the account. */
const exportState = defineCall({
  path: '/api/desk/exportState',
  method: 'GET',
  access: MAIN,
  summary: 'How far the export of the account is',
  input: z.object({}),
  output: z.object({
    state: z.enum(EXPORT_STATES),
    askedAt: count.nullable(),
    tablesDone: count,
    tablesTotal: count,
    rowsDone: count,
    bytes: count,
  }),
});
export type ExportStateView = z.infer<(typeof exportState)['output']>;

/**
 * ours: the present password is asked for, because the file holds everything. The ticket opens one download, for a
 * minute; null while another export of the account is under way.
 */
const beginExport = defineCall({
  path: '/api/desk/beginExport',
  method: 'POST',
  access: MAIN,
  summary: 'Ask for a file with everything of the account',
  input: z.object({ present }),
  output: z.object({ ticket: z.string().nullable() }),
});

/** Where the file is fetched, by a plain GET with the session cookie, so that the browser stores it while it comes. */
export const accountExportPath = (ticket: string): `/api/${string}` => `/api/desk/accountExport/${ticket}`;

/**
 * ours: everybody is logged out at once, the shops are served no more, and the rest is deleted in the background. `name`
 * is the account's name, typed by hand.
 */
const deleteAccount = defineCall({
  path: '/api/desk/deleteAccount',
  method: 'POST',
  access: MAIN,
  summary: 'Delete the account with everything in it',
  input: z.object({ present, name: z.string().trim().min(1).max(200) }),
  output: z.object({}),
});

export const DATA_CALLS = { retention, saveRetention, exportState, beginExport, deleteAccount } as const;
