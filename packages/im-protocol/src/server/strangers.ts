/** The stranger inbox: 1001 to 1007 (IM-V35). */
import { isFieldSet } from '@bufbuild/protobuf';
import { GetStrangerConversationListRequestBodySchema } from '../gen/im_proto/stranger_pb.ts';
import { STATUS } from '../status.ts';
import { byFalling, type Place, placesOf } from './conversation-lists.ts';
import { type Call, done, type Handler, type Refusal, refuse } from './decision.ts';
import type { ImEntry } from './entries.ts';
import { badCursor, badLimit, findMember, findMessage, invalid, limitOf, membersOf, pageOf } from './lookups.ts';
import { isVisibleTo, lastSeenBy, newestIndex, seenBy, unreadOf } from './sight.ts';
import { messageView, participantView } from './views.ts';

const PAGE = 50;

/** Conversations with strangers that have a visible message; newest first. */
const strangerPlaces = (call: Call): readonly Place[] =>
  placesOf(call)
    .filter(({ member }) => member.isIn && member.isStranger && member.activeIndex > 0n)
    .filter(({ conversation, member }) => lastSeenBy(conversation, member) !== null)
    .sort(byFalling(({ member }) => member.activeIndex));

export const strangerConversations: Handler<'strangerConversations'> = (call, body) => {
  const isSet = isFieldSet(body, GetStrangerConversationListRequestBodySchema.field.count);
  const count = limitOf(isSet, body.count, PAGE, call.host.limits.messagePage);
  if (count === null) return badLimit();
  if (body.cursor < 0n) return badCursor();
  const places = strangerPlaces(call);
  const page = pageOf(places, ({ member }) => member.activeIndex, 'falling', body.cursor, count);
  const total = places.reduce((sum, { conversation, member }) => sum + unreadOf(conversation, member), 0);
  return done(() => ({
    nextCursor: page.next,
    hasMore: page.hasMore,
    ...(body.showTotalUnread ? { totalUnread: total } : {}),
    conversationList: page.items.map((place) => strangerView(call, place)),
  }));
};

function strangerView(call: Call, { conversation, member }: Place) {
  const last = lastSeenBy(conversation, member);
  const unread = unreadOf(conversation, member);
  return {
    conversationShortId: BigInt(conversation.shortId),
    conversationId: conversation.id,
    unread,
    badgeCount: unread,
    ...(last === null ? {} : { lastMessage: messageView(call, conversation, last, call.userId) }),
    participants: membersOf(conversation).map((other) => participantView(call, other)),
    ext: { ...conversation.ext },
  };
}

function findStranger(call: Call, shortId: bigint): Refusal | ({ readonly kind: 'found' } & Place) {
  const found = findMember(call, { conversationId: '', conversationShortId: shortId, conversationType: 0 });
  if (found.kind === 'refused') return found;
  if (!found.member.isStranger) return refuse(STATUS.CONVERSATION_NOT_FOUND, 'no stranger conversation');
  return found;
}

/** Marks as read without telling the other side: a stranger is not told. */
const readAll = (call: Call, { conversation, member }: Place): readonly ImEntry[] =>
  newestIndex(conversation) > member.readIndex
    ? [
        {
          type: 'read.moved',
          shortId: conversation.shortId,
          userId: call.userId,
          index: newestIndex(conversation).toString(),
        },
      ]
    : [];
const hideAll = (call: Call, { conversation }: Place): readonly ImEntry[] => [
  {
    type: 'min.moved',
    shortId: conversation.shortId,
    userId: call.userId,
    index: newestIndex(conversation).toString(),
  },
];

/** The newest 200 messages (the cap of a page), oldest first. */
export const strangerMessages: Handler<'strangerMessages'> = (call, body) => {
  const found = findStranger(call, body.conversationShortId);
  if (found.kind === 'refused') return found;
  const page = seenBy(found.conversation, found.member).slice(-call.host.limits.messagePage);
  return done(
    () => ({ messages: page.map((message) => messageView(call, found.conversation, message, call.userId)) }),
    body.resetUnreadCount ? readAll(call, found) : [],
  );
};

export const deleteStrangerMessage: Handler<'deleteStrangerMessage'> = (call, body) => {
  const found = findStranger(call, body.conversationShortId);
  if (found.kind === 'refused') return found;
  const hit = findMessage(call, found.conversation, body.serverMessageId);
  if (hit.kind === 'refused') return hit;
  if (!isVisibleTo(hit.message, call.userId)) return invalid('message is not visible');
  if (hit.message.deletedFor.has(call.userId)) return done(() => ({}));
  return done(() => ({}), [{ type: 'message.deleted', messageId: hit.message.id, userId: call.userId }]);
};

export const deleteStrangerConversation: Handler<'deleteStrangerConversation'> = (call, body) => {
  const found = findStranger(call, body.conversationShortId);
  if (found.kind === 'refused') return found;
  return done(() => ({}), found.member.activeIndex === 0n ? [] : hideAll(call, found));
};

export const deleteAllStrangerConversations: Handler<'deleteAllStrangerConversations'> = (call) =>
  done(
    () => ({}),
    strangerPlaces(call).flatMap((place) => hideAll(call, place)),
  );

export const markStrangerRead: Handler<'markStrangerRead'> = (call, body) => {
  const found = findStranger(call, body.conversationShortId);
  return found.kind === 'refused' ? found : done(() => ({}), readAll(call, found));
};

export const markAllStrangersRead: Handler<'markAllStrangersRead'> = (call) =>
  done(
    () => ({}),
    strangerPlaces(call).flatMap((place) => readAll(call, place)),
  );
