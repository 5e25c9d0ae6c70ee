import { SCREEN_LIMITS } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

/** Every part of a video but the last has this length. */
export const PART_BYTES = SCREEN_LIMITS.videoPartBytes;

/** How many parts a video of so many bytes has. */
export const partsOf = (bytes: number): number => Math.ceil(bytes / PART_BYTES);

/** One part; null where it is not here. */
export async function readPart(transaction: Transaction, videoId: string, number: number): Promise<Buffer | null> {
  const found = await transaction.query<{ bytes: Buffer }>({
    name: 'read-video-part',
    text: 'select bytes from outgoing_video_part where video_id = $1 and number = $2',
    values: [videoId, number],
  });
  return found.rows[0]?.bytes ?? null;
}

/** Deletes the bytes of deliveries that are settled. */
export async function forgetVideos(transaction: Transaction, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await transaction.query({
    name: 'forget-videos',
    text: 'delete from outgoing_video where delivery_id = any($1::uuid[])',
    values: [deliveryIds],
  });
}
