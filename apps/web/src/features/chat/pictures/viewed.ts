import type { ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** The picture that is looked at; the viewer goes on from there through the pictures of its conversation. */
export interface Viewed {
  readonly conversationId: ConversationId;
  readonly messageId: string;
}

export const viewed = createStore<Viewed | null>(null);
