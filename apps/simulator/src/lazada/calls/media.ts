/** Private media, videos, emoji and uploads. All shapes are ours. */
import { z } from 'zod';
import { type Call, refused, success } from '../context.ts';
import { idField } from './fields.ts';
import { badData } from './messagebox.ts';

export const MEDIA_PATHS = { open: '/im/file', private: '/im/private' } as const;

export const mediaDownloadToken: Call = ({ media }, _seller, data) => {
  const fields = z.object({ objectKey: idField }).safeParse(data);
  if (!fields.success) return badData();
  const { objectKey } = fields.data;
  return media.get(objectKey) === null
    ? refused('FAIL_BIZ_OBJECT_NOT_EXIST', 'no such object')
    : success({ result: { token: media.issueDownloadToken(objectKey) } });
};

const videoContent = z.object({ videoId: z.string(), videoUrl: z.string(), imgUrl: z.string() });

/** The requested videos that the shop's buyers have sent. */
export const videoList: Call = ({ world }, { shop }, data) => {
  const fields = z.object({ videoIds: z.string() }).safeParse(data);
  if (!fields.success) return badData();
  const wanted = new Set(fields.data.videoIds.split(','));
  const videos = world
    .conversations('lazada', shop.shopId)
    .flatMap(({ messages }) => messages)
    .flatMap(({ kind, content }) => {
      const video = kind === 'video' ? videoContent.safeParse(content) : null;
      return video?.success && wanted.has(video.data.videoId) ? [video.data] : [];
    });
  return success({
    result: videos.map(({ videoId, videoUrl, imgUrl }) => ({ videoId, videoUrl, coverUrl: imgUrl, state: 'READY' })),
  });
};

export const emojiList: Call = ({ trade, origin }, { shop }) =>
  success({
    result: trade.of('lazada', shop.shopId).stickers.map(({ stickerId, packageId, symbol, imagePath }) => ({
      emojiId: stickerId,
      txt: symbol,
      packageId,
      imageUrl: `${origin()}${imagePath}`,
    })),
  });

export const imageToken: Call = ({ media }, { shop }) => success({ accessToken: media.issueUploadToken(shop.shopId) });

const uploadFields = z.object({ accessToken: z.string(), base64: z.string(), fileName: z.string() });

/** Spec 2 §8: an invalid upload token and bytes that are no picture have errors of their own. */
export const uploadImage: Call = ({ media, origin }, { shop }, data) => {
  const fields = uploadFields.safeParse(data);
  if (!fields.success || fields.data.base64 === '') return refused('NO_IMAGE_DATA', 'failed to get image data');
  if (!media.redeemUploadToken(fields.data.accessToken, shop.shopId)) {
    return refused('INVALID_UPLOAD_TOKEN', 'invalid upload token');
  }
  const stored = media.put(Buffer.from(fields.data.base64, 'base64'));
  if (stored === null) return refused('NO_IMAGE_DATA', 'failed to get image data');
  return success({
    url: `${origin()}${MEDIA_PATHS.open}/${stored.objectKey}`,
    objectKey: stored.objectKey,
    ...(stored.size ?? {}),
  });
};
