import type { CALLS, CallOutput, ConversationView, DeliveryView } from '@pasar/api';
import { type ConversationId, holds, type Position } from '@pasar/domain';
import type { PendingSend } from '../pending/pending-send.ts';
import { applyDelivery } from './apply-changes.ts';
import { buildLists } from './conversation-lists.ts';
import { DeskDraft } from './desk-draft.ts';
import type { DeskState, ListKey, MessageWindow, Paging } from './desk-state.ts';
import { asStale, type MessagePage, messagesOf, withNewestPage, withOlderPage } from './message-window.ts';

export type Snapshot = CallOutput<(typeof CALLS)['chat']['snapshot']>;
export type MessagesAnswer = MessagePage & {
  readonly conversation: ConversationView;
  readonly deliveries: readonly DeliveryView[];
};

/**
 * Replaces the confirmed state by a snapshot. Pending texts stay, because only this client knows them. Windows of
 * conversations that still exist become stale and are shown until they are loaded again. `open`: the conversation on
 * the screen, which is kept even if it is too old for the snapshot, as long as its shop exists. Data that the member's
 * permission keys no longer open is dropped.
 */
export function withSnapshot(state: DeskState, snapshot: Snapshot, open: ConversationId | null): DeskState {
  const shops = new Map(snapshot.shops.map((shop) => [shop.shopId, shop]));
  const conversations = new Map(snapshot.conversations.map((item) => [item.conversationId, item]));
  const { member } = snapshot;
  const held = open === null || !holds(member, 'chat') ? undefined : state.confirmed.get(open);
  if (held !== undefined && !conversations.has(held.conversationId) && shops.has(held.shopId)) {
    conversations.set(held.conversationId, held);
  }
  const windows = new Map<ConversationId, MessageWindow>();
  for (const [id, window] of state.windows) {
    const stale = asStale(window);
    if (conversations.has(id) && stale !== undefined) windows.set(id, stale);
  }
  return {
    ...state,
    boot: { state: 'ready' },
    seq: snapshot.seq,
    epoch: state.epoch + 1,
    member,
    shops,
    arrangement: snapshot.arrangement,
    confirmedArrangement: snapshot.arrangement,
    chatSetting: snapshot.chatSetting,
    arrangementWishes: [],
    ...(holds(member, 'shopManager') ? {} : { signIns: new Map(), imports: new Map() }),
    confirmed: conversations,
    shown: conversations,
    wishes: new Map(),
    lists: buildLists(conversations, { shops, arrangement: snapshot.arrangement }),
    paging: new Map(),
    defaultPaging: snapshot.hasMore ? { state: 'unknown' } : { state: 'complete' },
    // The places are those of all shops, and so of every part of them.
    waitingPaging: pagingFrom(snapshot.nextWaiting),
    windows,
    deliveries: groupDeliveries(snapshot.deliveries),
    askedDeliveries: new Set(),
    pending: remainingPending(state, snapshot, new Set(conversations.keys())),
  };
}

const pagingFrom = (next: string | null): Paging => (next === null ? { state: 'complete' } : { state: 'more', next });

function groupDeliveries(deliveries: readonly DeliveryView[]): Map<ConversationId, readonly DeliveryView[]> {
  const groups = new Map<ConversationId, DeliveryView[]>();
  for (const delivery of deliveries) {
    const group = groups.get(delivery.conversationId);
    if (group === undefined) groups.set(delivery.conversationId, [delivery]);
    else group.push(delivery);
  }
  return groups;
}

/**
 * The pending texts without those that the server has accepted (the snapshot has their deliveries), and without refused
 * texts of a conversation that the member can no longer see.
 */
function remainingPending(
  state: DeskState,
  snapshot: Snapshot,
  shown: ReadonlySet<ConversationId>,
): DeskState['pending'] {
  const taken = new Set(snapshot.deliveries.map((delivery) => delivery.clientId));
  const remaining = new Map<ConversationId, readonly PendingSend[]>();
  for (const [id, items] of state.pending) {
    const isGone = !snapshot.hasMore && !shown.has(id);
    const rest = items.filter((item) => !taken.has(item.clientId) && !(isGone && item.phase.state === 'refused'));
    if (rest.length > 0) remaining.set(id, rest);
  }
  return remaining;
}

/** Adds a page of messages. `before` null: the newest page. */
export function withMessages(
  state: DeskState,
  id: ConversationId,
  before: Position | null,
  answer: MessagesAnswer,
): DeskState {
  const draft = new DeskDraft(state);
  draft.setConversation(answer.conversation);
  const held = state.windows.get(id);
  draft.setWindow(id, before === null ? withNewestPage(held, answer) : withOlderPage(held, before, answer));
  const inWindow = new Set(messagesOf(draft.state.windows.get(id)).map((message) => message.clientId));
  for (const clientId of inWindow) if (clientId !== null) draft.removePending(clientId);
  for (const delivery of answer.deliveries) draft.removePending(delivery.clientId);
  draft.setDeliveries(
    id,
    answer.deliveries.filter((delivery) => !inWindow.has(delivery.clientId)),
  );
  return draft.done();
}

/** Adds a page of conversations; conversations of shops that were removed meanwhile are left out. */
export function withConversations(state: DeskState, found: readonly ConversationView[]): DeskState {
  const draft = new DeskDraft(state);
  for (const conversation of found) if (state.shops.has(conversation.shopId)) draft.setConversation(conversation);
  return draft.done();
}

/** Adds the answer to a send, a retry or a check. */
export function withDeliveryAnswer(state: DeskState, delivery: DeliveryView): DeskState {
  const draft = new DeskDraft(state);
  applyDelivery(draft, delivery);
  return draft.done();
}

export function withPaging(state: DeskState, key: ListKey, paging: Paging): DeskState {
  return { ...state, paging: new Map(state.paging).set(key, paging) };
}

export function withWindow(state: DeskState, id: ConversationId, window: MessageWindow | undefined): DeskState {
  const draft = new DeskDraft(state);
  draft.setWindow(id, window);
  return draft.done();
}
