/** Cards that are sent (facts 1.5, spec 1 §3). The marketplace itself fills in what the buyer sees beside the ids. */
import type { SendOfferedCard } from '@pasar/connector-kit';
import type { Money, ProductCard } from '@pasar/domain';
import { toWireInteger } from '../../wire/wire-json.ts';
import { toWireUnits } from '../seller/fields.ts';
import type { OutgoingMessage } from './messages.ts';

export function toOutgoingCard({ conversation, card, idempotencyKey }: SendOfferedCard<'shopee'>): OutgoingMessage {
  const shop = toWireInteger(conversation.platformShopId);
  return { conversation, ...contentOf(card, shop), idempotencyKey };
}

function contentOf(card: SendOfferedCard<'shopee'>['card'], shop: object): Pick<OutgoingMessage, 'type' | 'content'> {
  switch (card.type) {
    case 'products': {
      const [first, ...others] = card.products;
      if (first !== undefined && others.length === 0) {
        const { itemId, title } = first;
        const name = title === null ? {} : { product_name: title };
        return { type: 'product', content: { product_id: toWireInteger(itemId), shop_id: shop, ...name } };
      }
      return {
        type: 'item_list',
        content: {
          shop_id: shop,
          product_ids: card.products.map(({ itemId }) => toWireInteger(itemId)),
          chat_product_infos: card.products.map((product) => toWireProduct(product, shop)),
        },
      };
    }
    case 'order': {
      const { orderId, orderNumber } = card.order;
      const number = orderNumber === null ? {} : { order_sn: orderNumber };
      return { type: 'order', content: { order_id: toWireInteger(orderId), ...number, shop_id: shop } };
    }
    case 'voucher': {
      const { voucherId, voucherCode } = card.voucher;
      // Ours: the word of the source, which the specification names without a value.
      const content = { voucher_id: toWireInteger(voucherId), voucher_code: voucherCode ?? '', shop_id: shop };
      return { type: 'voucher', content: { ...content, source: 'chat' } };
    }
  }
}

/** Left out: what is not known of the product. Ours: that money is written as in the newer calls. */
function toWireProduct({ itemId, title, price, oldPrice, iconUrl }: ProductCard, shop: object) {
  const units = (name: string, money: Money | null) => {
    const amount = money === null ? null : toWireUnits(money.amount);
    return amount === null ? {} : { [name]: toWireInteger(amount) };
  };
  return {
    item_id: toWireInteger(itemId),
    shop_id: shop,
    ...(title === null ? {} : { name: title }),
    ...(iconUrl === null ? {} : { thumb_url: iconUrl }),
    ...units('price', price),
    ...units('price_before_discount', oldPrice),
  };
}
