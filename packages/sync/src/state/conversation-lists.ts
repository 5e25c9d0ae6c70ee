import {
  type ArrangementView,
  CONVERSATION_TABS,
  type ConversationTab,
  type ConversationView,
  type ShopView,
} from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
import { type ListKey, listKey, type Scope, type WaitingTab } from './desk-state.ts';

type Compare = (left: ConversationView, right: ConversationView) => number;

/** Pinned first, then newest first; the id decides between equals. */
export const compareConversations: Compare = (left, right) => {
  if (left.isPinned !== right.isPinned) return left.isPinned ? -1 : 1;
  return right.lastMessageAt - left.lastMessageAt || compareIds(left, right);
};

/** The tabs of the buyers who wait. A conversation that is done leaves them. */
export const isWaitingTab = (tab: ConversationTab): tab is WaitingTab => tab === 'waiting' || tab === 'due';

/** The answer that is due first, first; the id decides between equals. Whoever does not wait comes last. */
export const compareWaits: Compare = (left, right) =>
  (left.dueAt ?? NEVER) - (right.dueAt ?? NEVER) || compareIds(left, right);
const NEVER = Number.MAX_SAFE_INTEGER;

const compareIds: Compare = ({ conversationId: left }, { conversationId: right }) =>
  left < right ? -1 : left > right ? 1 : 0;

const compareIn = (tab: ConversationTab): Compare => (isWaitingTab(tab) ? compareWaits : compareConversations);

export function isInTab(conversation: ConversationView, tab: ConversationTab): boolean {
  if (conversation.isDeleted) return tab === 'deleted';
  switch (tab) {
    case 'waiting':
      return conversation.waitingSince !== null;
    case 'due':
      return conversation.dueAt !== null;
    case 'unreplied':
      return conversation.isUnreply;
    case 'all':
      return true;
    case 'deleted':
      return false;
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

/** The scopes of a conversation: its shop, its marketplace, all shops. For a hidden shop, only the shop. */
function scopesOf({ shopId }: ConversationView, { shops, arrangement }: Listing): readonly Scope[] {
  if (arrangement.hidden.includes(shopId)) return [shopId];
  const marketplace = shops.get(shopId)?.marketplace;
  return marketplace === undefined ? [shopId, 'all'] : [shopId, 'all', marketplace];
}

/** The lists of a conversation: in each of its scopes, the tabs that fit. */
export function listsOf(
  conversation: ConversationView,
  listing: Listing,
): readonly { readonly key: ListKey; readonly tab: ConversationTab }[] {
  const tabs = CONVERSATION_TABS.filter((tab) => isInTab(conversation, tab));
  return scopesOf(conversation, listing).flatMap((scope) => tabs.map((tab) => ({ key: listKey(scope, tab), tab })));
}

type Views = ReadonlyMap<ConversationId, ConversationView>;

/** The index at which `conversation` stands, or belongs, in a list of a tab that is sorted by its views. */
export function indexIn(
  list: readonly ConversationId[],
  conversation: ConversationView,
  views: Views,
  tab: ConversationTab,
): number {
  const compare = compareIn(tab);
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const id = list[middle];
    const view = id === undefined ? undefined : views.get(id);
    if (view !== undefined && compare(view, conversation) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Builds every list from nothing, after a snapshot. */
export function buildLists(views: Views, listing: Listing): Map<ListKey, ConversationId[]> {
  const lists = new Map<ListKey, ConversationId[]>();
  for (const tab of CONVERSATION_TABS) {
    const inTab = [...views.values()].filter((conversation) => isInTab(conversation, tab));
    for (const conversation of inTab.sort(compareIn(tab))) {
      for (const scope of scopesOf(conversation, listing)) {
        const key = listKey(scope, tab);
        const list = lists.get(key);
        if (list === undefined) lists.set(key, [conversation.conversationId]);
        else list.push(conversation.conversationId);
      }
    }
  }
  return lists;
}

/**
 * The part of a tab of the buyers who wait that has no gap: up to `next`, the place where the next page begins. Behind
 * it this client knows only some of them.
 */
export function withoutGap(list: readonly ConversationId[], views: Views, next: string): readonly ConversationId[] {
  const [at = '', id = ''] = next.split('.');
  const end = list.findIndex((listed) => {
    const dueAt = views.get(listed)?.dueAt ?? NEVER;
    return dueAt > Number(at) || (dueAt === Number(at) && listed > id);
  });
  return end < 0 ? list : list.slice(0, end);
}

/**
 * A list in which one conversation keeps its place: opening a conversation takes it out of the unread tab, but it must
 * not move while the person uses it. A conversation that was answered has no place among those that wait, and a deleted
 * conversation only among the deleted ones.
 */
export function listKeeping(
  list: readonly ConversationId[],
  keep: ConversationView | undefined,
  views: Views,
  tab: ConversationTab,
): readonly ConversationId[] {
  if (keep === undefined || isWaitingTab(tab) || keep.isDeleted !== (tab === 'deleted')) return list;
  const index = indexIn(list, keep, views, tab);
  return list[index] === keep.conversationId ? list : list.toSpliced(index, 0, keep.conversationId);
}
