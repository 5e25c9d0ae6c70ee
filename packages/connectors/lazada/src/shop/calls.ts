/** All calls besides the chat (`ShopCalls`) that this marketplace has. */
import {
  type AffairCalls,
  type ConversationRef,
  type Outcome,
  type ShopCalls,
  withRefusals,
} from '@pasar/connector-kit';
import { type BuyerId, type BuyerProfile, type PlatformShopId, refusal } from '@pasar/domain';
import type { Calling } from '../auth/line.ts';
import { loginUserInfo } from '../calls/account.ts';
import { buyerProfile } from '../calls/buyer-profile.ts';
import { holidaySettings, holidayUpdate } from '../calls/holiday.ts';
import { productManagerList } from '../calls/products.ts';
import { openSession } from '../calls/sessions.ts';
import { followStatus } from '../calls/site-chat.ts';
import { createGoodsCalls } from './goods.ts';
import { createMediaCalls } from './media.ts';
import { createOrderCalls } from './orders.ts';

const createAffairCalls = (line: Calling): Pick<AffairCalls, 'shopInfo' | 'setVacation'> => ({
  async shopInfo() {
    const [seller, vacation, products] = await Promise.all([
      line.call(loginUserInfo, null),
      line.call(holidaySettings, null),
      line.call(productManagerList, { page: 1, filter: null }),
    ]);
    if (!seller.ok) return seller;
    if (!vacation.ok) return vacation;
    if (!products.ok) return products;
    const { platformShopId, name, country } = seller.value;
    return {
      ok: true,
      value: {
        platformShopId,
        name,
        country,
        followerCount: null,
        productCount: products.value.total,
        rating: null,
        vacation: vacation.value,
      },
    };
  },
  async setVacation(_shop, vacation) {
    const saved = await line.call(holidayUpdate, vacation);
    if (saved.ok || saved.refusal.reason !== 'call_failed') return saved;
    return { ...saved, refusal: refusal('save_failed', saved.refusal.detail) };
  },
});

/** The shop's id is the brand that the buyer may follow. The marketplace has no figures about a buyer. */
async function fetchBuyer(line: Calling, shop: PlatformShopId, buyerId: BuyerId): Promise<Outcome<BuyerProfile>> {
  const [told, follows] = await Promise.all([
    line.call(buyerProfile, { buyerId }),
    line.call(followStatus, { targetUserId: buyerId, brandId: shop }),
  ]);
  if (!told.ok) return told;
  if (!follows.ok) return follows;
  return {
    ok: true,
    value: {
      ...told.value,
      isFollower: follows.value,
      language: null,
      joinedAt: null,
      isBlocked: null,
      orderCount: null,
      deliveredOrderCount: null,
      rating: null,
    },
  };
}

/** Refuses a call about a shop of another login, or about its conversation, before the call is made. */
export function createShopCalls(line: Calling, isOurs: (shop: PlatformShopId) => boolean): ShopCalls {
  const goods = createGoodsCalls(line);
  const orders = createOrderCalls(line);
  const media = createMediaCalls(line);
  const affairs = createAffairCalls(line);
  const ofOurs = async <Value>(
    about: PlatformShopId | ConversationRef,
    run: () => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> =>
    isOurs(typeof about === 'string' ? about : about.platformShopId)
      ? run()
      : { ok: false, refusal: refusal('not_found', 'the shop is not of this login'), canRetry: false };

  return withRefusals('lazada', {
    goods: {
      searchProducts: (shop, search) => ofOurs(shop, () => goods.searchProducts(shop, search)),
      productDetail: (shop, productId) => ofOurs(shop, () => goods.productDetail(shop, productId)),
      listVouchers: (shop, page) => ofOurs(shop, () => goods.listVouchers(shop, page)),
      voucherDetail: (shop, voucher) => ofOurs(shop, () => goods.voucherDetail(shop, voucher)),
      listStickers: (shop) => ofOurs(shop, () => goods.listStickers(shop)),
      quickReplies: (shop) => ofOurs(shop, () => goods.quickReplies(shop)),
    },
    buyers: {
      profile: (shop, buyerId) => ofOurs(shop, () => fetchBuyer(line, shop, buyerId)),
      openConversation: (shop, buyerId) =>
        ofOurs(shop, async () => {
          const opened = await line.call(openSession, { buyerId });
          if (!opened.ok) return opened;
          return {
            ok: true,
            value: { platformShopId: shop, platformConversationId: opened.value, buyerId, address: {} },
          };
        }),
    },
    orders: {
      listOrders: (shop, search) => ofOurs(shop, () => orders.listOrders(shop, search)),
      listChangedOrders: (shop, page) => ofOurs(shop, () => orders.listChangedOrders(shop, page)),
      orderDetail: (shop, orderId) => ofOurs(shop, () => orders.orderDetail(shop, orderId)),
      logistics: (shop, orderIds) => ofOurs(shop, () => orders.logistics(shop, orderIds)),
    },
    affairs: {
      shopInfo: (shop) => ofOurs(shop, () => affairs.shopInfo(shop)),
      setVacation: (shop, vacation) => ofOurs(shop, () => affairs.setVacation(shop, vacation)),
    },
    media: {
      uploadImage: (conversation, image) => ofOurs(conversation, () => media.uploadImage(conversation, image)),
      mediaUrl: (shop, url) => ofOurs(shop, () => media.mediaUrl(shop, url)),
      translate: (conversation, input) => ofOurs(conversation, () => media.translate(conversation, input)),
    },
    creators: {},
  });
}
