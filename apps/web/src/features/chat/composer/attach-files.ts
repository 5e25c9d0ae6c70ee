import { type ConversationId, IMAGE_TYPES, SCREEN_LIMITS } from '@pasar/domain';
import type { PictureFile } from '@pasar/sync';
import { currentLocale, type Translate } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { toast } from '../../../ui/toasts.tsx';
import { type Attachment, attachedTo, MEGABYTE, setAttachments } from './attachments.ts';
import { reducePicture } from './reduce-picture.ts';

/** Largest file that is read to be made smaller (our choice). A camera's picture has at most half of it. */
const READ_BYTES = 50 * MEGABYTE;

/** Why a file cannot be sent. */
type Refused = 'otherType' | 'broken' | 'tooLarge';
const REFUSED_TEXTS = {
  otherType: 'attach.otherType',
  broken: 'attach.broken',
  tooLarge: 'attach.tooLarge',
} as const satisfies Record<Refused, string>;

/**
 * Adds files to the composer of a conversation, in their order. A picture that is too large is made smaller. A file
 * that cannot be sent is named in a message that says why, and left out.
 */
export async function attachFiles(id: ConversationId, files: readonly File[], t: Translate<'attach'>): Promise<void> {
  const read = await Promise.all(files.map(readPicture));
  for (const [reason, text] of Object.entries(REFUSED_TEXTS)) {
    const names = files.filter((_, index) => read[index] === reason).map(({ name }) => name);
    const max = SCREEN_LIMITS.chatImageBytes / MEGABYTE;
    if (names.length > 0) toast('bad', t(text, { names: listText(names, currentLocale()), max }));
  }
  const all = [...attachedTo(id), ...read.filter((attachment) => typeof attachment !== 'string')];
  const [kept, left] = [all.slice(0, SCREEN_LIMITS.picturesAtOnce), all.slice(SCREEN_LIMITS.picturesAtOnce)];
  if (left.length > 0) toast('bad', t('attach.tooMany', { max: SCREEN_LIMITS.picturesAtOnce }));
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
  url: URL.createObjectURL(picture.bytes),
  picture,
  reducedFrom,
});
