import type { AffairCalls, GoodsCalls, OrderCalls, Outcome } from '@pasar/connector-kit';
import { type PlatformShopId, refusal, type ShopStatus } from '@pasar/domain';
import type { SellerClient } from '../auth/seller-client.ts';
import { hashPassword } from '../calls/credentials.ts';
import { mapOutcome } from '../calls/definition.ts';
import { pageOf } from '../calls/seller/fields.ts';
import { getBankAccounts, getIncomeMeta, getWalletStatus } from '../calls/seller/finance.ts';
import { getFollowers, getMallItem, getMallShop } from '../calls/seller/mall.ts';
import { keyMetrics } from '../calls/seller/marketing.ts';
import { listNotificationPage, markAllNotificationsRead, markNotificationRead } from '../calls/seller/notifications.ts';
import { timesOf } from '../calls/seller/periods.ts';
import { listProducts, searchProductList } from '../calls/seller/products.ts';
import { getAddresses, getShopInfo, searchReviews, setShopSettings } from '../calls/seller/settings.ts';
import { createOrderCalls, listIncome } from './orders.ts';

export interface SellerCalls {
  readonly searchProducts: GoodsCalls['searchProducts'];
  readonly orders: OrderCalls;
  readonly affairs: AffairCalls;
}

const refuse = (reason: 'no_products_on_shelf' | 'product_parameter_error' | 'balance_not_supported') =>
  ({ ok: false, refusal: refusal(reason), canRetry: false }) as const;

/** Decided by whether buyers can see the first live product (spec 1 §7, §8). */
async function checkShopStatus(client: SellerClient, shop: PlatformShopId): Promise<Outcome<ShopStatus>> {
  const live = await client.call(listProducts, shop, { page: 1, isLive: true });
  if (!live.ok) return live;
  const [first] = live.value.items;
  if (first !== undefined) return client.call(getMallItem, shop, { itemId: first.productId, shopId: shop });
  return refuse(live.value.unreadable.length > 0 ? 'product_parameter_error' : 'no_products_on_shelf');
}

/** A page of ratings is requested by its number and by the last rating of the previous page. The cursor holds both. */
const ratingPageOf = (cursor: string | null): { readonly page: number; readonly after: string } => {
  const [page = '1', after = '0'] = cursor === null ? [] : cursor.split(':');
  return { page: Number(page), after };
};

/**
 * The desk's questions about a shop's seller centre, each composed of the catalogue's `shopee-seller` calls. The kind
 * of the login is read at each call, because it is known only after the login.
 */
export const createSellerCalls = (client: SellerClient, isSubAccountUser: () => boolean): SellerCalls => ({
  searchProducts: (shop, search) => client.call(searchProductList, shop, search),
  orders: createOrderCalls(client),
  affairs: createAffairCalls(client, isSubAccountUser),
});

const createAffairCalls = (client: SellerClient, isSubAccountUser: () => boolean): AffairCalls => ({
  async shopInfo(shop) {
    const scope = await client.scope(shop);
    if (!scope.ok) return scope;
    const [own, mall] = await Promise.all([
      client.call(getShopInfo, shop, null),
      client.call(getMallShop, shop, { shopId: shop }),
    ]);
    if (!own.ok) return own;
    if (!mall.ok) return mall;
    const { followerCount, productCount, rating } = mall.value;
    const vacation = { isOn: own.value.isOnVacation, startsAt: null, endsAt: null };
    const { platformShopId, name } = own.value;
    const { country } = scope.value;
    return { ok: true, value: { platformShopId, name, country, followerCount, productCount, rating, vacation } };
  },
  shopStatus: (shop) => checkShopStatus(client, shop),
  /** This marketplace has no dates: vacation is on or off. */
  setVacation: (shop, { isOn }) => client.call(setShopSettings, shop, { isOnVacation: isOn }),
  async listFollowers(shop, { cursor }) {
    const offset = Number(cursor ?? '0');
    const page = await client.call(getFollowers, shop, { shopId: shop, offset });
    return mapOutcome(page, (read) => ({
      ...read,
      next: read.next === null ? null : String(offset + Number(read.next)),
    }));
  },
  async listReviews(shop, { cursor }) {
    const at = ratingPageOf(cursor);
    const page = await client.call(searchReviews, shop, at);
    return mapOutcome(page, (read) => ({
      ...read,
      next: read.next === null ? null : `${at.page + 1}:${read.next}`,
    }));
  },
  async dashboard(shop, period) {
    const scope = await client.scope(shop);
    if (!scope.ok) return scope;
    return client.call(keyMetrics, shop, { period, ...timesOf(period, scope.value.country, client.now()) });
  },
  /** Only the shop or the merchant may see the balance, not a sub-account, local or cross-border (spec 2 §5, §8). */
  async income(shop) {
    const scope = await client.scope(shop);
    if (!scope.ok) return scope;
    if (isSubAccountUser()) return refuse('balance_not_supported');
    const [available, meta] = await Promise.all([
      client.call(getWalletStatus, shop, null),
      client.call(getIncomeMeta, shop, null),
    ]);
    if (!available.ok) return available;
    if (!meta.ok) return meta;
    return { ok: true, value: { available: available.value, pending: meta.value.frozen } };
  },
  listIncome: (shop, page) => listIncome(client, shop, page),
  bankAccounts: (shop, password) => client.call(getBankAccounts, shop, { passwordHash: hashPassword(password) }),
  listNotifications: (shop, { cursor }) => client.call(listNotificationPage, shop, { page: pageOf(cursor) }),
  readNotification: (shop, notificationId) =>
    notificationId === 'all'
      ? client.call(markAllNotificationsRead, shop, null)
      : client.call(markNotificationRead, shop, { notificationId }),
  listAddresses: (shop) => client.call(getAddresses, shop, null),
});
