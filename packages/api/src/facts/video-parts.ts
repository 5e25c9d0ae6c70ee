import { SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';

const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

export const videoCover = {
  /** A small JPEG of the video's beginning, which the browser has drawn; left out where it could draw none. */
  cover: z.base64().max(base64Length(SCREEN_LIMITS.videoCoverBytes), 'file_too_large').optional(),
};

export const videoPart = {
  offset: z.number().int().nonnegative(),
  part: z.base64().min(1).max(base64Length(SCREEN_LIMITS.videoPartBytes), 'video_damaged'),
  /** CRC-32 of the part's bytes. */
  checksum: z.number().int().nonnegative().max(0xffffffff),
};
