/** Pictures and videos of the chat: their upload, and the files for download (facts 1.5). */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { drawPicture, PICTURE_TYPE } from '../control/pictures.ts';
import { refuse } from './chat-desk.ts';
import { type Answer, answer, type CallInput, type ChatRoute, type OpenRoute, type ShopeeContext } from './context.ts';
import { BAD_PARAMETER, findConversation, route } from './conversations.ts';

/** Spec 1 §5: the size limit of chat files. */
const MOST_IMAGE_BYTES = 2 * 1024 * 1024;
const IMAGE_TYPES = new Set(['image/jpeg', 'image/png']);
const THUMB_SIZE = 320;

const bytesField = z.instanceof(Uint8Array);
const imageBody = z.object({
  conversation_id: z.string(),
  file: z.object({ name: z.string(), type: z.string(), bytes: bytesField }),
});
const uploadImage: ChatRoute['handle'] = (context, caller, input) => {
  const body = imageBody.safeParse(input.body);
  if (!body.success) return BAD_PARAMETER;
  const { file, conversation_id: id } = body.data;
  if (findConversation(context, caller, { ...input, params: { id } }) === null) return refuse('not_found', 404);
  if (!IMAGE_TYPES.has(file.type)) return refuse('unsupported_file_type');
  if (file.bytes.byteLength > MOST_IMAGE_BYTES) return refuse('file_too_large');
  const url = `${input.origin}/file/${context.blobs.put(file)}`;
  return answer({ url, thumbnail: url, thumb_width: THUMB_SIZE, thumb_height: THUMB_SIZE, file_server_id: 1 });
};

/** Serves the uploaded file of this name, else a picture drawn from the name. */
function giveFile({ blobs }: ShopeeContext, { params }: CallInput): Answer {
  const name = params.name ?? '';
  const blob = blobs.get(name);
  if (blob !== null) return { kind: 'file', ...blob };
  return { kind: 'file', type: PICTURE_TYPE, bytes: drawPicture(name) };
}

const MOST_VIDEOS = 200;

/**
 * First of three steps: the video is announced, put at the address in the answer, and reported with its md5 (spec 2
 * §7.1).
 */
const preupload: ChatRoute['handle'] = (context, caller, input) => {
  const body = z.object({ conversation_id: z.string() }).safeParse(input.body);
  if (!body.success) return BAD_PARAMETER;
  const { conversation_id: id } = body.data;
  if (findConversation(context, caller, { ...input, params: { id } }) === null) return refuse('not_found', 404);
  const vid = randomUUID();
  context.videos.set(vid, { conversationId: id, hash: null, coverUrl: '', isReported: false });
  for (const oldest of [...context.videos.keys()].slice(0, -MOST_VIDEOS)) context.videos.delete(oldest);
  return answer({ vid, service_id: 'chat', extend_id: id, upload_url: `${input.origin}/video/upload/${vid}` });
};

function putVideo({ videos, blobs }: ShopeeContext, { params, body }: CallInput): Answer {
  const video = videos.get(params.vid ?? '');
  const bytes = bytesField.safeParse(body);
  if (video === undefined || !bytes.success) return refuse('not_found', 404);
  video.hash = blobs.put({ type: 'video/mp4', bytes: bytes.data });
  return answer({});
}

const reportBody = z.object({
  cover: z.string(),
  extend_id: z.string(),
  file_size: z.int().positive(),
  md5: z.string(),
  service_id: z.literal('chat'),
  vid: z.string(),
  video_url: z.string(),
});
const reportVideo: ChatRoute['handle'] = ({ videos, blobs }, _caller, input) => {
  const body = reportBody.safeParse(input.body);
  const video = body.success ? videos.get(body.data.vid) : undefined;
  if (!body.success || video === undefined || body.data.extend_id !== video.conversationId) return BAD_PARAMETER;
  const blob = video.hash === null ? null : blobs.get(video.hash);
  const isRight =
    blob !== null &&
    blob.bytes.byteLength === body.data.file_size &&
    createHash('md5').update(blob.bytes).digest('hex') === body.data.md5;
  if (!isRight) return refuse('video_check_failed');
  video.coverUrl = body.data.cover;
  video.isReported = true;
  return answer({});
};
const videoStatus: ChatRoute['handle'] = ({ videos }, _caller, { query, origin }) => {
  const video = videos.get(query.vid ?? '');
  if (video === undefined) return refuse('not_found', 404);
  return answer({
    status: video.isReported ? 'success' : 'processing',
    video_url: `${origin}/file/${video.hash ?? query.vid}`,
    thumb_url: video.coverUrl,
  });
};

export const CHAT_MEDIA_ROUTES: readonly ChatRoute[] = [
  route('POST', 'images', 'seen', uploadImage),
  route('POST', 'video/preupload', 'seen', preupload),
  route('POST', 'video/report_upload', 'ours', reportVideo),
  route('GET', 'video/upload_status', 'ours', videoStatus),
];
export const FILE_ROUTES: readonly OpenRoute[] = [
  { method: 'GET', path: '/file/:name', provenance: 'ours', handle: giveFile },
  { method: 'PUT', path: '/video/upload/:vid', provenance: 'ours', handle: putVideo },
];
