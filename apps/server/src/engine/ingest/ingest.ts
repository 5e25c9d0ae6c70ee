import { type AccountId, type DomainEvent, type MessageFacts, withSentFacts } from '@pasar/domain';
import { AutoReplyRules } from '../../records/auto-reply.ts';
import { appendingOf } from '../../records/change-feed.ts';
import { keepConsulted } from '../../records/consulted-products.ts';
import { type LoadedDelivery, lockDeliveries, storeDeliveries } from '../../records/deliveries.ts';
import { readOrdersOfMessages } from '../../records/readings.ts';
import { contentOf, type DeliveryRow, type MessageRow, toMessageView } from '../../records/rows.ts';
import { type Database, type Send, type Transaction, wholeAccount } from '../../storage/database.ts';
import {
  conversationKey,
  ensureListed,
  type LoadedConversation,
  lockConversations,
  storeConversations,
} from './conversations.ts';
import { holdLeases, LeasesLost } from './leases-held.ts';
import {
  consultedIn,
  type InsertedMessage,
  insertMessages,
  type Marking,
  type MessageToStore,
  markMessages,
  type Rating,
  rateMessages,
  shopsOfOrders,
  type Withdrawal,
  withdrawMessages,
} from './messages.ts';
import { namedBy, shopOf } from './named-by.ts';
import { type Answering, planAnswers } from './plan-answers.ts';
import { type ConversationEvent, withEvent, withMessage, withWithdrawn } from './projection.ts';
import { settle, type Told } from './settle.ts';
import { toldChanges } from './told-changes.ts';
import { type IngestItem, type IngestResult, type OwnedConnection, ownerKey } from './types.ts';

/**
 * Stores one batch of one account in one transaction: lease, dedupe, projection, counters, ledger, change rows. Storing
 * the same items a second time changes nothing more.
 */
export async function ingest(
  database: Database,
  accountId: AccountId,
  items: readonly IngestItem[],
  answering: Answering = { rules: new AutoReplyRules(), now: Date.now },
): Promise<IngestResult> {
  const fenced = new Map<string, OwnedConnection>();
  for (;;) {
    const held = items.filter((item) => !fenced.has(ownerKey(item.owner)));
    if (held.length === 0) return { fenced: [...fenced.values()], unknown: [] };
    try {
      return { fenced: [...fenced.values()], unknown: await store(database, accountId, held, answering) };
    } catch (error) {
      if (!(error instanceof LeasesLost)) throw error;
      for (const [key, owner] of error.owners) fenced.set(key, owner);
    }
  }
}

/**
 * The first statement locks the leases. Its answer is awaited last, so that no statement waits for it. @throws
 * LeasesLost
 */
function store(
  database: Database,
  accountId: AccountId,
  items: readonly IngestItem[],
  answering: Answering,
): Promise<IngestItem[]> {
  return database.within(wholeAccount(accountId), async (transaction, send) => {
    const held = holdLeases(send, items);
    // Marks the rejection as handled: it is awaited below even when the batch fails.
    held.catch(() => undefined);
    try {
      return await new Batch(transaction, send, accountId, items).run(answering);
    } finally {
      // A statement that failed because the lease is lost is no fault of the data: LeasesLost replaces its error.
      await held;
    }
  });
}

class Batch {
  readonly #transaction: Transaction;
  readonly #send: Send;
  readonly #accountId: AccountId;
  readonly #items: readonly IngestItem[];
  readonly #unknown: IngestItem[] = [];
  #byKey = new Map<string, LoadedConversation>();
  #byId = new Map<string, LoadedConversation>();
  /** Conversations of which a message came that is older than what is kept: nothing before it is wanted. */
  readonly #reachedForgotten = new Set<string>();

  constructor(transaction: Transaction, send: Send, accountId: AccountId, items: readonly IngestItem[]) {
    this.#transaction = transaction;
    this.#send = send;
    this.#accountId = accountId;
    this.#items = items;
  }

