import {
  type CardAbility,
  levelOf,
  MARKETPLACES,
  type Marketplace,
  type OutgoingCard,
  type ProductCard,
} from '@pasar/domain';
import { type Crossing, dealt, KILLED } from './crossing.ts';
import type { Lane, Target } from './lane.ts';
import type { Trade } from './trade.ts';

const ABILITIES = ['productCard', 'productList', 'orderCard', 'voucherCard', 'sticker', 'followInvitation'] as const;
export type CardKind = (typeof ABILITIES)[number] & CardAbility;

/** The kinds of cards that the marketplace has. */
export const cardKinds = (marketplace: Marketplace): readonly CardKind[] =>
  ABILITIES.filter((ability) => levelOf(marketplace, ability) === 'yes');

/**
 * The cases in which cards are killed: in the long run every kind in each; otherwise the kinds of all marketplaces are
 * dealt the steps, each kind one, in an order drawn by lot.
 */
export function cardCases(
  marketplace: Marketplace,
  isWhole?: boolean,
): readonly (Crossing & { readonly kind: CardKind })[] {
  const all = MARKETPLACES.flatMap((each) => cardKinds(each).map((kind) => ({ marketplace: each, kind })));
  return dealt(KILLED, all, isWhole)
    .filter(({ to }) => to.marketplace === marketplace)
    .map(({ to, ...crossing }) => ({ ...crossing, kind: to.kind }));
}

const product = ({ productId: itemId, title }: Trade['products'][number]): ProductCard => ({
  itemId,
  title,
  price: null,
  oldPrice: null,
  iconUrl: null,
  actionUrl: null,
});

/** A card of the kind, from the shop's trade; an order is the buyer's own, so it comes with its buyer. */
export async function takeCard(lane: Lane, kind: CardKind): Promise<{ target: Target; card: OutgoingCard }> {
  const { products, vouchers, orders, stickers } = await lane.trade();
  const online = products.filter(({ isOnline }) => isOnline);
  switch (kind) {
    case 'productCard':
      return { target: await lane.nextTarget(), card: { type: 'products', products: online.slice(0, 1).map(product) } };
    case 'productList':
      return { target: await lane.nextTarget(), card: { type: 'products', products: online.slice(0, 3).map(product) } };
    case 'orderCard': {
      const buyers = new Set(orders.map(({ buyerId }) => buyerId));
      const target = await lane.nextTarget(({ buyerId }) => buyers.has(buyerId));
      const order = orders.find(({ buyerId }) => buyerId === target.buyerId);
      if (order === undefined) throw new Error('no order');
      const { orderNumber } = order;
      const orderId = lane.marketplace === 'shopee' ? order.orderId : orderNumber;
      return {
        target,
        card: { type: 'order', order: { orderId, orderNumber, status: null, total: null, iconUrl: null } },
      };
    }
    case 'voucherCard': {
      const [first] = vouchers;
      if (first === undefined) throw new Error('no voucher');
      const { voucherId, voucherCode, name: title } = first;
      return {
        target: await lane.nextTarget(),
        card: { type: 'voucher', voucher: { voucherId, voucherCode, title, discount: null } },
      };
    }
    case 'followInvitation':
      return { target: await lane.nextTarget(), card: { type: 'follow' } };
    case 'sticker': {
      const [first] = stickers;
      if (first === undefined) throw new Error('no sticker');
      const { stickerId, packageId, symbol: text } = first;
      const sticker = { stickerId, packageId, text, imageUrl: 'https://pictures.example/sticker.png' };
      return { target: await lane.nextTarget(), card: { type: 'sticker', sticker } };
    }
  }
}
