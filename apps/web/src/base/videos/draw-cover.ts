import { SCREEN_LIMITS } from '@pasar/domain';

export interface DrawnCover {
  /** Of the film, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Null for a film that does not say how long it is. */
  readonly seconds: number | null;
  readonly cover: Blob | null;
}

/** Longest side of a cover in pixels, and qualities that are tried in this order. */
const SIDE = 640;
const QUALITIES = [0.8, 0.6, 0.4];
/** The first picture of a film is often black. */
const AT_SECONDS = 0.5;
/** A film whose picture takes longer is sent without a cover. */
const PATIENCE_MS = 8_000;

/** A picture of the film's beginning; null where this browser cannot play the film. */
export async function drawCover(file: Blob): Promise<DrawnCover | null> {
  const film = document.createElement('video');
  const url = URL.createObjectURL(file);
  try {
    film.muted = true;
    film.preload = 'auto';
    const isOpen = happened(film, 'loadeddata');
    film.src = url;
    if (!(await isOpen)) return null;
    const { videoWidth: width, videoHeight: height, duration } = film;
    if (width === 0 || height === 0) return null;
    const seconds = Number.isFinite(duration) && duration > 0 ? duration : null;
    const isThere = happened(film, 'seeked');
    film.currentTime = Math.min(AT_SECONDS, (seconds ?? 0) / 2);
    await isThere;
    return { width, height, seconds, cover: await drawn(film, width, height) };
  } finally {
    film.removeAttribute('src');
    film.load();
    URL.revokeObjectURL(url);
  }
}

async function drawn(film: HTMLVideoElement, width: number, height: number): Promise<Blob | null> {
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(film, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const cover = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (cover.size <= SCREEN_LIMITS.videoCoverBytes) return cover;
  }
  return null;
}

/** True when the event comes; false when the film fails, or nothing comes in time. */
function happened(film: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), PATIENCE_MS);
    const end = (isThere: boolean) => {
      clearTimeout(late);
      resolve(isThere);
    };
    film.addEventListener(name, () => end(true), { once: true });
    film.addEventListener('error', () => end(false), { once: true });
  });
}