  async run(answering: Answering): Promise<IngestItem[]> {
    await this.#loadConversations();
    const told = this.#toldMessages();
    const deliveries = await this.#loadDeliveries(told);
    const taken = await this.#takeMessages(told, deliveries);
    const inserted = taken.map(({ row }) => row);
    const withdrawn = await this.#withdraw(told, inserted);
    const marked = await markMessages(this.#transaction, this.#markings());
    const rated = await rateMessages(this.#transaction, this.#ratings());
    this.#projectEvents();
    const linked = await settle(
      this.#transaction,
      this.#items,
      { byKey: this.#byKey, byId: this.#byId },
      told,
      deliveries,
    );
    this.#storeHistory();
    const deliveryRows = await storeDeliveries(this.#transaction, deliveries);
    const stored = await storeConversations(this.#transaction, this.#send, [...this.#byId.values()]);
    await planAnswers(this.#transaction, this.#send, { ...answering, accountId: this.#accountId }, taken, this.#byId);
    const isNew = new Set(inserted.map((row) => row.message_id));
    const changes = toldChanges({
      messages: [...withoutTwins(inserted, withdrawn, marked, rated, linked)],
      isNew,
      shopOf: (id) => this.#byId.get(id)?.row.shop_id ?? null,
      ...stored,
      deliveries: deliveryRows,
    });
    if (changes.length > 0) void this.#send(appendingOf(this.#accountId, changes));
    return this.#unknown;
  }

  async #loadConversations(): Promise<void> {
    const listings = this.#items.flatMap((item) =>
      item.kind === 'event' && item.event.kind === 'conversation.listed'
        ? [{ shopId: shopOf(item.owner, item.event.conversation.platformShopId), facts: item.event.conversation }]
        : [],
    );
    ensureListed(this.#send, this.#accountId, listings);
    const deliveryIds = this.#items.flatMap((item) => (item.kind === 'delivery' ? [item.deliveryId] : []));
    const ofDeliveries = await this.#conversationsOf(deliveryIds);
    const ofHistory = this.#items.flatMap((item) => (item.kind === 'history' ? [item.conversationId as string] : []));
    const named = new Map(this.#items.flatMap((item) => (item.kind === 'event' ? [namedBy(item)] : [])));
    const loaded = await lockConversations(this.#transaction, [...named.values()], [...ofDeliveries, ...ofHistory]);
    this.#byId = new Map(loaded.map((item) => [item.row.conversation_id, item]));
    this.#byKey = new Map(
      loaded.map((item) => [conversationKey(item.row.shop_id, item.row.platform_conversation_id), item]),
    );
  }

  async #conversationsOf(deliveryIds: readonly string[]): Promise<string[]> {
    if (deliveryIds.length === 0) return [];
    const found = await this.#transaction.query<{ conversation_id: string }>({
      name: 'conversations-of-deliveries',
      text: 'select distinct conversation_id from delivery where delivery_id = any($1::uuid[])',
      values: [deliveryIds],
    });
    return found.rows.map((row) => row.conversation_id);
  }

  /** Messages of known conversations. Events of unknown conversations are collected, to be given back. */
  #toldMessages(): Told[] {
    return this.#items.flatMap((item): Told[] => {
      if (item.kind === 'delivery') return item.accepted ? [{ item, facts: item.accepted }] : [];
      if (item.kind !== 'event') return [];
      if (!this.#byKey.has(namedBy(item)[0])) {
        this.#unknown.push(item);
        return [];
      }
      return item.event.kind === 'message.received' ? [{ item, facts: item.event.message }] : [];
    });
  }

  async #loadDeliveries(told: readonly Told[]): Promise<LoadedDelivery[]> {
    const ids = this.#items.flatMap((item) => (item.kind === 'delivery' ? [item.deliveryId] : []));
    const keys = told.flatMap(({ facts }) =>
      facts.author === 'seller' && facts.idempotencyKey !== null && UUID.test(facts.idempotencyKey)
        ? [facts.idempotencyKey.toLowerCase()]
        : [],
    );
    return lockDeliveries(this.#transaction, this.#accountId, ids, keys);
  }

