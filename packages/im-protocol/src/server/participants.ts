/** Members: 605, 650, 651, 652, 655. */
import { isFieldSet } from '@bufbuild/protobuf';
import {
  ConversationParticipantsListRequestBodySchema,
  UpdateConversationParticipantRequestBodySchema,
} from '../gen/im_proto/participant_pb.ts';
import { MESSAGE_TYPE, STATUS } from '../status.ts';
import { commandEntry, participantsUpdated } from './command-entries.ts';
import { dissolution, idsOrRefusal, newMembers } from './conversations.ts';
import { type BodyOf, type Call, done, type Handler, type Refusal, refuse } from './decision.ts';
import type { ImEntry, UserId } from './entries.ts';
import { badCursor, badLimit, findMember, forbidden, invalid, limitOf, memberOf, membersOf } from './lookups.ts';
import { hasBlocked, isAbove, may, refusedDeed, review } from './permissions.ts';
import { newestIndex } from './sight.ts';
import type { Conversation, Member } from './state.ts';
import { participantsPage, participantView, secUid } from './views.ts';
import { CONVERSATION_TYPE, OPERATION, ROLE } from './vocabulary.ts';

const PAGE = 100;

export const participants: Handler<'participants'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const isSet = isFieldSet(body, ConversationParticipantsListRequestBodySchema.field.limit);
  const limit = limitOf(isSet, body.limit, PAGE, call.host.limits.participantPage);
  if (limit === null) return badLimit();
  if (body.cursor < 0n) return badCursor();
  return done(() => ({ participantsPage: participantsPage(call, found.conversation, body.cursor, limit) }));
};

const pairs = (call: Call, ids: readonly UserId[]) => ids.map((id) => ({ uid: BigInt(id), secUid: secUid(call, id) }));
const statusOf = (succeeded: number, failed: number): number =>
  failed === 0 ? OPERATION.succeed : succeeded === 0 ? OPERATION.rejected : OPERATION.partlyRejected;
const passed = { extraInfo: '', checkCode: 0n, checkMessage: '' };

/** IM-V16: a new member of a group sees later messages; live and broadcast chat is seen from its beginning. */
const firstIndexFor = (conversation: Conversation): bigint =>
  conversation.type === CONVERSATION_TYPE.group ? newestIndex(conversation) : 0n;

export const addParticipants: Handler<'addParticipants'> = (call, body) => {
  const ready = prepared(call, body, 'addMembers');
  if (ready.kind === 'refused') return ready;
  const { conversation, ids, check } = ready;
  const answer = (succeeded: readonly UserId[], failed: readonly UserId[], checked = passed) =>
    ({
      successParticipants: succeeded.map(BigInt),
      failedParticipants: failed.map(BigInt),
      status: statusOf(succeeded.length, failed.length),
      secSuccessParticipants: pairs(call, succeeded),
      secFailedParticipants: pairs(call, failed),
      ...checked,
    }) as const;
  if (check !== null) return done(() => answer([], ids, { ...passed, ...check }));
  const room = call.host.limits.members - membersOf(conversation).length;
  const fit = ids.filter(
    (id) => memberOf(conversation, id) === null && !hasBlocked(call.state, id, call.userId, conversation.shortId),
  );
  const added = fit.slice(0, Math.max(0, room));
  const failed = ids.filter((id) => !added.includes(id));
  if (added.length === 0) return done(() => answer([], failed));
  return done(
    () => answer(added, failed),
    [
      {
        type: 'members.added',
        shortId: conversation.shortId,
        members: newMembers(added, ROLE.ordinary, firstIndexFor(conversation)),
        index: call.mint.index().toString(),
      },
      ...participantsUpdated(call, conversation, { added, also: added }),
    ],
  );
};

interface Prepared {
  readonly kind: 'ready';
  readonly conversation: Conversation;
  readonly member: Member;
  readonly ids: readonly UserId[];
  readonly check: { readonly checkCode: bigint; readonly checkMessage: string } | null;
}

function prepared(
  call: Call,
  body: BodyOf<'addParticipants'> | BodyOf<'removeParticipants'>,
  deed: 'addMembers' | 'removeMembers',
): Prepared | Refusal {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const ids = idsOrRefusal(call, body.participants);
  if ('kind' in ids) return ids;
  const refused = refusedDeed(found.conversation, found.member, deed);
  if (refused !== null) return refused;
  const verdict = review(call, 'participants', found.conversation.shortId);
  if (verdict.kind === 'deny') return refuse(STATUS.CALLBACK_DENY, verdict.reason);
  return { ...found, kind: 'ready', ids, check: verdict.kind === 'reject' ? verdict : null };
}

