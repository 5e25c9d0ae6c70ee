import {
  type ArrangementView,
  CONVERSATION_TABS,
  type ConversationTab,
  type ConversationView,
  type ShopView,
} from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
import { type ListKey, listKey, type Scope } from './desk-state.ts';

/** Pinned first, then newest first; the id decides between equals. */
export function compareConversations(left: ConversationView, right: ConversationView): number {
  if (left.isPinned !== right.isPinned) return left.isPinned ? -1 : 1;
  if (left.lastMessageAt !== right.lastMessageAt) return right.lastMessageAt - left.lastMessageAt;
  return left.conversationId < right.conversationId ? -1 : left.conversationId > right.conversationId ? 1 : 0;
}

export function isInTab(conversation: ConversationView, tab: ConversationTab): boolean {
  switch (tab) {
    case 'all':
      return true;
    case 'unread':
      return conversation.unreadCount > 0;
    case 'pinned':
      return conversation.isPinned;
  }
}

/** The state that decides in which lists a conversation stands. */
export interface Listing {
  readonly shops: ReadonlyMap<ShopId, ShopView>;
  readonly arrangement: Pick<ArrangementView, 'hidden'>;
}

/**
 * The lists of a conversation: its three scopes, each with the tabs that fit. For a hidden shop, only the shop's lists.
 */
export function keysOf(conversation: ConversationView, { shops, arrangement }: Listing): readonly ListKey[] {
  const { shopId } = conversation;
  const scopes: Scope[] = [shopId];
  if (!arrangement.hidden.includes(shopId)) {
    const marketplace = shops.get(shopId)?.marketplace;
    scopes.push('all');
    if (marketplace !== undefined) scopes.push(marketplace);
  }
  const tabs = CONVERSATION_TABS.filter((tab) => isInTab(conversation, tab));
  return scopes.flatMap((scope) => tabs.map((tab) => listKey(scope, tab)));
}

type Views = ReadonlyMap<ConversationId, ConversationView>;

/** The index at which `conversation` stands, or belongs, in a list that is sorted by its views. */
export function indexIn(list: readonly ConversationId[], conversation: ConversationView, views: Views): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const id = list[middle];
    const view = id === undefined ? undefined : views.get(id);
    if (view !== undefined && compareConversations(view, conversation) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Builds every list from nothing, after a snapshot. */
export function buildLists(views: Views, listing: Listing): Map<ListKey, ConversationId[]> {
  const lists = new Map<ListKey, ConversationId[]>();
  for (const conversation of [...views.values()].sort(compareConversations)) {
    for (const key of keysOf(conversation, listing)) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [conversation.conversationId]);
      else list.push(conversation.conversationId);
    }
  }
  return lists;
}

/**
 * A list in which one conversation keeps its place: opening a conversation takes it out of the unread tab, but it must
 * not move while the person uses it.
 */
export function listKeeping(
  list: readonly ConversationId[],
  keep: ConversationView | undefined,
  views: Views,
): readonly ConversationId[] {
  if (keep === undefined) return list;
  const index = indexIn(list, keep, views);
  return list[index] === keep.conversationId ? list : list.toSpliced(index, 0, keep.conversationId);
}
