import { COMMAND_TYPE, MESSAGE_TYPE } from '../status.ts';
import { fieldsOf, type JsonFields, parseFields } from './json-reader.ts';

/**
 * The content of a command message (types 50001 to 70002). The numbers of `command_type` and the keys command_type,
 * conversation_id, message_id, read_index and the participants' keys are public (facts 3). ours: the other keys. They
 * are null where a server leaves them out; then the changed object is fetched.
 */
export type CommandContent =
  | { readonly kind: 'read'; readonly readIndex: bigint }
  | { readonly kind: 'deleteMessage'; readonly messageId: bigint }
  | { readonly kind: 'deleteConversation'; readonly lastMessageIndex: bigint | null }
  | { readonly kind: 'settingUpdate' }
  | { readonly kind: 'coreUpdate' }
  | { readonly kind: 'participants' }
  | { readonly kind: 'firstMessage' }
  | { readonly kind: 'pull' }
  | {
      readonly kind: 'messageExt';
      readonly messageId: bigint;
      readonly version: bigint | null;
      readonly ext: Readonly<Record<string, string>> | null;
    }
  | { readonly kind: 'recall'; readonly messageId: bigint; readonly version: bigint | null }
  | {
      readonly kind: 'messageProperty';
      readonly messageId: bigint;
      readonly version: bigint | null;
      readonly properties: ReadonlyMap<string, readonly PropertyContent[]> | null;
    }
  | { readonly kind: 'minIndex'; readonly minIndex: bigint }
  | { readonly kind: 'destroyed' }
  | { readonly kind: 'mode'; readonly mode: number | null }
  | {
      readonly kind: 'block';
      readonly isBlocked: boolean | null;
      readonly isNormalOnly: boolean | null;
      /**
       * Participants that are blocked in the conversation; null when the command is about the conversation or the
       * caller's own list.
       */
      readonly members: readonly bigint[] | null;
      /** Entries of the caller's own blocklist; null when the command is about a conversation. */
      readonly users: readonly bigint[] | null;
    }
  | {
      readonly kind: 'mark';
      readonly messageIds: readonly bigint[];
      readonly isMarked: boolean;
      readonly action: number;
      readonly tag: bigint;
      readonly sortTime: bigint | null;
    }
  | { readonly kind: 'notify' };

export interface PropertyContent {
  readonly uid: bigint;
  readonly value: string;
  readonly createTime: bigint;
  readonly idempotentId: string;
}

/** A command whose content lacks a field that its type needs. */
export interface UnreadableCommand {
  readonly kind: 'unreadable';
  readonly reason: string;
}
/** A number of this range that this package does not know. */
export interface UnknownCommand {
  readonly kind: 'unknown';
}

type Reading = CommandContent | UnreadableCommand | UnknownCommand;

/** True for 50001 to 70002. Messages 80001 and up (calls) and 90001 and up belong to other parts. */
export const isCommandMessage = (messageType: number): boolean => messageType >= 50_001 && messageType < 80_000;

const lacks = (key: string): UnreadableCommand => ({ kind: 'unreadable', reason: `no ${key}` });

const withMessage = (fields: JsonFields, build: (messageId: bigint) => Reading): Reading => {
  const messageId = fields.int64('message_id') ?? fields.int64('server_message_id');
  return messageId === null ? lacks('message_id') : build(messageId);
};

function plainCommand(fields: JsonFields): Reading {
  const commandType = fields.int64('command_type');
  if (commandType === null) return lacks('command_type');
  switch (Number(commandType)) {
    case COMMAND_TYPE.markRead:
      return readCommand(fields);
    case COMMAND_TYPE.deleteMessage:
      return withMessage(fields, (messageId) => ({ kind: 'deleteMessage', messageId }));
    case COMMAND_TYPE.deleteConversation:
      return {
        kind: 'deleteConversation',
        lastMessageIndex: fields.int64('last_message_index') ?? fields.int64('min_index'),
      };
    case COMMAND_TYPE.settingUpdate:
      return { kind: 'settingUpdate' };
    case COMMAND_TYPE.coreUpdate:
      return { kind: 'coreUpdate' };
    case COMMAND_TYPE.participantUpdate:
      return { kind: 'participants' };
    case COMMAND_TYPE.firstMessage:
      return { kind: 'firstMessage' };
    case COMMAND_TYPE.triggerPull:
      return { kind: 'pull' };
    default:
      return { kind: 'unknown' };
  }
}

