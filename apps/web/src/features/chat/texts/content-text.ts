import type { Locale, MessageContent, OrderCard, ProductCard } from '@pasar/domain';
import type { Translate } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { contentWords } from './texts.ts';

/** A message as a text that can be pasted elsewhere: what it says, or the kind of its card and the card's facts. */
export function contentText(content: MessageContent, t: Translate<'chat'>, locale: Locale): string {
  if ('text' in content) return content.text;
  const lines = linesOf(content, locale).filter((line) => line !== null && line !== '');
  return [contentWords(content, t), ...lines].join('\n');
}

type Line = string | null;

function linesOf(content: Exclude<MessageContent, { text: string }>, locale: Locale): readonly Line[] {
  const money = (value: ProductCard['price']): Line => value && moneyText(value, locale);
  switch (content.type) {
    case 'image':
      return [pageOf(content.picture.url)];
    case 'products':
      return content.products.flatMap(({ title, itemId, price, actionUrl }) => [
        title ?? itemId,
        money(price),
        actionUrl,
      ]);
    case 'order':
    case 'myOrder':
    case 'confirmOrder':
      return [numberOf(content.order), content.order.status, money(content.order.total)];
    case 'voucher':
      return [content.voucher.title, content.voucher.voucherCode ?? content.voucher.voucherId];
    case 'video':
      return [content.video.url === null ? null : pageOf(content.video.url)];
    case 'sticker':
      return [content.sticker.text];
    case 'follow':
      return [content.follow.text];
    case 'refund': {
      const { orderId, returnId, reason, status, amount } = content.refund;
      return [orderId, returnId, reason, status, money(amount)];
    }
    case 'logistics': {
      const { orderId, carrier, trackingNumber, status } = content.logistics;
      return [orderId, carrier, trackingNumber, status];
    }
    case 'offer': {
      const { productName, price, quantity } = content.offer;
      return [productName, money(price), quantity === null ? null : `× ${quantity}`];
    }
    case 'rating':
      return [content.rating.stars === null ? null : '★'.repeat(content.rating.stars), content.rating.text];
    case 'placeholder':
      return [content.wireType];
  }
}

const numberOf = ({ orderNumber, orderId }: OrderCard): string => orderNumber ?? orderId;
/** The address of a page; an address that only a shop's login can open says nothing elsewhere. */
const pageOf = (url: string): Line => (/^https?:/.test(url) ? url : null);
