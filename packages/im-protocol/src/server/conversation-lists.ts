/** Lists of conversations: 610, 611, 612, 615, 2006. */
import { isFieldSet } from '@bufbuild/protobuf';
import {
  ConversationsPerUserByFavoriteV2RequestBodySchema,
  ConversationsPerUserByTopV2RequestBodySchema,
  GetUserConversationListRequestBodySchema,
} from '../gen/im_proto/conversation_commands_pb.ts';
import { ConversationType, SortType } from '../gen/im_proto/enums_pb.ts';
import { type BodyOf, type Call, done, type Handler, type Refusal } from './decision.ts';
import { badCursor, badLimit, findConversation, invalid, limitOf, memberOf, pageOf } from './lookups.ts';
import { type Conversation, type Member, userOf } from './state.ts';
import { conversationView } from './views.ts';

export interface Place {
  readonly conversation: Conversation;
  readonly member: Member;
}

const MARKED_PAGE = 500;
const LIST_PAGE = 50;

/** Every existing conversation that the caller is or was a member of, including those with strangers. */
export const placesOf = (call: Call): readonly Place[] =>
  [...userOf(call.state, call.userId).conversations].flatMap((shortId) => {
    const conversation = call.state.conversations.get(shortId);
    const member = conversation?.members.get(call.userId);
    return conversation === undefined || member === undefined || conversation.isDissolved
      ? []
      : [{ conversation, member }];
  });

/**
 * IM-V12: a list has conversations that the caller is in, has not deleted since their last event, and that are no
 * stranger's.
 */
export const isListed = ({ member }: Place): boolean => member.isIn && !member.isStranger && member.activeIndex > 0n;

export const byFalling =
  <Item>(keyOf: (item: Item) => bigint) =>
  (one: Item, other: Item): number =>
    keyOf(one) < keyOf(other) ? 1 : keyOf(one) > keyOf(other) ? -1 : 0;

/** Unknown conversations, and those that the caller was never in, are left out. */
export const conversationInfoList: Handler<'conversationInfoList'> = (call, body) => {
  if (body.conversationInfoList.length > call.host.limits.batch) return invalid('too many conversations');
  const known = body.conversationInfoList.flatMap((name) => {
    const found = findConversation(call, name);
    return found.kind === 'found' && found.conversation.members.has(call.userId) ? [found.conversation] : [];
  });
  return done(() => ({
    conversationInfoList: known.map((conversation) => conversationView(call, conversation, call.userId)),
  }));
};

function markedPage(call: Call, cursor: bigint, limit: number | null, timeOf: (place: Place) => bigint) {
  if (limit === null) return badLimit();
  if (cursor < 0n) return badCursor();
  const marked = placesOf(call)
    .filter((place) => isListed(place) && timeOf(place) > 0n)
    .sort(byFalling(timeOf));
  const page = pageOf(marked, timeOf, 'falling', cursor, limit);
  return done(() => ({
    conversationInfoList: page.items.map(({ conversation }) => conversationView(call, conversation, call.userId)),
    hasMore: page.hasMore,
    nextCursor: page.next,
  }));
}

export const favoriteConversations: Handler<'favoriteConversations'> = (call, body) => {
  const isSet = isFieldSet(body, ConversationsPerUserByFavoriteV2RequestBodySchema.field.limit);
  const limit = limitOf(isSet, body.limit, MARKED_PAGE, call.host.limits.conversationPage);
  return markedPage(call, body.cursor, limit, ({ member }) => member.favoriteTime);
};

export const topConversations: Handler<'topConversations'> = (call, body) => {
  const isSet = isFieldSet(body, ConversationsPerUserByTopV2RequestBodySchema.field.limit);
  const limit = limitOf(isSet, body.limit, MARKED_PAGE, call.host.limits.conversationPage);
  return markedPage(call, body.cursor, limit, ({ member }) => member.topTime);
};

export const conversationsCheckInfo: Handler<'conversationsCheckInfo'> = (call) =>
  done(() => ({
    conversationCheckinfoList: placesOf(call)
      .filter(isListed)
      .map(({ conversation }) => ({
        conversationShortId: BigInt(conversation.shortId),
        conversationId: conversation.id,
        conversationType: conversation.type,
      })),
  }));

type ListBody = BodyOf<'userConversations'>;
const { field } = GetUserConversationListRequestBodySchema;

export const userConversations: Handler<'userConversations'> = (call, body) => {
  const limit = limitOf(isFieldSet(body, field.limit), body.limit, LIST_PAGE, call.host.limits.conversationPage);
  if (limit === null) return badLimit();
  if (body.cursor < 0n) return badCursor();
  const sorted = sortedPlaces(call, body);
  if ('kind' in sorted) return sorted;
  const page = pageOf(sorted, ({ key }) => key, sorted[0]?.order ?? 'falling', body.cursor, limit);
  return done(() => ({
    list: page.items.map(({ place }) => conversationView(call, place.conversation, call.userId)),
    hasMore: page.hasMore,
    nextCursor: page.next,
  }));
};

interface Sorted {
  readonly place: Place;
  readonly key: bigint;
  readonly order: 'rising' | 'falling';
}

/** Times fall, names rise. A cursor is a number, so the key of a name is its position. */
function sortedPlaces(call: Call, body: ListBody): readonly Sorted[] | Refusal {
  const places = placesOf(call).filter((place) => isWanted(call, body, place));
  const byTime = (timeOf: (place: Place) => bigint): readonly Sorted[] =>
    places.map((place) => ({ place, key: timeOf(place), order: 'falling' as const })).sort(byFalling(({ key }) => key));
  switch (body.sortType) {
    case SortType.JOIN_TIME:
      return byTime(({ member }) => member.joinIndex);
    case SortType.CREATED_TIME:
      return byTime(({ conversation }) => conversation.createdIndex);
    case SortType.ACTIVE_TIME:
      return byTime(({ member }) => member.activeIndex);
    case SortType.GROUP_NAME:
      return [...places]
        .sort((one, other) => compareTexts(one.conversation, other.conversation))
        .map((place, at) => ({ place, key: BigInt(at + 1), order: 'rising' as const }));
    default:
      return invalid(`sort_type ${String(body.sortType)} is unknown`);
  }
}

const compareTexts = (one: Conversation, other: Conversation): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.createdIndex < other.createdIndex ? -1 : 1;

function isWanted(call: Call, body: ListBody, place: Place): boolean {
  const { conversation, member } = place;
  const wantedType = isFieldSet(body, field.conType) ? body.conType : ConversationType.ONE_TO_ONE;
  if (conversation.type !== wantedType) return false;
  const isGone = !member.isIn && body.includeRemovedGroup && conversation.type !== ConversationType.ONE_TO_ONE;
  if (!isGone && !isListed(place)) return false;
  if (isFieldSet(body, field.includeRole) && member.role !== body.includeRole) return false;
  if (isFieldSet(body, field.excludeRole) && member.role === body.excludeRole) return false;
  if (body.includeMultipleRoles.length > 0 && !body.includeMultipleRoles.includes(member.role)) return false;
  return body.withCold || !isCold(call, place);
}

const isCold = (call: Call, { member }: Place): boolean =>
  BigInt(call.now - call.host.limits.coldMs) * 1_000n > member.activeIndex;

/** Conversations that count in the caller's totals. */
export const countedPlaces = (call: Call): readonly Place[] =>
  placesOf(call).filter(
    ({ conversation, member }) => memberOf(conversation, call.userId) !== null && !member.isStranger,
  );
