/** Creating and ending conversations: 609, 603, 614. */
import { isFieldSet } from '@bufbuild/protobuf';
import type { CommandJsonObject } from '../client/command-content.ts';
import { CreateConversationV2RequestBodySchema } from '../gen/im_proto/conversation_commands_pb.ts';
import { COMMAND_TYPE, MESSAGE_TYPE, STATUS } from '../status.ts';
import { commandEntry, everybodyIn, plainCommand } from './command-entries.ts';
import { type BodyOf, type Call, done, type Handler, type Refusal, refuse } from './decision.ts';
import type { ImEntry, NewMember, UserId } from './entries.ts';
import { findMember, invalid, isFitExt, userIdsOf } from './lookups.ts';
import { hasBlocked, refusedDeed, review } from './permissions.ts';
import { newestIndex } from './sight.ts';
import type { Conversation } from './state.ts';
import { conversationView } from './views.ts';
import { CONVERSATION_TYPE, OPERATION, ROLE } from './vocabulary.ts';

type Body = BodyOf<'createConversation'>;

export const oneToOneId = (one: UserId, other: UserId): string => {
  const [low, high] = BigInt(one) < BigInt(other) ? [one, other] : [other, one];
  return `inbox:1:${low}:${high}`;
};

const answerWith = (call: Call, shortId: string) => () => {
  const conversation = call.state.conversations.get(shortId);
  return {
    ...(conversation === undefined ? {} : { conversation: conversationView(call, conversation, call.userId) }),
    checkCode: 0n,
    checkMessage: '',
    extraInfo: '',
    status: OPERATION.succeed,
  };
};
const rejected = (checkCode: bigint, checkMessage: string) =>
  done(() => ({ checkCode, checkMessage, extraInfo: '', status: OPERATION.rejected }));

/** Null when the body is valid, else the refusal. */
function unfit(call: Call, body: Body): Refusal | null {
  const { limits } = call.host;
  if (!Object.values<number>(CONVERSATION_TYPE).includes(body.conversationType)) {
    return invalid(`conversation_type ${body.conversationType} is unknown`);
  }
  if (body.participants.some((id) => id <= 0n)) return invalid('a participant is not a user id');
  if (body.participants.length + 1 > limits.members) return invalid('too many participants');
  if ([body.name, body.description, body.avatarUrl].some((text) => text.length > limits.contentChars)) {
    return invalid('a text is too long');
  }
  if (body.name.length > limits.nameChars) return invalid('name is too long');
  return isFitExt(call, body.bizExt) ? null : invalid('biz_ext is too large');
}

export const createConversation: Handler<'createConversation'> = (call, body) => {
  const bad = unfit(call, body);
  if (bad !== null) return bad;
  const others = [...new Set(body.participants.map(String))].filter((id) => id !== call.userId);
  const isPair = body.conversationType === CONVERSATION_TYPE.oneToOne;
  if (isPair && others.length !== 1) return invalid('one to one has one other participant');
  const known = existing(call, body, others);
  if (known !== null) return done(answerWith(call, known.shortId));
  const blocker = others.find((other) => hasBlocked(call.state, other, call.userId, '0'));
  if (isPair && blocker !== undefined) return rejected(BigInt(STATUS.USER_FORBIDDEN), `blocked by ${blocker}`);
  const verdict = review(call, 'conversation', '0');
  if (verdict.kind === 'deny') return refuse(STATUS.CALLBACK_DENY, verdict.reason);
  if (verdict.kind === 'reject') return rejected(verdict.checkCode, verdict.checkMessage);
  return made(call, body, others, isPair);
};

/** IM-V11: the conversation with the same idempotent id, or of the same pair; null for none. */
function existing(call: Call, body: Body, others: readonly UserId[]): Conversation | null {
  const byId = body.idempotentId === '' ? undefined : call.state.created.get(`${call.userId}:${body.idempotentId}`);
  const [other] = others;
  const byPair =
    body.conversationType === CONVERSATION_TYPE.oneToOne && other !== undefined
      ? call.state.byTextId.get(oneToOneId(call.userId, other))
      : undefined;
  const conversation = call.state.conversations.get(byId ?? byPair ?? '');
  return conversation === undefined || conversation.isDissolved ? null : conversation;
}

