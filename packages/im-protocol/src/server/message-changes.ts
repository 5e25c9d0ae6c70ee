/** Changing messages: 701, 702, 2021. */
import { COMMAND_TYPE, MESSAGE_TYPE, STATUS } from '../status.ts';
import { commandEntry, everybodyIn, plainCommand } from './command-entries.ts';
import { type Call, done, type Handler, refuse } from './decision.ts';
import type { UserId } from './entries.ts';
import { findMember, findMessage, forbidden, hasReservedKey, invalid, isFitExt } from './lookups.ts';
import { isAbove, may, refusedSpeech } from './permissions.ts';
import { isVisibleTo } from './sight.ts';
import type { Conversation, Member, Message } from './state.ts';
import { refusedTicket } from './tickets.ts';

/** The recipients of a change of the message: the users who see it. */
export const toldOf = (conversation: Conversation, message: Message): readonly UserId[] =>
  everybodyIn(conversation).filter((id) => isVisibleTo(message, id));

/** The sender may change the message, and members of a higher role where the table allows it. */
export function mayChange(
  conversation: Conversation,
  member: Member,
  message: Message,
  deed: 'recallOfOther' | 'editOfOther',
): boolean {
  if (message.sender === member.userId) return true;
  const sender = conversation.members.get(message.sender);
  return may(conversation, member, deed) && (sender === undefined || !sender.isIn || isAbove(member, sender));
}

/** IM-V37: deletes for the caller only; a repetition changes nothing. */
export const deleteMessage: Handler<'deleteMessage'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation } = found;
  const hit = findMessage(call, conversation, body.messageId);
  if (hit.kind === 'refused') return hit;
  if (!isVisibleTo(hit.message, call.userId)) return invalid('message is not visible');
  if (hit.message.deletedFor.has(call.userId)) return done(() => null);
  return done(
    () => null,
    [
      { type: 'message.deleted', messageId: hit.message.id, userId: call.userId },
      ...plainCommand(call, conversation, COMMAND_TYPE.deleteMessage, [call.userId], { message_id: hit.message.id }),
    ],
  );
};

/** IM-V38: recalls within the time limit, by a member whom the table allows; a repetition changes nothing. */
export const recallMessage: Handler<'recallMessage'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  const hit = findMessage(call, conversation, body.serverMessageId);
  if (hit.kind === 'refused') return hit;
  const { message } = hit;
  if (!isVisibleTo(message, call.userId)) return invalid('message is not visible');
  if (!mayChange(conversation, member, message, 'recallOfOther')) return forbidden('the message is of another');
  if (message.recalledBy !== null) return done(() => null);
  if (call.now - message.at > call.host.limits.recallMs) return refuse(STATUS.RECALL_TIMEOUT, 'recall time is over');
  return done(
    () => null,
    [
      { type: 'message.recalled', messageId: message.id, by: call.userId },
      ...commandEntry(call, conversation, MESSAGE_TYPE.recall, toldOf(conversation, message), {
        message_id: message.id,
        version: message.version + 1n,
      }),
    ],
  );
};

/** IM-V39: keys are added or replaced; clients may not write the SDK's own keys. */
export const modifyMessageExt: Handler<'modifyMessageExt'> = (call, body) => {
  const found = findMember(call, {
    conversationId: '',
    conversationShortId: body.conversationShortId,
    conversationType: 0,
  });
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  const badTicket = refusedTicket(call, body.ticket, conversation.shortId);
  if (badTicket !== null) return badTicket;
  const hit = findMessage(call, conversation, body.messageId);
  if (hit.kind === 'refused') return hit;
  const { message } = hit;
  if (!isVisibleTo(message, call.userId) || message.recalledBy !== null) return invalid('message cannot be changed');
  if (!mayChange(conversation, member, message, 'editOfOther')) return forbidden('the message is of another');
  return refusedSpeech(call, conversation, member, null) ?? written(call, conversation, message, body.ext);
};

function written(call: Call, conversation: Conversation, message: Message, ext: Readonly<Record<string, string>>) {
  const isFit = Object.keys(ext).length > 0 && !hasReservedKey(ext) && isFitExt(call, { ...message.ext, ...ext });
  if (!isFit) return invalid('ext is empty, too large or has a reserved key');
  return done(
    () => ({}),
    [
      { type: 'message.ext', messageId: message.id, ext: { ...ext } },
      ...commandEntry(call, conversation, MESSAGE_TYPE.updateMessageExt, toldOf(conversation, message), {
        message_id: message.id,
        version: message.version + 1n,
        ext,
      }),
    ],
  );
}
