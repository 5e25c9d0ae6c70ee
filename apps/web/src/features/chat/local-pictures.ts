import { useEffect, useState } from 'react';
import { useDesk } from '../../shell/desk.tsx';

/** As many pictures of this window's own sending are shown from its memory; older ones come from the marketplace. */
const KEPT = 40;
const urls = new Map<string, string>();

/** What was sent from this window is shown from here, from the frame it was sent in, until the page is left. */
export function showLocally(clientId: string, url: string): string {
  urls.set(clientId, url);
  for (const [old, oldUrl] of urls) {
    if (urls.size <= KEPT) break;
    urls.delete(old);
    URL.revokeObjectURL(oldUrl);
  }
  return url;
}

/** Null where this window has no picture of that id; `isPending`: the browser may still have it from before a reload. */
export function useLocalPicture(clientId: string, isPending: boolean): string | null {
  const desk = useDesk();
  const [restored, setRestored] = useState<string | null>(null);
  const url = urls.get(clientId) ?? restored;
  useEffect(() => {
    if (url !== null || !isPending) return;
    let isLeft = false;
    void desk.sender.pictureOf(clientId).then((bytes) => {
      if (isLeft || bytes === null) return;
      setRestored(urls.get(clientId) ?? showLocally(clientId, URL.createObjectURL(bytes)));
    });
    return () => {
      isLeft = true;
    };
  }, [clientId, desk, isPending, url]);
  return url;
}
