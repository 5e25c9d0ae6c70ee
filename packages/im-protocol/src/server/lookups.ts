/** Finds the objects that a request names, or refuses the request (IM-V5 to IM-V8). */
import { STATUS } from '../status.ts';
import { type Call, type Refusal, refuse } from './decision.ts';
import type { UserId } from './entries.ts';
import type { Conversation, Member, Message } from './state.ts';

/** The three fields that name a conversation. Zero and empty mean that the field is not set. */
export interface ConversationName {
  readonly conversationId: string;
  readonly conversationShortId: bigint;
  readonly conversationType: number;
}

export interface Found {
  readonly kind: 'found';
  readonly conversation: Conversation;
}
export interface FoundMember extends Found {
  readonly member: Member;
}

export function findConversation(call: Call, name: ConversationName): Found | Refusal {
  const shortId =
    name.conversationShortId !== 0n
      ? name.conversationShortId.toString()
      : (call.state.byTextId.get(name.conversationId) ?? name.conversationId);
  if (shortId === '') return refuse(STATUS.INVALID_REQUEST, 'no conversation is named');
  const conversation = call.state.conversations.get(shortId);
  if (conversation === undefined || conversation.isDissolved) {
    return refuse(STATUS.CONVERSATION_NOT_FOUND, `conversation ${shortId} not found`);
  }
  if (name.conversationId !== '' && name.conversationId !== conversation.id && name.conversationId !== shortId) {
    return refuse(STATUS.INVALID_REQUEST, `conversation_id is not the one of ${shortId}`);
  }
  if (name.conversationType !== 0 && name.conversationType !== conversation.type) {
    return refuse(STATUS.INVALID_REQUEST, `conversation_type of ${shortId} is ${conversation.type}`);
  }
  return { kind: 'found', conversation };
}

export const memberOf = (conversation: Conversation, userId: UserId): Member | null => {
  const member = conversation.members.get(userId);
  return member?.isIn === true ? member : null;
};

/** The present members, by their sort order. */
export const membersOf = (conversation: Conversation): readonly Member[] =>
  [...conversation.members.values()].filter((member) => member.isIn);

export const othersIn = (conversation: Conversation, userId: UserId): readonly UserId[] =>
  membersOf(conversation)
    .map((member) => member.userId)
    .filter((other) => other !== userId);

/** The caller's membership in a conversation. */
export function findMember(call: Call, name: ConversationName): FoundMember | Refusal {
  const found = findConversation(call, name);
  if (found.kind === 'refused') return found;
  const member = memberOf(found.conversation, call.userId);
  if (member === null) return refuse(STATUS.USER_NOT_IN_GROUP, `user is not in ${found.conversation.shortId}`);
  return { ...found, member };
}

/** A message of this conversation. */
export function findMessage(
  call: Call,
  conversation: Conversation,
  messageId: bigint,
): Refusal | { readonly kind: 'found'; readonly message: Message } {
  const message = call.state.messages.get(messageId.toString());
  if (message === undefined || message.shortId !== conversation.shortId) {
    return refuse(STATUS.INVALID_REQUEST, `message ${messageId} is not in ${conversation.shortId}`);
  }
  return { kind: 'found', message };
}

/** A page size: the default when it is not set; null when it is 0, negative or above the cap (IM-V9). */
export function limitOf(isSet: boolean, value: number | bigint, fallback: number, cap: number): number | null {
  if (!isSet) return fallback;
  const limit = Number(value);
  return limit >= 1 && limit <= cap ? limit : null;
}
export const badLimit = (): Refusal => refuse(STATUS.INVALID_REQUEST, 'limit is out of range');
export const badCursor = (): Refusal => refuse(STATUS.INVALID_REQUEST, 'cursor is negative');

export const invalid = (reason: string): Refusal => refuse(STATUS.INVALID_REQUEST, reason);
export const forbidden = (reason: string): Refusal => refuse(STATUS.USER_FORBIDDEN, reason);

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** The key of the first remaining item; 0 when none remains. */
  readonly next: bigint;
}

/** A page of `sorted` (by falling or rising unique keys) from `cursor` on; 0 is the beginning. */
export function pageOf<Item>(
  sorted: readonly Item[],
  keyOf: (item: Item) => bigint,
  order: 'rising' | 'falling',
  cursor: bigint,
  limit: number,
): Page<Item> {
  const isBefore = (key: bigint): boolean => (order === 'rising' ? key < cursor : key > cursor);
  const start = cursor === 0n ? 0 : sorted.findIndex((item) => !isBefore(keyOf(item)));
  const from = start === -1 ? [] : sorted.slice(start);
  const left = from[limit];
  return { items: from.slice(0, limit), hasMore: left !== undefined, next: left === undefined ? 0n : keyOf(left) };
}

/** Whether an `ext` map is within the limits. */
export function isFitExt(call: Call, ext: Readonly<Record<string, string>>): boolean {
  const entries = Object.entries(ext);
  const { extEntries, extValueChars } = call.host.limits;
  return (
    entries.length <= extEntries &&
    entries.every(([key, value]) => key !== '' && key.length + value.length <= extValueChars)
  );
}
/** Keys that only the server writes. */
export const hasReservedKey = (ext: Readonly<Record<string, string>>): boolean =>
  Object.keys(ext).some((key) => key.startsWith('s:'));

/** User ids of a request as texts, each once; null when one is not positive or there are none or too many. */
export function userIdsOf(ids: readonly bigint[], cap: number): readonly UserId[] | null {
  if (ids.length === 0 || ids.length > cap || ids.some((id) => id <= 0n)) return null;
  return [...new Set(ids.map(String))];
}
