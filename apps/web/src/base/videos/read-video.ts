import { type ReasonCode, readVideoFile, type VideoLimits } from '@pasar/domain';
import type { VideoFile } from '@pasar/sync';
import { drawCover } from './draw-cover.ts';

/** A video that was read. `url` shows its cover; empty where the browser could draw none. */
export interface ReadVideo {
  readonly kind: 'video';
  readonly url: string;
  readonly video: VideoFile;
}

/** Why a video cannot be sent. */
export type RefusedVideo = Extract<
  ReasonCode,
  'video_too_large' | 'video_too_long' | 'video_unsupported' | 'video_damaged'
>;

/** Files that a person means as a video: the browser may not know the type of each. */
export const isVideo = ({ type, name }: File): boolean =>
  type.startsWith('video/') || /\.(mp4|m4v|mov|webm|avi|mkv|3gp|wmv)$/i.test(name);

/**
 * Reads a video without its film. Everything that can be refused is refused here, before a byte leaves the browser. A
 * film whose codec this browser lacks is sent all the same, without a cover: the buyer's app may have the codec.
 */
export async function readVideo(file: File, { maxBytes, maxSeconds }: VideoLimits): Promise<ReadVideo | RefusedVideo> {
  if (file.size > maxBytes) return 'video_too_large';
  const read = await readVideoFile(file.size, async (from, length) => {
    return new Uint8Array(await file.slice(from, from + length).arrayBuffer());
  }).catch(() => ({ kind: 'refused', reason: 'video_damaged' }) as const);
  if (read.kind === 'refused') return read.reason;
  const drawn = await drawCover(file);
  const durationSeconds = drawn?.seconds ?? read.seconds;
  if (durationSeconds !== null && durationSeconds > maxSeconds) return 'video_too_long';
  const { width, height, cover } = drawn ?? { width: null, height: null, cover: null };
  return {
    kind: 'video',
    url: cover === null ? '' : URL.createObjectURL(cover),
    video: { fileName: file.name, bytes: file.size, width, height, durationSeconds, file, cover },
  };
}
