/** Pictures, videos and emoji. */
import { refusal, type Sticker, type UploadedImage, type UploadedVideo } from '@pasar/domain';
import { z } from 'zod';
import { APIS } from '../wire/apis.ts';
import { wireId, wireInt, wireText } from '../wire/fields.ts';
import { fromWireSiteAnswer, reasonOfSite } from '../wire/site-answer.ts';
import { gatewayCall, readAs, resultOf, siteCall } from './definition.ts';
import { readRows } from './pages.ts';
import { SITE_PATHS } from './site-paths.ts';

export const mediaDownloadToken = gatewayCall({
  key: 'lazada-gateway GET media-download-token',
  tag: 'ours',
  repeat: 'read',
  api: APIS.mediaToken,
  method: 'GET',
  data: ({ objectKey }: { readonly objectKey: string }) => ({ objectKey }),
  read: readAs('media download token', resultOf(z.object({ token: z.string().min(1) })), ({ token }) => token),
});

/** Ours: a video is ready when its state says so. */
const VIDEO_READY = 'READY';
const videoSchema = z.object({ videoId: wireId, videoUrl: z.string(), coverUrl: wireText, state: z.string() });

export const videoList = gatewayCall({
  key: 'lazada-gateway GET video-list',
  tag: 'ours',
  repeat: 'read',
  api: APIS.videos,
  method: 'GET',
  data: ({ videoIds }: { readonly videoIds: readonly string[] }) => ({ videoIds: videoIds.join(',') }),
  read: readAs('video list', resultOf(z.array(z.unknown())), (rows, scope) =>
    readRows(
      'video',
      rows,
      videoSchema,
      ({ videoId, videoUrl, coverUrl, state }): UploadedVideo => ({
        vid: videoId,
        url: videoUrl,
        coverUrl,
        isReady: state === VIDEO_READY,
      }),
      scope,
    ),
  ),
});

const emojiSchema = z.object({
  emojiId: wireId,
  packageId: wireId,
  imageUrl: z.string().min(1),
  /** Sent in a message of the template of emoji. */
  txt: z.string().min(1),
});

export const emojiList = gatewayCall({
  key: 'lazada-gateway GET emoji-list',
  tag: 'ours',
  repeat: 'read',
  api: APIS.emojis,
  method: 'GET',
  data: (_params: null) => ({}),
  read: readAs('emoji list', resultOf(z.array(z.unknown())), (rows, scope) =>
    readRows(
      'emoji',
      rows,
      emojiSchema,
      ({ emojiId, packageId, imageUrl, txt }): Sticker => ({ stickerId: emojiId, packageId, imageUrl, text: txt }),
      scope,
    ),
  ),
});

const uploadTokenSchema = z.object({ accessToken: z.string().min(1) });
export const imageUploadToken = siteCall({
  key: 'lazada-seller GET image-upload-token',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.imageToken,
  fields: (_params: null) => ({}),
  read: (data) => {
    const token = uploadTokenSchema.safeParse(data);
    return token.success
      ? { ok: true, value: token.data.accessToken }
      : { ok: false, refusal: refusal('upload_token_invalid', 'the answer names no token'), canRetry: true };
  },
});

export interface BrokerUpload {
  readonly accessToken: string;
  readonly name: string;
  readonly base64: string;
}
const uploadedSchema = z.object({ url: z.url(), width: wireInt.nullish(), height: wireInt.nullish() });

/** A repeated upload leaves only an unused picture behind, so it may be repeated. */
export const fileBrokerUpload = siteCall({
  key: 'lazada-seller POST file-broker-image-upload(base64,accessToken)',
  tag: 'ours',
  repeat: 'idempotent',
  method: 'POST',
  path: SITE_PATHS.fileBroker,
  fields: ({ accessToken, name, base64 }: BrokerUpload) => ({ accessToken, fileName: name, base64 }),
  open: (answer) => fromWireSiteAnswer(answer, reasonOfSite, 'image_data_missing'),
  read: (data) => {
    const uploaded = uploadedSchema.safeParse(data);
    if (!uploaded.success) {
      return { ok: false, refusal: refusal('image_data_missing', 'the answer names no picture'), canRetry: false };
    }
    const { url, width, height } = uploaded.data;
    const image: UploadedImage = { url, thumbUrl: null, width: width ?? null, height: height ?? null, extra: {} };
    return { ok: true, value: image };
  },
});
