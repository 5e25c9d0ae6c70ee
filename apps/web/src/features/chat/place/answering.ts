import type { MessageView } from '@pasar/api';
import type { ConversationId, MessageId } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** The message that the next text of a conversation answers. */
export interface Answering {
  readonly messageId: MessageId;
  /** Its words, as far as one line shows them. */
  readonly hint: string;
}

const HINT_LENGTH = 120;
const NOTHING: ReadonlyMap<ConversationId, Answering> = new Map();

/** Kept by conversation while the window is open, as a draft is. */
export const answering = createStore<ReadonlyMap<ConversationId, Answering>>(NOTHING);

/** `words`: what stands for a message that is no text. */
export function answerTo(message: MessageView, words: string): void {
  const hint = message.content.type === 'text' ? message.content.text.slice(0, HINT_LENGTH) : words;
  answering.update((held) => new Map(held).set(message.conversationId, { messageId: message.messageId, hint }));
}

export function answerNothing(id: ConversationId): void {
  answering.update((held) => {
    if (!held.has(id)) return held;
    const next = new Map(held);
    next.delete(id);
    return next;
  });
}
