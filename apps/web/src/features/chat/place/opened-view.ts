import type { ConversationListing } from '@pasar/api';
import { createStore, type Scope } from '@pasar/sync';

/** A saved view that a person has opened, for the list of a scope, which takes it. */
export const openedView = createStore<{ readonly scope: Scope; readonly listing: ConversationListing } | null>(null);
