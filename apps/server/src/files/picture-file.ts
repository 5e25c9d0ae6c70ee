import type { ImageType, ReasonCode } from '@pasar/domain';
import { disableTypes, imageSize, types } from 'image-size';

export type PictureFile =
  | { readonly kind: 'picture'; readonly width: number; readonly height: number }
  | { readonly kind: 'refused'; readonly reason: ReasonCode };

/** A picture is drawn from four bytes for each pixel, in the window of every colleague (our choice). */
const MOST_PIXELS = 50_000_000;

const READ_TYPES: Readonly<Record<string, ImageType>> = { jpg: 'image/jpeg', png: 'image/png' };
// The library's readers of all other formats are switched off, so that a hostile file does not reach them.
disableTypes(types.filter((type) => !(type in READ_TYPES)));
/** EXIF orientations from this number on turn the picture by 90 degrees. */
const FIRST_TURNED = 5;

/** The size in pixels as the picture is shown, from the bytes. The library reads the head of a file only. */
export function readPictureFile(bytes: Buffer, type: ImageType): PictureFile {
  const size = sizeOf(bytes, type);
  if (size === null) return { kind: 'refused', reason: 'file_unsupported' };
  const { width, height } = size;
  if (width * height > MOST_PIXELS) return { kind: 'refused', reason: 'too_many_pixels' };
  const isWhole = type === 'image/png' ? isWholePng(bytes) : isWholeJpeg(bytes);
  return isWhole ? { kind: 'picture', width, height } : { kind: 'refused', reason: 'image_data_missing' };
}

/** Null when the bytes are no picture of this type. */
function sizeOf(bytes: Buffer, type: ImageType): { readonly width: number; readonly height: number } | null {
  try {
    const { width, height, type: found, orientation = 1 } = imageSize(bytes);
    if (READ_TYPES[found ?? ''] !== type || width <= 0 || height <= 0) return null;
    return orientation < FIRST_TURNED ? { width, height } : { width: height, height: width };
  } catch {
    // The library throws for any file that it cannot read; such a file is no picture.
    return null;
  }
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum, four bytes each, around the data of a chunk. */
const PNG_CHUNK_BYTES = 12;

/** Whether the chunks follow each other without a gap, with pixels among them, up to the end. */
function isWholePng(bytes: Buffer): boolean {
  let hasPixels = false;
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_CHUNK_BYTES <= bytes.length; ) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + PNG_CHUNK_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length || (at === PNG_SIGNATURE_BYTES && name !== 'IHDR')) return false;
    if (name === 'IEND') return hasPixels;
    hasPixels ||= name === 'IDAT';
    at = end;
  }
  return false;
}

const JPEG_START_OF_SCAN = 0xda;
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Whether the segments lead to pixels, and the end comes after them. */
function isWholeJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    if (bytes[at + 1] === JPEG_START_OF_SCAN) return bytes.indexOf(JPEG_END, at) !== -1;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}
