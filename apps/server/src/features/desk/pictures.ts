import { contentView } from '@pasar/api';
import {
  asConnectionId,
  asPlatformShopId,
  type ConnectionId,
  type ImageType,
  type PlatformShopId,
} from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';

/** A picture that a message shows, and whose login may fetch it. */
export interface ShownPicture {
  readonly connectionId: ConnectionId;
  readonly platformShopId: PlatformShopId;
  readonly url: string;
}

/** Null for a message that is not seen, shows no picture, or was taken back. */
export async function findPicture(transaction: Transaction, messageId: string): Promise<ShownPicture | null> {
  const found = await transaction.query<{ content: unknown; connection_id: string; platform_shop_id: string }>(
    `select m.content, s.connection_id, s.platform_shop_id from message m join shop s using (shop_id)
     where m.message_id = $1 and m.status = 'available'`,
    [messageId],
  );
  const row = found.rows[0];
  if (!row) return null;
  const content = contentView.parse(row.content);
  if (content.type !== 'image') return null;
  return {
    connectionId: asConnectionId(row.connection_id),
    platformShopId: asPlatformShopId(row.platform_shop_id),
    url: content.picture.url,
  };
}

/** A picture of ours on its way; null when it is not seen or is settled. */
export async function findWaitingPicture(
  transaction: Transaction,
  deliveryId: string,
): Promise<{ readonly type: ImageType; readonly bytes: Buffer } | null> {
  const found = await transaction.query<{ type: ImageType; bytes: Buffer }>(
    'select type, bytes from delivery_image where delivery_id = $1',
    [deliveryId],
  );
  return found.rows[0] ?? null;
}
