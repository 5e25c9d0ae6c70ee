import type { ImageType } from '@pasar/domain';

/** Longest sides in pixels and qualities that are tried in this order, the best first. */
const TRIES = [
  { side: 2560, quality: 0.88 },
  { side: 2048, quality: 0.85 },
  { side: 1600, quality: 0.8 },
  { side: 1200, quality: 0.7 },
] as const;
const TYPE = 'image/jpeg' satisfies ImageType;

export interface Reduced {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Blob;
}

/**
 * Draws a picture smaller until it has at most `maxBytes`; null where it never has. The bitmap is upright already: the
 * browser has applied the orientation that a phone's camera writes beside the picture.
 */
export async function reducePicture(bitmap: ImageBitmap, maxBytes: number): Promise<Reduced | null> {
  for (const { side, quality } of TRIES) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) return null;
    // A JPG has no transparency: what lies behind it would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const bytes = await canvas.convertToBlob({ type: TYPE, quality });
    if (bytes.size <= maxBytes) return { type: TYPE, width, height, bytes };
  }
  return null;
}
