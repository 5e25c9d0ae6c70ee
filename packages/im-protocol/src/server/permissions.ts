/** Permissions (IM-V15): one table for each type of conversation. */
import { STATUS } from '../status.ts';
import { type Call, type Refusal, refuse } from './decision.ts';
import { forbidden } from './lookups.ts';
import { blockKey, type Conversation, type ImState, type Member, userOf } from './state.ts';
import type { Verdict } from './types.ts';
import { CONVERSATION_TYPE, ROLE } from './vocabulary.ts';

export type Deed =
  | 'send'
  | 'type'
  | 'react'
  | 'broadcast'
  | 'addMembers'
  | 'removeMembers'
  | 'leave'
  | 'setRole'
  | 'setAliasOfOther'
  | 'setCore'
  | 'upsertCoreExt'
  | 'dissolve'
  | 'block'
  | 'recallOfOther'
  | 'editOfOther';

type Roles = readonly number[];
const { owner, manager, ordinary, visitor } = ROLE;
const NOBODY: Roles = [];
const LEADERS: Roles = [owner, manager];
const ALL: Roles = [owner, manager, ordinary, visitor];

const ONE_TO_ONE: Readonly<Record<Deed, Roles>> = {
  send: [ordinary],
  type: [ordinary],
  react: [ordinary],
  broadcast: NOBODY,
  addMembers: NOBODY,
  removeMembers: NOBODY,
  leave: NOBODY,
  setRole: NOBODY,
  setAliasOfOther: NOBODY,
  setCore: NOBODY,
  upsertCoreExt: [ordinary],
  dissolve: NOBODY,
  block: NOBODY,
  recallOfOther: NOBODY,
  editOfOther: NOBODY,
};
const GROUP: Readonly<Record<Deed, Roles>> = {
  send: [owner, manager, ordinary],
  type: [owner, manager, ordinary],
  react: [owner, manager, ordinary],
  broadcast: NOBODY,
  addMembers: [owner, manager, ordinary],
  removeMembers: LEADERS,
  leave: [manager, ordinary, visitor],
  setRole: [owner],
  setAliasOfOther: LEADERS,
  setCore: LEADERS,
  upsertCoreExt: LEADERS,
  dissolve: [owner],
  block: LEADERS,
  recallOfOther: LEADERS,
  editOfOther: LEADERS,
};
const LIVE: Readonly<Record<Deed, Roles>> = { ...GROUP, send: ALL, type: ALL, react: ALL };
const BROADCAST: Readonly<Record<Deed, Roles>> = {
  ...GROUP,
  send: NOBODY,
  type: LEADERS,
  react: ALL,
  broadcast: LEADERS,
  addMembers: LEADERS,
};

const TABLES: ReadonlyMap<number, Readonly<Record<Deed, Roles>>> = new Map([
  [CONVERSATION_TYPE.oneToOne, ONE_TO_ONE],
  [CONVERSATION_TYPE.group, GROUP],
  [CONVERSATION_TYPE.live, LIVE],
  [CONVERSATION_TYPE.broadcast, BROADCAST],
]);

export const may = (conversation: Conversation, member: Member, deed: Deed): boolean =>
  TABLES.get(conversation.type)?.[deed].includes(member.role) === true;

/** Null when allowed, else status 11. */
export const refusedDeed = (conversation: Conversation, member: Member, deed: Deed): Refusal | null =>
  may(conversation, member, deed) ? null : forbidden(`role ${member.role} may not ${deed} in ${conversation.shortId}`);

const RANK: ReadonlyMap<number, number> = new Map([
  [owner, 3],
  [manager, 2],
  [ordinary, 1],
  [visitor, 0],
]);
/** Whether `one` has a higher role than `other`, as actions against a member require. */
export const isAbove = (one: Member, other: Member): boolean => (RANK.get(one.role) ?? 0) > (RANK.get(other.role) ?? 0);

export const isBlockedMember = (member: Member, now: number): boolean =>
  member.blockedUntil !== null && member.blockedUntil > now;

/** Whether `user` blocked `other`, everywhere or in this conversation. */
export const hasBlocked = (state: ImState, user: string, other: string, shortId: string): boolean => {
  const { blocklist } = userOf(state, user);
  return blocklist.has(blockKey('0', other)) || blocklist.has(blockKey(shortId, other));
};

/** Why a member may not speak although the role allows it. */
export interface Silence {
  /**
   * Envelope status: 12 blocked member, 14 blocked conversation, 11 blocked by the other side of a one-to-one
   * conversation.
   */
  readonly status: number;
  readonly by: 'conversation' | 'other side';
  readonly reason: string;
}

/** IM-V60 to IM-V62: for every action of a member that others see: messages, properties, typing. */
export function silenceOf(call: Call, conversation: Conversation, member: Member): Silence | null {
  if (isBlockedMember(member, call.now)) {
    return { status: STATUS.USER_SILENCE, by: 'conversation', reason: 'member is blocked' };
  }
  const isSpared = member.role === owner || (conversation.isBlockedNormalOnly && member.role === manager);
  if (conversation.isBlocked && !isSpared) {
    return { status: STATUS.USER_BANNED_TO_POST, by: 'conversation', reason: 'conversation is blocked' };
  }
  if (conversation.type !== CONVERSATION_TYPE.oneToOne) return null;
  const other = [...conversation.members.keys()].find((id) => id !== member.userId);
  return other !== undefined && hasBlocked(call.state, other, member.userId, conversation.shortId)
    ? { status: STATUS.USER_FORBIDDEN, by: 'other side', reason: 'blocked by the other side' }
    : null;
}

/** Null when the member may speak, else status 11, 12 or 14. */
export function refusedSpeech(
  call: Call,
  conversation: Conversation,
  member: Member,
  deed: 'type' | 'react' | null,
): Refusal | null {
  const refused = deed === null ? null : refusedDeed(conversation, member, deed);
  if (refused !== null) return refused;
  const silence = silenceOf(call, conversation, member);
  return silence === null ? null : refuse(silence.status, silence.reason);
}

/** The host's verdict; the caller answers `deny`. */
export const review = (
  call: Call,
  kind: 'conversation' | 'participants' | 'info' | 'property' | 'call' | 'send',
  shortId: string,
): Verdict =>
  call.host.hooks.review?.({
    kind,
    command: call.command,
    userId: BigInt(call.userId),
    conversationShortId: BigInt(shortId),
  }) ?? { kind: 'allow' };
