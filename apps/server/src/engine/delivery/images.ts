import type { ImageFile } from '@pasar/connector-kit';
import { IMAGE_TYPES, type UploadedImage } from '@pasar/domain';
import { z } from 'zod';
import { wholeAccount } from '../../storage/database.ts';
import { storableJson } from '../../storage/storable.ts';
import type { RunnerContext } from '../connection/runner-context.ts';
import type { ClaimedDelivery } from './ledger.ts';

/** A picture that waits, and what the marketplace answered when it was uploaded; null when it was not. */
export interface HeldImage {
  readonly file: ImageFile;
  readonly uploaded: UploadedImage | null;
}

const uploadedShape: z.ZodType<UploadedImage> = z.object({
  url: z.string(),
  thumbUrl: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  extra: z.record(z.string(), z.string()),
});
const heldShape = z.object({
  name: z.string(),
  type: z.enum(IMAGE_TYPES),
  bytes: z.instanceof(Uint8Array),
  uploaded: uploadedShape.nullable(),
});

/**
 * The bytes of a delivery, null when they are gone. What was uploaded before counts from the second attempt on: a first
 * one follows a person's wish to try again, and may follow a refusal of that very upload.
 */
export function loadImage(context: RunnerContext, delivery: ClaimedDelivery): Promise<HeldImage | null> {
  const { owner, database } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const found = await transaction.query({
      name: 'load-image',
      text: 'select name, type, bytes, uploaded from delivery_image where delivery_id = $1',
      values: [delivery.delivery_id],
    });
    const row = found.rows[0];
    if (!row) return null;
    const { name, type, bytes, uploaded } = heldShape.parse(row);
    return { file: { name, type, bytes }, uploaded: delivery.attempt > 1 ? uploaded : null };
  });
}

/** Kept while the claim is still ours: the next attempt, also of another process, uploads no more. */
export async function rememberUpload(
  context: RunnerContext,
  deliveryId: string,
  uploaded: UploadedImage,
): Promise<void> {
  const { owner, database } = context;
  await database.within(wholeAccount(owner.accountId), (transaction) =>
    transaction.query({
      name: 'remember-upload',
      text: `update delivery_image set uploaded = $2 where delivery_id = $1 and exists (select from delivery
               where delivery_id = $1 and state = 'claimed' and claim_token = $3)`,
      values: [deliveryId, storableJson(uploaded), owner.token],
    }),
  );
}
