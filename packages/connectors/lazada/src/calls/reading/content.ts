/** The content of a message, by template id (facts 4.2). Unreadable content becomes a labelled placeholder. */
import type { Json, MessageContent, Money, PlaceholderKind } from '@pasar/domain';
import { z } from 'zod';
import { wireAmount, wireId, wireInt, wireText } from '../../wire/fields.ts';
import { LAZADA_TEMPLATE_KINDS } from './kinds.ts';
import { type Card, followOf, refundOf, videoOf } from './told-cards.ts';

const TEXT_TEMPLATE = 1;

const textSchema = z.object({ txt: z.string() });
const wordsSchema = z.object({ txt: z.string().refine((text) => text.trim() !== '') });
const imageSchema = z.object({
  imgUrl: z.url(),
  thumbUrl: wireText,
  width: wireInt.nullish(),
  height: wireInt.nullish(),
});
/** Prices are as often text (`฿1,290.00`) as numbers. Only a number beside its currency is read as an amount. */
const priced = { price: z.unknown().optional(), oldPrice: z.unknown().optional(), currency: z.unknown().optional() };
const productSchema = z
  .object({
    itemId: wireId.nullish(),
    productId: wireId.nullish(),
    title: wireText,
    iconUrl: wireText,
    imageUrl: wireText,
    actionUrl: wireText,
    ...priced,
  })
  .transform(({ itemId, productId, ...rest }) => ({ ...rest, itemId: itemId ?? productId }));
const orderSchema = z.object({
  orderId: wireId,
  orderNumber: wireId.nullish(),
  status: wireText,
  iconUrl: wireText,
  amount: z.unknown().optional(),
  currency: z.unknown().optional(),
});
const voucherSchema = z
  .object({
    promotionId: wireId.nullish(),
    voucherId: wireId.nullish(),
    voucherCode: wireText,
    title: wireText,
    discountPercent: wireInt.nullish(),
  })
  .transform(({ promotionId, voucherId, ...rest }) => ({ ...rest, voucherId: promotionId ?? voucherId }));

const currencySchema = z.string().regex(/^[A-Z]{3}$/);
/** An amount as a product message names it: `THB 1,290.00`. */
const wordsOfMoney = z.string().regex(/^[A-Z]{3} [0-9][0-9,]*(\.[0-9]+)?$/);
function moneyOf(amount: unknown, currency: unknown): Money | null {
  const words = wordsOfMoney.safeParse(amount);
  if (words.success) return moneyOf(words.data.slice(4), words.data.slice(0, 3));
  const read = wireAmount.safeParse(amount);
  const code = currencySchema.safeParse(currency);
  return read.success && code.success ? { amount: read.data, currency: code.data } : null;
}

/** A symbol (`[smile]`) is a text that the writer picked from a list. */
function symbolOf({ template }: Card): MessageContent | null {
  const words = wordsSchema.safeParse(template);
  return words.success ? { type: 'text', text: words.data.txt } : null;
}

/** Ours: the marketplace's remark is in `txt`, as in the templates whose shape is public. */
function noticeOf({ template: raw, wireType }: Card): MessageContent | null {
  const words = wordsSchema.safeParse(raw);
  return words.success ? { type: 'notice', text: words.data.txt, wireType, raw } : null;
}

function imageOf({ template: raw, wireType }: Card): MessageContent | null {
  const image = imageSchema.safeParse(raw);
  if (!image.success) return null;
  const { imgUrl, thumbUrl, width, height } = image.data;
  return {
    type: 'image',
    picture: { url: imgUrl, thumbUrl, width: width ?? null, height: height ?? null },
    wireType,
    raw,
  };
}

function productOf({ template: raw, wireType }: Card): MessageContent | null {
  const product = productSchema.safeParse(raw);
  if (!product.success || product.data.itemId == null) return null;
  const { itemId, title, price, oldPrice, currency, iconUrl, imageUrl, actionUrl } = product.data;
  const card = {
    itemId,
    title,
    price: moneyOf(price, currency),
    oldPrice: moneyOf(oldPrice, currency),
    iconUrl: iconUrl ?? imageUrl,
    actionUrl,
  };
  return { type: 'products', products: [card], wireType, raw };
}

/** 10012: the buyer's own order; 10013: an order that the buyer is asked to confirm. */
const ORDER_TYPES: Readonly<Record<string, 'myOrder' | 'confirmOrder'>> = { 10012: 'myOrder', 10013: 'confirmOrder' };

function orderOf({ template: raw, wireType }: Card): MessageContent | null {
  const order = orderSchema.safeParse(raw);
  if (!order.success) return null;
  const { orderId, orderNumber, status, amount, currency, iconUrl } = order.data;
  return {
    type: ORDER_TYPES[wireType] ?? 'order',
    // An order's id is also the number that people read.
    order: { orderId, orderNumber: orderNumber ?? orderId, status, total: moneyOf(amount, currency), iconUrl },
    wireType,
    raw,
  };
}

function voucherOf({ template: raw, wireType }: Card): MessageContent | null {
  const voucher = voucherSchema.safeParse(raw);
  if (!voucher.success || voucher.data.voucherId == null) return null;
  const { voucherId, voucherCode, title, discountPercent } = voucher.data;
  const discount = discountPercent == null ? null : ({ kind: 'percent', percent: discountPercent } as const);
  return { type: 'voucher', voucher: { voucherId, voucherCode, title, discount }, wireType, raw };
}

const READERS: Readonly<Partial<Record<PlaceholderKind, (card: Card) => MessageContent | null>>> = {
  system: noticeOf,
  sticker: symbolOf,
  image: imageOf,
  product: productOf,
  order: orderOf,
  voucher: voucherOf,
  video: videoOf,
  follow: followOf,
  refund: refundOf,
};

/** `original` is the template as text, because a text of digits alone is valid JSON too. */
export function contentOfTemplate(templateId: number, template: Json, original: Json): MessageContent {
  if (templateId === TEXT_TEMPLATE) {
    const text = textSchema.safeParse(template);
    if (text.success) return { type: 'text', text: text.data.txt };
    if (typeof template !== 'object' && typeof original === 'string') return { type: 'text', text: original };
  }
  const known = LAZADA_TEMPLATE_KINDS[templateId];
  const kind = known === undefined || known === 'text' ? 'unknown' : known;
  const wireType = String(templateId);
  return READERS[kind]?.({ template, wireType }) ?? { type: 'placeholder', kind, wireType, raw: template };
}
