import { CALLS, type DeliveryView } from '@pasar/api';
import {
  type ConversationId,
  isCard,
  type OutgoingCard,
  type OutgoingContent,
  type OutgoingVideo,
} from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import { toBase64 } from '../base64.ts';
import { type CallFailure, type CallResult, failed } from '../call-result.ts';
import type { Clock } from '../clock.ts';
import type { PendingPhase, PendingQuote, PendingSend, PendingStorage } from '../pending/pending-send.ts';
import type { PictureFile, Pictures } from '../pending/pictures.ts';
import type { DeskState } from '../state/desk-state.ts';
import { withDeliveryAnswer } from '../state/merge-answers.ts';
import { messagesOf } from '../state/message-window.ts';
import { findPending, withAsked, withoutAsked, withoutPending, withPending } from '../state/pending-entries.ts';
import type { Readable, Store } from '../store.ts';
import type { Answers } from './answers.ts';
import { followStored } from './follow-stored.ts';
import { type VideoFile, VideoUploads } from './video-uploads.ts';

/** How long a text without an answer waits until it is posted again, unless the stream is live earlier. */
export const RESEND_AFTER_MS = 5_000;
/**
 * How long a text stays on the screen after another window has removed it from the storage: until the stream tells of
 * its delivery.
 */
export const REMOVED_AFTER_MS = 2_000;

export interface SenderOptions {
  readonly store: Store<DeskState>;
  readonly answers: Answers;
  readonly callApi: CallApi;
  readonly clock: Clock;
  readonly randomId: () => string;
  readonly storage: () => PendingStorage | null;
  readonly pictures: Pictures;
  /** The server refused a retry or a check. */
  readonly onRefused: (failure: CallFailure) => void;
  /** The server refused a text; the entry says why. */
  readonly onNotSent: (pending: PendingSend) => void;
}

export interface Sender {
  /**
   * Sends a text, which is on the screen when this returns. Gives the client id. `original`: what the member wrote,
   * where the text is its translation.
   */
  send(id: ConversationId, text: string, quote?: PendingQuote | null, original?: string | null): string;
  /** The same for a picture; the caller has checked its type and size. */
  sendImage(id: ConversationId, picture: PictureFile): string;
  /** The same for a card; the marketplace of the shop must have it (`ABILITIES`). */
  sendCard(id: ConversationId, card: OutgoingCard): string;
  /** The same for a video; texts and pictures that are written behind it do not wait for it. */
  sendVideo(id: ConversationId, video: VideoFile): string;
  /** The same for a video that a quick reply keeps: the server has its bytes. */
  sendKeptVideo(id: ConversationId, videoId: string, video: OutgoingVideo): string;
  /** How far pending videos have come, from 0 to 1, by client id. */
  readonly videoProgress: Readable<ReadonlyMap<string, number>>;
  /** Gives up a pending video. When it is too late, `onRefused` says so. */
  cancelVideo(clientId: string): void;
  /** Sends an unconfirmed video as a new message; the server has its bytes. */
  resendVideo(delivery: DeliveryView): void;
  /** The picture of a pending message, or the cover of a pending video; null when there is none, or its bytes are lost. */
  pictureOf(clientId: string): Promise<PictureFile | null>;
  /** Posts a refused text again. */
  retry(clientId: string): void;
  /**
   * Takes back a message that the server has not got; gives its text (empty for any other content), or null when it is
   * too late.
   */
  takeBack(clientId: string): string | null;
  /** Sends a failed delivery again, with the same idempotency key. */
  retryDelivery(delivery: DeliveryView): void;
  /**
   * Sends failed deliveries again, one after the other, oldest first, so that they arrive in the order they were
   * written. A delivery that is no longer failed when its turn comes is left alone.
   */
  retryDeliveries(deliveries: readonly DeliveryView[]): Promise<void>;
  /** Looks for an unconfirmed delivery at the marketplace again. */
  checkDelivery(delivery: DeliveryView): void;
  /** Puts a failed or unconfirmed delivery away; it is not shown any more. */
  dismissDelivery(delivery: DeliveryView): void;
  /** Loads the unsent texts that an earlier page stored. */
  restore(): void;
  /** Shows a text that another window of the member has stored, and sends it when that window has not done so in time. */
  look(key: string): void;
  /** Call when the server can be reached again. */
  resume(): void;
  stop(): void;
}

