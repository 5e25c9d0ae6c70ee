import type { ConnectorSession, Page } from '@pasar/connector-kit';
import {
  asConversationId,
  type ConversationFacts,
  comparePositions,
  type MessageFacts,
  type PlatformShopId,
  type Position,
} from '@pasar/domain';
import { wholeAccount } from '../storage/database.ts';
import { setAside } from './ingest/batcher.ts';
import type { IngestItem } from './ingest/types.ts';
import { type ConversationRefRow, demand, event, type RunnerContext, submit } from './runner-context.ts';

/** Pages of history read at most to close one gap; what is older stays behind the reader's own paging. Ours. */
const MOST_PAGES = 40;
/** Conversations whose history is read at the same time. Ours. */
const READERS = 4;

interface KnownConversation extends ConversationRefRow {
  readonly synced_position: string | null;
  readonly last_position: string | null;
  readonly history: 'unknown' | 'more' | 'complete';
  readonly has_last_message: boolean;
}

/**
 * Compares a shop with the marketplace and takes over what is missing: the list newest first, then the history of every
 * conversation that moved. A conversation's gap is closed in one transaction, so that a kill in the middle leaves no hole
 * that later looks like history. @throws SessionLost
 */
export async function catchUp(context: RunnerContext, session: ConnectorSession, shop: PlatformShopId): Promise<void> {
  const shopId = context.owner.shopIds.get(shop);
  if (shopId === undefined) return;
  const { isListed, oldestUnreadAt } = await shopProgress(context, shopId);
  let cursor: string | null = null;
  do {
    const page: Page<ConversationFacts> = demand(await session.fetchConversations(shop, cursor));
    for (const item of page.unreadable) {
      await setAside(context.database, context.owner.accountId, {
        ...item,
        connectionId: context.owner.connectionId,
        shopId,
      });
    }
    const listed = page.items.map((conversation) => event(context, { kind: 'conversation.listed', conversation }));
    if ((await submit(context, listed)) === 'fenced') return;
    const moved = await findMoved(context, shopId, page.items);
    await readAll(context, session, moved);
    await submit(context, await readMarks(context, shopId, page.items));
    const oldest = Math.min(...page.items.map((item) => item.lastMessageAt ?? 0));
    if (isListed && moved.length === 0 && oldest < oldestUnreadAt) return;
    cursor = page.next;
  } while (cursor !== null && context.isHeld());
  if (!isListed) await markListed(context, shopId);
}

async function shopProgress(context: RunnerContext, shopId: string) {
  return context.database.within(wholeAccount(context.owner.accountId), async (transaction) => {
    const found = await transaction.query<{ is_listed: boolean; oldest: string | null }>({
      name: 'shop-progress',
      text: `select is_listed, (select min(last_message_at) from conversation
               where shop_id = $1 and unread_count > 0) as oldest
             from shop where shop_id = $1`,
      values: [shopId],
    });
    const row = found.rows[0];
    return {
      isListed: row?.is_listed ?? false,
      oldestUnreadAt: row?.oldest == null ? Number.POSITIVE_INFINITY : Number(row.oldest),
    };
  });
}

const markListed = (context: RunnerContext, shopId: string) =>
  context.database.within(wholeAccount(context.owner.accountId), (transaction) =>
    transaction.query('update shop set is_listed = true where shop_id = $1', [shopId]),
  );

interface Moved {
  readonly facts: ConversationFacts;
  readonly known: KnownConversation;
}

/** Conversations whose newest message we lack, or whose rows were never compared with the history. */
async function findMoved(
  context: RunnerContext,
  shopId: string,
  listed: readonly ConversationFacts[],
): Promise<Moved[]> {
  const known = await context.database.within(wholeAccount(context.owner.accountId), (transaction) =>
    transaction.query<KnownConversation>({
      name: 'find-moved',
      text: `select c.conversation_id, c.shop_id, c.platform_conversation_id, c.buyer_id, c.address,
               c.synced_position, c.last_position, c.history,
               exists (select from message m where m.shop_id = c.shop_id and m.platform_message_id = item.last_message)
                 as has_last_message
             from unnest($2::text[], $3::text[]) as item (id, last_message)
             join conversation c on c.shop_id = $1 and c.platform_conversation_id = item.id`,
      values: [shopId, listed.map((item) => item.platformConversationId), listed.map((item) => item.lastMessageId)],
    }),
  );
  const byId = new Map(known.rows.map((row) => [row.platform_conversation_id, row]));
  return listed.flatMap((facts) => {
    const row = byId.get(facts.platformConversationId);
    if (!row) return [];
    const isCompared = row.history !== 'unknown' && row.synced_position === row.last_position;
    const isNewestKnown = facts.lastMessageId === null || row.has_last_message;
    return isCompared && isNewestKnown ? [] : [{ facts, known: row }];
  });
}

