import type { ConnectorSession, Page } from '@pasar/connector-kit';
import {
  asConversationId,
  type ConversationFacts,
  comparePositions,
  type MessageFacts,
  type PlatformShopId,
  type Position,
  parsePosition,
} from '@pasar/domain';
import { wholeAccount } from '../../storage/database.ts';
import type { IngestItem } from '../ingest/types.ts';
import {
  ask,
  type ConversationRefRow,
  demand,
  event,
  keepUnreadable,
  type RunnerContext,
  submit,
} from './runner-context.ts';

/** Pages of history that are taken over in one transaction; a longer gap is taken over in several. Ours. */
const PAGES_AT_ONCE = 40;
/** Conversations whose history is read at the same time. Ours. */
const READERS = 4;

/** What one comparison leaves for the next. */
export interface Comparison {
  /** Conversations whose history was refused, and nothing else: they are tried again. */
  skipped: number;
  /** Where a list said unread and every message was read: the read position at that time, by conversation. */
  readonly unreadClaims: Map<string, string | null>;
}

/** A listed conversation as it stands here. */
interface KnownConversation extends ConversationRefRow {
  readonly synced_position: string | null;
  readonly last_position: string | null;
  readonly history: 'unknown' | 'more' | 'complete';
  readonly synced_message_id: string | null;
  readonly seller_read_position: string | null;
  /** Where the message stands that the list says is the last; null for one that we lack. */
  readonly listed_position: string | null;
  /** We count nothing unread, nobody marked it unread, and no wish to read it is on its way. */
  readonly is_read_here: boolean;
}

interface Listed {
  readonly facts: ConversationFacts;
  readonly known: KnownConversation;
}

/**
 * Compares a shop with the marketplace and takes over what is missing: the list newest first, and the history of every
 * conversation that moved; of a shop that is new the buyers who wait for an answer before all others (spec 2 §9). How far a
 * conversation is known moves on only when its gap is closed, so that a kill in the middle leaves no hole that later looks
 * like history. @throws SessionLost
 */
export async function catchUp(
  context: RunnerContext,
  session: ConnectorSession,
  shop: PlatformShopId,
  comparison: Comparison,
): Promise<void> {
  const shopId = context.owner.shopIds.get(shop);
  if (shopId === undefined) return;
  const { isListed, oldestUnreadAt } = await shopProgress(context, shopId);
  const waiting = isListed || session.fetchUnreplied === null ? null : await session.fetchUnreplied(shop);
  if (waiting !== null) {
    const page = ask(context, waiting, 'unreplied_list_refused');
    if (page !== null && (await takeOver(context, session, shopId, page, comparison)) === 'fenced') return;
  }
  let cursor: string | null = null;
  do {
    const page: Page<ConversationFacts> = demand(await session.fetchConversations(shop, cursor));
    const moved = await takeOver(context, session, shopId, page, comparison);
    if (moved === 'fenced') return;
    const oldest = Math.min(...page.items.map((item) => item.lastMessageAt ?? 0));
    if (isListed && moved === 0 && oldest < oldestUnreadAt) return;
    cursor = page.next;
  } while (cursor !== null && context.isHeld());
  if (!isListed) await markListed(context, shopId);
}

/** A page of the list with the histories of what moved in it; how many did. */
async function takeOver(
  context: RunnerContext,
  session: ConnectorSession,
  shopId: string,
  page: Page<ConversationFacts>,
  comparison: Comparison,
): Promise<number | 'fenced'> {
  await keepUnreadable(context, page, shopId);
  if (page.items.length === 0) return 0;
  const listed = page.items.map((conversation) => event(context, { kind: 'conversation.listed', conversation }));
  if ((await submit(context, listed)) === 'fenced') return 'fenced';
  let known = await lookUp(context, shopId, page.items);
  const moved = known.filter(hasMoved);
  if (moved.length > 0) {
    comparison.skipped += await readAll(context, session, moved);
    known = await lookUp(context, shopId, page.items);
  }
  const unread = unreadMarks(context, known, moved, comparison.unreadClaims);
  await submit(context, [...readMarks(context, known), ...unread]);
  return moved.length;
}

