import { OPERATION_STATUS, PROPERTY_STATUS, SEND_STATUS, STATUS, VOIP_STATUS } from '../status.ts';

/**
 * The advice of a status to the caller (our choice; the documents name only the codes).
 * - `done`: the call was carried out.
 * - `retry`: the same call may be made again after a pause; for a send only when `isUndone`.
 * - `refresh`: the token has expired; with a new token the call may be made again.
 * - `tellUser`: a person must know, and can do something about it.
 * - `stop`: a repetition cannot help, because the call is wrong or its object no longer exists.
 */
export type Advice = 'done' | 'retry' | 'refresh' | 'tellUser' | 'stop';

export interface StatusRow {
  readonly code: number;
  readonly name: string;
  readonly advice: Advice;
  /** False when the server may have carried out the call in spite of the status. */
  readonly isUndone: boolean;
}

interface Verdict {
  readonly advice: Advice;
  readonly isUndone: boolean;
}
const DONE: Verdict = { advice: 'done', isUndone: false };
/** The server decided not to carry out the call. */
const not = (advice: Exclude<Advice, 'done'>): Verdict => ({ advice, isUndone: true });
/** The call may have been carried out, in whole or in part. */
const maybe = (advice: Exclude<Advice, 'done'>): Verdict => ({ advice, isUndone: false });

export interface StatusTable {
  readonly rows: readonly StatusRow[];
  readonly byCode: ReadonlyMap<number, StatusRow>;
}

function tableOf<Name extends string>(
  codes: Readonly<Record<Name, number>>,
  verdicts: Readonly<Record<Name, Verdict>>,
): StatusTable {
  const rows: StatusRow[] = [];
  for (const name in codes) rows.push({ code: codes[name], name, ...verdicts[name] });
  return { rows, byCode: new Map(rows.map((row) => [row.code, row])) };
}

/** `Response.status_code` (spec 3 §8, and the public numbers beside it). */
export const RESPONSE_STATUSES = tableOf(STATUS, {
  OK: DONE,
  INVALID_TOKEN: not('refresh'),
  INVALID_TICKET: not('stop'), // the conversation's ticket, not the login: fetch a new ticket (2005) and repeat
  CONVERSATION_NOT_FOUND: not('stop'),
  INVALID_REQUEST: not('stop'),
  INVALID_CMD: not('stop'),
  SERVER_ERR: maybe('retry'),
  DEVICE_NOT_BIND: not('stop'),
  MESSAGE_ILLEGAL: not('tellUser'),
  USER_ILLEGAL: not('tellUser'),
  USER_NOT_FRIENDS: not('tellUser'),
  USER_FORBIDDEN: not('tellUser'),
  USER_SILENCE: not('tellUser'),
  USER_NOT_IN_GROUP: not('tellUser'),
  USER_BANNED_TO_POST: not('tellUser'),
  MESSAGE_TARGET_CONVERSATION_NOT_EXIST: not('stop'),
  DEGRADATION_ERROR: not('retry'),
  RECALL_TIMEOUT: not('tellUser'),
  TOUCH_LIMIT: not('tellUser'),
  CALLBACK_DENY: not('tellUser'),
  EXPIRED_TOKEN: not('refresh'),
  RESOURCE_EXHAUSTED: not('retry'),
  INTERNAL_ERROR: maybe('retry'),
  CONV_NOT_FOUND: not('stop'),
});

/** `SendMessageResponseBody.status` (spec 3 §4.2). The server decided each of them: none may be repeated unchanged. */
export const SEND_STATUSES = tableOf(SEND_STATUS, {
  SEND_SUCCEED: DONE,
  USER_NOT_IN_CONVERSATION: not('tellUser'),
  CHECK_CONV_NOT_PASS: not('tellUser'),
  CHECK_MSG_NOT_PASS: not('tellUser'),
  CHECK_MSG_NOT_PASS_BUT_SELF_VISIBLE: maybe('tellUser'), // only the sender sees the message
  USER_HAS_BEEN_BLOCKED: not('tellUser'),
});

/** `ModifyMessagePropertyResponseBody.status` (spec 3 §8). */
export const PROPERTY_STATUSES = tableOf(PROPERTY_STATUS, {
  SUCCESS: DONE,
  REPEAT_REQUEST: DONE, // the idempotent id was used before, so the change exists
  INVALID_LENGTH: not('tellUser'),
  INVALID_REQUEST: not('stop'),
  CALLBACK_ERROR: not('tellUser'),
  INTERNAL_ERROR: maybe('retry'),
});

/** `status_code` inside the call replies (spec 3 §8). */
export const VOIP_STATUSES = tableOf(VOIP_STATUS, {
  SUCCESS: DONE,
  PARAMS_ERROR: not('stop'),
  STATUS_ERROR: not('stop'), // the call is no longer in that state
  CANCEL_ERROR: not('stop'), // it was cancelled before
  OTHER_RESPONSE_ERROR: not('tellUser'), // another device of the callee answered
  CALLBACK_ERROR: not('tellUser'),
});

/** `status` of conversation and participant changes (facts §3). */
export const OPERATION_STATUSES = tableOf(OPERATION_STATUS, {
  SUCCEED: DONE,
  REJECTED: not('tellUser'),
  PARTLY_REJECTED: maybe('tellUser'),
  APPLY_REJECTED: not('tellUser'),
  APPLY_SUCCEED: not('tellUser'), // the change waits for an approval
  CALLBACK_REJECTED: not('tellUser'),
  TOUCH_LIMITS: not('tellUser'),
});

/** A code without a row is told to the user, and the call may have been carried out. */
export const statusRow = (table: StatusTable, code: number): StatusRow =>
  table.byCode.get(code) ?? { code, name: `STATUS_${code}`, advice: 'tellUser', isUndone: false };

/**
 * The meaning of a `Response.status_code` for the connection: `token` needs a new token, `busy` a later repetition,
 * `server` a repetition after a wait (the request may have been carried out), `refused` is final.
 */
export type StatusKind = 'ok' | 'token' | 'busy' | 'server' | 'refused';

/** Derived from the table, so that the two cannot contradict each other. */
export function statusKind(code: number): StatusKind {
  const { advice, isUndone } = statusRow(RESPONSE_STATUSES, code);
  switch (advice) {
    case 'done':
      return 'ok';
    case 'refresh':
      return 'token';
    case 'retry':
      return isUndone ? 'busy' : 'server';
    case 'tellUser':
    case 'stop':
      return 'refused';
  }
}
