import { CALLS, type DeliveryView } from '@pasar/api';
import type { ConversationId, DeliveryId, OutgoingVideo } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallResult } from '../call-result.ts';
import { drawnCover, putParts } from './put-parts.ts';

export interface PutVideo {
  readonly clientId: string;
  readonly conversationId: ConversationId;
  readonly video: OutgoingVideo;
  /** That of a quick reply, whose bytes the server copies; else null. */
  readonly keptVideoId: string | null;
  /** Null where the server has the bytes. */
  readonly file: Blob | null;
  readonly cover: Blob | null;
}

type Sent = CallResult<{ readonly delivery: DeliveryView }>;

/**
 * Puts a video on the server, part by part, from the first byte that is not there yet, and then into the ledger.
 * `onProgress` is told the share that is there, and answers whether to go on.
 */
export async function putVideo(
  callApi: CallApi,
  { clientId, conversationId, keptVideoId, video, file, cover }: PutVideo,
  onProgress: (share: number) => boolean,
): Promise<Sent> {
  const put =
    keptVideoId === null
      ? await putParts(
          {
            begin: async () =>
              callApi(CALLS.chat.beginVideo, { conversationId, clientId, video, ...(await drawnCover(cover)) }),
            put: (part) => callApi(CALLS.chat.putVideoPart, { clientId, ...part }),
          },
          file ?? new Blob(),
          onProgress,
        )
      : await callApi(CALLS.chat.takeReplyVideo, { conversationId, clientId, videoId: keptVideoId });
  return put.ok ? callApi(CALLS.chat.sendVideo, { conversationId, clientId }) : put;
}

export const cancelVideo = (callApi: CallApi, clientId: string): Promise<CallResult<unknown>> =>
  callApi(CALLS.chat.cancelVideo, { clientId });

export const resendVideo = (callApi: CallApi, deliveryId: DeliveryId, clientId: string): Promise<Sent> =>
  callApi(CALLS.chat.resendVideo, { deliveryId, clientId });
