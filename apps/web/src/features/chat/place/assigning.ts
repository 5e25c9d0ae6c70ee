import type { ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** The conversation whose assignee a person chooses; null while nobody does. */
export const assigning = createStore<ConversationId | null>(null);
export const chooseAssignee = (id: ConversationId | null): void => assigning.update(() => id);
