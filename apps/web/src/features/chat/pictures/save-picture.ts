import { messageMediaPath } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import { currentLocale, reasonText } from '../../../base/texts/i18n.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toasts.tsx';

/**
 * Saves the whole picture of a message. It is fetched from our server: a page may not read what other hosts answer, and a
 * shop behind a proxy must not be seen from here.
 */
export async function savePicture(messageId: MessageId): Promise<void> {
  const picture = await fetchPicture(messageMediaPath(messageId));
  if (picture === null) return toast(reasonText('image_save_failed', currentLocale()));
  // Our server passes raster pictures on, whose types end as their files do: image/png, image/jpeg.
  saveFile(picture, `${messageId}.${picture.type.slice('image/'.length)}`);
}

/** Null when it did not come, or not whole. */
async function fetchPicture(path: string): Promise<Blob | null> {
  try {
    const response = await fetch(path);
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
