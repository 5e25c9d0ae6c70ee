/** Conversation list (203, with stars, names and read positions from further calls) and history (301). */
import type { ConversationRef, Outcome, Page, Unreadable } from '@pasar/connector-kit';
import {
  type BuyerFacts,
  type ConversationFacts,
  LIMITS,
  type MessageFacts,
  type Position,
  parsePosition,
} from '@pasar/domain';
import {
  type ConversationInfoV2,
  encodeConversationInfo,
  type MessageBody,
  MessageDirection,
} from '@pasar/im-protocol';
import { onSite } from '../auth/shop-access.ts';
import type { SellerSite } from '../auth/site.ts';
import { metaInfoCall, userInfoCall } from '../calls/chat.ts';
import { ok, refused } from '../wire/outcome.ts';
import { ask } from './ask.ts';
import type { Channel } from './channel.ts';
import { buyerIdOf, fromWireConversation, SHOP_CONVERSATION_TYPE } from './conversation.ts';
import { conversationIdOf, fromWireMessage, isForPeople } from './message.ts';

export interface Reader {
  readonly site: SellerSite;
  /** Names and pictures by pigeon id. Each is fetched once in a session. */
  readonly buyers: Map<string, Omit<BuyerFacts, 'buyerId'>>;
}

const readCursor = (cursor: string | null): bigint | null =>
  cursor === null ? 0n : /^[0-9]{1,19}$/.test(cursor) ? BigInt(cursor) : null;

interface Listed {
  readonly info: ConversationInfoV2;
  readonly newest: MessageBody | null;
  readonly buyerId: string;
}

/** The cursor is the previous page's `next_cursor`. */
export async function fetchConversations(
  reader: Reader,
  channel: Channel,
  cursor: string | null,
): Promise<Outcome<Page<ConversationFacts>>> {
  const from = readCursor(cursor);
  if (from === null) return refused('invalid_request', 'cursor');
  const page = await ask(channel, 'read', 'messagesPerUserInit', { cursor: from });
  if (!page.ok) return page;
  const { conversations, messages, hasMore, nextCursor } = page.value;
  const infos = await withSettings(channel, conversations);
  if (!infos.ok) return infos;
  const { listed, unreadable } = sortOut(infos.value, messages, channel);
  const buyers = await nameBuyers(reader, channel, listed);
  if (!buyers.ok) return buyers;
  const stars = await fetchStars(reader, channel, listed);
  if (!stars.ok) return stars;
  const reads = await fetchBuyerReads(channel, listed);
  if (!reads.ok) return reads;
  const items = listed.map(({ info, newest, buyerId }) =>
    fromWireConversation(
      info,
      newest,
      buyerId,
      {
        buyer: reader.buyers.get(buyerId) ?? unnamed(buyerId),
        isPinned: stars.value[String(info.conversationShortId)]?.star ?? null,
        buyerReadPosition: reads.value.get(info.conversationId) ?? null,
      },
      channel.shop,
    ),
  );
  return ok({ items, next: hasMore ? String(nextCursor) : null, unreadable });
}

/** The first page as command 203 tells it, without stars and buyers' read positions. */
export async function fetchNewest(reader: Reader, channel: Channel): Promise<Outcome<Page<ConversationFacts>>> {
  const page = await ask(channel, 'read', 'messagesPerUserInit', { cursor: 0n });
  if (!page.ok) return page;
  const { conversations, messages, hasMore, nextCursor } = page.value;
  const { listed, unreadable } = sortOut(conversations, messages, channel);
  // Each buyer is named once in a session.
  const buyers = await nameBuyers(reader, channel, listed);
  if (!buyers.ok) return buyers;
  const items = listed.map(({ info, newest, buyerId }) =>
    fromWireConversation(
      info,
      newest,
      buyerId,
      { buyer: reader.buyers.get(buyerId) ?? unnamed(buyerId), isPinned: null, buyerReadPosition: null },
      channel.shop,
    ),
  );
  return ok({ items, next: hasMore ? String(nextCursor) : null, unreadable });
}

const unnamed = (buyerId: string) => ({ name: buyerId, avatarUrl: null });

/** Command 610 fetches the caller's settings of conversations that came without them. */
async function withSettings(
  channel: Channel,
  infos: readonly ConversationInfoV2[],
): Promise<Outcome<readonly ConversationInfoV2[]>> {
  const bare = infos.filter((info) => info.conversationSettingInfo === undefined);
  if (bare.length === 0) return ok(infos);
  const full = await ask(channel, 'read', 'conversationInfoList', {
    conversationInfoList: bare.map(({ conversationId, conversationShortId, conversationType }) => ({
      conversationId,
      conversationShortId,
      conversationType,
    })),
  });
  if (!full.ok) return full;
  const byId = new Map(full.value.conversationInfoList.map((info) => [info.conversationId, info]));
  return ok(infos.map((info) => byId.get(info.conversationId) ?? info));
}

