import type { ImageFile } from '@pasar/connector-kit';
import { IMAGE_TYPES, type UploadedImage } from '@pasar/domain';
import { z } from 'zod';
import { wholeAccount } from '../../storage/database.ts';
import { storableJson } from '../../storage/storable.ts';
import type { RunnerContext } from '../connection/runner-context.ts';
import type { ClaimedDelivery } from './ledger.ts';

/** A picture that waits to be sent, and the marketplace's answer to its upload; null before the upload. */
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
 * The picture of a delivery; null when its bytes are gone. The first attempt ignores an earlier upload: it follows a
 * person's retry, and the marketplace may have refused the message because of that upload.
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

/** Stored while this process holds the claim, so that no later attempt, in any process, uploads the picture again. */
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
