/** The marketplaces' own names for kinds of messages, and the contents of their cards. */
import type { CardKind } from './phrases/types.ts';
import type { Random } from './random.ts';
import type { TradeVoucher } from './trade.ts';
import type { Marketplace } from './types.ts';

/**
 * The kinds that a message may have. Shopee's and TikTok's names and Lazada's template ids are seen or official. ours:
 * Lazada's names, because its wire has only numbers.
 */
export const MESSAGE_KINDS: Readonly<Record<Marketplace, readonly string[]>> = {
  shopee: [
    'text',
    'image',
    'sticker',
    'product',
    'item',
    'item_list',
    'order',
    'voucher',
    'video',
    'offer',
    'notification',
  ],
  lazada: [
    'text',
    'system',
    'image',
    'sticker',
    'emoji',
    'video',
    'product',
    'item',
    'order',
    'voucher',
    'follow',
    'refund',
    'my_order',
    'confirm_order',
  ],
  tiktok: [
    'text',
    'file_image',
    'video',
    'emoticons',
    'goods_card',
    'product',
    'order_card',
    'card',
    'order_reverse_card',
    'order_logistics_card',
    'select_order',
    'allocated_service',
    'notification',
    'interactive_system_message',
    'invite_comment_v2',
    'user_enter_from_goods',
    'user_enter_from_order',
    'user_enter_from_transfer',
    'card_greeting',
    'message_greeting_new',
    'system_button',
  ],
};

/**
 * Whether the marketplace has this kind. Lazada numbers its kinds; a kind without a name above is given by its number.
 */
export const isKind = (marketplace: Marketplace, kind: string): boolean =>
  MESSAGE_KINDS[marketplace].includes(kind) || (marketplace === 'lazada' && /^[0-9]{1,6}$/.test(kind));

export interface CardContext {
  readonly random: Random;
  readonly shopId: string;
  readonly product: string;
  readonly orderId: string;
  /** The shop's vouchers. */
  readonly vouchers: readonly TradeVoucher[];
  /** A new id of this marketplace. */
  readonly itemId: string;
  /** The base URL of pictures, without a slash at the end. */
  readonly pictureOrigin: string;
}
export interface Card {
  readonly kind: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** An order number as people see it: the day and letters at Shopee, digits elsewhere. */
export const orderNumberOf = (marketplace: Marketplace, orderId: string): string =>
  marketplace === 'shopee'
    ? `${orderId.slice(1, 7)}${BigInt(orderId).toString(36).toUpperCase().slice(-8)}`
    : orderId.slice(0, 18);

const videoOf = ({ pictureOrigin, itemId }: CardContext): string => `${pictureOrigin}/sim/videos/${itemId}.mp4`;
const pictureOf = ({ pictureOrigin, itemId }: CardContext): string => `${pictureOrigin}/sim/pictures/${itemId}.png`;

function shopeeCard(card: CardKind, context: CardContext): Card {
  const { random, shopId, product, orderId, vouchers, itemId } = context;
  const url = pictureOf(context);
  switch (card) {
    case 'image':
      return {
        kind: 'image',
        content: { url, thumb_url: url, url_hash: itemId, thumb_width: 320, thumb_height: 320, file_server_id: 0 },
      };
    case 'sticker':
      return {
        kind: 'sticker',
        content: {
          sticker_id: `${random.integer(1, 24)}`,
          sticker_package_id: random.pick(['smiley', 'oinky', 'peachy']),
          // Ours: the host of the stickers cannot be reached from a closed network.
          image_url: url,
        },
      };
    case 'order':
      return {
        kind: 'order',
        content: { order_id: orderId, order_sn: orderNumberOf('shopee', orderId), shop_id: shopId },
      };
    case 'product':
      return { kind: 'product', content: { product_id: itemId, shop_id: shopId, product_name: product } };
    case 'voucher': {
      const { voucherId, voucherCode } = random.pick(vouchers);
      return { kind: 'voucher', content: { voucher_id: voucherId, voucher_code: voucherCode, shop_id: shopId } };
    }
    case 'video':
      return {
        kind: 'video',
        content: {
          video_url: videoOf(context),
          thumb_url: url,
          thumb_width: 320,
          thumb_height: 320,
          duration_seconds: random.integer(8, 45),
          vid: itemId,
        },
      };
    case 'system':
      return { kind: 'notification', content: { text: 'The order status has changed.', order_id: orderId } };
  }
}

function lazadaCard(card: CardKind, context: CardContext): Card {
  const { random, product, orderId, vouchers, itemId } = context;
  const imgUrl = pictureOf(context);
  switch (card) {
    case 'image':
      return { kind: 'image', content: { imgUrl, width: 320, height: 320 } };
    case 'sticker':
      return { kind: 'sticker', content: { txt: random.pick(['[smile]', '[thumbs up]', '[heart]', '[laugh]']) } };
    case 'order':
      return { kind: 'order', content: { orderId: orderNumberOf('lazada', orderId), iconUrl: imgUrl, title: product } };
    case 'product':
      return { kind: 'product', content: { itemId, productId: itemId, title: product, iconUrl: imgUrl } };
    case 'voucher': {
      const { voucherId, name } = random.pick(vouchers);
      return { kind: 'voucher', content: { promotionId: voucherId, title: name } };
    }
    case 'video':
      return {
        kind: 'video',
        content: { videoId: itemId, videoUrl: videoOf(context), imgUrl, duration: random.integer(8, 45) },
      };
    case 'system':
      return { kind: 'system', content: { txt: 'The order status has changed.' } };
  }
}

function tiktokCard(card: CardKind, context: CardContext): Card {
  const { random, product, orderId, vouchers, itemId } = context;
  const imageUrl = pictureOf(context);
  switch (card) {
    case 'image':
      return { kind: 'file_image', content: { imageUrl, imageWidth: '320', imageHeight: '320' } };
    case 'sticker':
      return { kind: 'emoticons', content: { emoji: random.pick(['😊', '👍', '🙏', '❤️']) } };
    case 'order':
      return { kind: 'order_card', content: { order_id: orderNumberOf('tiktok', orderId) } };
    case 'product':
      return { kind: 'goods_card', content: { goods_id: itemId, productId: itemId, title: product, imageUrl } };
    case 'voucher': {
      const { voucherId, name } = random.pick(vouchers);
      return { kind: 'card', content: { card_type: 'coupon', coupon_id: voucherId, title: name } };
    }
    case 'video':
      return {
        kind: 'video',
        content: { vid: itemId, videoUrl: videoOf(context), coverUrl: imageUrl, duration: `${random.integer(8, 45)}` },
      };
    case 'system':
      return { kind: 'allocated_service', content: { text: 'You are now talking to customer service.' } };
  }
}

/** A plausible card. Its field names are public facts. ours: the contents, except ids. */
export function cardOf(marketplace: Marketplace, card: CardKind, context: CardContext): Card {
  switch (marketplace) {
    case 'shopee':
      return shopeeCard(card, context);
    case 'lazada':
      return lazadaCard(card, context);
    case 'tiktok':
      return tiktokCard(card, context);
  }
}
