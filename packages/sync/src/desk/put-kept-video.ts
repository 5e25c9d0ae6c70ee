import { CALLS, type CallOutput } from '@pasar/api';
import type { CallApi } from '../api-client.ts';
import type { CallResult } from '../call-result.ts';
import { drawnCover, putParts } from './put-parts.ts';
import type { VideoFile } from './video-uploads.ts';

/** What a video is kept for: a quick reply, or an automatic answer, that is saved next. */
export type VideoKeeper = 'quickReply' | 'automaticAnswer';

/** Brings a video to the server to be kept there. The same `clientId` goes on where it was cut off. */
export async function putKeptVideo(
  callApi: CallApi,
  keeper: VideoKeeper,
  clientId: string,
  { file, cover, fileName, bytes, width, height, durationSeconds }: VideoFile,
): Promise<CallResult<CallOutput<typeof CALLS.quickReplies.endReplyVideo>>> {
  const [begin, put, end] = callsOf(keeper);
  const drawn = await drawnCover(cover);
  const video = { fileName, bytes, width, height, durationSeconds };
  const done = await putParts(
    {
      begin: () => callApi(begin, { clientId, video, ...drawn }),
      put: (part) => callApi(put, { clientId, ...part }),
    },
    file,
    () => true,
  );
  return done.ok ? callApi(end, { clientId }) : done;
}

const callsOf = (keeper: VideoKeeper) =>
  keeper === 'quickReply'
    ? ([
        CALLS.quickReplies.beginReplyVideo,
        CALLS.quickReplies.putReplyVideoPart,
        CALLS.quickReplies.endReplyVideo,
      ] as const)
    : ([
        CALLS.automation.beginAutomaticVideo,
        CALLS.automation.putAutomaticVideoPart,
        CALLS.automation.endAutomaticVideo,
      ] as const);
