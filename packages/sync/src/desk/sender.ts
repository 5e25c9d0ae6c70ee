import { CALLS, type DeliveryView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallFailure, CallResult } from '../call-result.ts';
import type { Clock } from '../clock.ts';
import type { PendingPhase, PendingSend, PendingStorage } from '../pending/pending-send.ts';
import type { DeskState } from '../state/desk-state.ts';
import { withDeliveryAnswer } from '../state/merge-answers.ts';
import { messagesOf } from '../state/message-window.ts';
import { findPending, withAsked, withoutAsked, withoutPending, withPending } from '../state/pending-entries.ts';
import type { Store } from '../store.ts';
import type { Answers } from './answers.ts';

/** How long a text that got no answer waits, unless the stream comes back first. */
export const RESEND_AFTER_MS = 5_000;

export interface SenderOptions {
  readonly store: Store<DeskState>;
  readonly answers: Answers;
  readonly callApi: CallApi;
  readonly clock: Clock;
  readonly randomId: () => string;
  readonly storage: () => PendingStorage | null;
  /** A retry or a check was not taken. */
  readonly onRefused: (failure: CallFailure) => void;
}

export interface Sender {
  /** On the screen when this returns. Gives the client id. */
  send(id: ConversationId, text: string): string;
  /** A refused text once more. */
  retry(clientId: string): void;
  /** Takes a text back that the server has not got; gives it, or null when it is too late. */
  takeBack(clientId: string): string | null;
  /** Send a failed delivery again, with the same key. */
  retryDelivery(delivery: DeliveryView): void;
  /** Look for an unconfirmed delivery at the marketplace again. */
  checkDelivery(delivery: DeliveryView): void;
  /** Takes up what a former life of this window wrote down. */
  restore(): void;
  /** The server can be reached again. */
  resume(): void;
  stop(): void;
}

export function createSender(options: SenderOptions): Sender {
  const { store, callApi, clock } = options;
  /** One text of a conversation at a time is on its way: the server gets them in the order they were written. */
  const busy = new Set<ConversationId>();
  let cancelResume = () => {};
  let isStopped = false;

  const setPhase = (clientId: string, phase: PendingPhase) =>
    store.update((state) => {
      const held = findPending(state, clientId);
      return held === null ? state : withPending(state, { ...held, phase });
    });
  const forget = (clientId: string) => store.update((state) => withoutPending(state, clientId));
  const unfollow = followStored(store, (clientId) => options.storage()?.remove(clientId));

  async function pump(id: ConversationId): Promise<void> {
    if (busy.has(id)) return;
    busy.add(id);
    try {
      for (;;) {
        const next = store
          .get()
          .pending.get(id)
          ?.find((item) => item.phase.state !== 'refused');
        if (isStopped || next?.phase.state !== 'queued') return;
        await post(next);
      }
    } finally {
      busy.delete(id);
    }
  }

  async function post(pending: PendingSend): Promise<void> {
    const { clientId, conversationId, text } = pending;
    setPhase(clientId, { state: 'posting' });
    const result = await options.answers.ask(
      () => callApi(CALLS.desk.sendText, { conversationId, clientId, text }),
      // Gone from the pending ones: the stream has settled it already, and this answer is the older word.
      (state, { delivery }) => (findPending(state, clientId) === null ? state : withDeliveryAnswer(state, delivery)),
    );
    if (result.ok) forget(clientId);
    else failed(pending, result.failure);
  }

  function failed(pending: PendingSend, failure: CallFailure): void {
    const { clientId, conversationId } = pending;
    if (failure.kind === 'refused' || failure.kind === 'unreadable') {
      // Nobody can see a conversation that is gone, nor what was meant for it.
      if (!store.get().confirmed.has(conversationId)) {
        forget(clientId);
        return;
      }
      const said = failure.kind === 'refused' ? failure : { code: 'unexpected_answer', reason: '', detail: null };
      setPhase(clientId, { state: 'refused', code: said.code, reason: said.reason, detail: said.detail });
      return;
    }
    setPhase(clientId, { state: 'waiting' });
    if (failure.kind === 'unreachable') {
      cancelResume();
      cancelResume = clock.after(RESEND_AFTER_MS, resume);
    }
  }

  function resume(): void {
    cancelResume();
    for (const [id, items] of store.get().pending) {
      for (const item of items) if (item.phase.state === 'waiting') setPhase(item.clientId, { state: 'queued' });
      void pump(id);
    }
  }

  async function askAbout(
    delivery: DeliveryView,
    request: () => Promise<CallResult<{ readonly delivery: DeliveryView }>>,
  ): Promise<void> {
    store.update((state) => withAsked(state, delivery.clientId));
    const result = await options.answers.ask(request, (state, answer) => withDeliveryAnswer(state, answer.delivery));
    store.update((state) => withoutAsked(state, delivery.clientId));
    if (!result.ok) options.onRefused(result.failure);
  }

  return {
    send(id, text) {
      const clientId = options.randomId();
      const anchorPosition = messagesOf(store.get().windows.get(id)).at(-1)?.position ?? null;
      const createdAt = clock.now();
      const pending: PendingSend = {
        clientId,
        conversationId: id,
        text,
        createdAt,
        anchorPosition,
        phase: { state: 'queued' },
      };
      store.update((state) => withPending(state, pending));
      options.storage()?.save(pending);
      void pump(id);
      return clientId;
    },
    retry(clientId) {
      const held = findPending(store.get(), clientId);
      if (held?.phase.state !== 'refused') return;
      setPhase(clientId, { state: 'queued' });
      void pump(held.conversationId);
    },
    takeBack(clientId) {
      const held = findPending(store.get(), clientId);
      if (held?.phase.state !== 'refused') return null;
      forget(clientId);
      return held.text;
    },
    retryDelivery: (delivery) =>
      void askAbout(delivery, () => callApi(CALLS.desk.retryDelivery, { deliveryId: delivery.deliveryId })),
    checkDelivery: (delivery) =>
      void askAbout(delivery, () => callApi(CALLS.desk.checkDelivery, { deliveryId: delivery.deliveryId })),
    restore() {
      for (const pending of options.storage()?.load() ?? []) {
        store.update((state) => (findPending(state, pending.clientId) === null ? withPending(state, pending) : state));
      }
      resume();
    },
    resume,
    stop() {
      isStopped = true;
      unfollow();
      cancelResume();
    },
  };
}

/** Whatever took a pending text off the screen (an answer, the stream, a purge), what was written down goes with it. */
function followStored(store: Store<DeskState>, remove: (clientId: string) => void): () => void {
  let held = store.get().pending;
  return store.subscribe(() => {
    const { pending } = store.get();
    if (pending === held) return;
    for (const items of held.values()) {
      for (const { clientId } of items) if (findPending(store.get(), clientId) === null) remove(clientId);
    }
    held = pending;
  });
}
