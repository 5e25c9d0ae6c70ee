import type { ConversationListing } from '@pasar/api';
import { createStore } from '@pasar/sync';

/** A saved view that a person opens, with the address of the screen that shows its shops. The list there takes it. */
export const openedView = createStore<{ readonly path: string; readonly listing: ConversationListing } | null>(null);