  async #takeMessages(told: readonly Told[], deliveries: readonly LoadedDelivery[]): Promise<InsertedMessage[]> {
    const byClient = new Map(deliveries.map((delivery) => [delivery.row.client_id, delivery]));
    const toStore = told.flatMap(({ item, facts }): MessageToStore[] => {
      const conversation = this.#byKey.get(
        conversationKey(shopOf(item.owner, facts.platformShopId), facts.platformConversationId),
      );
      if (!conversation) return [];
      if (facts.sentAt < conversation.keptFrom) {
        this.#reachedForgotten.add(conversation.row.conversation_id);
        return [];
      }
      const delivery = byClient.get(facts.idempotencyKey?.toLowerCase() ?? '');
      const sent = delivery?.row.conversation_id === conversation.row.conversation_id ? delivery.row : null;
      return [
        {
          shopId: shopOf(item.owner, facts.platformShopId),
          conversationId: conversation.row.conversation_id,
          facts: sent === null ? facts : factsOf(facts, sent),
          clientId: sent?.client_id ?? null,
          original: sent?.original ?? null,
          memberId: sent?.member_id ?? null,
          cause: sent?.cause ?? null,
        },
      ];
    });
    const inserted = await insertMessages(this.#transaction, this.#accountId, toStore);
    for (const { row, facts } of inserted) {
      const conversation = this.#byId.get(row.conversation_id);
      if (!conversation) continue;
      const { sentAt, author, content, status } = facts;
      const message = { position: BigInt(facts.position), sentAt, author, content, status };
      conversation.state = withMessage(conversation.state, message);
    }
    await keepConsulted(this.#transaction, this.#accountId, consultedIn(inserted, this.#byId));
    await readOrdersOfMessages(this.#transaction, shopsOfOrders(inserted, this.#byId));
    return inserted;
  }

  /** Withdraws messages: by an event, or because a history shows as withdrawn a message that was stored whole. */
  async #withdraw(told: readonly Told[], inserted: readonly MessageRow[]): Promise<MessageRow[]> {
    const isNew = new Set(inserted.map((row) => row.platform_message_id));
    const byEvent = this.#items.flatMap((item): Withdrawal[] => {
      if (item.kind !== 'event' || item.event.kind !== 'message.withdrawn') return [];
      const { platformShopId, platformMessageId, status } = item.event;
      return [{ shopId: shopOf(item.owner, platformShopId), platformMessageId, status }];
    });
    const byHistory = told.flatMap(({ item, facts: { platformShopId, platformMessageId, status } }): Withdrawal[] =>
      status === 'available' || isNew.has(platformMessageId)
        ? []
        : [{ shopId: shopOf(item.owner, platformShopId), platformMessageId, status }],
    );
    const withdrawn = await withdrawMessages(this.#transaction, [...byEvent, ...byHistory]);
    for (const row of withdrawn) {
      const conversation = this.#byId.get(row.conversation_id);
      if (!conversation) continue;
      const { sentAt, author, content, status } = toMessageView(row);
      const message = { position: BigInt(row.position), sentAt, author, content, status };
      conversation.state = withWithdrawn(conversation.state, message);
    }
    return withdrawn;
  }

  #markings(): Marking[] {
    return this.#items.flatMap((item): Marking[] => {
      if (item.kind !== 'event' || item.event.kind !== 'message.marked') return [];
      const { platformShopId, platformMessageId, mark, isMarked } = item.event;
      return [{ shopId: shopOf(item.owner, platformShopId), platformMessageId, mark, isMarked }];
    });
  }

  #ratings(): Rating[] {
    return this.#items.flatMap((item): Rating[] => {
      if (item.kind !== 'event' || item.event.kind !== 'message.rated') return [];
      const { platformShopId, platformMessageId, stars } = item.event;
      return [{ shopId: shopOf(item.owner, platformShopId), platformMessageId, stars }];
    });
  }

  #projectEvents(): void {
    for (const item of this.#items) {
      if (item.kind !== 'event' || !isOfConversation(item.event)) continue;
      const conversation = this.#byKey.get(namedBy(item)[0]);
      if (conversation) conversation.state = withEvent(conversation.state, item.event, conversation.wished);
    }
  }

  #storeHistory(): void {
    for (const item of this.#items) {
      if (item.kind !== 'history') continue;
      const conversation = this.#byId.get(item.conversationId);
      if (!conversation) continue;
      const cursor = this.#reachedForgotten.has(item.conversationId) ? null : (item.older?.cursor ?? null);
      void this.#send({
        name: 'store-history',
        text: `update conversation set synced_position = greatest(synced_position, $2::bigint),
                 history = coalesce($3, history), history_cursor = case when $3 is null then history_cursor else $4 end,
                 is_history_wanted = is_history_wanted and $3 is null,
                 synced_message_id = coalesce($5, synced_message_id)
               where conversation_id = $1`,
        values: [
          item.conversationId,
          item.syncedTo,
          item.older === null ? null : cursor === null ? 'complete' : 'more',
          cursor,
          item.syncedMessageId,
        ],
      });
      // A window that waits for an older page is told, even when the page held nothing new.
      if (conversation.row.is_history_wanted && item.older) conversation.isAwaited = true;
    }
  }
}

/** What the marketplace tells of a message of ours, with what it does not repeat: facts of a card, and that no person wrote. */
const factsOf = (facts: MessageFacts, sent: DeliveryRow): MessageFacts => ({
  ...facts,
  content: withSentFacts(facts.content, contentOf(sent)),
  author: sent.cause === null ? facts.author : 'robot',
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isOfConversation = (event: DomainEvent): event is ConversationEvent => event.kind.startsWith('conversation.');

/** Keeps the last version of each row: every statement returned the row as it was at that moment. */
function withoutTwins(...steps: readonly (readonly MessageRow[])[]): Iterable<MessageRow> {
  return new Map(steps.flat().map((row) => [row.message_id, row])).values();
}
