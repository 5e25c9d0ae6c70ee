import { asPlatformMessageId, type DeliveryState, type MessageFacts } from '@pasar/domain';
import { applyToDelivery, type LoadedDelivery, lockUnsettled } from '../../records/deliveries.ts';
import { areAlike, matchByContent } from '../../records/match-by-content.ts';
import { contentOf, type MessageRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { conversationKey, type LoadedConversation } from './conversations.ts';
import { lastReplies, linkMessages, type MessageLink } from './messages.ts';
import { shopOf } from './named-by.ts';
import type { IngestItem } from './types.ts';

/** A message of a batch, with the item that told it. */
export interface Told {
  readonly item: IngestItem;
  readonly facts: MessageFacts;
}
/** The locked conversations of a batch. */
interface Conversations {
  readonly byKey: ReadonlyMap<string, LoadedConversation>;
  readonly byId: ReadonlyMap<string, LoadedConversation>;
}

/**
 * Settles the ledger: by key, by the marketplace's answer to the send, and by content where the key was not echoed.
 */
export async function settle(
  transaction: Transaction,
  items: readonly IngestItem[],
  { byKey, byId }: Conversations,
  told: readonly Told[],
  deliveries: LoadedDelivery[],
): Promise<MessageRow[]> {
  const byTheirKeys = await settleByKey(transaction, byId, told, deliveries);
  for (const item of items) {
    if (item.kind !== 'delivery') continue;
    const delivery = deliveries.find((candidate) => candidate.row.delivery_id === item.deliveryId);
    if (delivery) applyToDelivery(delivery, item.event);
  }
  const ofMessages = told.flatMap(({ item, facts }) => {
    const key = conversationKey(shopOf(item.owner, facts.platformShopId), facts.platformConversationId);
    const conversation = byKey.get(key);
    return facts.author === 'seller' && conversation ? [conversation.row.conversation_id] : [];
  });
  // A message that waited for the answer to a send like it is known to be its own or another's now.
  const ofDeliveries = deliveries.flatMap(({ row, before, state }) => (before === state ? [] : [row.conversation_id]));
  const known = new Set(deliveries.map((delivery) => delivery.row.delivery_id));
  const others = (await lockUnsettled(transaction, [...new Set([...ofMessages, ...ofDeliveries])])).filter(
    (delivery) => !known.has(delivery.row.delivery_id),
  );
  deliveries.push(...others);
  const links = await matchByContent(transaction, mayBeMatched(deliveries));
  for (const { delivery, platformMessageId } of links) {
    applyToDelivery(delivery, { event: 'accept', platformMessageId: asPlatformMessageId(platformMessageId) });
  }
  const byContent = links.map(({ messageId, delivery: { row } }) => ({
    messageId,
    clientId: row.client_id,
    original: row.original,
    memberId: row.member_id,
    cause: row.cause,
  }));
  return [...byTheirKeys, ...(await link(transaction, byId, byContent))];
}

/**
 * The deliveries that a message may be matched with: those in doubt before those that were given up, whose time is farther
 * off, and of these the newest first. None while one like it is on the wire in its conversation: the message may be that one's.
 */
function mayBeMatched(deliveries: readonly LoadedDelivery[]): readonly LoadedDelivery[] {
  const inState = (wanted: DeliveryState) => deliveries.filter(({ state }) => state.state === wanted);
  const onWire = inState('intent');
  return [...inState('doubted'), ...inState('unconfirmed').toReversed()].filter(
    ({ row }) =>
      !onWire.some(
        (other) => other.row.conversation_id === row.conversation_id && areAlike(contentOf(other.row), contentOf(row)),
      ),
  );
}

/**
 * A message settles a delivery when it carries the delivery's key or was named by the answer to its send, even when
 * the message is stored already.
 */
async function settleByKey(
  transaction: Transaction,
  byId: Conversations['byId'],
  told: readonly Told[],
  deliveries: readonly LoadedDelivery[],
): Promise<MessageRow[]> {
  const keyed = told.flatMap(({ item, facts }) => {
    const delivery = deliveries.find(
      (candidate) =>
        (item.kind === 'delivery' && candidate.row.delivery_id === item.deliveryId) ||
        (facts.author === 'seller' && candidate.row.client_id === facts.idempotencyKey?.toLowerCase()),
    );
    return delivery ? [{ delivery, facts, shopId: shopOf(item.owner, facts.platformShopId) }] : [];
  });
  if (keyed.length === 0) return [];
  const found = await transaction.query<{ message_id: string; shop_id: string; platform_message_id: string }>({
    name: 'messages-by-platform-id',
    text: `select message_id, shop_id, platform_message_id from message
           where (shop_id, platform_message_id) in (select * from unnest($1::uuid[], $2::text[]))`,
    values: [keyed.map((item) => item.shopId), keyed.map((item) => item.facts.platformMessageId)],
  });
  const ids = new Map(found.rows.map((row) => [`${row.shop_id}/${row.platform_message_id}`, row.message_id]));
  const links = keyed.flatMap(({ delivery, facts, shopId }) => {
    applyToDelivery(delivery, { event: 'accept', platformMessageId: facts.platformMessageId });
    const messageId = ids.get(`${shopId}/${facts.platformMessageId}`);
    const { client_id: clientId, original, member_id: memberId, cause } = delivery.row;
    return messageId ? [{ messageId, clientId, original, memberId, cause }] : [];
  });
  return link(transaction, byId, links);
}

/** A message that turns out to be automatic was counted as a person's answer, so its conversation is counted again. */
async function link(
  transaction: Transaction,
  byId: Conversations['byId'],
  links: readonly MessageLink[],
): Promise<MessageRow[]> {
  const linked = await linkMessages(transaction, links);
  const automatic = new Set(linked.flatMap((row) => (row.cause === null ? [] : [row.conversation_id])));
  for (const [id, position] of await lastReplies(transaction, [...automatic])) {
    const conversation = byId.get(id);
    if (conversation === undefined) continue;
    conversation.state = { ...conversation.state, lastReplyPosition: position, isRecountNeeded: true };
  }
  return linked;
}
