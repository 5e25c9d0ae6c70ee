import type {
  BuyerId,
  PlatformShopId,
  Product,
  ProductSearch,
  QuickReplyGroup,
  Sticker,
  Voucher,
  VoucherSearch,
} from '@pasar/domain';
import type { Answer, PageOf } from './answer.ts';

/** A shop's products, vouchers and stickers, and the phrases that it keeps at the marketplace. */
export interface GoodsCalls {
  searchProducts(shop: PlatformShopId, search: ProductSearch): PageOf<Product>;
  productDetail(shop: PlatformShopId, productId: string): Answer<Product>;
  listVouchers(shop: PlatformShopId, search: VoucherSearch): PageOf<Voucher>;
  /** A voucher that a message names; `not_found` when the shop has no voucher of this id. */
  voucherDetail(shop: PlatformShopId, voucher: VoucherOfBuyer): Answer<Voucher>;
  listStickers(shop: PlatformShopId): Answer<readonly Sticker[]>;
  quickReplies(shop: PlatformShopId): Answer<readonly QuickReplyGroup[]>;
}

/** A voucher, and the buyer whose conversation names it. */
export interface VoucherOfBuyer {
  readonly voucherId: string;
  readonly buyerId: BuyerId;
}
