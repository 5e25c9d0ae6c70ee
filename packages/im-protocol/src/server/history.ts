/** Reading messages: 200, 203, 211, 301, 302. */
import { isFieldSet } from '@bufbuild/protobuf';
import { indexesChecksum } from '../client/checksum.ts';
import { MessageDirection, MessageStatus } from '../gen/im_proto/enums_pb.ts';
import {
  MessagesInConversationRequestBodySchema,
  MessagesPerUserRequestBodySchema,
} from '../gen/im_proto/message_commands_pb.ts';
import { byFalling, isListed, placesOf } from './conversation-lists.ts';
import { type Call, done, type Handler } from './decision.ts';
import { badCursor, badLimit, findMember, invalid, limitOf, pageOf } from './lookups.ts';
import { isSeenBy, seenBy } from './sight.ts';
import { cursorOf, type LogItem, type Message, userOf } from './state.ts';
import { commandView, conversationView, messageView, statusFor } from './views.ts';

const PAGE = 50;

/** A log item as it is now; nothing for an item that the user no longer sees. */
function logView(call: Call, item: LogItem) {
  if (item.kind === 'command') return [commandView(call, item.command)];
  const message = call.state.messages.get(item.messageId);
  const conversation = call.state.conversations.get(message?.shortId ?? '');
  const member = conversation?.members.get(call.userId);
  if (message === undefined || conversation === undefined || member === undefined) return [];
  return isSeenBy(message, member) ? [messageView(call, conversation, message, call.userId)] : [];
}

/** IM-V30: the user's log from the cursor on, in order, including command messages. */
export const messagesPerUser: Handler<'messagesPerUser'> = (call, body) => {
  const isSet = isFieldSet(body, MessagesPerUserRequestBodySchema.field.limit);
  const limit = limitOf(isSet, body.limit, PAGE, call.host.limits.messagePage);
  if (limit === null) return badLimit();
  if (body.cursor < 0n) return badCursor();
  const user = userOf(call.state, call.userId);
  const page = pageOf(user.log, (item) => item.at, 'rising', body.cursor, limit);
  const last = page.items.at(-1);
  const current = cursorOf(user);
  return done(() => ({
    messages: page.items.flatMap((item) => logView(call, item)),
    nextCursor: last === undefined ? (current > body.cursor ? current : body.cursor) : last.at + 1n,
    hasMore: page.hasMore,
    nextInterval: 0n,
  }));
};

/** IM-V29: pages of conversations, the one with the newest event first, each with its newest messages. */
export const messagesPerUserInit: Handler<'messagesPerUserInit'> = (call, body) => {
  if (body.cursor < 0n) return badCursor();
  const { initConversations, initMessages } = call.host.limits;
  const places = placesOf(call)
    .filter((place) => isListed(place) && (body.withEmptyConv || seenBy(place.conversation, place.member).length > 0))
    .sort(byFalling(({ member }) => member.activeIndex));
  const page = pageOf(places, ({ member }) => member.activeIndex, 'falling', body.cursor, initConversations);
  return done(() => ({
    messages: page.items.flatMap(({ conversation, member }) =>
      seenBy(conversation, member)
        .slice(-initMessages)
        .map((message) => messageView(call, conversation, message, call.userId)),
    ),
    conversations: page.items.map(({ conversation }) => conversationView(call, conversation, call.userId)),
    perUserCursor: cursorOf(userOf(call.state, call.userId)),
    nextCursor: page.next,
    hasMore: page.hasMore,
    initType: 1,
  }));
};

export const messageById: Handler<'messageById'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  if (body.serverMessageId <= 0n) return invalid('server_message_id is missing');
  const message = call.state.messages.get(body.serverMessageId.toString());
  const status = statusFor(message, found.conversation.shortId, found.member);
  return done(() => ({
    msgInfo: {
      status,
      ...(status === MessageStatus.AVAILABLE && message !== undefined
        ? { body: messageView(call, found.conversation, message, call.userId) }
        : {}),
    },
  }));
};

/** IM-V27: older and from the latest newest first, newer oldest first; the anchor itself is left out. */
export const messagesInConversation: Handler<'messagesInConversation'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const isSet = isFieldSet(body, MessagesInConversationRequestBodySchema.field.limit);
  const limit = limitOf(isSet, body.limit, PAGE, call.host.limits.messagePage);
  if (limit === null) return badLimit();
  if (body.anchorIndex < 0n) return invalid('anchor_index is negative');
  const seen = seenBy(found.conversation, found.member);
  const turned = turn(seen, body.direction, body.anchorIndex);
  if (turned === null) return invalid(`direction ${String(body.direction)} is unknown`);
  const page = turned.slice(0, limit);
  return done(() => ({
    messages: page.map((message) => messageView(call, found.conversation, message, call.userId)),
    nextCursor: page.at(-1)?.index ?? body.anchorIndex,
    hasMore: turned.length > limit,
  }));
};

function turn(seen: readonly Message[], direction: MessageDirection, anchor: bigint): readonly Message[] | null {
  switch (direction) {
    case MessageDirection.FROM_LATEST:
      return seen.toReversed();
    case MessageDirection.OLDER:
      return (anchor === 0n ? seen : seen.filter((message) => message.index < anchor)).toReversed();
    case MessageDirection.NEWER:
      return seen.filter((message) => message.index > anchor);
    default:
      return null;
  }
}

/** IM-V26: blocks of at most 50 messages (a page of 301), newest first, over begin >= index >= end. */
export const messagesCheckInfo: Handler<'messagesCheckInfo'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  if (body.cursorReverseBegin < 0n || body.cursorReverseEnd < 0n) return badCursor();
  if (body.cursorReverseBegin !== 0n && body.cursorReverseEnd > body.cursorReverseBegin) {
    return invalid('cursor_reverse_end is newer than cursor_reverse_begin');
  }
  if (body.expectMsgTotalCount < 0) return invalid('expect_msg_total_count is negative');
  const { checkBlock, checkBlocks } = call.host.limits;
  const indexes = seenBy(found.conversation, found.member)
    .map((message) => message.index)
    .filter((index) => index >= body.cursorReverseEnd)
    .filter((index) => body.cursorReverseBegin === 0n || index <= body.cursorReverseBegin)
    .reverse();
  const blocks: bigint[][] = [];
  for (let from = 0; from < indexes.length && blocks.length < checkBlocks; from += checkBlock) {
    blocks.push(indexes.slice(from, from + checkBlock));
  }
  return done(() => ({
    msgsCheckinfoList: blocks.map((block) => ({
      headMsgIndex: block[0] ?? 0n,
      tailMsgIndex: block.at(-1) ?? 0n,
      msgCount: block.length,
      indexesChecksum: indexesChecksum(block),
    })),
    realMsgTotalCount: indexes.length,
    cursorReverseNext: indexes[checkBlock * checkBlocks] ?? 0n,
  }));
};
