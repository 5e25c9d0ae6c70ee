import type { ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** The conversation whose assignee a person chooses; null while nobody does. */
export const assigning = createStore<ConversationId | null>(null);
export const chooseAssignee = (id: ConversationId | null): void => assigning.update(() => id);

/** How many buyers wait for a member who has ended the shift, and may hand them over; null while nobody is asked. */
export const handingOver = createStore<number | null>(null);
export const offerHandOver = (waiting: number | null): void => handingOver.update(() => waiting);
