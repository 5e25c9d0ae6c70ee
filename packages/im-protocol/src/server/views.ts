/** Converts the state to the wire: conversations, participants, messages, as one user sees them. */
import type { MessageInitShape as Init } from '@bufbuild/protobuf';
import type {
  ConversationCoreInfoSchema,
  ConversationInfoV2Schema,
  ConversationSettingInfoSchema,
} from '../gen/im_proto/conversation_pb.ts';
import { MessageStatus } from '../gen/im_proto/enums_pb.ts';
import type { MessageBodySchema, ReferenceInfoSchema } from '../gen/im_proto/message_pb.ts';
import type { ParticipantSchema, ParticipantsPageSchema } from '../gen/im_proto/participant_pb.ts';
import type { Call } from './decision.ts';
import { type CommandEntry, FOREVER, type UserId } from './entries.ts';
import { memberOf, membersOf, pageOf } from './lookups.ts';
import { isBlockedMember } from './permissions.ts';
import { secUidOf } from './sec-uid.ts';
import { isSeenBy, isVisibleTo, unreadOf } from './sight.ts';
import type { Conversation, Member, Message } from './state.ts';
import { DEPRECATED_TICKET, EXT, ROLE } from './vocabulary.ts';

/** The parts that are the same for every user: the state, the host, the time. */
export type ViewContext = Pick<Call, 'state' | 'host' | 'now'>;

const FIRST_PAGE = 100;

export function secUid({ host }: ViewContext, userId: UserId): string {
  const made = host.secUids.get(userId) ?? secUidOf(host.secret, userId);
  host.secUids.set(userId, made);
  return made;
}

export function participantView(context: ViewContext, member: Member): Init<typeof ParticipantSchema> {
  const isBlocked = isBlockedMember(member, context.now);
  const until = isBlocked ? (member.blockedUntil ?? 0) : 0;
  return {
    userId: BigInt(member.userId),
    sortOrder: member.sortOrder,
    role: member.role,
    alias: member.alias,
    secUid: secUid(context, member.userId),
    blocked: isBlocked ? 1 : 0,
    // Ours: seconds; -1 without an end
    leftBlockTime:
      until === FOREVER ? -1n : BigInt(Math.max(0, Math.ceil((until - context.now) / 1000))) * (isBlocked ? 1n : 0n),
  };
}

export function participantsPage(
  context: ViewContext,
  conversation: Conversation,
  cursor: bigint,
  limit: number,
): Init<typeof ParticipantsPageSchema> {
  const page = pageOf(membersOf(conversation), (member) => member.sortOrder, 'rising', cursor, limit);
  return {
    participants: page.items.map((member) => participantView(context, member)),
    hasMore: page.hasMore,
    cursor: page.next,
  };
}

const nameOf = (conversation: Conversation) => ({
  conversationId: conversation.id,
  conversationShortId: BigInt(conversation.shortId),
  conversationType: conversation.type,
});

export function coreView(context: ViewContext, conversation: Conversation): Init<typeof ConversationCoreInfoSchema> {
  const owner = membersOf(conversation).find((member) => member.role === ROLE.owner);
  return {
    ...nameOf(conversation),
    infoVersion: conversation.infoVersion,
    name: conversation.name,
    desc: conversation.desc,
    icon: conversation.icon,
    inboxType: 0,
    notice: conversation.notice,
    ext: { ...conversation.ext },
    owner: BigInt(owner?.userId ?? 0),
    secOwner: owner === undefined ? '' : secUid(context, owner.userId),
    blockStatus: conversation.isBlocked ? 1 : 0,
    blockNormalOnly: conversation.isBlockedNormalOnly,
    creatorUid: BigInt(conversation.creator),
  };
}

export const settingView = (
  conversation: Conversation,
  member: Member,
): Init<typeof ConversationSettingInfoSchema> => ({
  ...nameOf(conversation),
  minIndex: member.minIndex,
  readIndex: member.readIndex,
  mute: member.isMuted ? 1 : 0,
  stickOnTop: member.topTime > 0n ? 1 : 0,
  inboxType: 0,
  ext: { ...member.settingExt },
  settingVersion: member.settingVersion,
  favorite: member.favoriteTime > 0n ? 1 : 0,
  setTopTime: member.topTime,
  setFavoriteTime: member.favoriteTime,
});

