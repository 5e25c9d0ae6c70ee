/** Blocking in conversations, and the blocklist: 2019, 2020, 2032 to 2034. */
import { isFieldSet } from '@bufbuild/protobuf';
import {
  BlockConversationRequestBodySchema,
  BlockMembersRequestBodySchema,
  GetBlockListRequestBodySchema,
} from '../gen/im_proto/blocklist_pb.ts';
import { BlockStatus } from '../gen/im_proto/enums_pb.ts';
import { MESSAGE_TYPE } from '../status.ts';
import { commandEntry, everybodyIn } from './command-entries.ts';
import { byFalling } from './conversation-lists.ts';
import { type BodyOf, type Call, done, type Handler, type Refusal } from './decision.ts';
import { FOREVER } from './entries.ts';
import {
  badCursor,
  badLimit,
  type ConversationName,
  findConversation,
  findMember,
  invalid,
  limitOf,
  memberOf,
  pageOf,
  userIdsOf,
} from './lookups.ts';
import { hasBlocked, isAbove, refusedDeed } from './permissions.ts';
import { userOf } from './state.ts';

const PAGE = 50;

const nameOf = (body: BodyOf<'blockMembers'> | BodyOf<'blockConversation'>): ConversationName => ({
  conversationId: body.conversationId,
  conversationShortId: body.convShortId,
  conversationType: body.conversationType,
});

/** IM-V60: `block_time` is seconds from now, 0 without an end (ours); unblocking ignores the number. */
export const blockMembers: Handler<'blockMembers'> = (call, body) => {
  const found = findMember(call, nameOf(body));
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  if (!isFieldSet(body, BlockMembersRequestBodySchema.field.blockStatus)) return invalid('block_status is missing');
  const isBlocking = body.blockStatus === BlockStatus.BLOCK;
  if (!isBlocking && body.blockStatus !== BlockStatus.UNBLOCK) return invalid('block_status is unknown');
  const wanted = Object.entries(body.blockTime);
  if (wanted.length === 0 || wanted.length > call.host.limits.batch)
    return invalid('block_time names nobody, or too many');
  if (wanted.some(([, seconds]) => seconds < 0n)) return invalid('a block_time is negative');
  const refused = refusedDeed(conversation, member, 'block');
  if (refused !== null) return refused;
  const fit = wanted.filter(([id]) => {
    const other = memberOf(conversation, id);
    return other !== null && isAbove(member, other);
  });
  const failed = wanted.filter((pair) => !fit.includes(pair)).map(([id]) => BigInt(id));
  const until = Object.fromEntries(
    fit.map(([id, seconds]) => [id, isBlocking ? endOf(call.now, seconds) : null] as const),
  );
  const reply = () => ({ failedMembers: failed });
  if (fit.length === 0) return done(reply);
  return done(reply, [
    { type: 'members.blocked', shortId: conversation.shortId, until },
    ...commandEntry(call, conversation, MESSAGE_TYPE.blockCommand, everybodyIn(conversation), {
      block_status: isBlocking ? 1 : 0,
      members: fit.map(([id]) => id),
    }),
  ]);
};

/** A time beyond the safe integers counts as without an end. */
function endOf(now: number, seconds: bigint): number {
  const end = BigInt(now) + seconds * 1_000n;
  return seconds === 0n || end >= BigInt(FOREVER) ? FOREVER : Number(end);
}

