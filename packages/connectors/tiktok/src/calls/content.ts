/** The content of a chat message: `ext.type` has the kind, and `ext` the fields of a card (facts 3.4). */
import type { Json, MessageContent, OrderCard, ProductCard } from '@pasar/domain';
import { z } from 'zod';
import { isGreeting, kindOfType, RATING_CARD } from './kinds.ts';
import { logisticsOf, ratingOf, refundOf, videoOf } from './told-cards.ts';

const DIGITS = /^[0-9]+$/;
const pixels = z
  .string()
  .regex(/^[1-9][0-9]{0,5}$/)
  .transform(Number)
  .nullish()
  .catch(null);
const image = z.object({
  imageUrl: z.string().min(1),
  imageWidth: pixels,
  imageHeight: pixels,
  // Ours.
  thumbUrl: z.string().min(1).nullish().catch(null),
});
/** `goods_id` and `productId` are both seen; ours: the other names. */
const goods = z.object({
  goods_id: z.string().regex(DIGITS).optional(),
  productId: z.string().regex(DIGITS).optional(),
  title: z.string().min(1).nullish(),
  imageUrl: z.string().min(1).nullish(),
  actionUrl: z.string().min(1).nullish(),
});
/** Ours: all names but the order's id. */
const order = z.object({
  order_id: z.string().regex(DIGITS),
  status: z.string().min(1).nullish(),
  imageUrl: z.string().min(1).nullish(),
});
const coupon = z.object({
  card_type: z.literal('coupon'),
  coupon_id: z.string().regex(DIGITS),
  coupon_code: z.string().min(1).nullish(),
  title: z.string().min(1).nullish(),
});

/** `wireType`: `ext.type`, or the type of a message of another family. Unreadable content becomes a placeholder. */
export function fromWireContent(
  wireType: string,
  content: string,
  ext: Readonly<Record<string, string>>,
): MessageContent {
  const raw: Json = { content, ext: { ...ext } };
  const kind = kindOfType(wireType);
  if (kind === 'text') return { type: 'text', text: content };
  const placeholder: MessageContent = { type: 'placeholder', kind, wireType, raw };
  switch (wireType) {
    case 'file_image': {
      const read = image.safeParse(ext);
      if (!read.success) return placeholder;
      const { imageUrl: url, thumbUrl, imageWidth: width, imageHeight: height } = read.data;
      const picture = { url, thumbUrl: thumbUrl ?? null, width: width ?? null, height: height ?? null };
      return { type: 'image', picture, wireType, raw };
    }
    case 'goods_card':
    case 'product':
    case 'user_enter_from_goods': {
      const card = productCard(ext);
      return card === null ? placeholder : { type: 'products', products: [card], wireType, raw };
    }
    case 'order_card':
    case 'user_enter_from_order':
    case 'select_order': {
      const card = orderCard(ext);
      if (card === null) return placeholder;
      return { type: wireType === 'select_order' ? 'myOrder' : 'order', order: card, wireType, raw };
    }
    case 'order_reverse_card':
      return refundOf({ wireType, ext, raw }) ?? placeholder;
    case 'order_logistics_card':
      return logisticsOf({ wireType, ext, raw }) ?? placeholder;
    case 'video':
      return videoOf({ wireType, ext, raw }) ?? placeholder;
    case RATING_CARD:
      return ratingOf({ wireType, ext, raw }, wordsOf(content, wireType));
    case 'emoticons': {
      const words = wordsOf(content, wireType);
      return words === null ? placeholder : { type: 'text', text: words };
    }
    case 'card':
      return voucher(ext, raw) ?? placeholder;
    default: {
      const words = kind === 'system' ? wordsOf(content, wireType) : null;
      if (words === null) return placeholder;
      return isGreeting(wireType) ? { type: 'text', text: words } : { type: 'notice', text: words, wireType, raw };
    }
  }
}

/** The content is plain text, or a placeholder for a card in `ext` (facts 3.4). Ours: how the two are told apart. */
function wordsOf(content: string, wireType: string): string | null {
  const isNone = content.trim() === '' || content === `[${wireType}]` || /^\s*(\{|\[\s*\{)/.test(content);
  return isNone ? null : content;
}

function productCard(ext: Readonly<Record<string, string>>): ProductCard | null {
  const read = goods.safeParse(ext);
  const itemId = read.data?.goods_id ?? read.data?.productId;
  if (!read.success || itemId === undefined) return null;
  const { title, imageUrl, actionUrl } = read.data;
  return {
    itemId,
    title: title ?? null,
    // A card has no price; the product does.
    price: null,
    oldPrice: null,
    iconUrl: imageUrl ?? null,
    actionUrl: actionUrl ?? null,
  };
}

function orderCard(ext: Readonly<Record<string, string>>): OrderCard | null {
  const read = order.safeParse(ext);
  if (!read.success) return null;
  const { order_id: orderId, status, imageUrl } = read.data;
  return { orderId, orderNumber: orderId, status: status ?? null, total: null, iconUrl: imageUrl ?? null };
}

/** Cards without a coupon stay unknown. */
function voucher(ext: Readonly<Record<string, string>>, raw: Json): MessageContent | null {
  const read = coupon.safeParse(ext);
  if (!read.success) return null;
  const { coupon_id: voucherId, coupon_code: voucherCode, title } = read.data;
  return {
    type: 'voucher',
    voucher: { voucherId, voucherCode: voucherCode ?? null, title: title ?? null, discount: null },
    wireType: 'card',
    raw,
  };
}