/** Newest activity first. A conversation without a buyer cannot be shown and is set aside. */
function sortOut(
  infos: readonly ConversationInfoV2[],
  messages: readonly MessageBody[],
  channel: Channel,
): { readonly listed: readonly Listed[]; readonly unreadable: readonly Unreadable[] } {
  const byConversation = Map.groupBy(messages.filter(isForPeople), conversationIdOf);
  const listed: Listed[] = [];
  const unreadable: Unreadable[] = [];
  for (const info of infos) {
    const own = byConversation.get(info.conversationId) ?? [];
    const buyerId = buyerIdOf(info, own, channel.shop);
    if (buyerId === null) {
      const platformShopId = channel.shop.facts.platformShopId;
      unreadable.push({ platformShopId, reason: 'conversation without a buyer', bytes: encodeConversationInfo(info) });
      continue;
    }
    const [first, ...rest] = own;
    const newest =
      first === undefined
        ? null
        : rest.reduce((best, next) => (next.indexInConversation > best.indexInConversation ? next : best), first);
    listed.push({ info, newest, buyerId });
  }
  const activity = ({ newest }: Listed): bigint => newest?.indexInConversation ?? 0n;
  return { listed: listed.sort((one, other) => (activity(one) < activity(other) ? 1 : -1)), unreadable };
}

async function nameBuyers(reader: Reader, channel: Channel, listed: readonly Listed[]): Promise<Outcome<null>> {
  const pigeonUids = listed.map(({ buyerId }) => buyerId).filter((id) => !reader.buyers.has(id));
  if (pigeonUids.length === 0) return ok(null);
  const answer = await reader.site.make(userInfoCall, onSite(channel.shop), { pigeonUids });
  if (!answer.ok) return answer;
  for (const [id, { screenName, avatarUrl }] of Object.entries(answer.value)) {
    reader.buyers.set(id, { name: screenName, avatarUrl: avatarUrl || null });
  }
  return ok(null);
}

async function fetchStars(
  reader: Reader,
  channel: Channel,
  listed: readonly Listed[],
): Promise<Outcome<Readonly<Record<string, { readonly star: boolean }>>>> {
  if (listed.length === 0) return ok({});
  const shortIds = listed.map(({ info }) => String(info.conversationShortId));
  return reader.site.make(metaInfoCall, onSite(channel.shop), { shortIds });
}

/** Only when the shop wrote last: a buyer who wrote last has read the messages before. */
async function fetchBuyerReads(
  channel: Channel,
  listed: readonly Listed[],
): Promise<Outcome<ReadonlyMap<string, Position>>> {
  const positions = new Map<string, Position>();
  const waiting = listed.filter(({ newest }) => newest !== null && newest.ext.sender_role !== '1');
  const answers = await Promise.all(
    waiting.map(async ({ info, buyerId }) => ({
      info,
      buyerId,
      answer: await fetchReadIndexes(channel, info),
    })),
  );
  for (const { info, buyerId, answer } of answers) {
    if (!answer.ok) return answer;
    const index = answer.value.indexes.find(({ userId }) => String(userId) === buyerId)?.index ?? 0n;
    const position = index > 0n ? parsePosition(String(index)) : null;
    if (position !== null) positions.set(info.conversationId, position);
  }
  return ok(positions);
}

const fetchReadIndexes = (
  channel: Channel,
  { conversationId, conversationShortId, conversationType }: ConversationInfoV2,
) => ask(channel, 'read', 'readIndex', { conversationId, conversationShortId, conversationType });

/** Newest first. The cursor is the index of the previous page's oldest message. */
export async function fetchHistory(
  channel: Channel,
  conversation: ConversationRef,
  cursor: string | null,
): Promise<Outcome<Page<MessageFacts>>> {
  const anchorIndex = readCursor(cursor);
  if (anchorIndex === null) return refused('invalid_request', 'cursor');
  const page = await ask(channel, 'read', 'messagesInConversation', {
    ...idsOf(conversation),
    direction: MessageDirection.OLDER,
    anchorIndex,
    limit: LIMITS.conversationHistoryPageSize,
  });
  if (!page.ok) return page;
  const items: MessageFacts[] = [];
  const unreadable: Unreadable[] = [];
  for (const body of page.value.messages) {
    if (!isForPeople(body)) continue;
    const reading = fromWireMessage(body, channel.shop);
    if (reading.kind === 'message') items.push(reading.facts);
    else unreadable.push(reading.item);
  }
  const newestFirst = items.sort((one, other) => (BigInt(one.position) < BigInt(other.position) ? 1 : -1));
  const next = page.value.hasMore && page.value.nextCursor > 0n ? String(page.value.nextCursor) : null;
  return ok({ items: newestFirst, next, unreadable });
}

/** The three ids that name a conversation, from its stored address. */
export const idsOf = ({ platformConversationId, address }: ConversationRef) => ({
  conversationId: platformConversationId,
  conversationType: Number(address.type ?? SHOP_CONVERSATION_TYPE),
  conversationShortId: BigInt(address.shortId ?? platformConversationId),
});
