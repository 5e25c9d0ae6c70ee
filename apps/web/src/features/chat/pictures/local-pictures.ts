import type { PictureFile } from '@pasar/sync';
import { useEffect, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';

/** A picture in this window's memory; sizes in pixels, null where they could not be read. */
export interface LocalPicture extends Pick<PictureFile, 'width' | 'height'> {
  readonly url: string;
}

/** The number of sent pictures that are shown from this window's memory; older ones are loaded from the marketplace. */
const KEPT = 40;
const pictures = new Map<string, LocalPicture>();

/**
 * Keeps a picture that this window sends, to show it from memory, in the same size, until the page is closed. A
 * marketplace may not tell the size of a picture, and the row must not jump when the marketplace's picture replaces it.
 */
export function showLocally(clientId: string, { url, width, height }: LocalPicture): LocalPicture {
  const shown = { url, width, height };
  pictures.set(clientId, shown);
  for (const [old, picture] of pictures) {
    if (pictures.size <= KEPT) break;
    pictures.delete(old);
    URL.revokeObjectURL(picture.url);
  }
  return shown;
}

/**
 * Null where this window has no picture of that id; `isPending`: the browser may still have it from before a reload.
 */
export function useLocalPicture(clientId: string, isPending: boolean): LocalPicture | null {
  const desk = useDesk();
  const [restored, setRestored] = useState<LocalPicture | null>(null);
  const local = pictures.get(clientId) ?? restored;
  useEffect(() => {
    if (local !== null || !isPending) return;
    let isLeft = false;
    void desk.sender.pictureOf(clientId).then((found) => {
      if (isLeft || found === null) return;
      const { bytes, ...size } = found;
      setRestored(pictures.get(clientId) ?? showLocally(clientId, { ...size, url: URL.createObjectURL(bytes) }));
    });
    return () => {
      isLeft = true;
    };
  }, [clientId, desk, isPending, local]);
  return local;
}
