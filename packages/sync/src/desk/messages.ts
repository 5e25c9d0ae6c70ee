import { CALLS, type MessageView, type Moment } from '@pasar/api';
import type { MessageId, MessageMark } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallFailure, CallResult } from '../call-result.ts';
import type { DeskState } from '../state/desk-state.ts';
import type { Store } from '../store.ts';

/** The actions of a person on an existing message. */
export interface Messages {
  /** Takes a message of the shop back. It is shown as under way until the marketplace answers. */
  recall(message: MessageView): void;
  /** Deletes a message for the shop; the buyer keeps it. */
  remove(message: MessageView): void;
  /** Marks a message. The mark is shown once the server has accepted it. */
  mark(message: MessageView, mark: MessageMark, isMarked: boolean): void;
}

export interface MessagesOptions {
  readonly store: Store<DeskState>;
  readonly callApi: CallApi;
  readonly onRefused: (failure: CallFailure) => void;
}

export function createMessages({ store, callApi, onRefused }: MessagesOptions): Messages {
  const carryOut = async (message: MessageView, request: () => Promise<CallResult<unknown>>): Promise<void> => {
    store.update((state) => withAskedMessage(state, message.messageId));
    const result = await request();
    if (result.ok) return;
    store.update((state) => withoutAskedMessage(state, message.messageId));
    onRefused(result.failure);
  };
  return {
    recall: (message) =>
      void carryOut(message, () => callApi(CALLS.chat.recallMessage, { messageId: message.messageId })),
    remove: (message) =>
      void carryOut(message, () => callApi(CALLS.chat.deleteMessage, { messageId: message.messageId })),
    mark: ({ messageId }, mark, isMarked) =>
      void callApi(CALLS.chat.markMessage, { messageId, mark, isMarked }).then((result) => {
        if (!result.ok) onRefused(result.failure);
      }),
  };
}

const withAskedMessage = (state: DeskState, messageId: MessageId): DeskState => ({
  ...state,
  askedMessages: new Set(state.askedMessages).add(messageId),
});

/** Ends the "under way" state of a message: its change came, or the request was refused. */
export function withoutAskedMessage(state: DeskState, messageId: MessageId): DeskState {
  if (!state.askedMessages.has(messageId)) return state;
  const askedMessages = new Set(state.askedMessages);
  askedMessages.delete(messageId);
  return { ...state, askedMessages };
}

/** A refusal does not name its message, so the "under way" state ends for every message of the conversation. */
export function withRefusedWish(state: DeskState, moment: Extract<Moment, { kind: 'wishRefused' }>): DeskState {
  const window = state.windows.get(moment.conversationId);
  const messages = window !== undefined && 'messages' in window ? window.messages : [];
  return messages.reduce((next, { messageId }) => withoutAskedMessage(next, messageId), state);
}
