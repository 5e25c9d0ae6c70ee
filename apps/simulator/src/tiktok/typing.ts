/** The conversations in which a shop is typing; a mark ends by itself. */
import type { Conversation } from '../world/types.ts';

/** How long a typing mark lasts unless it is renewed (our choice). */
const FADES_AFTER_MS = 10_000;

export interface SellerTyping {
  set(conversation: Conversation, isTyping: boolean): void;
  has(conversation: Conversation): boolean;
  on(listener: (conversation: Conversation, isTyping: boolean) => void): () => void;
}

export function createSellerTyping(now: () => number): SellerTyping {
  const until = new Map<string, number>();
  const listeners = new Set<(conversation: Conversation, isTyping: boolean) => void>();
  return {
    set: (conversation, isTyping) => {
      if (isTyping) until.set(conversation.conversationId, now() + FADES_AFTER_MS);
      else until.delete(conversation.conversationId);
      for (const listener of [...listeners]) listener(conversation, isTyping);
    },
    has: ({ conversationId }) => (until.get(conversationId) ?? 0) > now(),
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
