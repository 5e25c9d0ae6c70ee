import type { DeliveryView } from '@pasar/api';
import type { DeliveryId, OutgoingVideo } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import { type CallFailure, type CallResult, failed } from '../call-result.ts';
import type { PendingSend } from '../pending/pending-send.ts';
import type { PictureFile, Pictures } from '../pending/pictures.ts';
import { createStore, type Readable } from '../store.ts';

/** A video that a person chose to send, and its cover where the browser could draw one. */
export interface VideoFile extends OutgoingVideo {
  readonly file: Blob;
  readonly cover: Blob | null;
}

/** The cover is kept like a picture, under a key of its own. */
const coverKey = (clientId: string): string => `${clientId}.cover`;

/** The page was left and the browser did not keep the video: it was not sent, and a person must be told. */
const LOST: CallFailure = { kind: 'refused', code: 'video_lost', reason: '', detail: null };

/** Most answers are texts, so the code that brings videos is loaded with the first of them. */
const calls = () => import('./put-video.ts');
const notLoaded = (cause: unknown) => failed({ kind: 'unreachable', fault: null, cause });

/** Brings this window's videos to the server, and says how far each has come. */
export class VideoUploads {
  readonly #callApi: CallApi;
  readonly #pictures: Pictures;
  readonly #progress = createStore<ReadonlyMap<string, number>>(new Map());

  constructor(callApi: CallApi, pictures: Pictures) {
    this.#callApi = callApi;
    this.#pictures = pictures;
  }

  /** By client id, from 0 to 1; without an entry for a video that has not begun, or that is on the server as a whole. */
  get progress(): Readable<ReadonlyMap<string, number>> {
    return this.#progress;
  }

  keep(clientId: string, { file, cover }: VideoFile): void {
    this.#pictures.keep(clientId, file);
    if (cover !== null) this.#pictures.keep(coverKey(clientId), cover);
  }

  /** Null for a video without a cover. */
  async coverOf(clientId: string, { fileName, width, height }: OutgoingVideo): Promise<PictureFile | null> {
    const bytes = await this.#pictures.find(coverKey(clientId));
    return bytes && { fileName, type: 'image/jpeg', width, height, bytes };
  }

  forget(clientId: string): void {
    this.#pictures.forget(clientId);
    this.#pictures.forget(coverKey(clientId));
    this.#tell(clientId, null);
  }

  /** Goes on where an earlier attempt, in this window or before a reload, was cut off. */
  async send(
    { clientId, conversationId, keptVideoId }: PendingSend,
    video: OutgoingVideo,
    isGivenUp: () => boolean,
  ): Promise<CallResult<{ readonly delivery: DeliveryView }>> {
    const file = await this.#pictures.find(clientId);
    if ((file ?? keptVideoId) === null) return failed(LOST);
    const cover = await this.#pictures.find(coverKey(clientId));
    try {
      const { putVideo } = await calls();
      return await putVideo(this.#callApi, { clientId, conversationId, keptVideoId, video, file, cover }, (share) => {
        if (!isGivenUp()) this.#tell(clientId, share);
        return !isGivenUp();
      });
    } catch (cause) {
      // The code could not be loaded, or the browser has handed out a file whose bytes it has dropped.
      return cause instanceof DOMException ? failed(LOST) : notLoaded(cause);
    }
  }

  cancel(clientId: string): Promise<CallResult<unknown>> {
    return calls().then(({ cancelVideo }) => cancelVideo(this.#callApi, clientId), notLoaded);
  }

  resend(deliveryId: DeliveryId, clientId: string): Promise<CallResult<{ readonly delivery: DeliveryView }>> {
    return calls().then(({ resendVideo }) => resendVideo(this.#callApi, deliveryId, clientId), notLoaded);
  }

  #tell(clientId: string, share: number | null): void {
    this.#progress.update((held) => {
      if ((held.get(clientId) ?? null) === share) return held;
      const next = new Map(held);
      if (share === null) next.delete(clientId);
      else next.set(clientId, share);
      return next;
    });
  }
}
