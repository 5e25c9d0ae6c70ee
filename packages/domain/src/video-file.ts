import { offers } from './abilities.ts';
import type { Marketplace } from './marketplace.ts';
import type { OutgoingVideo } from './outgoing.ts';
import type { ReasonCode } from './reasons.ts';

/** What a marketplace takes as a video of its chat. */
export interface VideoLimits {
  readonly maxBytes: number;
  readonly maxSeconds: number;
}

/**
 * By marketplace; null where no call of the seller’s site that sends a video is publicly known (the row `video` of `ABILITIES`).
 *
 * - Shopee, size: 30 MB, as a vendor of its chat API states (help.zaapi.com, "Shopee limitations").
 * - Shopee, length: of its chat none is public. Ours: the 180 seconds that its open platform documents for the videos of
 *   its media calls.
 * - The type is MP4: the only one that the upload's content type is known for.
 */
export const VIDEO_LIMITS: Readonly<Record<Marketplace, VideoLimits | null>> = {
  shopee: { maxBytes: 30 * 1024 * 1024, maxSeconds: 180 },
  lazada: null,
  tiktok: null,
};

/** What a quick reply keeps: a video that some marketplace takes. */
export const REPLY_VIDEO_LIMITS: VideoLimits = {
  maxBytes: Math.max(...Object.values(VIDEO_LIMITS).map((limits) => limits?.maxBytes ?? 0)),
  maxSeconds: Math.max(...Object.values(VIDEO_LIMITS).map((limits) => limits?.maxSeconds ?? 0)),
};

/** Why a marketplace does not take a video; null where it does. */
export function whyNoVideo(
  marketplace: Marketplace,
  { bytes, durationSeconds }: Pick<OutgoingVideo, 'bytes' | 'durationSeconds'>,
): ReasonCode | null {
  const limits = offers(marketplace, 'video') ? VIDEO_LIMITS[marketplace] : null;
  if (limits === null) return 'invalid_request';
  if (bytes > limits.maxBytes) return 'video_too_large';
  return (durationSeconds ?? 0) > limits.maxSeconds ? 'video_too_long' : null;
}

/** Reads bytes of a file; fewer than asked where the file ends. */
export type ReadFile = (from: number, length: number) => Promise<Uint8Array>;

export type VideoRead =
  | { readonly kind: 'video'; readonly seconds: number | null }
  | { readonly kind: 'refused'; readonly reason: Extract<ReasonCode, 'video_unsupported' | 'video_damaged'> };

/** A fragmented file has two boxes for each fragment; more than this is no video that a person sends (our choice). */
const MOST_BOXES = 20_000;
/** The head of a film has its length near its beginning. */
const HEAD_BYTES = 64 * 1024;
const QUICKTIME = 'qt  ';

/**
 * Whether a file is a whole MP4: its boxes (ISO 14496-12) fill it exactly, and both a head and pictures are among them.
 * Only the heads of the boxes are read, so a film of any size takes little memory. The pictures themselves are not
 * decoded: browsers lack some of the codecs that marketplaces take.
 */
export async function readVideoFile(size: number, read: ReadFile): Promise<VideoRead> {
  const first = view(await read(0, 12));
  if (first.byteLength < 12 || typeAt(first, 4) !== 'ftyp' || typeAt(first, 8) === QUICKTIME) {
    return { kind: 'refused', reason: 'video_unsupported' };
  }
  let at = 0;
  let head: { readonly from: number; readonly length: number } | null = null;
  let hasPictures = false;
  for (let boxes = 0; at < size; boxes += 1) {
    const box = boxOf(view(await read(at, 16)), size - at);
    if (box === null || boxes > MOST_BOXES) return { kind: 'refused', reason: 'video_damaged' };
    if (box.type === 'moov') head = { from: at, length: Math.min(box.length, HEAD_BYTES) };
    hasPictures ||= box.type === 'mdat';
    at += box.length;
  }
  if (head === null || !hasPictures) return { kind: 'refused', reason: 'video_damaged' };
  return { kind: 'video', seconds: secondsIn(view(await read(head.from, head.length))) };
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const typeAt = (data: DataView, at: number): string =>
  String.fromCharCode(data.getUint8(at), data.getUint8(at + 1), data.getUint8(at + 2), data.getUint8(at + 3));

/** Null where no box fits into the `left` bytes. A length of 0 means up to the end, and 1 that a longer number follows. */
function boxOf(data: DataView, left: number): { readonly type: string; readonly length: number } | null {
  if (data.byteLength < 8) return null;
  const short = data.getUint32(0);
  const isLong = short === 1;
  if (isLong && data.byteLength < 16) return null;
  const length = isLong ? Number(data.getBigUint64(8)) : short === 0 ? left : short;
  return length < (isLong ? 16 : 8) || length > left ? null : { type: typeAt(data, 4), length };
}

/** The length by the head's own box `mvhd`; null where it does not say, as in a film that is written while it runs. */
function secondsIn(head: DataView): number | null {
  for (let at = 8; at + 40 <= head.byteLength; ) {
    const length = head.getUint32(at);
    if (typeAt(head, at + 4) === 'mvhd') {
      const isWide = head.getUint8(at + 8) === 1;
      const scale = head.getUint32(at + (isWide ? 28 : 20));
      const units = isWide ? Number(head.getBigUint64(at + 32)) : head.getUint32(at + 24);
      return scale > 0 && units > 0 && units < 0xffffffff ? units / scale : null;
    }
    if (length < 8) return null;
    at += length;
  }
  return null;
}
