import { messageMediaPath } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import { currentLocale, reasonText } from '../../../base/texts/i18n.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toasts.tsx';

/**
 * Saves the original picture of a message. It comes from the server, because a page may not read the answers of other
 * hosts, and because a shop behind a proxy must not be seen with this browser's address.
 */
export async function savePicture(messageId: MessageId): Promise<void> {
  const picture = await fetchPicture(messageMediaPath(messageId));
  if (picture === null) return toast('bad', reasonText('image_save_failed', currentLocale()));
  // The server passes only raster pictures on, whose types end like their files: image/png, image/jpeg.
  saveFile(picture, `${messageId}.${picture.type.slice('image/'.length)}`);
}

/** Null when the picture did not arrive completely. */
async function fetchPicture(path: string): Promise<Blob | null> {
  try {
    const response = await fetch(path);
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
