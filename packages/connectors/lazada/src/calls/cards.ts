/** Cards that are sent, by template id (facts 4.2; the fields of a product message are those of spec 1 §3). */
import type { OfferedCard } from '@pasar/connector-kit';
import { discountPercent, moneyWords, type ProductCard } from '@pasar/domain';
import { type OutgoingMessage, TEMPLATE } from './send.ts';

export function toTemplate(card: OfferedCard<'lazada'>): Pick<OutgoingMessage, 'templateId' | 'content'> {
  switch (card.type) {
    case 'products': {
      const [product] = card.products;
      return { templateId: TEMPLATE.product, content: product === undefined ? {} : toWireProduct(product) };
    }
    case 'order':
      // The number that people read is the id (facts 4.2: order_id).
      return { templateId: TEMPLATE.order, content: { orderId: card.order.orderNumber ?? card.order.orderId } };
    case 'voucher': {
      const { voucherId, title } = card.voucher;
      return { templateId: TEMPLATE.voucher, content: { promotionId: voucherId, ...given('title', title) } };
    }
    case 'sticker':
      return { templateId: TEMPLATE.symbol, content: { txt: card.sticker.text } };
    case 'follow':
      return { templateId: TEMPLATE.follow, content: {} };
  }
}

const given = (name: string, value: string | null): Readonly<Record<string, string>> =>
  value === null ? {} : { [name]: value };

/** Left out: what is not known of the product. Ours: that the percents are followed by their sign. */
function toWireProduct({ itemId, title, price, oldPrice, iconUrl, actionUrl }: ProductCard) {
  const percent = discountPercent(price, oldPrice);
  return {
    itemId,
    ...given('title', title),
    ...given('price', price && moneyWords(price)),
    ...given('oldPrice', percent === null ? null : oldPrice && moneyWords(oldPrice)),
    ...given('discount', percent === null ? null : `${percent}%`),
    ...given('iconUrl', iconUrl),
    ...given('actionUrl', actionUrl),
  };
}
