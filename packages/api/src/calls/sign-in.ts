import { COUNTRIES, MARKETPLACES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { importRowView, shopImportView, signInView } from '../facts/sign-ins.ts';

const shopManager = permission('shopManager');

const signInId = z.uuid();

/** Accounts and passwords are never shortened: a value that is too long is refused. */
const identifier = z.string().trim().min(1, 'account_required').max(254, 'account_required');

const password = z.string().min(1, 'password_required').max(200);

/**
 * Calls about shops and their logins that the specification does not name. A second call for the same login answers the
 * sign-in that is already open. With another password that sign-in starts over, and keeps nothing of the earlier
 * attempt.
 */
const startSignIn = defineCall({
  path: '/api/shops/startSignIn',
  method: 'POST',
  access: shopManager,
  summary: 'Sign in at a marketplace: its shops come onto the desk; the live stream says how it goes',
  input: z.object({
    marketplace: z.enum(MARKETPLACES),
    country: z.enum(COUNTRIES),
    identifier,
    password,
    /** The proxy by which the login leaves, from its first request on. */
    ipSubjectId: z.uuid().optional(),
    /** The failed row of an import in whose place the login is entered. The import then shows how it goes. */
    corrects: z.object({ importId: z.uuid(), rowNumber: z.number().int().positive() }).optional(),
  }),
  output: z.object({ signIn: signInView }),
});

/** Without a password the stored password is used. */
const signInAgain = defineCall({
  path: '/api/shops/signInAgain',
  method: 'POST',
  access: shopManager,
  summary: 'Sign a known login in anew, after it expired or was refused',
  input: z.object({ connectionId: z.uuid(), password: password.optional() }),
  output: z.object({ signIn: signInView }),
});

const answerChallenge = defineCall({
  path: '/api/shops/answerChallenge',
  method: 'POST',
  access: shopManager,
  summary: 'What the person read in the picture or on the phone; or that the page was gone through',
  input: z.discriminatedUnion('kind', [
    z.object({ signInId, kind: z.literal('captcha'), text: z.string().trim().min(1, 'captcha_blank').max(40) }),
    z.object({ signInId, kind: z.literal('code'), code: z.string().trim().min(1).max(20) }),
    z.object({ signInId, kind: z.literal('identity') }),
    z.object({ signInId, kind: z.literal('resend') }),
    /** The picture cannot be read: the login is sent anew, which brings another one. */
    z.object({ signInId, kind: z.literal('newPicture') }),
  ]),
  output: z.object({ signIn: signInView }),
});

const retrySignIn = defineCall({
  path: '/api/shops/retrySignIn',
  method: 'POST',
  access: shopManager,
  summary: 'Try a failed sign-in once more, with another password where one is given',
  input: z.object({ signInId, password: password.optional() }),
  output: z.object({ signIn: signInView }),
});

const cancelSignIn = defineCall({
  path: '/api/shops/cancelSignIn',
  method: 'POST',
  access: shopManager,
  summary: 'Give up a sign-in: its password and cookies are forgotten',
  input: z.object({ signInId }),
  output: z.object({ signIn: signInView }),
});

const signIns = defineCall({
  path: '/api/shops/signIns',
  method: 'GET',
  access: shopManager,
  summary: 'The open sign-ins of this member, newest first; of imports those that asked for something',
  input: z.object({}),
  output: z.object({ signIns: z.array(signInView) }),
});

/**
 * The file as base64: a workbook (xlsx), a CSV file, or rows as text. A row that breaks a rule is listed as failed and
 * hinders no other row. The whole file is refused when its columns are not found, when it is empty, or passes a limit.
 */
const importShops = defineCall({
  path: '/api/shops/importShops',
  method: 'POST',
  access: shopManager,
  summary: 'Sign in every whole row of a filled-in template',
  input: z.object({
    fileName: z.string().trim().min(1).max(200),
    file: z.base64().max(1_400_000, 'import_too_large'),
    /**
     * The proxy by which the logins of all rows leave, from their first request on. A login that is already known keeps
     * its own.
     */
    ipSubjectId: z.uuid().optional(),
  }),
  output: z.object({ shopImport: shopImportView }),
});

const xlsx = z.object({ fileName: z.string(), file: z.base64() });

const importTemplate = defineCall({
  path: '/api/shops/importTemplate',
  method: 'GET',
  access: shopManager,
  summary: 'The template of an import as a spreadsheet, in the language of the request',
  input: z.object({}),
  output: xlsx,
});

const imports = defineCall({
  path: '/api/shops/imports',
  method: 'GET',
  access: shopManager,
  summary: 'The newest imports',
  input: z.object({}),
  output: z.object({ imports: z.array(shopImportView) }),
});

const importRows = defineCall({
  path: '/api/shops/importRows',
  method: 'GET',
  access: shopManager,
  summary: 'The rows of an import and how each stands',
  input: z.object({ importId: z.uuid() }),
  output: z.object({ rows: z.array(importRowView) }),
});

/** Passwords are not given out again: their column is empty. */
const exportFailedRows = defineCall({
  path: '/api/shops/exportFailedRows',
  method: 'GET',
  access: shopManager,
  summary: 'The rows of an import that failed, as a spreadsheet to fill in again, with the reason of each',
  input: z.object({ importId: z.uuid() }),
  output: xlsx,
});

export const SIGN_IN_CALLS = {
  startSignIn,
  signInAgain,
  answerChallenge,
  retrySignIn,
  cancelSignIn,
  signIns,
  importShops,
  importTemplate,
  imports,
  importRows,
  exportFailedRows,
} as const;
