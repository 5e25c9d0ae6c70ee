import type { ConversationId, Position } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** A row of the messages that should come into view. `key` is the row's: its client id where it has one. */
export interface Sought {
  readonly conversationId: ConversationId;
  readonly key: string;
  /** Where the message is, when it is stored: older messages are loaded until it is there. Null for an answer on its way. */
  readonly position: Position | null;
}

/** The message that a person jumps to. The message list clears it when the row is in view, or cannot be found. */
export const sought = createStore<Sought | null>(null);
