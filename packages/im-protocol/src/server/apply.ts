/** The fold: one entry changes the state. It makes no decision, because an entry is a past fact. */
import { applyConversation, type ConversationEntry } from './apply-conversation.ts';
import { applyMessage, type MessageChange } from './apply-message.ts';
import type { ImEntry } from './entries.ts';
import { mediaTypeOf } from './media-kind.ts';
import { blockKey, type ImState, type MarkCounts, markKey, touchUser, type User } from './state.ts';

type PersonalEntry = Exclude<ImEntry, ConversationEntry | MessageChange>;

export function applyEntry(state: ImState, entry: ImEntry): void {
  switch (entry.type) {
    case 'conversation.created':
    case 'conversation.dissolved':
    case 'conversation.blocked':
    case 'core.changed':
    case 'members.added':
    case 'members.gone':
    case 'member.changed':
    case 'members.blocked':
    case 'presence.changed':
    case 'setting.changed':
    case 'read.moved':
    case 'min.moved':
    case 'stranger.accepted':
      applyConversation(state, entry);
      return;
    case 'message.sent':
    case 'message.recalled':
    case 'message.deleted':
    case 'message.ext':
    case 'message.properties':
    case 'command.sent':
      applyMessage(state, entry);
      return;
    default:
      applyPersonal(state, entry);
  }
}

function applyPersonal(state: ImState, entry: PersonalEntry): void {
  switch (entry.type) {
    case 'mark.set':
    case 'mark.cleared':
    case 'mark.counts':
      applyMark(touchUser(state, entry.userId), entry);
      return;
    case 'unread.reported': {
      const user = touchUser(state, entry.userId);
      if (entry.total !== null) user.reportedTotal = BigInt(entry.total);
      for (const [shortId, count] of Object.entries(entry.conversations)) {
        user.reportedUnread.set(shortId, BigInt(count));
      }
      return;
    }
    case 'blocklist.changed': {
      const { blocklist } = touchUser(state, entry.userId);
      state.lastIndex = maxOf(state.lastIndex, BigInt(entry.index) + BigInt(entry.others.length));
      for (const [place, other] of entry.others.entries()) {
        if (entry.isBlocked) blocklist.set(blockKey(entry.shortId, other), BigInt(entry.index) + BigInt(place));
        else blocklist.delete(blockKey(entry.shortId, other));
      }
      return;
    }
    case 'call.changed':
      state.lastId = maxOf(state.lastId, BigInt(entry.call.channelId));
      state.calls.set(entry.call.channelId, entry.call);
      return;
    case 'call.beat': {
      const call = state.calls.get(entry.channelId);
      if (call === undefined) return;
      const isCaller = call.callerId === entry.userId;
      state.calls.set(call.channelId, {
        ...call,
        beatAt: isCaller ? entry.at : call.beatAt,
        callees: call.callees.map((callee) =>
          callee.userId === entry.userId ? { ...callee, beatAt: entry.at } : callee,
        ),
      });
      return;
    }
    case 'media.stored':
      state.media.set(entry.uri, {
        uri: entry.uri,
        owner: entry.owner,
        size: entry.size,
        contentType: entry.contentType,
        mediaType: mediaTypeOf(entry.contentType),
        at: entry.at,
      });
  }
}

const maxOf = (one: bigint, other: bigint): bigint => (one > other ? one : other);

function countsOf(user: User, shortId: string): MarkCounts {
  const counts = user.markCounts.get(shortId) ?? { total: 0n, tags: new Map<string, bigint>() };
  user.markCounts.set(shortId, counts);
  return counts;
}

function addToCounts(user: User, shortId: string, tag: string, by: bigint): void {
  const counts = countsOf(user, shortId);
  counts.tags.set(tag, maxOf(0n, (counts.tags.get(tag) ?? 0n) + by));
  counts.total = maxOf(0n, counts.total + by);
}

function applyMark(user: User, entry: Extract<ImEntry, { readonly type: `mark.${string}` }>): void {
  switch (entry.type) {
    case 'mark.set': {
      const key = markKey(entry.messageId, entry.action, entry.tag);
      if (!user.marks.has(key)) addToCounts(user, entry.shortId, entry.tag, 1n);
      const { shortId, messageId, action, tag } = entry;
      user.marks.set(key, { shortId, messageId, action, tag, sortTime: BigInt(entry.sortTime) });
      return;
    }
    case 'mark.cleared':
      for (const messageId of entry.messageIds) {
        if (user.marks.delete(markKey(messageId, entry.action, entry.tag))) {
          addToCounts(user, entry.shortId, entry.tag, -1n);
        }
      }
      return;
    case 'mark.counts': {
      const counts = countsOf(user, entry.shortId);
      for (const [tag, count] of Object.entries(entry.tags)) counts.tags.set(tag, BigInt(count));
      if (entry.total !== null) counts.total = BigInt(entry.total);
    }
  }
}
