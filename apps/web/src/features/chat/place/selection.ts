import type { ConversationView } from '@pasar/api';
import { CONVERSATION_TABS, conversationId, shopId } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { createStore, type Readable, type Scope } from '@pasar/sync';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import type { ChatScope } from '../../../base/scopes.ts';
import { createStoredStore } from '../../../ui/stored.ts';

/** Where the person is on one chat screen: each screen remembers its own, across screens and reloads of this window. */
const selection = z.object({
  shopId: shopId.nullable(),
  tab: z.enum(CONVERSATION_TABS),
  conversationId: conversationId.nullable(),
});
export type Selection = z.infer<typeof selection>;
const START: Selection = { shopId: null, tab: 'all', conversationId: null };

const selections = createStoredStore(
  sessionStorage,
  'pasar.selection',
  z.object({ all: selection, shopee: selection, lazada: selection, tiktok: selection }),
  { all: START, shopee: START, lazada: START, tiktok: START },
);

export function select(scope: ChatScope, change: Partial<Selection>): void {
  selections.update((held) => ({ ...held, [scope]: { ...held[scope], ...change } }));
}
export const selectionOf = (scope: ChatScope): Selection => selections.get()[scope];
export const useSelection = (scope: ChatScope): Selection =>
  useSyncExternalStore(selections.subscribe, () => selections.get()[scope]);

const wish = createStore<ConversationId | null>(null);
/** The conversation in which the person means to write next: its composer takes the focus, and with it the wish away. */
export const writingWish: Readable<ConversationId | null> = wish;
/** Going on through the list, or to somewhere else, ends it. */
export const wishToWrite = (id: ConversationId | null): void => wish.update(() => id);

const meant = createStore<ConversationId | null>(null);
/** The conversation that was opened last to answer in it: the others are looked at on the way past. */
export const meantConversation: Readable<ConversationId | null> = meant;

/** Opens a conversation to answer in it, not just to look on the way past. */
export function selectToWrite(scope: ChatScope, id: ConversationId): void {
  select(scope, { conversationId: id });
  meant.update(() => id);
  wishToWrite(id);
}

/** What the conversation list of a screen shows: one shop, when one is chosen, else all of the screen. */
export const listScope = (scope: ChatScope, chosen: Selection): Scope => chosen.shopId ?? scope;

/** Opens a conversation, to answer in it, where it is sure to be seen: tab and shop are widened when they would hide it. */
export function reveal(scope: ChatScope, conversation: ConversationView): void {
  const held = selectionOf(scope);
  const isHidden = held.shopId !== null && held.shopId !== conversation.shopId;
  select(scope, { tab: 'all', shopId: isHidden ? null : held.shopId });
  selectToWrite(scope, conversation.conversationId);
}

export const optionId = (id: ConversationId): string => `conversation-${id}`;
