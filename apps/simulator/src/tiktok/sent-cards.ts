/** The cards that a seller sends, which name only an id: this marketplace fills in what both sides see. */
import type { TradeBook } from '../world/trade.ts';
import type { Shop } from '../world/types.ts';
import { pictureUrl } from './trade-rows.ts';

type Ext = Readonly<Record<string, string>>;
/** The `ext` of a message as it is kept; null for a product that the shop does not sell. */
export type FillCard = (shop: Shop, ext: Ext) => Ext | null;

/** Ours: the names beside `goods_id`. */
export const fillingCards =
  (trade: TradeBook, origin: string): FillCard =>
  ({ shopId }, ext) => {
    if (ext.type !== 'goods_card') return ext;
    const product = trade
      .of('tiktok', shopId)
      .products.find(({ productId, isOnline }) => isOnline && productId === ext.goods_id);
    if (product === undefined) return null;
    const { productId, title } = product;
    return { ...ext, productId, title, imageUrl: pictureUrl(origin, product) };
  };
