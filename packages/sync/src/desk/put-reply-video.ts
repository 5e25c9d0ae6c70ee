import { CALLS, type CallOutput } from '@pasar/api';
import type { CallApi } from '../api-client.ts';
import type { CallResult } from '../call-result.ts';
import { drawnCover, putParts } from './put-parts.ts';
import type { VideoFile } from './video-uploads.ts';

/** Brings a video to the server for a quick reply that is saved next. The same `clientId` goes on where it was cut off. */
export async function putReplyVideo(
  callApi: CallApi,
  clientId: string,
  { file, cover, fileName, bytes, width, height, durationSeconds }: VideoFile,
): Promise<CallResult<CallOutput<typeof CALLS.quickReplies.endReplyVideo>>> {
  const { beginReplyVideo, putReplyVideoPart, endReplyVideo } = CALLS.quickReplies;
  const drawn = await drawnCover(cover);
  const video = { fileName, bytes, width, height, durationSeconds };
  const put = await putParts(
    {
      begin: () => callApi(beginReplyVideo, { clientId, video, ...drawn }),
      put: (part) => callApi(putReplyVideoPart, { clientId, ...part }),
    },
    file,
    () => true,
  );
  return put.ok ? callApi(endReplyVideo, { clientId }) : put;
}
