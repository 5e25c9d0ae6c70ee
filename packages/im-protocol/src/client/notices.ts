/**
 * Notices, which are told once and are in no log and no history: typing, entering or leaving (message type 50004), and
 * changes of a call (80001, 80003, 80004). A notice comes as push 500 with cursors 0 and index 0; it is given to the
 * listener and not stored. Public: the numbers (spec 3 §4.1, facts §3) and `s:action_type`. ours: the JSON of the
 * content.
 */
import { InputStatus, type MessageBody, UserActionType } from '../schema.ts';
import { MESSAGE_TYPE } from '../status.ts';
import type { UnreadableCommand } from './command-content.ts';
import { type ConversationRef, refOfBody } from './draft.ts';
import { type JsonFields, parseFields } from './json-reader.ts';

export type PresenceAction = 'entering' | 'leaving' | 'typing' | 'cleared';

export interface PresenceNotice {
  readonly kind: 'presence';
  readonly conversation: ConversationRef;
  /** The user who types, enters or leaves. */
  readonly userId: bigint;
  readonly action: PresenceAction;
  /** Data that the user's client sent along (`extra` of commands 410 and 411). */
  readonly extra: Readonly<Record<string, string>>;
}

export interface CallNotice {
  readonly kind: 'call';
  /**
   * `moved` 80001: any change; `turned` 80003: a call of two began or ended; `callees` 80004: other users were called.
   */
  readonly change: 'moved' | 'turned' | 'callees';
  readonly conversation: ConversationRef;
  readonly channelId: string;
  /** The user who changed the call; the caller when a time limit did. */
  readonly userId: bigint;
  /** VoipStatus of the call; from 101 on the call is over. Unlisted numbers are kept. */
  readonly status: number;
  /** Null when the content leaves it out. */
  readonly callerId: bigint | null;
  /** VoipType. */
  readonly voipType: number | null;
  /** VoipMode. */
  readonly voipMode: number | null;
  readonly callees: readonly CalleeNotice[];
}

export interface CalleeNotice {
  readonly userId: bigint;
  /** VoipStatus of this callee's own part. */
  readonly status: number;
}

export type Notice = PresenceNotice | CallNotice;

const CALL_CHANGES: ReadonlyMap<number, CallNotice['change']> = new Map([
  [80_001, 'moved'],
  [80_003, 'turned'],
  [80_004, 'callees'],
]);

const PRESENCE_ACTIONS: ReadonlyMap<number, PresenceAction> = new Map<number, PresenceAction>([
  [UserActionType.ENTER_CONVERSATION, 'entering'],
  [UserActionType.EXIT_CONVERSATION, 'leaving'],
  [InputStatus.TYPING, 'typing'],
  [InputStatus.CLEAR_INPUT, 'cleared'],
]);

/** The SDK's key for the action of a 50004 (facts §4.8). */
const ACTION_TYPE = 's:action_type';

const unreadable = (reason: string): UnreadableCommand => ({ kind: 'unreadable', reason });

export const isNotice = (messageType: number): boolean =>
  messageType === MESSAGE_TYPE.userAction || CALL_CHANGES.has(messageType);

/** Reads a notice; null for any other message. Never throws. */
export function readNotice(body: MessageBody): Notice | UnreadableCommand | null {
  if (!isNotice(body.messageType)) return null;
  const fields = parseFields(body.content === '' ? '{}' : body.content);
  if (fields === null) return unreadable('content is no JSON object');
  const change = CALL_CHANGES.get(body.messageType);
  return change === undefined ? readPresence(body, fields) : readCall(body, fields, change);
}

function readPresence(body: MessageBody, fields: JsonFields): PresenceNotice | UnreadableCommand {
  const told = body.ext[ACTION_TYPE] ?? fields.int64('status') ?? fields.int64('action_type');
  const action = PRESENCE_ACTIONS.get(Number(told));
  if (action === undefined) return unreadable(`presence action ${String(told)} is unknown`);
  return {
    kind: 'presence',
    conversation: refOfBody(body),
    userId: fields.int64('user_id') ?? body.sender,
    action,
    extra: fields.texts('extra') ?? {},
  };
}

function readCall(body: MessageBody, fields: JsonFields, change: CallNotice['change']): CallNotice | UnreadableCommand {
  const channelId = fields.text('channel_id');
  const status = fields.int64('status');
  if (channelId === null || channelId === '') return unreadable('no channel_id');
  if (status === null) return unreadable('no status');
  return {
    kind: 'call',
    change,
    conversation: refOfBody(body),
    channelId,
    userId: body.sender,
    status: Number(status),
    callerId: fields.int64('caller_id'),
    voipType: numberIn(fields, 'v_type'),
    voipMode: numberIn(fields, 'voip_mode'),
    callees: (fields.objects('callees') ?? []).flatMap((callee) => {
      const userId = callee.int64('user_id');
      const part = callee.int64('status');
      return userId === null || part === null ? [] : [{ userId, status: Number(part) }];
    }),
  };
}

function numberIn(fields: JsonFields, key: string): number | null {
  const found = fields.int64(key);
  return found === null ? null : Number(found);
}
