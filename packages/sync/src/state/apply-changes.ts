import type { Change, ConversationView, DeliveryView, MessageView } from '@pasar/api';
import { DeskDraft } from './desk-draft.ts';
import type { DeskState } from './desk-state.ts';
import { messagesOf, withMessage } from './message-window.ts';
import { settleByChange } from './wishes.ts';

/** The result of a batch of changes. The caller runs the effects (a new snapshot, an announcement) after the update. */
export interface Applied {
  readonly state: DeskState;
  /** The changes alone do not tell what the member may see now, so a new snapshot is needed. */
  readonly isSnapshotWanted: boolean;
  /** Buyers' messages that were added to the end of a window. */
  readonly arrived: readonly MessageView[];
}

/**
 * Applies a batch. Changes at or below the known number are ignored, whatever the order of the batch; `upTo` also
 * advances over changes that the member may not see.
 */
export function applyChanges(state: DeskState, changes: readonly Change[], upTo: number): Applied {
  const draft = new DeskDraft(state);
  const arrived: MessageView[] = [];
  let isSnapshotWanted = false;
  const fresh = changes.filter((change) => change.seq > state.seq).sort((left, right) => left.seq - right.seq);
  for (const change of fresh) {
    if (change.kind === 'resync') isSnapshotWanted = true;
    else if (change.kind === 'message' && isArrival(draft.state, change.message)) arrived.push(change.message);
    applyOne(draft, change);
  }
  draft.setSeq(Math.max(state.seq, upTo, ...fresh.map((change) => change.seq)));
  return { state: draft.done(), isSnapshotWanted, arrived };
}

/** Applies changes again, over a server's answer that may be older than they are. */
export function replayChanges(state: DeskState, changes: readonly Change[]): DeskState {
  if (changes.length === 0) return state;
  const draft = new DeskDraft(state);
  for (const change of changes) applyOne(draft, change);
  return draft.done();
}

function applyOne(draft: DeskDraft, change: Change): void {
  switch (change.kind) {
    case 'message':
      applyMessage(draft, change.message);
      break;
    case 'conversation':
      applyConversation(draft, change.conversation);
      break;
    case 'delivery':
      applyDelivery(draft, change.delivery);
      break;
    case 'shop':
      draft.setShop(change.shop);
      break;
    case 'purge':
      draft.removeShop(change.shopId);
      break;
    case 'gone':
      for (const id of change.conversationIds) draft.removeConversation(id);
      break;
    case 'signIn':
      draft.setSignIn(change.signIn);
      break;
    case 'shopImport':
      draft.setShopImport(change.shopImport);
      break;
    case 'arrangement':
      draft.setArrangement(change.arrangement);
      break;
    case 'chatSetting':
      if (change.setting !== null) draft.setChatSetting(change.setting);
      break;
    case 'quickReplies':
    case 'buyerNotes':
    case 'remarks':
    case 'buyerTags':
    case 'buyerTagRules':
    case 'conversationViews':
    case 'bulkActions':
    case 'responseRules':
    case 'assignmentRules':
    case 'autoReply':
    case 'automation':
    case 'bulkSend':
    case 'orderCare':
    case 'notes':
    case 'mentions':
    case 'assigned':
    case 'remarkAssigned':
    case 'draft':
    case 'colleagues':
    case 'shopGroups':
    case 'readings':
    case 'alerts':
    case 'resync':
      break;
  }
}

function applyMessage(draft: DeskDraft, message: MessageView): void {
  const { conversationId, clientId } = message;
  draft.setWindow(conversationId, withMessage(draft.state.windows.get(conversationId), message));
  if (message.status !== 'available') draft.settleAskedMessage(message.messageId);
  if (message.author === 'buyer') draft.settleTyping(conversationId);
  if (clientId === null) return;
  draft.removePending(clientId);
  draft.removeDelivery(clientId);
  draft.settleAsked(clientId);
}

function applyConversation(draft: DeskDraft, conversation: ConversationView): void {
  const wishes = draft.state.wishes.get(conversation.conversationId);
  draft.setConversation(conversation);
  if (wishes !== undefined) draft.setWishes(conversation.conversationId, settleByChange(wishes, conversation));
}

/**
 * Replaces the pending entry of a delivery. A dismissed delivery is not shown. A sent delivery is shown only until its
 * message is in the window, and not without a window. A delivery of a shop that the member no longer sees is dropped.
 */
export function applyDelivery(draft: DeskDraft, delivery: DeliveryView): void {
  const { conversationId, clientId } = delivery;
  draft.removePending(clientId);
  draft.settleAsked(clientId);
  if (!draft.state.shops.has(delivery.shopId)) return;
  const window = draft.state.windows.get(conversationId);
  const isThere = messagesOf(window).some((message) => message.clientId === clientId);
  const isDone = delivery.mark === 'dismissed' || (delivery.mark === 'sent' && window === undefined);
  if (isThere || isDone) draft.removeDelivery(clientId);
  else draft.setDelivery(delivery);
}

function isArrival(state: DeskState, message: MessageView): boolean {
  if (message.author !== 'buyer') return false;
  const window = state.windows.get(message.conversationId);
  if (window?.state !== 'loaded') return false;
  const after = withMessage(window, message);
  return messagesOf(after).at(-1) === message && !window.messages.some((item) => item.messageId === message.messageId);
}
