/** Marks on messages, of each user (IM-V65): 2036, 2037, 2054 to 2056. */
import { isFieldSet } from '@bufbuild/protobuf';
import { ActionType } from '../gen/im_proto/enums_pb.ts';
import { PullMarkMessageRequestBodySchema } from '../gen/im_proto/mark_pb.ts';
import { MESSAGE_TYPE } from '../status.ts';
import { commandEntry } from './command-entries.ts';
import { byFalling } from './conversation-lists.ts';
import { type Call, done, type Handler, type Refusal } from './decision.ts';
import type { ImEntry } from './entries.ts';
import {
  badCursor,
  badLimit,
  type ConversationName,
  findMember,
  findMessage,
  invalid,
  limitOf,
  pageOf,
} from './lookups.ts';
import { isSeenBy } from './sight.ts';
import { type Mark, markKey, userOf } from './state.ts';
import { messageView } from './views.ts';

const PAGE = 50;

const isAction = (action: number): boolean =>
  action === ActionType.FAVORITE || action === ActionType.PIN || action === ActionType.UNREAD;

const answered = (messageId: bigint) => () => ({
  serverMessageId: messageId,
  checkCode: 0n,
  checkMessage: '',
  status: 0 as const,
});

export const markMessage: Handler<'markMessage'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  if (!isAction(body.actionType)) return invalid('action_type is unknown');
  if (body.sortTime < 0n) return invalid('sort_time is negative');
  const hit = findMessage(call, found.conversation, body.serverMessageId);
  if (hit.kind === 'refused') return hit;
  if (!isSeenBy(hit.message, found.member)) return invalid('message is not visible');
  const tag = body.tag.toString();
  const known = userOf(call.state, call.userId).marks.get(markKey(hit.message.id, body.actionType, tag));
  const reply = answered(body.serverMessageId);
  const { shortId } = found.conversation;
  const common = { userId: call.userId, shortId, action: body.actionType, tag };
  if (body.doAction) {
    const sortTime = sortTimeFor(call, body.actionType, tag, body.sortTime, hit.message.id);
    if (known !== undefined && (body.sortTime === 0n || known.sortTime === sortTime)) return done(reply);
    return done(reply, [
      { type: 'mark.set', ...common, messageId: hit.message.id, sortTime: sortTime.toString() },
      ...commandEntry(call, found.conversation, MESSAGE_TYPE.markCommand, [call.userId], {
        message_id: hit.message.id,
        do_action: true,
        action_type: body.actionType,
        tag,
        sort_time: sortTime,
      }),
    ]);
  }
  if (known === undefined) return done(reply);
  return done(reply, [
    { type: 'mark.cleared', ...common, messageIds: [hit.message.id] },
    ...commandEntry(call, found.conversation, MESSAGE_TYPE.markCommand, [call.userId], {
      message_id: hit.message.id,
      do_action: false,
      action_type: body.actionType,
      tag,
    }),
  ]);
};

/** IM-V66: the cursor of a list is a sort time, so two marks of a list never share one: a used time is increased. */
function sortTimeFor(call: Call, action: number, tag: string, wanted: bigint, messageId: string): bigint {
  const taken = new Set(
    marksOf(call, action, tag)
      .filter((mark) => mark.messageId !== messageId)
      .map((mark) => mark.sortTime),
  );
  let time = wanted === 0n ? call.mint.index() : wanted;
  while (taken.has(time)) time += 1n;
  return time;
}

const marksOf = (call: Call, action: number, tag: string): readonly Mark[] =>
  [...userOf(call.state, call.userId).marks.values()].filter((mark) => mark.action === action && mark.tag === tag);

/** "0" when the request names no conversation. */
function scopeOf(call: Call, name: ConversationName): string | Refusal {
  if (name.conversationShortId === 0n && name.conversationId === '') return '0';
  const found = findMember(call, name);
  return found.kind === 'refused' ? found : found.conversation.shortId;
}

export const pullMarkedMessages: Handler<'pullMarkedMessages'> = (call, body) => {
  const scope = scopeOf(call, body);
  if (typeof scope !== 'string') return scope;
  if (!isAction(body.actionType)) return invalid('action_type is unknown');
  const isSet = isFieldSet(body, PullMarkMessageRequestBodySchema.field.limit);
  const limit = limitOf(isSet, body.limit, PAGE, call.host.limits.messagePage);
  if (limit === null) return badLimit();
  if (body.cursor < 0n) return badCursor();
  const tag = body.tag.toString();
  const marks = marksOf(call, body.actionType, tag)
    .filter((mark) => (scope === '0' || mark.shortId === scope) && markedView(call, mark).length > 0)
    .sort(byFalling((mark) => mark.sortTime));
  const page = body.asc
    ? pageOf(marks.toReversed(), (mark) => mark.sortTime, 'rising', body.cursor, limit)
    : pageOf(marks, (mark) => mark.sortTime, 'falling', body.cursor, limit);
  const scopes = scope === '0' ? [...userOf(call.state, call.userId).markCounts.keys()] : [scope];
  return done(
    () => ({
      messages: page.items.flatMap((mark) => markedView(call, mark)),
      hasMore: page.hasMore,
      nextCursor: page.next,
    }),
    body.clearUnreadCount ? scopes.flatMap((shortId) => cleared(call, shortId, tag)) : [],
  );
};

