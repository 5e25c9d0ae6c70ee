import type { ConnectorSession, Page } from '@pasar/connector-kit';
import {
  asConversationId,
  type ConversationFacts,
  comparePositions,
  type MessageFacts,
  OWN_LIMITS,
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

/** Pages of history that one transaction stores; a longer gap takes several transactions (our choice). */
const PAGES_AT_ONCE = 40;
/** Conversations whose history is read at the same time (our choice). */
const READERS = 4;

/** What one comparison of a session passes on to the next. */
export interface Memory {
  /** By conversation: its read position when a list said unread although Pasar counted nothing unread. */
  readonly unreadClaims: Map<string, string | null>;
  /** By shop: when a page behind the first was last asked for, and where the next one begins. */
  readonly olderPages: Map<string, OlderPages>;
}

interface OlderPages {
  readonly askedAt: number;
  /** Null: behind the first page. */
  readonly cursor: string | null;
}

/** One comparison: the occasion, and what it found. */
export interface Comparison {
  /** Events may have been missed. Otherwise the comparison only confirms, with few requests. */
  readonly isAfterGap: boolean;
  /** How many conversations were left out because the marketplace refused their history. They are tried again. */
  skipped: number;
  /** A message was missing, or a conversation may be marked unread, which the next list has to confirm. */
  isUnsure: boolean;
  readonly memory: Memory;
}

/** A listed conversation with its stored state. */
interface KnownConversation extends ConversationRefRow {
  readonly synced_position: string | null;
  readonly last_position: string | null;
  readonly history: 'unknown' | 'more' | 'complete';
  readonly synced_message_id: string | null;
  readonly seller_read_position: string | null;
  /** The stored position of the message that the list names as the last; null if that message is not stored. */
  readonly listed_position: string | null;
  /** Pasar counts nothing unread, no member marked the conversation unread, and no wish to read it is on its way. */
  readonly is_read_here: boolean;
}

interface Listed {
  readonly facts: ConversationFacts;
  readonly known: KnownConversation;
}

/**
 * Compares a shop with the marketplace and stores what is missing: the list, newest first, and the history of each
 * conversation that moved. A new shop begins with the buyers who wait for an answer (spec 2 §9). The list is read until
 * a page has nothing new; the pages behind it, down to the oldest unread conversation, are read after a gap, and else
 * one at a time, because what was read in the marketplace's own app moves no conversation up. The synced position of a
 * conversation moves only when its gap is closed, so a crash in the middle leaves no gap that later looks like history.
 * @throws SessionLost
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
  const older = comparison.memory.olderPages.get(shopId) ?? { askedAt: Number.NEGATIVE_INFINITY, cursor: null };
  const isOlderDue = context.clock.now() - older.askedAt >= OWN_LIMITS.olderPageMs;
  const isWhole = !isListed || (comparison.isAfterGap && isOlderDue);
  const remember = (cursor: string | null) =>
    comparison.memory.olderPages.set(shopId, { askedAt: context.clock.now(), cursor });
  const hasAllUnreadIn = ({ items, next }: Page<ConversationFacts>) =>
    next === null || Math.min(...items.map((item) => item.lastMessageAt ?? 0)) < oldestUnreadAt;

  let cursor: string | null = null;
  do {
    const page: Page<ConversationFacts> = demand(await listPage(session, shop, cursor, comparison));
    const moved = await takeOver(context, session, shopId, page, comparison);
    if (moved === 'fenced') return;
    cursor = page.next;
    if (!isListed || moved > 0) continue;
    if (hasAllUnreadIn(page)) cursor = null;
    else if (!isWhole) break;
  } while (cursor !== null && context.isHeld());
  if (!isListed) await markListed(context, shopId);
  if (isWhole) remember(null);
  else if (cursor !== null && isOlderDue) {
    const page = demand(await session.fetchConversations(shop, older.cursor ?? cursor));
    if ((await takeOver(context, session, shopId, page, comparison)) === 'fenced') return;
    remember(hasAllUnreadIn(page) ? null : page.next);
  }
  if (context.isHeld()) await markCompared(context, shopId);
}

/** The first page may be asked for more cheaply when it only has to confirm what is stored. */
const listPage = (session: ConnectorSession, shop: PlatformShopId, cursor: string | null, comparison: Comparison) =>
  cursor === null && !comparison.isAfterGap && session.fetchNewest !== null
    ? session.fetchNewest(shop)
    : session.fetchConversations(shop, cursor);

/** Stores a page of the list, and the history of the conversations that moved. Resolves with their number. */
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
  if (!known.every(isNewestStored)) comparison.isUnsure = true;
  if (moved.length > 0) {
    comparison.skipped += await readAll(context, session, moved);
    known = await lookUp(context, shopId, page.items);
  }
  const unread = unreadMarks(context, known, moved, comparison);
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

const markCompared = (context: RunnerContext, shopId: string) =>
  context.database.within(wholeAccount(context.owner.accountId), (transaction) =>
    transaction.query('update shop set compared_at = $2 where shop_id = $1', [shopId, context.clock.now()]),
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

/** Whether the newest message is not stored, or the stored messages were never compared with the history. */
function hasMoved(listed: Listed): boolean {
  const { known } = listed;
  const isCompared = known.history !== 'unknown' && known.synced_position === known.last_position;
  return !isCompared || !isNewestStored(listed);
}

/** An unreadable newest message was set aside. Its conversation counts as compared nevertheless. */
const isNewestStored = ({ facts, known }: Listed): boolean =>
  facts.lastMessageId === null || known.listed_position !== null || known.synced_message_id === facts.lastMessageId;

/** Resolves with the number of conversations that the marketplace refused. */
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
 * Reads history back to the synced position and stores it; false when the marketplace refused this conversation. A very
 * long gap is stored in several transactions, newest first. Until the last one, the conversation does not count as
 * compared.
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
    // So many pages end a first comparison, even with more unread: the others are fetched when a member scrolls to
    // them.
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

/**
 * Whether these messages reach back to all that is unread: the first comparison reads no further back. Older messages
 * are fetched when a member scrolls to them.
 */
function hasAllUnread(facts: ConversationFacts, messages: readonly MessageFacts[]): boolean {
  const { sellerReadPosition } = facts;
  if (sellerReadPosition !== null) {
    return messages.some((message) => comparePositions(message.position, sellerReadPosition) <= 0);
  }
  return messages.filter((message) => message.author === 'buyer').length >= (facts.unreadCount ?? 0);
}

/** When the list says that nothing is unread, the shop has read everything up to the last message. */
const readMarks = (context: RunnerContext, listed: readonly Listed[]): IngestItem[] =>
  listed.flatMap(({ facts: { unreadCount, platformShopId, platformConversationId }, known }) => {
    const position = known.listed_position === null ? null : parsePosition(known.listed_position);
    if (unreadCount !== 0 || position === null) return [];
    if (known.seller_read_position !== null && BigInt(position) <= BigInt(known.seller_read_position)) return [];
    return [event(context, { kind: 'conversation.readBySeller', platformShopId, platformConversationId, position })];
  });

/**
 * When the list says unread and Pasar counts nothing unread, a person marked the conversation unread at the
 * marketplace. For a new conversation that is certain at once. Otherwise two comparisons must say so with nothing read
 * between them, because the list may be older than Pasar's last read mark.
 */
function unreadMarks(
  context: RunnerContext,
  listed: readonly Listed[],
  moved: readonly Listed[],
  comparison: Comparison,
): IngestItem[] {
  const claims = comparison.memory.unreadClaims;
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
    if (!isMarked) comparison.isUnsure = true;
    return isMarked
      ? [event(context, { kind: 'conversation.markedUnread', platformShopId, platformConversationId })]
      : [];
  });
}
