import { type ContentView, contentView } from '@pasar/api';
import {
  asConnectionId,
  asPlatformShopId,
  type ConnectionId,
  type ImageType,
  type PlatformShopId,
  type ShownAs,
} from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';
import type { ShopTable } from '../../storage/gen/tables.ts';

/** A picture or a video that a message shows, and the connection that may fetch it. */
export interface ShownPicture {
  readonly connectionId: ConnectionId;
  readonly platformShopId: PlatformShopId;
  readonly url: string;
  readonly as: ShownAs;
}

type PlaceRow = Readonly<Pick<ShopTable, 'connection_id' | 'platform_shop_id'>>;
const shownBy = (row: PlaceRow, url: string | null | undefined, as: ShownAs = 'picture'): ShownPicture | null =>
  url === null || url === undefined
    ? null
    : {
        connectionId: asConnectionId(row.connection_id),
        platformShopId: asPlatformShopId(row.platform_shop_id),
        url,
        as,
      };

/**
 * Null for a message that the member does not see, that shows no picture, or that was withdrawn. `place` is the index
 * of a card's picture; null means the picture that the message itself is.
 */
export async function findPicture(
  transaction: Transaction,
  messageId: string,
  place: number | null,
): Promise<ShownPicture | null> {
  const row = await findContent(transaction, messageId);
  return row ? shownBy(row, urlOf(contentView.parse(row.content), place)) : null;
}

/** Null for a message that the member does not see, that is no video, or that was withdrawn. */
export async function findVideo(transaction: Transaction, messageId: string): Promise<ShownPicture | null> {
  const row = await findContent(transaction, messageId);
  const content = row && contentView.parse(row.content);
  return content?.type === 'video' && row ? shownBy(row, content.video.url, 'video') : null;
}

async function findContent(transaction: Transaction, messageId: string) {
  const found = await transaction.query<PlaceRow & { readonly content: unknown }>(
    `select m.content, s.connection_id, s.platform_shop_id from message m join shop s using (shop_id)
     where m.message_id = $1 and m.status = 'available'`,
    [messageId],
  );
  return found.rows[0] ?? null;
}

function urlOf(content: ContentView, place: number | null): string | null | undefined {
  if (place === null) return wholePicture(content);
  if (content.type === 'products') return content.products[place]?.iconUrl;
  return place === 0 ? iconOf(content) : null;
}

function wholePicture(content: ContentView): string | null {
  switch (content.type) {
    case 'image':
      return content.picture.url;
    case 'video':
      return content.video.coverUrl;
    case 'sticker':
      return content.sticker.imageUrl;
    default:
      return null;
  }
}

function iconOf(content: ContentView): string | null {
  switch (content.type) {
    case 'order':
    case 'myOrder':
    case 'confirmOrder':
      return content.order.iconUrl;
    case 'refund':
      return content.refund.iconUrl;
    case 'logistics':
      return content.logistics.iconUrl;
    case 'offer':
      return content.offer.iconUrl;
    default:
      return null;
  }
}

/** Null for a conversation that the member does not see, or whose buyer has no picture. */
export async function findBuyerPicture(transaction: Transaction, conversationId: string): Promise<ShownPicture | null> {
  const found = await transaction.query<PlaceRow & { readonly buyer_avatar_url: string | null }>(
    `select v.buyer_avatar_url, s.connection_id, s.platform_shop_id from conversation v join shop s using (shop_id)
     where v.conversation_id = $1`,
    [conversationId],
  );
  const row = found.rows[0];
  return row ? shownBy(row, row.buyer_avatar_url) : null;
}

/**
 * An outgoing picture, or the cover of an outgoing video; null when the member does not see it, when it is settled, and
 * for a video without a cover.
 */
export async function findWaitingPicture(
  transaction: Transaction,
  deliveryId: string,
): Promise<{ readonly type: ImageType; readonly bytes: Buffer } | null> {
  const found = await transaction.query<{ type: ImageType; bytes: Buffer }>(
    `select type, bytes from delivery_image where delivery_id = $1
     union all select 'image/jpeg', coalesce(o.cover, kept.cover) from outgoing_video o
       left join automatic_video kept on kept.video_id = o.automatic_video_id
       where o.delivery_id = $1 and coalesce(o.cover, kept.cover) is not null`,
    [deliveryId],
  );
  return found.rows[0] ?? null;
}
