/**
 * The world: seeded data, then journalled facts; each fact is written to the journal before it takes effect. One
 * process owns a journal at a time. Conversations given out are live views: they show later messages, too.
 */
import { type Broadcast, createBroadcast } from './broadcast.ts';
import { WorldError } from './errors.ts';
import { type Held, Holdings, type LedgerEntry } from './holdings.ts';
import { ledgerIdOf, messageIdAt } from './ids.ts';
import { isFact, type Journal, type JournalFact, openJournal, type SideEntry, type SideJournal } from './journal.ts';
import { isForward, newestUpTo, unreadCount } from './read-marks.ts';
import { seedWorld } from './seed.ts';
import { planOfShop } from './trading/plan.ts';
import { silentBuyersOf } from './trading/silent-buyers.ts';
import type { Buyer, Conversation, Marketplace, Message, PostMessage, Shop, World } from './types.ts';

export interface WorldOptions {
  readonly seed: string;
  readonly journalPath: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * The base URL of buyers' pictures, without a slash at the end; when left out, that of a simulator on its usual port.
   */
  readonly pictureOrigin?: string;
}
interface LedgerFilter {
  readonly marketplace: Marketplace | null;
  readonly shopId: string | null;
  readonly buyerId: string | null;
}
export interface SimulatedWorld extends World {
  readonly seed: string;
  readonly seededAt: number;
  /** Every accepted message once, in the order of acceptance. */
  ledger(filter: LedgerFilter): readonly LedgerEntry[];
  /** The journal of entries that the chats do not know: the shops' trade, and a marketplace's demands of an account. */
  readonly aside: SideJournal;
  close(): void;
}

const USUAL_ORIGIN = 'http://127.0.0.1:4100';

const lastAtOf = (conversation: Conversation): number => conversation.messages.at(-1)?.acceptedAt ?? 0;

/**
 * The commands that change the world: each writes its fact to the journal, applies it and tells the listeners, in this
 * order.
 */
type Commands = Pick<
  World,
  'post' | 'open' | 'readBySeller' | 'readByBuyer' | 'markUnread' | 'pin' | 'setStatus' | 'renumber' | 'recall' | 'note'
>;

interface Parts {
  readonly journal: Journal;
  readonly holdings: Holdings;
  readonly broadcast: Broadcast;
  readonly shopByKey: ReadonlyMap<string, Shop>;
  readonly silentBuyers: (shop: Shop) => readonly Buyer[];
  readonly now: () => number;
}

function record({ journal, holdings }: Parts, entry: JournalFact, isDurable: boolean): void {
  journal.append(entry, isDurable);
  holdings.apply(entry);
}

function heldFor({ shopByKey, holdings }: Parts, { marketplace, shopId, buyerId }: PostMessage): Held {
  if (!shopByKey.has(`${marketplace}/${shopId}`)) {
    throw new WorldError('unknownShop', `there is no ${marketplace} shop ${shopId}`);
  }
  const held = holdings.with(marketplace, shopId, buyerId);
  if (held === null) throw new WorldError('unknownBuyer', `the ${marketplace} shop ${shopId} has no buyer ${buyerId}`);
  return held;
}

function post(parts: Parts, command: PostMessage): ReturnType<World['post']> {
  const { holdings, broadcast, now } = parts;
  const held = heldFor(parts, command);
  const { marketplace, conversationId } = held;
  const { from, kind, content, idempotencyKey, quote = null } = command;
  const first = idempotencyKey === null ? null : holdings.sentWith(held, idempotencyKey);
  if (first !== null && command.honoursKey) return { message: first, isRepeat: true };
  // Strictly later than the previous message, even when the clock was set back: some marketplaces order by time.
  const acceptedAt = Math.max(now(), lastAtOf(held) + 1);
  const sequence = holdings.lastSequence + 1;
  const accepted: Omit<Message, 'status'> = {
    messageId: messageIdAt(acceptedAt, sequence),
    ledgerId: ledgerIdOf(sequence),
    from,
    kind,
    content,
    idempotencyKey,
    acceptedAt,
    quote,
  };
  record(parts, { type: 'message', marketplace, conversationId, message: accepted }, true);
  const message: Message = { ...accepted, status: 'available' };
  broadcast.tell({ kind: 'message', conversation: held, message });
  return { message, isRepeat: false };
}

/** The conversation with the buyer; with a buyer who has only ordered, a new one. Null for a stranger to the shop. */
function open(parts: Parts, marketplace: Marketplace, shopId: string, buyerId: string): Conversation | null {
  const { shopByKey, holdings, silentBuyers, broadcast, now } = parts;
  const known = holdings.with(marketplace, shopId, buyerId);
  const shop = shopByKey.get(`${marketplace}/${shopId}`);
  if (known !== null || shop === undefined) return known;
  const buyer = silentBuyers(shop).find((silent) => silent.buyerId === buyerId);
  if (buyer === undefined) return null;
  let at = now();
  while (holdings.find(marketplace, messageIdAt(at, holdings.lastSequence + 1)) !== null) at += 1;
  const conversationId = messageIdAt(at, holdings.lastSequence + 1);
  record(parts, { type: 'opened', marketplace, conversationId, shopId, buyer, at }, true);
  const conversation = holdings.get(marketplace, conversationId);
  broadcast.tell({ kind: 'opened', conversation });
  return conversation;
}

