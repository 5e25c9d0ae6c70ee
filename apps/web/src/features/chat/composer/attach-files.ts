import {
  type ConversationId,
  IMAGE_TYPES,
  MARKETPLACE_NAMES,
  type Marketplace,
  offers,
  SCREEN_LIMITS,
  VIDEO_LIMITS,
} from '@pasar/domain';
import type { PictureFile } from '@pasar/sync';
import { currentLocale, type Translate } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { isVideo, type RefusedVideo, readVideo } from '../../../base/videos/read-video.ts';
import { toast } from '../../../ui/toasts.tsx';
import { type Attachment, attachedTo, MEGABYTE, setAttachments } from '../pictures/attachments.ts';
import { reducePicture } from './reduce-picture.ts';

/** Largest file that is read to be made smaller (our choice). A camera's picture has at most half of it. */
const READ_BYTES = 50 * MEGABYTE;

/** Why a file cannot be sent. */
type Refused = 'otherType' | 'broken' | 'tooLarge' | 'noVideos' | RefusedVideo;
const REFUSED_TEXTS = {
  otherType: 'attach.otherType',
  broken: 'attach.broken',
  tooLarge: 'attach.tooLarge',
  noVideos: 'attach.noVideos',
  video_too_large: 'attach.videoTooLarge',
  video_too_long: 'attach.videoTooLong',
  video_unsupported: 'attach.videoType',
  video_damaged: 'attach.videoBroken',
} as const satisfies Record<Refused, string>;

/** Where files are attached; the marketplace decides which videos may be sent. */
export interface AttachTo {
  readonly id: ConversationId;
  readonly marketplace: Marketplace;
}

/**
 * Adds files to the composer of a conversation, in their order. A picture that is too large is made smaller. A file
 * that cannot be sent is named in a message that says why, and left out.
 */
export async function attachFiles(
  { id, marketplace }: AttachTo,
  files: readonly File[],
  t: Translate<'attach'>,
): Promise<void> {
  const limits = offers(marketplace, 'video') ? VIDEO_LIMITS[marketplace] : null;
  const read = await Promise.all(
    files.map(async (file) => {
      if (!isVideo(file)) return readPicture(file);
      return limits === null ? 'noVideos' : readVideo(file, limits);
    }),
  );
  for (const [reason, text] of Object.entries(REFUSED_TEXTS)) {
    const names = files.filter((_, index) => read[index] === reason).map(({ name }) => name);
    const max = SCREEN_LIMITS.chatImageBytes / MEGABYTE;
    const maxVideo = (limits?.maxBytes ?? 0) / MEGABYTE;
    const minutes = (limits?.maxSeconds ?? 0) / 60;
    const place = { max, maxVideo, minutes, marketplace: MARKETPLACE_NAMES[marketplace] };
    if (names.length > 0) toast('bad', t(text, { ...place, names: listText(names, currentLocale()) }));
  }
  const all = [...attachedTo(id), ...read.filter((attachment) => typeof attachment !== 'string')];
  const [kept, left] = [all.slice(0, SCREEN_LIMITS.attachedAtOnce), all.slice(SCREEN_LIMITS.attachedAtOnce)];
  if (left.length > 0) toast('bad', t('attach.tooMany', { max: SCREEN_LIMITS.attachedAtOnce }));
  for (const { url } of left) URL.revokeObjectURL(url);
  setAttachments(id, kept);
}

async function readPicture(file: File): Promise<Attachment | Refused> {
  const type = IMAGE_TYPES.find((allowed) => allowed === file.type);
  if (type === undefined) return 'otherType';
  if (file.size > READ_BYTES) return 'tooLarge';
  let bitmap: ImageBitmap;
  let bytes: Blob;
  try {
    // Copied now, because the file may be deleted or changed before it is sent.
    bytes = new Blob([await file.arrayBuffer()], { type });
    bitmap = await createImageBitmap(bytes);
  } catch {
    return 'broken';
  }
  try {
    const { width, height } = bitmap;
    if (bytes.size <= SCREEN_LIMITS.chatImageBytes) {
      return attachmentOf({ fileName: file.name, type, width, height, bytes }, null);
    }
    const reduced = await reducePicture(bitmap, SCREEN_LIMITS.chatImageBytes);
    if (reduced === null) return 'tooLarge';
    return attachmentOf({ fileName: file.name.replace(/\.[^.]*$/, '.jpg'), ...reduced }, bytes.size);
  } finally {
    bitmap.close();
  }
}

const attachmentOf = (picture: PictureFile, reducedFrom: number | null): Attachment => ({
  kind: 'picture',
  url: URL.createObjectURL(picture.bytes),
  picture,
  reducedFrom,
});
