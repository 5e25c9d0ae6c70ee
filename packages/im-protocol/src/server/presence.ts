/** Typing, entering and leaving: 410, 411. Told to the others at once and never stored (IM-V33). */
import { writeCommandContent } from '../client/command-content.ts';
import { InputStatus, UserActionType } from '../gen/im_proto/enums_pb.ts';
import { MESSAGE_TYPE, STATUS } from '../status.ts';
import { newMembers } from './conversations.ts';
import { type Call, done, type Handler, refuse, type Signal } from './decision.ts';
import type { ImEntry, Texts } from './entries.ts';
import { findConversation, invalid, isFitExt, memberOf, othersIn } from './lookups.ts';
import { refusedSpeech } from './permissions.ts';
import { newestIndex } from './sight.ts';
import type { Conversation } from './state.ts';
import { CONVERSATION_TYPE, EXT, ROLE } from './vocabulary.ts';

function notice(call: Call, conversation: Conversation, action: number, key: string, extra: Texts): Signal {
  const present = conversation.type === CONVERSATION_TYPE.live || conversation.type === CONVERSATION_TYPE.broadcast;
  const others = othersIn(conversation, call.userId);
  return {
    kind: 'notice',
    // In live and broadcast chats only present members are told; a stranger's typing is told to no user.
    to: others.filter((id) =>
      present ? conversation.present.has(id) : memberOf(conversation, id)?.isStranger === false,
    ),
    shortId: conversation.shortId,
    messageType: MESSAGE_TYPE.userAction,
    sender: call.userId,
    content: writeCommandContent({
      conversation_id: conversation.id,
      [key]: action,
      user_id: call.userId,
      extra,
    }),
    ext: { [EXT.actionType]: String(action) },
  };
}

/** IM-V34: live and broadcast chat is open: a user who enters without being a member becomes a visitor. */
export const userAction: Handler<'userAction'> = (call, body) => {
  const isEntering = body.actionType === UserActionType.ENTER_CONVERSATION;
  if (!isEntering && body.actionType !== UserActionType.EXIT_CONVERSATION) return invalid('action_type is unknown');
  if (!isFitExt(call, body.extra)) return invalid('extra is too large');
  const found = findConversation(call, body);
  if (found.kind === 'refused') return found;
  const { conversation } = found;
  const isOpen = conversation.type === CONVERSATION_TYPE.live || conversation.type === CONVERSATION_TYPE.broadcast;
  const isMember = memberOf(conversation, call.userId) !== null;
  if (!isMember && !(isOpen && isEntering)) {
    return refuse(STATUS.USER_NOT_IN_GROUP, `user is not in ${conversation.shortId}`);
  }
  const { shortId } = conversation;
  const joined: readonly ImEntry[] = isMember
    ? []
    : [
        {
          type: 'members.added',
          shortId,
          members: newMembers([call.userId], ROLE.visitor, 0n),
          index: call.mint.index().toString(),
        },
        { type: 'read.moved', shortId, userId: call.userId, index: newestIndex(conversation).toString() },
      ];
  const isPresent = conversation.present.has(call.userId);
  const moved: readonly ImEntry[] =
    isPresent === isEntering ? [] : [{ type: 'presence.changed', shortId, userId: call.userId, isPresent: isEntering }];
  return done(
    () => ({}),
    [...joined, ...moved],
    [notice(call, conversation, body.actionType, 'action_type', body.extra)],
  );
};

export const inputStatus: Handler<'inputStatus'> = (call, body) => {
  if (body.status !== InputStatus.TYPING && body.status !== InputStatus.CLEAR_INPUT)
    return invalid('status is unknown');
  if (!isFitExt(call, body.extra)) return invalid('extra is too large');
  const found = findConversation(call, body);
  if (found.kind === 'refused') return found;
  const member = memberOf(found.conversation, call.userId);
  if (member === null) return refuse(STATUS.USER_NOT_IN_GROUP, `user is not in ${found.conversation.shortId}`);
  const silenced = refusedSpeech(call, found.conversation, member, 'type');
  if (silenced !== null) return silenced;
  return done(
    () => ({ status: 0, extra: {} }),
    [],
    [notice(call, found.conversation, body.status, 'status', body.extra)],
  );
};
