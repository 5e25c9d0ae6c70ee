import { createHash } from 'node:crypto';
import { type CALLS, type CallInput, type CallOutput, deliveryImageView } from '@pasar/api';
import { SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { readPictureFile } from '../../files/picture-file.ts';
import type { DeliveryRow } from '../../records/rows.ts';
import { type Answer, fail } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { putIntoLedger } from './put-into-ledger.ts';

type Call = (typeof CALLS)['chat']['sendImage'];

/**
 * The facts of a picture that stay in the ledger after its bytes are deleted. The digest tells a repeated call from
 * another picture.
 */
const keptImage = z.object({ type: z.literal('image'), image: deliveryImageView.extend({ digest: z.string() }) });

/**
 * Puts a picture into the ledger, once: the same client id with the same bytes answers the first row again. The bytes
 * are stored beside the row until the delivery is settled.
 */
export async function sendImage(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const bytes = Buffer.from(input.file, 'base64');
  if (bytes.length > SCREEN_LIMITS.chatImageBytes) return fail('file_too_large');
  const picture = readPictureFile(bytes, input.type);
  if (picture.kind === 'refused') return fail(picture.reason);
  const { width, height } = picture;
  const digest = createHash('sha256').update(bytes).digest('hex');
  const { conversationId, clientId, fileName, type } = input;
  const content = keptImage.parse({ type: 'image', image: { fileName, type, width, height, digest } });
  const stored = async ({ delivery_id, shop_id }: DeliveryRow) => {
    await transaction.query(
      `insert into delivery_image (delivery_id, account_id, shop_id, name, type, bytes)
       values ($1, $2, $3, $4, $5, $6)`,
      [delivery_id, member.scope.accountId, shop_id, fileName, type, bytes],
    );
  };
  const isSame = ({ content: held }: DeliveryRow) => keptImage.safeParse(held).data?.image.digest === digest;
  return putIntoLedger({ transaction, member, now }, { conversationId, clientId, content, isSame }, { stored });
}
