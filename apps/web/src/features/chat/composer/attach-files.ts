import { type ConversationId, IMAGE_TYPES, SCREEN_LIMITS } from '@pasar/domain';
import type { Translate } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';
import { type Attachment, attachedTo, setAttachments } from './attachments.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Adds files to the composer of a conversation, in their order. A file that cannot be sent is named in a message and
 * left out.
 */
export async function attachFiles(id: ConversationId, files: readonly File[], t: Translate<'chat'>): Promise<void> {
  const read = await Promise.all(files.map(readPicture));
  const refused = files.filter((_, index) => read[index] === null).map((file) => file.name);
  if (refused.length > 0) {
    toast('bad', t('attach.refused', { name: refused.join(', '), max: SCREEN_LIMITS.chatImageBytes / MEGABYTE }));
  }
  const all = [...attachedTo(id), ...read.filter((attachment) => attachment !== null)];
  const [kept, left] = [all.slice(0, SCREEN_LIMITS.picturesAtOnce), all.slice(SCREEN_LIMITS.picturesAtOnce)];
  if (left.length > 0) toast('bad', t('attach.tooMany', { max: SCREEN_LIMITS.picturesAtOnce }));
  for (const { url } of left) URL.revokeObjectURL(url);
  setAttachments(id, kept);
}

/** Null for a file of another type, for one that is too large, and for one that the browser cannot draw. */
async function readPicture(file: File): Promise<Attachment | null> {
  const type = IMAGE_TYPES.find((allowed) => allowed === file.type);
  if (type === undefined || file.size > SCREEN_LIMITS.chatImageBytes) return null;
  try {
    // Copied now, because the file may be deleted or changed before it is sent.
    const bytes = new Blob([await file.arrayBuffer()], { type });
    const { width, height } = await sizeOf(bytes);
    return { url: URL.createObjectURL(bytes), picture: { fileName: file.name, type, width, height, bytes } };
  } catch {
    return null;
  }
}

async function sizeOf(bytes: Blob): Promise<{ readonly width: number; readonly height: number }> {
  const bitmap = await createImageBitmap(bytes);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
