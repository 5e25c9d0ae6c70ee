/** Read and min indexes, unread counts: 2000, 2001, 2002, 2018, 2030. */
import { COMMAND_TYPE, MESSAGE_TYPE } from '../status.ts';
import { commandEntry, plainCommand } from './command-entries.ts';
import { countedPlaces } from './conversation-lists.ts';
import { type Call, done, type Handler } from './decision.ts';
import type { ImEntry } from './entries.ts';
import { findConversation, findMember, invalid, memberOf, membersOf, othersIn } from './lookups.ts';
import { newestIndex, unreadOf } from './sight.ts';
import type { Conversation, Member } from './state.ts';
import { secUid } from './views.ts';
import { CONVERSATION_TYPE } from './vocabulary.ts';

const indexesOf = (call: Call, conversation: Conversation, indexOf: (member: Member) => bigint) =>
  membersOf(conversation).map((member) => ({
    userId: BigInt(member.userId),
    secUid: secUid(call, member.userId),
    index: indexOf(member),
  }));

export const readIndex: Handler<'readIndex'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  return done(() => ({ indexes: indexesOf(call, found.conversation, (member) => member.readIndex) }));
};

export const minIndex: Handler<'minIndex'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  return done(() => ({ indexes: indexesOf(call, found.conversation, (member) => member.minIndex) }));
};

/**
 * IM-V40: the read index only rises, and never beyond the newest message; counts that a client sends along are ignored.
 */
export const markRead: Handler<'markRead'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  if (body.readMessageIndex < 0n) return invalid('read_message_index is negative');
  if (body.convUnreadCount < 0n || body.totalUnreadCount < 0n) return invalid('an unread count is negative');
  return done(() => null, readUpTo(call, found.conversation, found.member, body.readMessageIndex));
};

/** No entry when the index is read already. The reader's devices and the other members are told. */
export function readUpTo(call: Call, conversation: Conversation, member: Member, upTo: bigint): readonly ImEntry[] {
  const newest = newestIndex(conversation);
  const index = upTo > newest ? newest : upTo;
  if (index <= member.readIndex) return [];
  const told = member.isStranger || conversation.type === CONVERSATION_TYPE.broadcast;
  const others = told
    ? []
    : othersIn(conversation, call.userId).filter((id) => memberOf(conversation, id)?.isStranger === false);
  return [
    { type: 'read.moved', shortId: conversation.shortId, userId: call.userId, index: index.toString() },
    ...plainCommand(call, conversation, COMMAND_TYPE.markRead, [call.userId], { read_index: index }),
    ...commandEntry(call, conversation, MESSAGE_TYPE.readCommand, others, { read_index: index, user_id: call.userId }),
  ];
}

/** IM-V42: kept for the host; 2030 answers the server's own counts. */
export const reportUnreadCount: Handler<'reportUnreadCount'> = (call, body) => {
  if (body.convUnreadCount.length > call.host.limits.conversationPage) return invalid('too many conversations');
  const isKnown = (shortId: bigint): boolean => {
    const found = findConversation(call, { conversationId: '', conversationShortId: shortId, conversationType: 0 });
    return found.kind === 'found' && memberOf(found.conversation, call.userId) !== null;
  };
  const fit = body.convUnreadCount.filter((report) => report.unreadCount >= 0n && isKnown(report.convShortId));
  const failed = body.convUnreadCount.filter((report) => !fit.includes(report)).map((report) => report.convShortId);
  const isTotalFit = body.totalUnreadCount >= 0n;
  const entries: readonly ImEntry[] =
    !isTotalFit && fit.length === 0
      ? []
      : [
          {
            type: 'unread.reported',
            userId: call.userId,
            total: isTotalFit ? body.totalUnreadCount.toString() : null,
            conversations: Object.fromEntries(
              fit.map((report) => [report.convShortId.toString(), report.unreadCount.toString()]),
            ),
          },
        ];
  return done(() => ({ setTotalStatus: isTotalFit, failedConvList: failed }), entries);
};

/** IM-V41: muted conversations count, strangers and broadcasts do not. */
export const unreadCount: Handler<'unreadCount'> = (call, body) => {
  if (body.convShortId.length > call.host.limits.conversationPage) return invalid('too many conversations');
  const places = countedPlaces(call);
  const countOf = (shortId: bigint): bigint | null => {
    const place = places.find(({ conversation }) => conversation.shortId === shortId.toString());
    return place === undefined ? null : BigInt(unreadOf(place.conversation, place.member));
  };
  return done(() => {
    const counts = body.convShortId.map((shortId) => ({ shortId, count: countOf(shortId) }));
    const total = places
      .filter(({ conversation }) => conversation.type !== CONVERSATION_TYPE.broadcast)
      .reduce((sum, { conversation, member }) => sum + unreadOf(conversation, member), 0);
    return {
      ...(body.getTotal ? { totalUnreadCount: BigInt(total) } : {}),
      convUnreadCount: Object.fromEntries(
        counts.flatMap(({ shortId, count }) => (count === null ? [] : [[shortId.toString(), count]])),
      ),
      failedConvList: counts.flatMap(({ shortId, count }) => (count === null ? [shortId] : [])),
    };
  });
};