/** IM-V61: only the owner may write; with `block_normal_only` managers may, too. */
export const blockConversation: Handler<'blockConversation'> = (call, body) => {
  const found = findMember(call, nameOf(body));
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  if (!isFieldSet(body, BlockConversationRequestBodySchema.field.blockStatus))
    return invalid('block_status is missing');
  const isBlocked = body.blockStatus === BlockStatus.BLOCK;
  if (!isBlocked && body.blockStatus !== BlockStatus.UNBLOCK) return invalid('block_status is unknown');
  const refused = refusedDeed(conversation, member, 'block');
  if (refused !== null) return refused;
  const isNormalOnly = isBlocked && body.blockNormalOnly;
  if (conversation.isBlocked === isBlocked && conversation.isBlockedNormalOnly === isNormalOnly)
    return done(() => ({}));
  return done(
    () => ({}),
    [
      { type: 'conversation.blocked', shortId: conversation.shortId, isBlocked, isNormalOnly },
      ...commandEntry(call, conversation, MESSAGE_TYPE.blockCommand, everybodyIn(conversation), {
        block_status: isBlocked ? 1 : 0,
        block_normal_only: isNormalOnly,
      }),
    ],
  );
};

interface Scope {
  readonly blockType: boolean;
  readonly convShortId: bigint;
  readonly convId: string;
}

/** "0" for the list that holds everywhere; with `block_type` the list of one conversation. */
function scopeOf(call: Call, body: Scope): string | Refusal {
  if (!body.blockType) return '0';
  const name = { conversationId: body.convId, conversationShortId: body.convShortId, conversationType: 0 };
  const found = findConversation(call, name);
  if (found.kind === 'refused') return found;
  const member = findMember(call, name);
  return member.kind === 'refused' ? member : found.conversation.shortId;
}

export const blocklist: Handler<'blocklist'> = (call, body) => {
  const scope = scopeOf(call, body);
  if (typeof scope !== 'string') return scope;
  const isSet = isFieldSet(body, GetBlockListRequestBodySchema.field.limit);
  const limit = limitOf(isSet, body.limit, PAGE, call.host.limits.conversationPage);
  if (limit === null) return badLimit();
  if (body.cursor < 0n) return badCursor();
  const blocked = [...userOf(call.state, call.userId).blocklist]
    .filter(([key]) => key.startsWith(`${scope}:`))
    .map(([key, index]) => ({ userId: BigInt(key.slice(scope.length + 1)), index }))
    .sort(byFalling(({ index }) => index));
  const page = pageOf(blocked, ({ index }) => index, 'falling', body.cursor, limit);
  return done(() => ({
    userInfo: page.items.map(({ userId, index }) => ({ userId, createTime: index / 1_000n })),
    hasMore: page.hasMore,
    nextCursor: page.next,
  }));
};

/** IM-V62: users cannot block themselves; setting what is set already succeeds and changes nothing. */
export const setBlocklist: Handler<'setBlocklist'> = (call, body) => {
  const scope = scopeOf(call, body);
  if (typeof scope !== 'string') return scope;
  const ids = userIdsOf(body.blocklist, call.host.limits.batch);
  if (ids === null) return invalid('blocklist is not 1 to the batch limit of user ids');
  const others = ids.filter((id) => id !== call.userId && hasEntry(call, id, scope) !== body.setBlockList);
  const failed = ids.filter((id) => id === call.userId).map(BigInt);
  const reply = () => ({ failedList: failed });
  if (others.length === 0) return done(reply);
  const conversation = call.state.conversations.get(scope) ?? null;
  return done(reply, [
    {
      type: 'blocklist.changed',
      userId: call.userId,
      shortId: scope,
      others,
      isBlocked: body.setBlockList,
      index: call.mint.index().toString(),
    },
    ...commandEntry(call, conversation, MESSAGE_TYPE.blockCommand, [call.userId], {
      block_status: body.setBlockList ? 1 : 0,
      users: others,
    }),
  ]);
};

const hasEntry = (call: Call, other: string, scope: string): boolean =>
  userOf(call.state, call.userId).blocklist.has(`${scope}:${other}`);

export const checkInBlocklist: Handler<'checkInBlocklist'> = (call, body) => {
  const scope = scopeOf(call, body);
  if (typeof scope !== 'string') return scope;
  if (body.userToCheck <= 0n) return invalid('user_to_check is no user id');
  return done(() => ({ inBlocklist: hasBlocked(call.state, call.userId, body.userToCheck.toString(), scope) }));
};
