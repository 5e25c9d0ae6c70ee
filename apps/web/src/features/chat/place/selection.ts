import type { ConversationView } from '@pasar/api';
import { CONVERSATION_TABS, conversationId, shopId } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { createStore, type Readable, type Scope } from '@pasar/sync';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import type { ChatScope } from '../../../base/scopes.ts';
import { createStoredStore } from '../../../ui/stored.ts';

/** What a chat screen shows. Each screen remembers it, across screens and reloads of this window. */
const selection = z.object({
  shopId: shopId.nullable(),
  tab: z.enum(CONVERSATION_TABS),
  conversationId: conversationId.nullable(),
});
export type Selection = z.infer<typeof selection>;
const START: Selection = { shopId: null, tab: 'waiting', conversationId: null };

/** A window that an earlier version has used: its tab of the buyers who wait had another name. */
const EARLIER = 'pasar.selection';
const earlier = sessionStorage.getItem(EARLIER);
if (earlier !== null) {
  sessionStorage.setItem('pasar.place', earlier.replaceAll('"tab":"unreplied"', '"tab":"waiting"'));
  sessionStorage.removeItem(EARLIER);
}

const selections = createStoredStore(
  sessionStorage,
  'pasar.place',
  z.object({ all: selection, shopee: selection, lazada: selection, tiktok: selection }),
  { all: START, shopee: START, lazada: START, tiktok: START },
);

export function select(scope: ChatScope, change: Partial<Selection>): void {
  selections.update((held) => ({ ...held, [scope]: { ...held[scope], ...change } }));
}
export const selectionOf = (scope: ChatScope): Selection => selections.get()[scope];
export const useSelection = (scope: ChatScope): Selection =>
  useSyncExternalStore(selections.subscribe, () => selections.get()[scope]);

const requested = createStore<ConversationId | null>(null);
/** The conversation whose composer should take the focus; the composer then clears the request. */
export const focusRequest: Readable<ConversationId | null> = requested;
/** Requests the focus. Moving through the list, or to another screen, sets it to null. */
export const requestFocus = (id: ConversationId | null): void => requested.update(() => id);

const meant = createStore<ConversationId | null>(null);
/** The conversation that was last opened to answer in it, not only shown while moving through the list. */
export const meantConversation: Readable<ConversationId | null> = meant;

/** Opens a conversation to answer in it, not only to show it while moving through the list. */
export function selectToWrite(scope: ChatScope, id: ConversationId): void {
  select(scope, { conversationId: id });
  meant.update(() => id);
  requestFocus(id);
}

/** The scope of a screen's conversation list: the chosen shop, else the whole screen. */
export const listScope = (scope: ChatScope, chosen: Selection): Scope => chosen.shopId ?? scope;

/** Opens a conversation to answer in it, and widens the tab and shop filters where they would hide it. */
export function reveal(scope: ChatScope, conversation: Pick<ConversationView, 'conversationId' | 'shopId'>): void {
  const held = selectionOf(scope);
  const isHidden = held.shopId !== null && held.shopId !== conversation.shopId;
  select(scope, { tab: 'all', shopId: isHidden ? null : held.shopId });
  selectToWrite(scope, conversation.conversationId);
}

export const optionId = (id: ConversationId): string => `conversation-${id}`;
