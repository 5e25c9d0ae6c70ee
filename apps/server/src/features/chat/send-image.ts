import { createHash } from 'node:crypto';
import { type CALLS, type CallInput, type CallOutput, deliveryImageView } from '@pasar/api';
import { type ImageType, SCREEN_LIMITS } from '@pasar/domain';
import { disableTypes, imageSize, types } from 'image-size';
import { z } from 'zod';
import { DELIVERY_COLUMNS, type DeliveryRow, toDeliveryView } from '../../records/rows.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findConversation } from './read.ts';
import { earlierSend, publish } from './send.ts';

type Call = (typeof CALLS)['chat']['sendImage'];

/**
 * The facts of a picture that stay in the ledger after its bytes are deleted. The digest tells a repeated call from
 * another picture.
 */
const keptImage = deliveryImageView.extend({ digest: z.string() });

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
  const size = sizeOf(bytes, input.type);
  if (!size) return fail('file_unsupported');
  const conversation = await findConversation(transaction, input.conversationId, 'for update');
  if (!conversation) return fail('not_found');
  const digest = createHash('sha256').update(bytes).digest('hex');
  const { fileName, type } = input;
  const inserted = await transaction.query<DeliveryRow>(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, text, image, state,
       anchor_position, created_at)
     values ($1, $2, $3, $4, $5, '', $6, 'pending', $7, $8)
     on conflict (account_id, client_id) do nothing returning ${DELIVERY_COLUMNS}`,
    [
      member.scope.accountId,
      conversation.shop_id,
      conversation.conversation_id,
      member.scope.memberId,
      input.clientId,
      JSON.stringify(keptImage.parse({ fileName, type, ...size, digest })),
      conversation.last_position,
      now,
    ],
  );
  const [row] = inserted.rows;
  if (!row) {
    return earlierSend(transaction, member, input, ({ image }) => {
      return image !== null && keptImage.parse(image).digest === digest;
    });
  }
  await transaction.query(
    `insert into delivery_image (delivery_id, account_id, shop_id, name, type, bytes) values ($1, $2, $3, $4, $5, $6)`,
    [row.delivery_id, member.scope.accountId, row.shop_id, fileName, type, bytes],
  );
  await publish(transaction, member, row);
  return success({ delivery: toDeliveryView(row) });
}

const READ_TYPES: Readonly<Record<string, ImageType>> = { jpg: 'image/jpeg', png: 'image/png' };
// The library's readers of all other formats are switched off, so that a hostile file does not reach them.
disableTypes(types.filter((type) => !(type in READ_TYPES)));
/** EXIF orientations from this number on turn the picture by 90 degrees. */
const FIRST_TURNED = 5;

/** The size in pixels as the picture is shown, from the bytes; null when they are no picture of this type. */
function sizeOf(bytes: Uint8Array, type: ImageType): { readonly width: number; readonly height: number } | null {
  try {
    const { width, height, type: found, orientation = 1 } = imageSize(bytes);
    if (READ_TYPES[found ?? ''] !== type || width <= 0 || height <= 0) return null;
    return orientation < FIRST_TURNED ? { width, height } : { width: height, height: width };
  } catch {
    // The library throws for any file that it cannot read; such a file is no picture.
    return null;
  }
}