export const createSender = (options: SenderOptions): Sender => new Outbox(options);

class Outbox implements Sender {
  readonly #options: SenderOptions;
  readonly #store: Store<DeskState>;
  /**
   * Conversations with a post on its way, once for videos and once for the rest. Only one at a time, so that the server
   * gets texts in the order they were written.
   */
  readonly #busy = new Set<string>();
  readonly #videos: VideoUploads;
  readonly #unfollow: () => void;
  #cancelResume = () => {};
  #isStopped = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#videos = new VideoUploads(options.callApi, options.pictures);
    this.#unfollow = followStored(options.store, ({ clientId, content }) => {
      options.storage()?.remove(clientId);
      if (content.type === 'video') this.#videos.forget(clientId);
      if (content.type === 'image') options.pictures.forget(clientId);
    });
  }

  send(id: ConversationId, text: string, quote: PendingQuote | null = null, original: string | null = null): string {
    return this.#begin(id, { type: 'text', text }, { quote, original });
  }

  sendCard(id: ConversationId, card: OutgoingCard): string {
    return this.#begin(id, card);
  }

  sendImage(id: ConversationId, { bytes, ...image }: PictureFile): string {
    const { pictures, randomId } = this.#options;
    const clientId = randomId();
    pictures.keep(clientId, bytes);
    return this.#begin(id, { type: 'image', image }, { clientId });
  }

  get videoProgress(): Readable<ReadonlyMap<string, number>> {
    return this.#videos.progress;
  }

  sendVideo(id: ConversationId, file: VideoFile): string {
    const clientId = this.#options.randomId();
    this.#videos.keep(clientId, file);
    const { fileName, bytes, width, height, durationSeconds } = file;
    const video = { fileName, bytes, width, height, durationSeconds };
    return this.#begin(id, { type: 'video', video }, { clientId });
  }

  sendKeptVideo(id: ConversationId, videoId: string, video: OutgoingVideo): string {
    return this.#begin(id, { type: 'video', video }, { keptVideoId: videoId });
  }

  cancelVideo(clientId: string): void {
    if (findPending(this.#store.get(), clientId)?.content.type !== 'video') return;
    this.#forget(clientId);
    void this.#videos.cancel(clientId).then((result) => {
      if (!result.ok && result.failure.kind === 'refused') this.#options.onRefused(result.failure);
    });
  }

  resendVideo(delivery: DeliveryView): void {
    const clientId = this.#options.randomId();
    void this.#askAbout(delivery, () => this.#videos.resend(delivery.deliveryId, clientId));
  }

  async pictureOf(clientId: string): Promise<PictureFile | null> {
    const content = findPending(this.#store.get(), clientId)?.content;
    if (content?.type === 'video') return this.#videos.coverOf(clientId, content.video);
    if (content?.type !== 'image') return null;
    const bytes = await this.#options.pictures.find(clientId);
    return bytes === null ? null : { ...content.image, bytes };
  }

  #begin(
    id: ConversationId,
    content: OutgoingContent,
    more: Partial<Pick<PendingSend, 'clientId' | 'quote' | 'original' | 'keptVideoId'>> = {},
  ): string {
    const { clock, randomId, storage } = this.#options;
    const pending: PendingSend = {
      clientId: randomId(),
      conversationId: id,
      content,
      quote: null,
      original: null,
      keptVideoId: null,
      shopId: this.#store.get().confirmed.get(id)?.shopId ?? null,
      createdAt: clock.now(),
      anchorPosition: messagesOf(this.#store.get().windows.get(id)).at(-1)?.position ?? null,
      phase: { state: 'queued' },
      ...more,
    };
    this.#store.update((state) => withPending(state, pending));
    storage()?.save(pending);
    void this.#pump(id);
    return pending.clientId;
  }

  retry(clientId: string): void {
    const held = findPending(this.#store.get(), clientId);
    if (held?.phase.state !== 'refused') return;
    this.#setPhase(clientId, { state: 'queued' });
    void this.#pump(held.conversationId);
  }

  takeBack(clientId: string): string | null {
    const held = findPending(this.#store.get(), clientId);
    if (held?.phase.state !== 'refused') return null;
    this.#forget(clientId);
    return held.content.type === 'text' ? held.content.text : '';
  }

  retryDelivery(delivery: DeliveryView): void {
    const { callApi } = this.#options;
    void this.#askAbout(delivery, () => callApi(CALLS.chat.retryDelivery, { deliveryId: delivery.deliveryId }));
  }

  async retryDeliveries(deliveries: readonly DeliveryView[]): Promise<void> {
    const { callApi } = this.#options;
    for (const { conversationId, clientId } of deliveries.toSorted((left, right) => left.createdAt - right.createdAt)) {
      const { deliveries: held, askedDeliveries } = this.#store.get();
      const now = held.get(conversationId)?.find((delivery) => delivery.clientId === clientId);
      if (now?.mark !== 'failed' || askedDeliveries.has(clientId)) continue;
      await this.#askAbout(now, () => callApi(CALLS.chat.retryDelivery, { deliveryId: now.deliveryId }));
    }
  }

  checkDelivery(delivery: DeliveryView): void {
    const { callApi } = this.#options;
    void this.#askAbout(delivery, () => callApi(CALLS.chat.checkDelivery, { deliveryId: delivery.deliveryId }));
  }

  dismissDelivery(delivery: DeliveryView): void {
    const { callApi } = this.#options;
    void this.#askAbout(delivery, () => callApi(CALLS.chat.dismissDelivery, { deliveryId: delivery.deliveryId }));
  }

  restore(): void {
    for (const pending of this.#options.storage()?.load() ?? []) {
      this.#store.update((state) =>
        findPending(state, pending.clientId) === null ? withPending(state, pending) : state,
      );
    }
    this.resume();
  }

  look(key: string): void {
    const { storage, clock } = this.#options;
    const told = storage()?.at(key);
    if (told === undefined) return;
    const { clientId, pending } = told;
    if (pending === null) {
      clock.after(REMOVED_AFTER_MS, () => {
        if (!this.#isStopped && storage()?.at(key)?.pending === null) this.#forget(clientId);
      });
      return;
    }
    // The window that has the video brings it; two would bring it twice.
    if (pending.content.type === 'video') return;
    const state = this.#store.get();
    const isDelivered = state.deliveries.get(pending.conversationId)?.some((item) => item.clientId === clientId);
    if (isDelivered === true || findPending(state, clientId) !== null) return;
    this.#store.update((held) => withPending(held, pending));
    this.#resumeLater();
  }

  #resumeLater(): void {
    this.#cancelResume();
    if (!this.#isStopped) this.#cancelResume = this.#options.clock.after(RESEND_AFTER_MS, () => this.resume());
  }

  resume(): void {
    this.#cancelResume();
    for (const [id, items] of this.#store.get().pending) {
      for (const item of items) if (item.phase.state === 'waiting') this.#setPhase(item.clientId, { state: 'queued' });
      void this.#pump(id);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#unfollow();
    this.#cancelResume();
  }

  /** A video may take minutes, so the videos of a conversation go one after the other in a line of their own. */
  async #pump(id: ConversationId): Promise<void> {
    await Promise.all([this.#pumpLine(id, false), this.#pumpLine(id, true)]);
  }

  async #pumpLine(id: ConversationId, isVideo: boolean): Promise<void> {
    const line = `${id} ${isVideo}`;
    if (this.#busy.has(line)) return;
    this.#busy.add(line);
    try {
      for (;;) {
        const next = this.#store
          .get()
          .pending.get(id)
          ?.find((item) => item.phase.state !== 'refused' && (item.content.type === 'video') === isVideo);
        if (this.#isStopped || next?.phase.state !== 'queued') return;
        await this.#post(next);
      }
    } finally {
      this.#busy.delete(line);
    }
  }

  async #post(pending: PendingSend): Promise<void> {
    const { answers } = this.#options;
    const { clientId } = pending;
    this.#setPhase(clientId, { state: 'posting' });
    const result = await answers.ask(
      () => this.#call(pending),
      // When the text is not pending any more, the stream has settled it, and this answer is older than that.
      (state, { delivery }) => (findPending(state, clientId) === null ? state : withDeliveryAnswer(state, delivery)),
    );
    if (result.ok) this.#forget(clientId);
    else this.#failed(pending, result.failure);
  }

  async #call(pending: PendingSend): Promise<CallResult<{ readonly delivery: DeliveryView }>> {
    const { callApi, pictures } = this.#options;
    const { clientId, conversationId, content, quote, original } = pending;
    if (content.type === 'text') {
      const quoted = quote === null ? {} : { quoteMessageId: quote.messageId };
      const written = original === null ? {} : { original };
      return callApi(CALLS.chat.sendText, { conversationId, clientId, text: content.text, ...quoted, ...written });
    }
    if (isCard(content)) return callApi(CALLS.chat.sendCard, { conversationId, clientId, card: content });
    if (content.type === 'video') {
      return this.#videos.send(pending, content.video, () => findPending(this.#store.get(), clientId) === null);
    }
    const found = await pictures.find(clientId);
    // A browser may hand out a Blob whose bytes it has dropped.
    const bytes = await found?.arrayBuffer().catch(() => undefined);
    if (bytes === undefined) return failed(LOST_PICTURE);
    const { fileName, type } = content.image;
    const file = toBase64(new Uint8Array(bytes));
    return callApi(CALLS.chat.sendImage, { conversationId, clientId, fileName, type, file });
  }

  #failed(pending: PendingSend, failure: CallFailure): void {
    const { clientId, conversationId } = pending;
    // A video that was cancelled while its last call was on its way.
    if (findPending(this.#store.get(), clientId) === null) return;
    // A server that has too much to do has changed nothing, so the message is sent again by itself.
    switch (failure.kind === 'refused' && failure.code === 'server_busy' ? 'unreachable' : failure.kind) {
      case 'refused':
      case 'unreadable': {
        const phase = refusedPhase(failure);
        // In a conversation that is gone, a refused text could not be shown.
        const isGone = phase.code === 'not_found' && !this.#store.get().confirmed.has(conversationId);
        if (isGone) this.#forget(clientId);
        else {
          this.#setPhase(clientId, phase);
          this.#options.onNotSent({ ...pending, phase });
        }
        break;
      }
      case 'expired':
        this.#setPhase(clientId, { state: 'waiting' });
        break;
      case 'unreachable':
        this.#setPhase(clientId, { state: 'waiting' });
        this.#resumeLater();
        break;
    }
  }

  async #askAbout(
    delivery: DeliveryView,
    request: () => Promise<CallResult<{ readonly delivery: DeliveryView }>>,
  ): Promise<void> {
    const { answers, onRefused } = this.#options;
    this.#store.update((state) => withAsked(state, delivery.clientId));
    const result = await answers.ask(request, (state, answer) => withDeliveryAnswer(state, answer.delivery));
    this.#store.update((state) => withoutAsked(state, delivery.clientId));
    if (!result.ok) onRefused(result.failure);
  }

  #setPhase(clientId: string, phase: PendingPhase): void {
    this.#store.update((state) => {
      const held = findPending(state, clientId);
      return held === null ? state : withPending(state, { ...held, phase });
    });
  }

  #forget(clientId: string): void {
    this.#store.update((state) => withoutPending(state, clientId));
  }
}

/** The page was left and the browser did not keep the picture: it was not sent, and a person must be told. */
const LOST_PICTURE: CallFailure = { kind: 'refused', code: 'image_data_missing', reason: '', detail: null };

const refusedPhase = (failure: CallFailure): Extract<PendingPhase, { state: 'refused' }> =>
  failure.kind === 'refused'
    ? { state: 'refused', code: failure.code, reason: failure.reason, detail: failure.detail }
    : { state: 'refused', code: 'unexpected_answer', reason: '', detail: null };
