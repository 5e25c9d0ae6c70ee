/**
 * The content of a message's card: pictures, products, orders, vouchers, remarks (facts 1.5). Null when it is
 * unreadable.
 */
import { COUNTRIES, CURRENCY_BY_COUNTRY, type MessageContent, type Money, type ProductCard } from '@pasar/domain';
import { z } from 'zod';
import { toPlainJson, wireId } from '../../wire/wire-json.ts';
import { textAmount, unitsAmount } from '../seller/fields.ts';
import { offerOf, stickerOf, videoOf } from './told-cards.ts';

const address = z.string().regex(/^https?:\/\//);
const optionalAddress = address.nullish().catch(null);
const size = z.int().positive().nullish().catch(null);
const optionalId = wireId.nullish().catch(null);

const imageContent = z.object({
  url: address,
  thumb_url: optionalAddress,
  thumb_width: size,
  thumb_height: size,
});
/** Ours: `item` names its product as rows of `item_list` do. */
const productContent = z
  .object({
    product_id: optionalId,
    item_id: optionalId,
    product_name: z.string().nullish().catch(null),
    name: z.string().nullish().catch(null),
    thumb_url: optionalAddress,
    price: z.unknown().optional(),
    price_before_discount: z.unknown().optional(),
  })
  .transform((content, context) => {
    const itemId = content.product_id ?? content.item_id;
    if (itemId) return { ...content, itemId };
    context.addIssue('no product id');
    return z.NEVER;
  });
const listContent = z.object({ chat_product_infos: z.array(productContent).min(1) });
const orderContent = z
  .object({ order_id: optionalId, order_sn: z.string().min(1).nullish().catch(null) })
  .transform(({ order_id: id, order_sn: number }, context) => {
    const orderId = id ?? number;
    if (orderId) return { orderId, orderNumber: number ?? null };
    context.addIssue('neither order_id nor order_sn');
    return z.NEVER;
  });
const voucherContent = z.object({ voucher_id: wireId, voucher_code: z.string().nullish().catch(null) });

/** Newer cards write money as integers in units of 1/100,000, older ones as decimals. */
const amount = z.union([unitsAmount, textAmount]);
function moneyOf(value: unknown, currency: string | null): Money | null {
  const read = amount.safeParse(value);
  return read.success && currency !== null && !/^0(\.0+)?$/.test(read.data) ? { amount: read.data, currency } : null;
}

function productOf(product: z.output<typeof productContent>, currency: string | null): ProductCard {
  return {
    itemId: product.itemId,
    title: product.product_name || product.name || null,
    price: moneyOf(product.price, currency),
    oldPrice: moneyOf(product.price_before_discount, currency),
    iconUrl: product.thumb_url ?? null,
    actionUrl: null,
  };
}

/** Ours: the text of a remark is in the field of a text message. */
const noticeContent = z.object({ text: z.string().refine((text) => text.trim() !== '') });

type Card = Exclude<MessageContent, { type: 'text' | 'placeholder' }>;

/** `country` is the message's own word for the shop's country. Without it, prices have no currency. */
export function cardOf(wireType: string, content: unknown, country: string | null | undefined): Card | null {
  const known = z.enum(COUNTRIES).safeParse(country?.toUpperCase());
  const currency = known.success ? CURRENCY_BY_COUNTRY[known.data] : null;
  const kept = { wireType, raw: toPlainJson(content) };
  switch (wireType) {
    case 'image': {
      const image = imageContent.safeParse(content);
      if (!image.success) return null;
      const { url, thumb_url: thumbUrl, thumb_width: width, thumb_height: height } = image.data;
      const picture = { url, thumbUrl: thumbUrl ?? null, width: width ?? null, height: height ?? null };
      return { type: 'image', picture, ...kept };
    }
    case 'product':
    case 'item': {
      const product = productContent.safeParse(content);
      return product.success ? { type: 'products', products: [productOf(product.data, currency)], ...kept } : null;
    }
    case 'item_list': {
      const list = listContent.safeParse(content);
      if (!list.success) return null;
      return {
        type: 'products',
        products: list.data.chat_product_infos.map((row) => productOf(row, currency)),
        ...kept,
      };
    }
    case 'order': {
      const order = orderContent.safeParse(content);
      return order.success
        ? { type: 'order', order: { ...order.data, status: null, total: null, iconUrl: null }, ...kept }
        : null;
    }
    case 'voucher': {
      const voucher = voucherContent.safeParse(content);
      if (!voucher.success) return null;
      const { voucher_id: voucherId, voucher_code: voucherCode } = voucher.data;
      const card = { voucherId, voucherCode: voucherCode || null, title: null, discount: null };
      return { type: 'voucher', voucher: card, ...kept };
    }
    case 'video':
      return videoOf(content, kept);
    case 'sticker':
      return stickerOf(content, country, kept);
    case 'offer':
      return offerOf(content, (value, named) => moneyOf(value, named ?? currency), kept);
    case 'notification':
    case 'system': {
      const notice = noticeContent.safeParse(content);
      return notice.success ? { type: 'notice', text: notice.data.text, ...kept } : null;
    }
    default:
      return null;
  }
}
