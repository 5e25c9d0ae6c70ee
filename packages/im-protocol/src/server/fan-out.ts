/** The pushes and their recipients for an entry that was just applied, or for a signal. */
import { PUSH_COMMANDS } from '../commands.ts';
import { NewMessageNotifyType, SendType } from '../gen/im_proto/enums_pb.ts';
import type { ResponseBody } from '../gen/im_proto/envelope_pb.ts';
import type { Signal } from './decision.ts';
import type { CommandEntry, ImEntry, MessageEntry, UserId } from './entries.ts';
import { membersOf } from './lookups.ts';
import { isVisibleTo, unreadOf } from './sight.ts';
import { type Conversation, cursorOf, type Member, type Message, type User, userOf } from './state.ts';
import { commandView, messageView, referenceView, secUid, type ViewContext } from './views.ts';
import { CONVERSATION_TYPE } from './vocabulary.ts';

export interface Push {
  readonly to: UserId;
  readonly command: number;
  readonly body: ResponseBody;
  /** True leaves out the connection that gave the command: only for pushes that are not in the log. */
  readonly isForOthers: boolean;
}

/** The cursors before and after the last item of a log: `previous` is the `next` of the previous push (IM-V30). */
function chain(user: User): { readonly previousCursor: bigint; readonly nextCursor: bigint } {
  const before = user.log.at(-2);
  return { previousCursor: before === undefined ? 0n : before.at + 1n, nextCursor: cursorOf(user) };
}

export function pushesFor(context: ViewContext, entry: ImEntry): readonly Push[] {
  if (entry.type === 'message.sent') return messagePushes(context, entry.message);
  if (entry.type === 'command.sent') return commandPushes(context, entry.command);
  return [];
}

function messagePushes(context: ViewContext, entry: MessageEntry): readonly Push[] {
  const conversation = context.state.conversations.get(entry.shortId);
  const message = context.state.messages.get(entry.id);
  if (conversation === undefined || message === undefined) return [];
  return membersOf(conversation)
    .filter((member) => isVisibleTo(message, member.userId) && context.host.isOnline(member.userId))
    .map((member) => messagePush(context, conversation, message, member));
}

function messagePush(context: ViewContext, conversation: Conversation, message: Message, member: Member): Push {
  const { userId } = member;
  const view = messageView(context, conversation, message, userId);
  if (member.isStranger) {
    const { number, fill } = PUSH_COMMANDS.strangerNewMessage;
    return { to: userId, command: number, body: fill({ message: view }), isForOthers: false };
  }
  const reference = referenceView(context, message, member);
  const isCrowd = conversation.type === CONVERSATION_TYPE.live || conversation.type === CONVERSATION_TYPE.broadcast;
  const isBroadcast = conversation.type === CONVERSATION_TYPE.broadcast;
  const command = isBroadcast ? PUSH_COMMANDS.newBroadcastMessage : PUSH_COMMANDS.newMessage;
  return {
    to: userId,
    command: command.number,
    body: command.fill({
      conversationId: conversation.id,
      conversationType: conversation.type,
      notifyType: isCrowd ? NewMessageNotifyType.PER_CONVERSATION : NewMessageNotifyType.PER_USER,
      message: view,
      indexInConversation: message.index,
      badgeCount: unreadOf(conversation, member),
      // IM-V31: live and broadcast messages are in no log, so they have no cursors.
      ...(isCrowd ? {} : chain(userOf(context.state, userId))),
      ...(reference === null ? {} : { refMsgInfo: reference }),
    }),
    isForOthers: false,
  };
}

function commandPushes(context: ViewContext, command: CommandEntry): readonly Push[] {
  const conversation = context.state.conversations.get(command.shortId);
  const view = commandView(context, command);
  return command.to
    .filter((userId) => context.host.isOnline(userId))
    .map((to) => ({
      to,
      command: PUSH_COMMANDS.newMessage.number,
      body: PUSH_COMMANDS.newMessage.fill({
        ...(conversation === undefined ? {} : { conversationId: conversation.id, conversationType: conversation.type }),
        notifyType: NewMessageNotifyType.PER_USER,
        message: view,
        indexInConversation: BigInt(command.index),
        ...chain(userOf(context.state, to)),
      }),
      // The entry is in the log: without its push the cursors of the connection that gave the command would have a gap.
      isForOthers: false,
    }));
}

/** IM-V33: signals are in no log, so both cursors are 0. */
export function signalPushes(context: ViewContext, signal: Signal): readonly Push[] {
  const conversation = context.state.conversations.get(signal.shortId);
  const named =
    conversation === undefined
      ? {}
      : {
          conversationId: conversation.id,
          conversationShortId: BigInt(conversation.shortId),
          conversationType: conversation.type,
        };
  const said = {
    ...named,
    messageType: signal.messageType,
    sender: BigInt(signal.sender),
    secSender: secUid(context, signal.sender),
    content: signal.content,
    ext: { ...signal.ext },
    createTime: BigInt(context.now),
  };
  const told = signal.to.filter((userId) => context.host.isOnline(userId));
  if (signal.kind === 'direct') {
    const { number, fill } = PUSH_COMMANDS.newP2PMessage;
    const sendType = signal.byUser ? SendType.BY_USER : SendType.BY_CONVERSATION;
    return told.map((to) => ({ to, command: number, body: fill({ ...said, sendType }), isForOthers: true }));
  }
  const { conversationShortId: _, ...envelope } = { conversationShortId: 0n, ...named };
  const { number, fill } = PUSH_COMMANDS.newMessage;
  return told.map((to) => ({
    to,
    command: number,
    body: fill({
      ...envelope,
      notifyType: NewMessageNotifyType.PER_CONVERSATION,
      message: said,
      previousCursor: 0n,
      nextCursor: 0n,
    }),
    isForOthers: true,
  }));
}
