/** Pictures of this simulator and of its marketplaces, which run on this machine; no others are shown. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The address to load a picture from; null for an address outside this machine, or none. */
export function pictureSource(url) {
  if (typeof url !== 'string' || !URL.canParse(url, location.origin)) return null;
  const { protocol, hostname, pathname, href } = new URL(url, location.origin);
  // A relative path, which works from every address of this page.
  if (pathname.startsWith('/sim/pictures/')) return pathname;
  return protocol === 'http:' && LOOPBACK.has(hostname) ? href : null;
}

const SIZE = 320;
const MESSAGES = {
  shopee: (url) => ({
    kind: 'image',
    content: { url, thumb_url: url, url_hash: '', thumb_width: SIZE, thumb_height: SIZE, file_server_id: 0 },
  }),
  lazada: (url) => ({ kind: 'image', content: { imgUrl: url, width: SIZE, height: SIZE } }),
  tiktok: (url) => ({ kind: 'file_image', content: { imageUrl: url, imageWidth: `${SIZE}`, imageHeight: `${SIZE}` } }),
};

/** A message of this marketplace with a new picture, which the simulator draws. */
export const newPicture = (marketplace) =>
  MESSAGES[marketplace](`${location.origin}/sim/pictures/${crypto.randomUUID()}.png`);
