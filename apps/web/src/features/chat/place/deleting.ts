import type { ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** The conversation whose deletion a person is asked about; null while nobody is. */
export const deleting = createStore<ConversationId | null>(null);
export const askDelete = (id: ConversationId | null): void => deleting.update(() => id);