function createCommands(parts: Parts): Commands {
  const { holdings, broadcast, now } = parts;
  return {
    post: (command) => post(parts, command),
    open: (marketplace, shopId, buyerId) => open(parts, marketplace, shopId, buyerId),
    readBySeller(marketplace, conversationId, messageId) {
      const held = holdings.get(marketplace, conversationId);
      const current = held.sellerReadMessageId;
      const wanted = newestUpTo(held, messageId);
      const mark = wanted !== null && isForward(current, wanted) ? wanted : current;
      // Reading again removes a mark as unread, even when the read position does not move.
      if (mark === null || (mark === current && !held.isMarkedUnread)) return;
      record(parts, { type: 'sellerRead', marketplace, conversationId, messageId: mark }, false);
      broadcast.tell({ kind: 'sellerRead', conversation: held, messageId: mark });
    },
    readByBuyer(marketplace, conversationId, messageId) {
      const held = holdings.get(marketplace, conversationId);
      const mark = newestUpTo(held, messageId);
      if (mark === null || !isForward(held.buyerReadMessageId, mark)) return;
      record(parts, { type: 'buyerRead', marketplace, conversationId, messageId: mark }, false);
      broadcast.tell({ kind: 'buyerRead', conversation: held, messageId: mark });
    },
    markUnread(marketplace, conversationId) {
      const held = holdings.get(marketplace, conversationId);
      if (!held.isMarkedUnread) record(parts, { type: 'markedUnread', marketplace, conversationId }, false);
    },
    pin(marketplace, conversationId, isPinned) {
      const held = holdings.get(marketplace, conversationId);
      if (held.isPinned === isPinned) return;
      record(parts, { type: 'pinned', marketplace, conversationId, isPinned }, false);
      broadcast.tell({ kind: 'pinned', conversation: held });
    },
    setStatus(marketplace, conversationId, status, at = now()) {
      const held = holdings.get(marketplace, conversationId);
      if (held.status === status) return;
      record(parts, { type: 'status', marketplace, conversationId, status, at }, false);
      broadcast.tell({ kind: 'status', conversation: held });
    },
    renumber(marketplace, conversationId) {
      const sequence = holdings.lastSequence + 1;
      let at = now();
      while (holdings.find(marketplace, messageIdAt(at, sequence)) !== null) at += 1;
      const to = messageIdAt(at, sequence);
      record(parts, { type: 'renumbered', marketplace, conversationId, to }, true);
      return to;
    },
    recall(marketplace, conversationId, messageId) {
      const held = holdings.get(marketplace, conversationId);
      const message = held.messages.find((candidate) => candidate.messageId === messageId);
      if (message === undefined) throw new WorldError('badMessageId', `${conversationId} has no message ${messageId}`);
      if (message.status === 'recalled') return;
      record(parts, { type: 'recalled', marketplace, conversationId, messageId }, false);
      broadcast.tell({ kind: 'recalled', conversation: held, messageId });
    },
    note: (note) => record(parts, { type: 'note', ...note }, false),
  };
}

/** Opens the journal, or makes it; throws a WorldError when it cannot be read or belongs to another seed. */
export function createWorld(options: WorldOptions): SimulatedWorld {
  const { now, journalPath, pictureOrigin = USUAL_ORIGIN } = options;
  const journal = openJournal(journalPath, { seed: options.seed, seededAt: now() });
  const { seed, seededAt } = journal.header;
  if (seed !== options.seed) {
    journal.close();
    throw new WorldError('journalForeign', `${journalPath} was begun with the seed "${seed}", not "${options.seed}"`);
  }
  const { logins, shops, conversations, later } = seedWorld({ seed, seededAt, pictureOrigin });
  const shopByKey = new Map(shops.map((shop) => [`${shop.marketplace}/${shop.shopId}`, shop]));
  const holdings = new Holdings(conversations, later);
  const past: SideEntry[] = [];
  for (const entry of journal.entries) {
    if (isFact(entry)) holdings.apply(entry);
    else past.push(entry);
  }
  const broadcast = createBroadcast();
  const silentBuyers = (shop: Shop) => silentBuyersOf(planOfShop(shop, seed, seededAt));

  return {
    ...createCommands({ journal, holdings, broadcast, shopByKey, silentBuyers, now }),
    seed,
    seededAt,
    logins,
    shops,
    shop: (marketplace, shopId) => shopByKey.get(`${marketplace}/${shopId}`) ?? null,
    conversations: (marketplace, shopId) =>
      holdings
        .ofShop(marketplace, shopId)
        .filter(({ messages }) => messages.length > 0)
        .toSorted((one, other) => lastAtOf(other) - lastAtOf(one)),
    conversation: (marketplace, conversationId) => holdings.find(marketplace, conversationId),
    conversationWith: (marketplace, shopId, buyerId) => holdings.with(marketplace, shopId, buyerId),
    seeded: (marketplace) => {
      const made = later.flatMap((shop) => (shop.marketplace === marketplace ? shop.conversations() : []));
      return [...conversations.filter((conversation) => conversation.marketplace === marketplace), ...made];
    },
    facts: holdings.facts,
    unreadCount,
    aside: { entries: past, append: (entry) => journal.append(entry, true) },
    on: broadcast.on,
    ledger: ({ marketplace, shopId, buyerId }) =>
      holdings.posted.filter(
        (entry) =>
          (marketplace === null || entry.marketplace === marketplace) &&
          (shopId === null || entry.shopId === shopId) &&
          (buyerId === null || entry.buyerId === buyerId),
      ),
    close: () => journal.close(),
  };
}
