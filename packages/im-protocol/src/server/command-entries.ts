/**
 * Command messages (types 50001 to 70002): they are sent to users and kept in their logs, and are in no history
 * (IM-V32).
 */
import { type CommandJsonObject, writeCommandContent } from '../client/command-content.ts';
import { COMMAND_TYPE, MESSAGE_TYPE } from '../status.ts';
import type { Call } from './decision.ts';
import type { ImEntry, UserId } from './entries.ts';
import { membersOf } from './lookups.ts';
import type { Conversation } from './state.ts';

/** The entry of a command message; none without a recipient. */
export function commandEntry(
  call: Call,
  conversation: Conversation | null,
  messageType: number,
  to: readonly UserId[],
  fields: CommandJsonObject,
): readonly ImEntry[] {
  if (to.length === 0) return [];
  return [
    {
      type: 'command.sent',
      command: {
        id: call.mint.id(),
        shortId: conversation?.shortId ?? '0',
        index: call.mint.index().toString(),
        at: call.now,
        sender: call.userId,
        messageType,
        content: writeCommandContent(conversation === null ? fields : { conversation_id: conversation.id, ...fields }),
        to,
      },
    },
  ];
}

/**
 * The recipients of a change: the members including the caller, for the caller's other devices. Members whose stranger
 * inbox has the conversation are left out, because the inbox is fetched.
 */
export const everybodyIn = (conversation: Conversation): readonly UserId[] =>
  membersOf(conversation)
    .filter((member) => !member.isStranger)
    .map((member) => member.userId);

/** 50001 with one of the public `command_type`s. */
export const plainCommand = (
  call: Call,
  conversation: Conversation,
  commandType: number,
  to: readonly UserId[],
  fields: CommandJsonObject = {},
): readonly ImEntry[] =>
  commandEntry(call, conversation, MESSAGE_TYPE.command, to, { command_type: commandType, ...fields });

export const coreUpdated = (call: Call, conversation: Conversation): readonly ImEntry[] =>
  plainCommand(call, conversation, COMMAND_TYPE.coreUpdate, everybodyIn(conversation));

export const settingUpdated = (call: Call, conversation: Conversation): readonly ImEntry[] =>
  plainCommand(call, conversation, COMMAND_TYPE.settingUpdate, [call.userId]);

export interface ParticipantNews {
  readonly added?: readonly UserId[];
  readonly modified?: readonly UserId[];
  readonly removed?: readonly UserId[];
  /** Recipients beside the members. */
  readonly also?: readonly UserId[];
}

/** 50001, participant update: with the public keys added_, modified_ and removed_participant. */
export const participantsUpdated = (
  call: Call,
  conversation: Conversation,
  news: ParticipantNews,
): readonly ImEntry[] =>
  plainCommand(
    call,
    conversation,
    COMMAND_TYPE.participantUpdate,
    [...new Set([...everybodyIn(conversation), ...(news.also ?? [])])],
    {
      ...(news.added === undefined ? {} : { added_participant: news.added }),
      ...(news.modified === undefined ? {} : { modified_participant: news.modified }),
      ...(news.removed === undefined ? {} : { removed_participant: news.removed }),
    },
  );