async function shopProgress(context: RunnerContext, shopId: string) {
  const scope = wholeAccount(context.owner.accountId);
  const found = await context.database.one<{ is_listed: boolean; oldest: string | null }>(scope, {
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
}

const markListed = (context: RunnerContext, shopId: string) =>
  context.database.within(wholeAccount(context.owner.accountId), (transaction) =>
    transaction.query('update shop set is_listed = true where shop_id = $1', [shopId]),
  );

async function lookUp(
  context: RunnerContext,
  shopId: string,
  listed: readonly ConversationFacts[],
): Promise<readonly Listed[]> {
  const found = await context.database.one<KnownConversation>(wholeAccount(context.owner.accountId), {
    name: 'look-up-listed',
    text: `select c.conversation_id, c.shop_id, c.platform_conversation_id, c.buyer_id, c.address,
             c.synced_position, c.last_position, c.history, c.synced_message_id, c.seller_read_position,
             (select m.position from message m where m.shop_id = c.shop_id and m.platform_message_id = item.last_message)
               as listed_position,
             c.unread_count = 0 and not c.is_marked_unread and not exists (select from setting_outbox wish
               where wish.conversation_id = c.conversation_id and wish.slot = 'read') as is_read_here
           from unnest($2::text[], $3::text[]) as item (id, last_message)
           join conversation c on c.shop_id = $1 and c.platform_conversation_id = item.id`,
    values: [shopId, listed.map((item) => item.platformConversationId), listed.map((item) => item.lastMessageId)],
  });
  const byId = new Map(found.rows.map((row) => [row.platform_conversation_id, row]));
  return listed.flatMap((facts) => {
    const known = byId.get(facts.platformConversationId);
    return known === undefined ? [] : [{ facts, known }];
  });
}

/** Whether we lack its newest message, or its rows were never compared with the history. */
function hasMoved({ facts, known }: Listed): boolean {
  const isCompared = known.history !== 'unknown' && known.synced_position === known.last_position;
  // the newest may be one that could not be read and was set aside: its conversation was compared all the same.
  const isNewestKnown =
    facts.lastMessageId === null || known.listed_position !== null || known.synced_message_id === facts.lastMessageId;
  return !isCompared || !isNewestKnown;
}

/** How many conversations were refused, and skipped. */
async function readAll(context: RunnerContext, session: ConnectorSession, moved: readonly Listed[]): Promise<number> {
  const queue = [...moved];
  let skipped = 0;
  const reader = async () => {
    for (let next = queue.shift(); next && context.isHeld(); next = queue.shift()) {
      if (!(await closeGap(context, session, next))) skipped += 1;
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return skipped;
}

/**
 * Reads back to what is known and takes it over; false when the marketplace refused this conversation. A gap of very many
 * pages is taken over in several transactions, newest first: until the last, the conversation does not count as compared.
 */
async function closeGap(context: RunnerContext, session: ConnectorSession, { facts, known }: Listed): Promise<boolean> {
  const conversation = { ...facts, buyerId: facts.buyer.buyerId };
  const isFirst = known.history === 'unknown';
  let newest: Position | null = null;
  let messages: MessageFacts[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const answer = await session.fetchHistory(conversation, cursor);
    const page: Page<MessageFacts> | null = ask(context, answer, 'conversation_skipped');
    if (page === null) return false;
    await keepUnreadable(context, page, known.shop_id);
    newest = page.items.reduce(later, newest);
    messages.push(...page.items);
    cursor = page.next;
    if (cursor === null || (isFirst ? hasAllUnread(facts, messages) : reaches(messages, known.synced_position))) break;
    // the first time nothing is known below: what is older than so many pages comes when somebody scrolls.
    if (isFirst && pages === PAGES_AT_ONCE) break;
    if (pages % PAGES_AT_ONCE === 0) {
      if (!context.isHeld() || (await submit(context, received(context, messages))) === 'fenced') return true;
      messages = [];
    }
  }
  const history: IngestItem = {
    kind: 'history',
    owner: context.owner,
    conversationId: asConversationId(known.conversation_id),
    syncedTo: newest,
    syncedMessageId: facts.lastMessageId,
    older: isFirst ? { cursor } : null,
  };
  await submit(context, [...received(context, messages), history]);
  return true;
}

/** Oldest first. */
const received = (context: RunnerContext, messages: readonly MessageFacts[]): IngestItem[] =>
  messages.map((message) => event(context, { kind: 'message.received', message, via: 'history' })).reverse();

const later = (top: Position | null, { position }: MessageFacts): Position =>
  top === null || comparePositions(position, top) > 0 ? position : top;

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
const readMarks = (context: RunnerContext, listed: readonly Listed[]): IngestItem[] =>
  listed.flatMap(({ facts: { unreadCount, platformShopId, platformConversationId }, known }) => {
    const position = known.listed_position === null ? null : parsePosition(known.listed_position);
    if (unreadCount !== 0 || position === null) return [];
    if (known.seller_read_position !== null && BigInt(position) <= BigInt(known.seller_read_position)) return [];
    return [event(context, { kind: 'conversation.readBySeller', platformShopId, platformConversationId, position })];
  });

/**
 * Where the list says unread and we count none, somebody marked it unread at the marketplace: at once where the
 * conversation is new to us, otherwise when two comparisons say so with nothing read between them, because a list may be
 * older than a reading of ours.
 */
function unreadMarks(
  context: RunnerContext,
  listed: readonly Listed[],
  moved: readonly Listed[],
  claims: Map<string, string | null>,
): IngestItem[] {
  const isNew = new Set(
    moved.filter(({ known }) => known.history === 'unknown').map(({ known }) => known.conversation_id),
  );
  return listed.flatMap(({ facts: { unreadCount, platformShopId, platformConversationId }, known }) => {
    const { conversation_id: key, seller_read_position: position } = known;
    if ((unreadCount ?? 0) === 0 || !known.is_read_here || known.history === 'unknown') {
      claims.delete(key);
      return [];
    }
    const isMarked = isNew.has(key) || claims.get(key) === position;
    claims.set(key, position);
    return isMarked
      ? [event(context, { kind: 'conversation.markedUnread', platformShopId, platformConversationId })]
      : [];
  });
}
