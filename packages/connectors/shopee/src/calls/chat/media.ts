/** Pictures and videos of the chat: uploads (spec 2 §7.1, facts 1.5). */
import type { ConversationRef, ImageFile } from '@pasar/connector-kit';
import { UNKNOWN, type Unknown, type UploadedImage } from '@pasar/domain';
import FormData from 'form-data';
import { z } from 'zod';
import { readAnswer } from '../../wire/answer.ts';
import { pictureUrl, type ShopeeCall } from '../../wire/scope.ts';
import { wireId } from '../../wire/wire-json.ts';
import { done, mapOutcome, toGet, toPost } from '../definition.ts';
import { chatPath, shopField } from './chat-wire.ts';

export interface ImageUpload {
  readonly conversation: ConversationRef;
  readonly image: ImageFile;
  /** Separates the parts of the body. A fresh UUID, so that no picture contains it. */
  readonly boundary: string;
}
const imageBody = z.object({
  url: z.string().min(1),
  thumbnail: z.string().nullish(),
  thumb_width: z.int().nonnegative().nullish(),
  thumb_height: z.int().nonnegative().nullish(),
  file_server_id: wireId.nullish(),
});

/** The buyer does not see an upload before it is sent, so a repeated upload does no harm. */
export const uploadImage: ShopeeCall<ImageUpload, UploadedImage> = {
  key: 'shopee-chat POST images',
  tag: 'seen',
  repeat: 'idempotent',
  toWire: ({ conversation, image, boundary }) => {
    const form = new FormData();
    form.setBoundary(boundary);
    form.append('conversation_id', conversation.platformConversationId);
    form.append('file', Buffer.from(image.bytes), { filename: image.name, contentType: image.type });
    const contentType = `multipart/form-data; boundary=${boundary}`;
    return {
      ...toGet(chatPath('images'), { shop_id: conversation.platformShopId }),
      method: 'POST',
      body: { type: 'bytes', bytes: new Uint8Array(form.getBuffer()), contentType },
    };
  },
  fromWire: (answer, scope) =>
    mapOutcome(readAnswer(answer, imageBody), (body) => ({
      url: pictureUrl(scope, body.url) ?? body.url,
      thumbUrl: pictureUrl(scope, body.thumbnail),
      width: body.thumb_width ?? null,
      height: body.thumb_height ?? null,
      extra: body.file_server_id ? { fileServerId: body.file_server_id } : {},
    })),
};

/** The address for a video's bytes, and the fields that the report must repeat. */
export interface VideoTarget {
  readonly vid: string;
  readonly serviceId: string;
  readonly extendId: string;
  readonly uploadUrl: string;
}
const httpUrl = z.url({ protocol: /^https?$/ });
const text = z.union([z.string(), z.int()]).transform(String);
const placeBody = z.object({ vid: z.string().min(1), service_id: text, extend_id: text, upload_url: httpUrl });
/** Announces a video. The path is seen; the answer's fields are those that the report repeats. */
export const videoPreupload: ShopeeCall<{ readonly conversation: ConversationRef }, VideoTarget> = {
  key: 'shopee-chat POST video/preupload',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ conversation }) =>
    toPost(chatPath('video/preupload'), {
      conversation_id: conversation.platformConversationId,
      ...shopField(conversation.platformShopId),
    }),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, placeBody), (body) => ({
      vid: body.vid,
      serviceId: body.service_id,
      extendId: body.extend_id,
      uploadUrl: body.upload_url,
    })),
};

export interface VideoReport {
  readonly target: VideoTarget;
  /** The address of the uploaded preview picture; empty for none. */
  readonly coverUrl: string;
  readonly fileSize: number;
  /** Lower-case hex. */
  readonly md5: string;
}
export const videoReport: ShopeeCall<VideoReport, null> = {
  key: 'shopee-chat POST video/report_upload',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ target, coverUrl, fileSize, md5 }, { shopId }) =>
    toPost(
      chatPath('video/report_upload'),
      {
        cover: coverUrl,
        extend_id: target.extendId,
        file_size: fileSize,
        md5,
        service_id: target.serviceId,
        vid: target.vid,
        video_url: target.uploadUrl,
      },
      { shop_id: shopId },
    ),
  fromWire: (answer) => done(readAnswer(answer, z.unknown())),
};

export interface VideoStatus {
  /** `unknown`: the marketplace's word means neither. */
  readonly status: 'ready' | 'processing' | Unknown;
  readonly wireStatus: string;
  readonly videoUrl: string;
  readonly coverUrl: string | null;
}
const statusBody = z.object({
  status: z.string(),
  video_url: z.string().min(1),
  thumb_url: z.string().nullish(),
});
const VIDEO_WORDS: ReadonlyMap<string, VideoStatus['status']> = new Map([
  ['success', 'ready'],
  ['processing', 'processing'],
]);
/** Ours: the words of the status; the fields are those of a video message. */
export const videoStatus: ShopeeCall<{ readonly vid: string }, VideoStatus> = {
  key: 'shopee-chat GET video/upload_status',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ vid }, { shopId }) => toGet(chatPath('video/upload_status'), { vid, shop_id: shopId }),
  fromWire: (answer, scope) =>
    mapOutcome(readAnswer(answer, statusBody), (body) => ({
      status: VIDEO_WORDS.get(body.status) ?? UNKNOWN,
      wireStatus: body.status,
      videoUrl: body.video_url,
      coverUrl: pictureUrl(scope, body.thumb_url),
    })),
};
