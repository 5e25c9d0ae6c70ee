import type { VideoFile } from '@pasar/connector-kit';
import type { OutgoingVideo, UploadedVideo } from '@pasar/domain';
import { z } from 'zod';
import { type PartTable, partsOf, readPart } from '../../records/video-parts.ts';
import { wholeAccount } from '../../storage/database.ts';
import { storableJson } from '../../storage/storable.ts';
import type { RunnerContext } from '../connection/runner-context.ts';
import type { ClaimedDelivery } from './ledger.ts';

/** A video that waits to be sent, and the marketplace's answer to its upload; null before the upload. */
export interface HeldVideo {
  /** Where its bytes are. Those of an automatic answer stay with its rule. */
  readonly videoId: string;
  readonly parts: PartTable;
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
  automatic_video_id: z.string().nullable(),
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
      text: `select o.video_id, o.automatic_video_id, coalesce(o.cover, kept.cover) as cover, o.uploaded
               from outgoing_video o left join automatic_video kept on kept.video_id = o.automatic_video_id
               where o.delivery_id = $1`,
      values: [delivery.delivery_id],
    });
    const row = found.rows[0];
    if (!row) return null;
    const { video_id: ownId, automatic_video_id: automaticId, cover, uploaded } = heldShape.parse(row);
    return {
      videoId: automaticId ?? ownId,
      parts: automaticId === null ? 'outgoing_video_part' : 'automatic_video_part',
      cover,
      uploaded: delivery.attempt > 1 ? uploaded : null,
    };
  });
}

/** The bytes in one buffer, filled part by part; null when some are gone. */
export function loadVideo(
  context: RunnerContext,
  { videoId, parts, cover }: HeldVideo,
  { fileName, bytes: size }: OutgoingVideo,
): Promise<VideoFile | null> {
  const { owner, database } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    for (let number = 0; number < partsOf(size); number += 1) {
      const part = await readPart(transaction, parts, videoId, number);
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