function made(call: Call, body: Body, others: readonly UserId[], isPair: boolean) {
  const shortId = call.mint.id();
  const isKnown = (other: UserId): boolean => call.host.hooks.isContact?.(BigInt(other), BigInt(call.userId)) ?? false;
  const members: readonly NewMember[] = [
    { userId: call.userId, role: isPair ? ROLE.ordinary : ROLE.owner, isStranger: false, minIndex: '0' },
    ...others.map((userId) => ({
      userId,
      role: ROLE.ordinary,
      isStranger: isPair && !isKnown(userId),
      minIndex: '0',
    })),
  ];
  const entry: ImEntry = {
    type: 'conversation.created',
    shortId,
    conversationId: isPair ? oneToOneId(call.userId, others[0] ?? '') : shortId,
    conversationType: body.conversationType,
    creator: call.userId,
    idempotentId: body.idempotentId === '' ? null : body.idempotentId,
    isPersistent: isFieldSet(body, CreateConversationV2RequestBodySchema.field.persistent) ? body.persistent : true,
    name: body.name,
    desc: body.description,
    icon: body.avatarUrl,
    ext: { ...body.bizExt },
    members,
    index: call.mint.index().toString(),
    at: call.now,
  };
  return done(answerWith(call, shortId), [entry, ...founded(call, entry.conversationId, shortId, members)]);
}

/** Tells the devices of the others; strangers are told with the first message only. */
const founded = (call: Call, conversationId: string, shortId: string, members: readonly NewMember[]): ImEntry[] => [
  {
    type: 'command.sent',
    command: {
      id: call.mint.id(),
      shortId,
      index: call.mint.index().toString(),
      at: call.now,
      sender: call.userId,
      messageType: MESSAGE_TYPE.command,
      content: JSON.stringify({
        conversation_id: conversationId,
        command_type: COMMAND_TYPE.participantUpdate,
        added_participant: members.map((member) => member.userId),
      } satisfies CommandJsonObject),
      to: members.filter((member) => !member.isStranger).map((member) => member.userId),
    },
  },
];

/** IM-V14: hides the conversation, and its messages up to the index, from the caller. */
export const deleteConversation: Handler<'deleteConversation'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  const newest = newestIndex(conversation);
  if (body.lastMessageIndex < 0n) return invalid('last_message_index is negative');
  if (body.lastMessageIndex > newest) return invalid('last_message_index is beyond the newest message');
  const index = body.lastMessageIndex === 0n ? newest : body.lastMessageIndex;
  if (index <= member.minIndex && member.activeIndex === 0n) return done(() => null);
  return done(
    () => null,
    [
      { type: 'min.moved', shortId: conversation.shortId, userId: call.userId, index: index.toString() },
      ...plainCommand(call, conversation, COMMAND_TYPE.deleteConversation, [call.userId], {
        last_message_index: index,
      }),
      ...commandEntry(call, conversation, MESSAGE_TYPE.updateMinIndex, [call.userId], { min_index: index }),
    ],
  );
};

export const dissolveConversation: Handler<'dissolveConversation'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const refused = refusedDeed(found.conversation, found.member, 'dissolve');
  return refused ?? done(() => null, dissolution(call, found.conversation));
};

export const dissolution = (call: Call, conversation: Conversation): readonly ImEntry[] => [
  { type: 'conversation.dissolved', shortId: conversation.shortId },
  ...commandEntry(call, conversation, MESSAGE_TYPE.conversationDestroy, everybodyIn(conversation), {}),
];

export const newMembers = (userIds: readonly UserId[], role: number, minIndex: bigint): readonly NewMember[] =>
  userIds.map((userId) => ({ userId, role, isStranger: false, minIndex: minIndex.toString() }));

export const idsOrRefusal = (call: Call, ids: readonly bigint[]): readonly UserId[] | Refusal =>
  userIdsOf(ids, call.host.limits.batch) ?? invalid('participants are not 1 to the batch limit of user ids');
