import type { VideoFile } from '@pasar/connector-kit';
import type { OutgoingVideo, UploadedVideo } from '@pasar/domain';
import { z } from 'zod';
import { partsOf, readPart } from '../../records/video-parts.ts';
import { wholeAccount } from '../../storage/database.ts';
import { storableJson } from '../../storage/storable.ts';
import type { RunnerContext } from '../connection/runner-context.ts';
import type { ClaimedDelivery } from './ledger.ts';

/** A video that waits to be sent: its row, and the marketplace's answer to its upload; null before the upload. */
export interface HeldVideo {
  readonly videoId: string;
  readonly cover: Uint8Array | null;
  readonly uploaded: UploadedVideo | null;
}

const uploadedShape: z.ZodType<UploadedVideo> = z.object({
  vid: z.string(),
  url: z.string(),
  coverUrl: z.string().nullable(),
  isReady: z.boolean(),
});
const heldShape = z.object({
  video_id: z.string(),
  cover: z.instanceof(Uint8Array).nullable(),
  uploaded: uploadedShape.nullable(),
});

/**
 * The video of a delivery, without its bytes; null when they are gone. The first attempt ignores an earlier upload, as
 * that of a picture does.
 */
export function findVideo(context: RunnerContext, delivery: ClaimedDelivery): Promise<HeldVideo | null> {
  const { owner, database } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const found = await transaction.query({
      name: 'find-outgoing-video',
      text: 'select video_id, cover, uploaded from outgoing_video where delivery_id = $1',
      values: [delivery.delivery_id],
    });
    const row = found.rows[0];
    if (!row) return null;
    const { video_id: videoId, cover, uploaded } = heldShape.parse(row);
    return { videoId, cover, uploaded: delivery.attempt > 1 ? uploaded : null };
  });
}

/** The bytes in one buffer, filled part by part; null when some are gone. */
export function loadVideo(
  context: RunnerContext,
  { videoId, cover }: HeldVideo,
  { fileName, bytes: size }: OutgoingVideo,
): Promise<VideoFile | null> {
  const { owner, database } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    for (let number = 0; number < partsOf(size); number += 1) {
      const part = await readPart(transaction, 'outgoing_video_part', videoId, number);
      if (part === null) return null;
      filled += part.copy(bytes, filled);
    }
    const picture = cover && { name: 'cover.jpg', type: 'image/jpeg' as const, bytes: cover };
    return filled === size ? { name: fileName, bytes, cover: picture } : null;
  });
}

/** Stored while this process holds the claim, so that no later attempt, in any process, uploads the video again. */
export async function rememberVideo(
  context: RunnerContext,
  deliveryId: string,
  uploaded: UploadedVideo,
): Promise<void> {
  const { owner, database } = context;
  await database.within(wholeAccount(owner.accountId), (transaction) =>
    transaction.query({
      name: 'remember-video',
      text: `update outgoing_video set uploaded = $2 where delivery_id = $1 and exists (select from delivery
               where delivery_id = $1 and state = 'claimed' and claim_token = $3)`,
      values: [deliveryId, storableJson(uploaded), owner.token],
    }),
  );
}
