/** Pictures: those of this simulator and of its marketplaces, which run beside it on this machine; nothing else. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Where a picture is drawn from; null for an address that leads away from this machine, or none. */
export function pictureSource(url) {
  if (typeof url !== 'string' || !URL.canParse(url, location.origin)) return null;
  const { protocol, hostname, pathname, href } = new URL(url, location.origin);
  // The same picture, wherever this page was opened.
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

/** A new picture, drawn by the simulator, as a message of this marketplace. */
export const newPicture = (marketplace) =>
  MESSAGES[marketplace](`${location.origin}/sim/pictures/${crypto.randomUUID()}.png`);
