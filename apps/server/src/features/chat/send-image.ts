import { createHash } from 'node:crypto';
import { type CALLS, type CallInput, type CallOutput, deliveryImageView } from '@pasar/api';
import { SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { readPictureFile } from '../../files/picture-file.ts';
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
  const picture = readPictureFile(bytes, input.type);
  if (picture.kind === 'refused') return fail(picture.reason);
  const { width, height } = picture;
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
      JSON.stringify(keptImage.parse({ fileName, type, width, height, digest })),
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
