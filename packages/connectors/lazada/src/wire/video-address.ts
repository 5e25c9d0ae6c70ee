/**
 * Ours: the address of a video of which a message tells only the id. No browser can open it; the list of videos has the
 * present address.
 */
const SCHEME = 'lazada-video:';

export const addressOfVideo = (videoId: string): string => `${SCHEME}${encodeURIComponent(videoId)}`;

/** Null for every other address. */
export const videoIdIn = (address: string): string | null =>
  address.startsWith(SCHEME) ? decodeURIComponent(address.slice(SCHEME.length)) : null;