export const removeParticipants: Handler<'removeParticipants'> = (call, body) => {
  const ready = prepared(call, body, 'removeMembers');
  if (ready.kind === 'refused') return ready;
  const { conversation, member, ids, check } = ready;
  const removed =
    check === null
      ? ids.filter((id) => {
          const other = memberOf(conversation, id);
          return other !== null && isAbove(member, other);
        })
      : [];
  const failed = ids.filter((id) => !removed.includes(id));
  const reply = () => ({
    failedParticipants: failed.map(BigInt),
    status: statusOf(removed.length, failed.length),
    failedSecParticipants: pairs(call, failed),
    ...passed,
    ...(check === null ? {} : { checkCode: check.checkCode, checkMessage: check.checkMessage }),
  });
  return done(reply, removed.length === 0 ? [] : gone(call, conversation, removed));
};

/** Removed members are told that the conversation ended for them; the others are told who was removed. */
function gone(call: Call, conversation: Conversation, userIds: readonly UserId[]): readonly ImEntry[] {
  return [
    ...participantsUpdated(call, conversation, { removed: userIds }),
    { type: 'members.gone', shortId: conversation.shortId, userIds },
    ...commandEntry(call, conversation, MESSAGE_TYPE.conversationDestroy, userIds, {}),
  ];
}

export const leaveConversation: Handler<'leaveConversation'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  // IM-V17: a conversation that is not persistent ends when its owner leaves.
  if (!conversation.isPersistent && member.role === ROLE.owner)
    return done(() => null, dissolution(call, conversation));
  const refused = refusedDeed(conversation, member, 'leave');
  return refused ?? done(() => null, gone(call, conversation, [call.userId]));
};

export const updateParticipant: Handler<'updateParticipant'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  const target = memberOf(conversation, (body.userId === 0n ? BigInt(call.userId) : body.userId).toString());
  if (target === null) return refuse(STATUS.USER_NOT_IN_GROUP, `user ${body.userId} is not in ${conversation.shortId}`);
  const isRoleSet = isFieldSet(body, UpdateConversationParticipantRequestBodySchema.field.role);
  const role = isRoleSet && body.role !== target.role ? body.role : null;
  const alias = body.isAliasSet && body.alias !== target.alias ? body.alias : null;
  const refused = refusedUpdate(call, conversation, member, target, role, alias);
  if (refused !== null) return refused;
  const reply = (status: number, checkCode: bigint, checkMessage: string) => () => ({
    participant: participantView(call, target),
    status,
    extraInfo: '',
    checkCode,
    checkMessage,
  });
  const verdict = review(call, 'participants', conversation.shortId);
  if (verdict.kind === 'deny') return refuse(STATUS.CALLBACK_DENY, verdict.reason);
  if (verdict.kind === 'reject') return done(reply(OPERATION.rejected, verdict.checkCode, verdict.checkMessage));
  const succeeded = reply(OPERATION.succeed, 0n, '');
  if (role === null && alias === null) return done(succeeded);
  const { shortId } = conversation;
  const handover: readonly ImEntry[] =
    role === ROLE.owner
      ? [{ type: 'member.changed', shortId, userId: call.userId, role: ROLE.manager, alias: null }]
      : [];
  const modified = role === ROLE.owner ? [target.userId, call.userId] : [target.userId];
  return done(succeeded, [
    ...handover,
    { type: 'member.changed', shortId, userId: target.userId, role, alias },
    ...participantsUpdated(call, conversation, { modified }),
  ]);
};

/** IM-V18: only the owner gives roles; giving the owner's role makes the old owner a manager. */
function refusedUpdate(
  call: Call,
  conversation: Conversation,
  member: Member,
  target: Member,
  role: number | null,
  alias: string | null,
): Refusal | null {
  if (role !== null) {
    if (!Object.values<number>(ROLE).includes(role)) return invalid(`role ${role} is unknown`);
    if (!may(conversation, member, 'setRole')) return forbidden(`role ${member.role} may not set roles`);
    if (target.userId === member.userId) return forbidden('the owner stays the owner until another one is');
  }
  if (alias !== null) {
    if (alias.length > call.host.limits.nameChars) return invalid('alias is too long');
    const isOwn = target.userId === member.userId;
    if (!isOwn && !(may(conversation, member, 'setAliasOfOther') && isAbove(member, target))) {
      return forbidden('alias of another');
    }
  }
  return null;
}
