import { CALLS, type DeliveryView } from '@pasar/api';
import { type ConversationId, type DeliveryId, type OutgoingVideo, SCREEN_LIMITS } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import { toBase64 } from '../base64.ts';
import { type CallResult, failed } from '../call-result.ts';

export interface PutVideo {
  readonly clientId: string;
  readonly conversationId: ConversationId;
  readonly video: OutgoingVideo;
  readonly file: Blob;
  readonly cover: Blob | null;
}

const PART = SCREEN_LIMITS.videoPartBytes;

type Sent = CallResult<{ readonly delivery: DeliveryView }>;

/**
 * Puts a video on the server, part by part, from the first byte that is not there yet, and then into the ledger. One part
 * is in memory at a time. `onProgress` is told the share that is there, and answers whether to go on.
 */
export async function putVideo(
  callApi: CallApi,
  { clientId, conversationId, video, file, cover }: PutVideo,
  onProgress: (share: number) => boolean,
): Promise<Sent> {
  const drawn = cover === null ? {} : { cover: toBase64(await bytesOf(cover)) };
  const begun = await callApi(CALLS.chat.beginVideo, { conversationId, clientId, video, ...drawn });
  if (!begun.ok) return begun;
  let { received } = begun.data;
  for (;;) {
    if (!onProgress(received / video.bytes)) return failed({ kind: 'unreachable', fault: null, cause: 'given up' });
    if (received >= video.bytes) return callApi(CALLS.chat.sendVideo, { conversationId, clientId });
    const bytes = await bytesOf(file.slice(received, received + PART));
    const input = { clientId, offset: received, part: toBase64(bytes), checksum: crc32(bytes) };
    const put = await callApi(CALLS.chat.putVideoPart, input);
    if (!put.ok) return put;
    // The part was changed on its way: it is put again, as after a line that was cut.
    if (put.data.received <= received) return failed({ kind: 'unreachable', fault: null, cause: 'a changed part' });
    ({ received } = put.data);
  }
}

export const cancelVideo = (callApi: CallApi, clientId: string): Promise<CallResult<unknown>> =>
  callApi(CALLS.chat.cancelVideo, { clientId });

export const resendVideo = (callApi: CallApi, deliveryId: DeliveryId, clientId: string): Promise<Sent> =>
  callApi(CALLS.chat.resendVideo, { deliveryId, clientId });

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

/** CRC-32 as in ISO 3309, the one that the server's own library has. The browser's digests need https. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
