import type { MessageView } from '@pasar/api';
import type { ConversationId, MessageId } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** The message that the next text of a conversation quotes. */
export interface Answering {
  readonly messageId: MessageId;
  /** The text of the message, for one line. */
  readonly hint: string;
}

const HINT_LENGTH = 120;
const NOTHING: ReadonlyMap<ConversationId, Answering> = new Map();

/** Kept for each conversation while the window is open, like a draft. */
export const answering = createStore<ReadonlyMap<ConversationId, Answering>>(NOTHING);

/** `words` describe the message; for a message without text they name its kind. */
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