async function readAll(context: RunnerContext, session: ConnectorSession, moved: readonly Moved[]): Promise<void> {
  const queue = [...moved];
  const reader = async () => {
    for (let next = queue.shift(); next && context.isHeld(); next = queue.shift()) {
      await closeGap(context, session, next);
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
}

/** Reads back to what is known, then takes all of it over at once. */
async function closeGap(context: RunnerContext, session: ConnectorSession, { facts, known }: Moved): Promise<void> {
  const conversation = { ...facts, buyerId: facts.buyer.buyerId };
  const messages: MessageFacts[] = [];
  const isFirst = known.history === 'unknown';
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found: Page<MessageFacts> = demand(await session.fetchHistory(conversation, cursor));
    for (const item of found.unreadable) {
      await setAside(context.database, context.owner.accountId, {
        ...item,
        connectionId: context.owner.connectionId,
        shopId: known.shop_id,
      });
    }
    messages.push(...found.items);
    cursor = found.next;
    if (cursor === null || (isFirst ? hasAllUnread(facts, messages) : reaches(messages, known.synced_position))) break;
  }
  const newest = messages.reduce<Position | null>(
    (top, message) => (top === null || comparePositions(message.position, top) > 0 ? message.position : top),
    null,
  );
  const history: IngestItem = {
    kind: 'history',
    owner: context.owner,
    conversationId: asConversationId(known.conversation_id),
    syncedTo: newest,
    older: isFirst ? { cursor } : null,
  };
  const events = messages.map((message) => event(context, { kind: 'message.received', message, via: 'history' }));
  await submit(context, [...events.reverse(), history]);
}

const reaches = (messages: readonly MessageFacts[], synced: string | null): boolean =>
  synced !== null && messages.some((message) => BigInt(message.position) <= BigInt(synced));

/** The first time, everything unread is taken over, however long it is; what was read comes when somebody scrolls. */
function hasAllUnread(facts: ConversationFacts, messages: readonly MessageFacts[]): boolean {
  const { sellerReadPosition } = facts;
  if (sellerReadPosition !== null) {
    return messages.some((message) => comparePositions(message.position, sellerReadPosition) <= 0);
  }
  return messages.filter((message) => message.author === 'buyer').length >= (facts.unreadCount ?? 0);
}

/** Where the list says that nothing is unread, everything up to its last message has been read. */
async function readMarks(
  context: RunnerContext,
  shopId: string,
  listed: readonly ConversationFacts[],
): Promise<IngestItem[]> {
  const read = listed.filter((item) => item.unreadCount === 0 && item.lastMessageId !== null);
  const found = await context.database.within(wholeAccount(context.owner.accountId), (transaction) =>
    transaction.query<{ platform_message_id: string; position: string }>({
      name: 'positions-of',
      text: `select m.platform_message_id, m.position from message m
             join conversation c on c.conversation_id = m.conversation_id
             where m.shop_id = $1 and m.platform_message_id = any($2::text[])
               and m.position > coalesce(c.seller_read_position, -1)`,
      values: [shopId, read.map((item) => item.lastMessageId)],
    }),
  );
  const positions = new Map(found.rows.map((row) => [row.platform_message_id, row.position as Position]));
  return read.flatMap((item) => {
    const position = item.lastMessageId === null ? undefined : positions.get(item.lastMessageId);
    const { platformShopId, platformConversationId } = item;
    return position
      ? [event(context, { kind: 'conversation.readBySeller', platformShopId, platformConversationId, position })]
      : [];
  });
}