function cleared(call: Call, shortId: string, tag: string): readonly ImEntry[] {
  const counts = userOf(call.state, call.userId).markCounts.get(shortId);
  const count = counts?.tags.get(tag) ?? 0n;
  if (counts === undefined || count === 0n) return [];
  const total = counts.total > count ? counts.total - count : 0n;
  return [{ type: 'mark.counts', userId: call.userId, shortId, total: total.toString(), tags: { [tag]: '0' } }];
}

/** Nothing for a message that the user no longer sees. */
function markedView(call: Call, mark: Mark) {
  const message = call.state.messages.get(mark.messageId);
  const conversation = call.state.conversations.get(mark.shortId);
  const member = conversation?.members.get(call.userId);
  if (message === undefined || conversation === undefined || conversation.isDissolved) return [];
  if (member === undefined || !member.isIn || !isSeenBy(message, member)) return [];
  return [messageView(call, conversation, message, call.userId)];
}

/** IM-V67: a count that a client reports replaces the server's count. */
export const reportMarkedUnreadCount: Handler<'reportMarkedUnreadCount'> = (call, body) => {
  const scope = scopeOf(call, body);
  if (typeof scope !== 'string') return scope;
  const reported = Object.entries(body.tagUnreadCount);
  if (reported.length > call.host.limits.batch) return invalid('too many tags');
  const fit = reported.filter(([, count]) => count >= 0n);
  const failed = reported.filter(([, count]) => count < 0n).map(([tag]) => BigInt(tag));
  const isTotalFit = body.totalUnreadCount >= 0n;
  const reply = () => ({ setTotalStatus: isTotalFit, failedTagList: failed });
  if (!isTotalFit && fit.length === 0) return done(reply);
  return done(reply, [
    {
      type: 'mark.counts',
      userId: call.userId,
      shortId: scope,
      total: isTotalFit ? body.totalUnreadCount.toString() : null,
      tags: Object.fromEntries(fit.map(([tag, count]) => [tag, count.toString()])),
    },
  ]);
};

/** Without tags for all known tags; without a conversation the sum of all. */
export const markedUnreadCount: Handler<'markedUnreadCount'> = (call, body) => {
  const scope = scopeOf(call, body);
  if (typeof scope !== 'string') return scope;
  if (body.tags.length > call.host.limits.batch) return invalid('too many tags');
  const { markCounts } = userOf(call.state, call.userId);
  const counted = [...markCounts].filter(([shortId]) => scope === '0' || shortId === scope).map(([, counts]) => counts);
  const known = new Set(counted.flatMap((counts) => [...counts.tags.keys()]));
  const wanted = body.tags.length === 0 ? [...known] : body.tags.map(String);
  const sumOf = (tag: string): bigint => counted.reduce((sum, counts) => sum + (counts.tags.get(tag) ?? 0n), 0n);
  const total = counted.reduce((sum, counts) => sum + counts.total, 0n);
  return done(() => ({
    ...(body.getTotal ? { totalCount: total } : {}),
    tagUnreadCount: Object.fromEntries(wanted.filter((tag) => known.has(tag)).map((tag) => [tag, sumOf(tag)])),
    failedTagList: wanted.filter((tag) => !known.has(tag)).map(BigInt),
  }));
};

/** Messages without such a mark are skipped. */
export const batchUnmark: Handler<'batchUnmark'> = (call, body) => {
  const scope = scopeOf(call, body);
  if (typeof scope !== 'string') return scope;
  if (!isAction(body.actionType)) return invalid('action_type is unknown');
  const ids = [...new Set(body.serverMessageIds.map(String))];
  if (ids.length === 0 || ids.length > call.host.limits.batch)
    return invalid('server_message_ids are none or too many');
  const tag = body.tag.toString();
  const marks = marksOf(call, body.actionType, tag).filter(
    (mark) => ids.includes(mark.messageId) && (scope === '0' || mark.shortId === scope),
  );
  const reply = answered(body.serverMessageIds[0] ?? 0n);
  return done(
    reply,
    [...Map.groupBy(marks, (mark) => mark.shortId)].flatMap(([shortId, group]) => {
      const messageIds = group.map((mark) => mark.messageId);
      const fields = { message_ids: messageIds, action_type: body.actionType, tag };
      const conversation = call.state.conversations.get(shortId) ?? null;
      return [
        { type: 'mark.cleared' as const, userId: call.userId, shortId, messageIds, action: body.actionType, tag },
        ...commandEntry(call, conversation, MESSAGE_TYPE.batchUnmarkCommand, [call.userId], fields),
      ];
    }),
  );
};
