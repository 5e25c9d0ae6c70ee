/** Applies entries about one conversation and its members. */
import type { ImEntry, NewMember } from './entries.ts';
import { type Conversation, type ImState, type Member, touchUser } from './state.ts';

export type ConversationEntry = Extract<
  ImEntry,
  {
    readonly type:
      | `conversation.${string}`
      | `members.${string}`
      | 'core.changed'
      | 'member.changed'
      | 'presence.changed'
      | 'setting.changed'
      | 'read.moved'
      | 'min.moved'
      | 'stranger.accepted';
  }
>;
type Created = Extract<ImEntry, { readonly type: 'conversation.created' }>;

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** A returning member keeps the record of the earlier membership; the min and the read index only rise. */
function join(state: ImState, conversation: Conversation, member: NewMember, index: bigint): void {
  const before = conversation.members.get(member.userId);
  const minIndex = BigInt(member.minIndex);
  touchUser(state, member.userId).conversations.add(conversation.shortId);
  if (before !== undefined) {
    before.isIn = true;
    before.role = member.role;
    before.blockedUntil = null;
    before.joinIndex = index;
    before.activeIndex = index;
    before.minIndex = later(before.minIndex, minIndex);
    before.readIndex = later(before.readIndex, minIndex);
    return;
  }
  conversation.members.set(member.userId, {
    userId: member.userId,
    role: member.role,
    alias: '',
    sortOrder: conversation.nextSortOrder,
    joinIndex: index,
    isIn: true,
    isStranger: member.isStranger,
    blockedUntil: null,
    readIndex: minIndex,
    minIndex,
    isMuted: false,
    topTime: 0n,
    favoriteTime: 0n,
    settingVersion: 1n,
    settingExt: {},
    activeIndex: index,
  });
  conversation.nextSortOrder += 1n;
}

function create(state: ImState, entry: Created): void {
  const index = BigInt(entry.index);
  const conversation: Conversation = {
    shortId: entry.shortId,
    id: entry.conversationId,
    type: entry.conversationType,
    creator: entry.creator,
    isPersistent: entry.isPersistent,
    createdIndex: index,
    isDissolved: false,
    isBlocked: false,
    isBlockedNormalOnly: false,
    name: entry.name,
    desc: entry.desc,
    icon: entry.icon,
    notice: '',
    ext: entry.ext,
    infoVersion: 1n,
    members: new Map(),
    present: new Set(),
    messages: [],
    nextSortOrder: 1n,
  };
  state.conversations.set(entry.shortId, conversation);
  state.byTextId.set(entry.conversationId, entry.shortId);
  if (entry.idempotentId !== null) state.created.set(`${entry.creator}:${entry.idempotentId}`, entry.shortId);
  state.lastIndex = later(state.lastIndex, index);
  state.lastId = later(state.lastId, BigInt(entry.shortId));
  for (const member of entry.members) join(state, conversation, member, index);
}

export function applyConversation(state: ImState, entry: ConversationEntry): void {
  if (entry.type === 'conversation.created') {
    create(state, entry);
    return;
  }
  const conversation = state.conversations.get(entry.shortId);
  if (conversation === undefined) throw new Error(`${entry.type} of the unknown conversation ${entry.shortId}`);
  switch (entry.type) {
    case 'conversation.dissolved':
      conversation.isDissolved = true;
      conversation.present.clear();
      return;
    case 'conversation.blocked':
      conversation.isBlocked = entry.isBlocked;
      conversation.isBlockedNormalOnly = entry.isNormalOnly;
      conversation.infoVersion += 1n;
      return;
    case 'core.changed':
      conversation.name = entry.set.name ?? conversation.name;
      conversation.desc = entry.set.desc ?? conversation.desc;
      conversation.icon = entry.set.icon ?? conversation.icon;
      conversation.notice = entry.set.notice ?? conversation.notice;
      conversation.ext = { ...conversation.ext, ...entry.ext };
      conversation.infoVersion += 1n;
      return;
    case 'members.added':
      state.lastIndex = later(state.lastIndex, BigInt(entry.index));
      for (const member of entry.members) join(state, conversation, member, BigInt(entry.index));
      return;
    case 'members.gone':
      for (const userId of entry.userIds) {
        const member = conversation.members.get(userId);
        if (member !== undefined) member.isIn = false;
        conversation.present.delete(userId);
      }
      return;
    case 'presence.changed':
      if (entry.isPresent) conversation.present.add(entry.userId);
      else conversation.present.delete(entry.userId);
      return;
    default:
      applyMember(state, conversation, entry);
  }
}

type MemberEntry = Extract<
  ConversationEntry,
  {
    readonly type:
      | 'member.changed'
      | 'members.blocked'
      | 'setting.changed'
      | 'read.moved'
      | 'min.moved'
      | 'stranger.accepted';
  }
>;

function applyMember(state: ImState, conversation: Conversation, entry: MemberEntry): void {
  if (entry.type === 'members.blocked') {
    for (const [userId, until] of Object.entries(entry.until)) {
      const member = conversation.members.get(userId);
      if (member !== undefined) member.blockedUntil = until;
    }
    return;
  }
  const member = conversation.members.get(entry.userId);
  if (member === undefined) throw new Error(`${entry.type} of ${entry.userId}, who is not in ${entry.shortId}`);
  switch (entry.type) {
    case 'member.changed':
      member.role = entry.role ?? member.role;
      member.alias = entry.alias ?? member.alias;
      return;
    case 'setting.changed':
      applySetting(state, member, entry);
      return;
    case 'read.moved':
      member.readIndex = later(member.readIndex, BigInt(entry.index));
      return;
    case 'min.moved':
      member.minIndex = later(member.minIndex, BigInt(entry.index));
      member.readIndex = later(member.readIndex, BigInt(entry.index));
      if (!conversation.messages.some((message) => message.index > member.minIndex)) member.activeIndex = 0n;
      return;
    case 'stranger.accepted':
      member.isStranger = false;
  }
}

function applySetting(
  state: ImState,
  member: Member,
  entry: Extract<ImEntry, { readonly type: 'setting.changed' }>,
): void {
  member.isMuted = entry.isMuted ?? member.isMuted;
  if (entry.topTime !== null) member.topTime = BigInt(entry.topTime);
  if (entry.favoriteTime !== null) member.favoriteTime = BigInt(entry.favoriteTime);
  state.lastIndex = later(state.lastIndex, later(member.topTime, member.favoriteTime));
  member.settingExt = { ...member.settingExt, ...entry.ext };
  member.settingVersion += 1n;
}