/** `member` is the caller's own record; null for a caller who is not a member (any more). */
export function conversationView(
  context: ViewContext,
  conversation: Conversation,
  userId: UserId,
): Init<typeof ConversationInfoV2Schema> {
  const record = conversation.members.get(userId);
  const member = memberOf(conversation, userId);
  return {
    ...nameOf(conversation),
    ticket: DEPRECATED_TICKET,
    firstPageParticipants: participantsPage(context, conversation, 0n, FIRST_PAGE),
    participantsCount: membersOf(conversation).length,
    isParticipant: member !== null,
    inboxType: 0,
    badgeCount: member === null ? 0 : unreadOf(conversation, member),
    ...(member === null ? {} : { userInfo: participantView(context, member) }),
    conversationCoreInfo: coreView(context, conversation),
    ...(record === undefined ? {} : { conversationSettingInfo: settingView(conversation, record) }),
  };
}

/** IM-V28: the status of a quoted message for a reader. */
export function statusFor(message: Message | undefined, shortId: string, reader: Member | null): MessageStatus {
  if (message === undefined || message.shortId !== shortId) return MessageStatus.NOT_EXIST;
  if (message.recalledBy !== null) return MessageStatus.RECALLED;
  if (reader === null || !isVisibleTo(message, reader.userId)) return MessageStatus.INVISIBLE;
  if (message.deletedFor.has(reader.userId)) return MessageStatus.DELETED;
  return isSeenBy(message, reader) ? MessageStatus.AVAILABLE : MessageStatus.INVISIBLE;
}

export function referenceView(
  context: ViewContext,
  message: Message,
  reader: Member | null,
): Init<typeof ReferenceInfoSchema> | null {
  const { quote } = message;
  if (quote === null) return null;
  const quoted = context.state.messages.get(quote.messageId);
  const isHere = quoted !== undefined && quoted.shortId === message.shortId;
  return {
    referencedMessageId: BigInt(quote.messageId),
    hint: quote.hint,
    refMessageType: isHere ? BigInt(quoted.messageType) : 0n,
    referencedMessageStatus: statusFor(quoted, message.shortId, reader),
    ...(quote.rootId === null ? {} : { rootMessageId: BigInt(quote.rootId) }),
    ...(quote.rootIndex === null ? {} : { rootMessageConvIndex: BigInt(quote.rootIndex) }),
    ...(isHere ? { sender: BigInt(quoted.sender) } : {}),
  };
}

export function messageView(
  context: ViewContext,
  conversation: Conversation,
  message: Message,
  readerId: UserId,
): Init<typeof MessageBodySchema> {
  const isRecalled = message.recalledBy !== null;
  const reference = referenceView(context, message, conversation.members.get(readerId) ?? null);
  return {
    ...nameOf(conversation),
    serverMessageId: BigInt(message.id),
    indexInConversation: message.index,
    messageType: message.messageType,
    sender: BigInt(message.sender),
    content: isRecalled ? '' : message.content,
    ext: { ...message.ext, ...(isRecalled ? { [EXT.isRecalled]: 'true' } : {}) },
    createTime: BigInt(message.at),
    version: message.version,
    status: isRecalled ? 1 : 0,
    orderInConversation: message.order,
    secSender: secUid(context, message.sender),
    propertyList: Object.fromEntries(
      [...message.properties].map(([key, items]) => [
        key,
        {
          Items: items.map((item) => ({
            uid: BigInt(item.userId),
            secUid: secUid(context, item.userId),
            createTime: BigInt(item.at),
            idempotentId: item.idempotentId,
            value: item.value,
          })),
        },
      ]),
    ),
    ...(reference === null ? {} : { referenceInfo: reference }),
  };
}

export function commandView(context: ViewContext, command: CommandEntry): Init<typeof MessageBodySchema> {
  const conversation = context.state.conversations.get(command.shortId);
  return {
    ...(conversation === undefined ? {} : nameOf(conversation)),
    serverMessageId: BigInt(command.id),
    indexInConversation: BigInt(command.index),
    messageType: command.messageType,
    sender: BigInt(command.sender),
    content: command.content,
    createTime: BigInt(command.at),
    version: 0n,
    status: 0,
    secSender: secUid(context, command.sender),
  };
}