function readCommand(fields: JsonFields): Reading {
  const readIndex = fields.int64('read_index');
  return readIndex === null ? lacks('read_index') : { kind: 'read', readIndex };
}

function propertiesIn(fields: JsonFields): ReadonlyMap<string, readonly PropertyContent[]> | null {
  const entries = fields.entries('property_list');
  if (entries === null) return null;
  return new Map(
    entries.map(([name, items]) => [
      name,
      (Array.isArray(items) ? items : []).flatMap((item) => {
        const read = fieldsOf(item);
        if (read === null) return [];
        return {
          uid: read.int64('uid') ?? 0n,
          value: read.text('value') ?? '',
          createTime: read.int64('create_time') ?? 0n,
          idempotentId: read.text('idempotent_id') ?? '',
        };
      }),
    ]),
  );
}

function markCommand(fields: JsonFields, isMarked: boolean): Reading {
  const single = fields.int64('message_id') ?? fields.int64('server_message_id');
  const messageIds = fields.int64s('message_ids') ?? fields.int64s('server_message_ids') ?? (single ? [single] : null);
  const action = fields.int64('action_type');
  if (messageIds === null) return lacks('message_id');
  if (action === null) return lacks('action_type');
  return {
    kind: 'mark',
    messageIds,
    isMarked,
    action: Number(action),
    tag: fields.int64('tag') ?? 0n,
    sortTime: fields.int64('sort_time'),
  };
}

/** Reads a command's content. `content` is the message's text, `messageType` its number. Never throws. */
export function readCommandContent(messageType: number, content: string): Reading {
  const fields = parseFields(content === '' ? '{}' : content);
  if (fields === null) return { kind: 'unreadable', reason: 'content is no JSON object' };
  const version = fields.int64('version');
  switch (messageType) {
    case MESSAGE_TYPE.command:
      return plainCommand(fields);
    case MESSAGE_TYPE.updateMessageExt:
      return withMessage(fields, (messageId) => ({ kind: 'messageExt', messageId, version, ext: fields.texts('ext') }));
    case MESSAGE_TYPE.recall:
      return withMessage(fields, (messageId) => ({ kind: 'recall', messageId, version }));
    case MESSAGE_TYPE.messageProperty:
    case MESSAGE_TYPE.updateMessageProperty:
      return withMessage(fields, (messageId) => ({
        kind: 'messageProperty',
        messageId,
        version,
        properties: propertiesIn(fields),
      }));
    case MESSAGE_TYPE.updateMinIndex: {
      const minIndex = fields.int64('min_index');
      return minIndex === null ? lacks('min_index') : { kind: 'minIndex', minIndex };
    }
    case MESSAGE_TYPE.conversationDestroy:
      return { kind: 'destroyed' };
    case MESSAGE_TYPE.modeChange: {
      const mode = fields.int64('mode');
      return { kind: 'mode', mode: mode === null ? null : Number(mode) };
    }
    case MESSAGE_TYPE.blockCommand:
      return {
        kind: 'block',
        isBlocked: fields.bool('block_status'),
        isNormalOnly: fields.bool('block_normal_only'),
        members: fields.int64s('members'),
        users: fields.int64s('users'),
      };
    case MESSAGE_TYPE.markCommand:
      return markCommand(fields, fields.bool('do_action') ?? true);
    case MESSAGE_TYPE.batchUnmarkCommand:
      return markCommand(fields, false);
    case MESSAGE_TYPE.readCommand:
      return readCommand(fields);
    case MESSAGE_TYPE.notifyCommand:
      return { kind: 'notify' };
    default:
      return { kind: 'unknown' };
  }
}

/** Values in a command's content; ids and indexes are written as decimal strings. */
export type CommandJson = string | number | boolean | bigint | readonly CommandJson[] | CommandJsonObject;
export interface CommandJsonObject {
  readonly [key: string]: CommandJson;
}
/** The JSON of a command message, for servers: the keys above in snake case. */
export const writeCommandContent = (fields: CommandJsonObject): string =>
  JSON.stringify(fields, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
