import type { Picture } from '@pasar/domain';

/** Longest side of a picture in the panel, in pixels. The row keeps its height while the picture loads. */
const SIDE = 240;
const LEAST = 24;

/** The size in which a picture is drawn; a square where its size is not known. */
export function shownSize({ width, height }: Pick<Picture, 'width' | 'height'>): {
  readonly width: number;
  readonly height: number;
} {
  if (width === null || height === null || width <= 0 || height <= 0) return { width: SIDE, height: SIDE };
  const scale = Math.min(1, SIDE / Math.max(width, height));
  return { width: Math.max(LEAST, Math.round(width * scale)), height: Math.max(LEAST, Math.round(height * scale)) };
}

export const STICKER_SIZE = { width: 120, height: 120 } as const;

/** The size of a video whose size is not known. */
const WIDE = { width: 240, height: 135 };
export const videoSize = (video: Pick<Picture, 'width' | 'height'>) =>
  video.width === null || video.height === null ? WIDE : shownSize(video);
