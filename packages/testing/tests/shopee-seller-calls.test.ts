/**
 * Shopee's seller centre through the connector, compared with the simulator's own data of the shop: every `ShopCalls`
 * method that the seller centre answers, and every `shopee-seller` call of the catalogue.
 */
import { createHash } from 'node:crypto';
import { asPlatformShopId, DASHBOARD_PERIODS } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SHOPEE_SELLER_FIXTURES } from '../../connectors/shopee/fixtures/seller/seller.ts';
import {
  allPages,
  decimal,
  reasonOf,
  type SellerSession,
  ShopeeSellerHarness,
  type Trade,
  value,
} from './shopee-seller-harness.ts';
import { describeGoodsAndOrders } from './shopee-seller-orders.ts';
import { parseJson } from './shopee-site.ts';
import { missingFrom } from './wire-shape.ts';

const SUCCESS = z.union([z.looseObject({ code: z.literal(0) }), z.looseObject({ error: z.literal(0) })]);

let harness: ShopeeSellerHarness;
let seller: SellerSession;
let merchant: SellerSession;
beforeAll(async () => {
  harness = await ShopeeSellerHarness.open();
  seller = await harness.enter('shop');
  merchant = await harness.enter('merchant');
});
afterAll(() => harness.close());

const tradeOf = (): Promise<Trade> => harness.trade(seller.shop);
const money = ({ currency }: Trade, units: number) => ({ amount: decimal(units), currency });
const ANY = { status: null, buyer: null, keyword: null, cursor: null };
const page = (cursor: string | null) => ({ cursor });

describeGoodsAndOrders(() => ({ harness, seller }));

describe('the shop', () => {
  it('shopee-seller GET general/get_shop_info and mall/get_shop_info: the shop’s profile', async () => {
    const trade = await tradeOf();
    const info = value(await seller.session.calls.affairs.shopInfo(seller.shop));
    const stars = trade.ratings.reduce((sum, rating) => sum + rating.stars, 0) / trade.ratings.length;
    expect(info).toMatchObject({
      platformShopId: seller.shop,
      country: seller.login.country,
      followerCount: trade.followers.length,
      productCount: trade.products.filter(({ isOnline }) => isOnline).length,
      vacation: { isOn: false },
    });
    expect(info.rating).toBeCloseTo(stars, 6);
    const named = value(await seller.make('shopee-seller GET general/get_shop', null));
    expect(named).toEqual({ platformShopId: seller.shop, name: info.name, region: seller.login.country });
  });

  it('shopee-seller POST sellermisc/set_shop_settings: vacation on, off, and not on again within three hours', async () => {
    const turn = (isOn: boolean) =>
      seller.session.calls.affairs.setVacation(seller.shop, { isOn, startsAt: null, endsAt: null });
    const settings = async () => value(await seller.make('shopee-seller GET sellermisc/get_shop_settings', null));
    value(await turn(true));
    expect((await tradeOf()).isOnVacation).toBe(true);
    expect(await settings()).toEqual({ isOnVacation: true });
    value(await turn(false));
    expect((await tradeOf()).isOnVacation).toBe(false);
    expect(reasonOf(await turn(true))).toBe('vacation_too_soon');
    expect(await settings()).toEqual({ isOnVacation: false });
  });

  it('shopee-seller GET mall/item: normal, then frozen', async () => {
    expect(value(await seller.session.calls.affairs.shopStatus(seller.shop))).toBe('normal');
    await harness.change(seller.shop, { change: 'frozen', isFrozen: true });
    expect(value(await seller.session.calls.affairs.shopStatus(seller.shop))).toBe('frozen');
    await harness.change(seller.shop, { change: 'frozen', isFrozen: false });
  });

  it('shopee-seller GET mall/get_follower_list and get_followee_list: all of them, twenty a page', async () => {
    const { followers, followees } = await tradeOf();
    const found = await allPages((cursor) => seller.session.calls.affairs.listFollowers(seller.shop, page(cursor)));
    const toFollower = ({ userId, username, shopId }: Trade['followers'][number]) => ({
      userId,
      username,
      platformShopId: shopId,
    });
    expect(found).toEqual(followers.map(toFollower));
    const input = { shopId: seller.shop, offset: 0 };
    expect(value(await seller.make('shopee-seller GET mall/get_followee_list', input))).toMatchObject({
      items: followees.slice(0, 20).map(toFollower),
    });
  });

  it('shopee-seller POST shop/follow and shop/unfollow: followed shops; an unknown shop is not found', async () => {
    const other = merchant.shop;
    const followees = async () => (await tradeOf()).followees.map(({ shopId }) => shopId);
    value(await seller.make('shopee-seller POST shop/follow', { shopId: other }));
    expect(await followees()).toContain(other);
    value(await seller.make('shopee-seller POST shop/unfollow', { shopId: other }));
    expect(await followees()).not.toContain(other);
    expect(reasonOf(await seller.make('shopee-seller POST shop/follow', { shopId: '1' }))).toBe('shop_not_found');
  });

  it('shopee-seller GET settings/search_shop_rating_comments: every rating, page by page', async () => {
    const { ratings } = await tradeOf();
    const found = await allPages((cursor) => seller.session.calls.affairs.listReviews(seller.shop, page(cursor)));
    const expected = ratings.map(({ ratingId, buyerName, stars, comment, reply }) => ({
      reviewId: ratingId,
      buyerName,
      stars,
      comment,
      reply,
    }));
    expect(found).toMatchObject(expected);
    expect(found).toHaveLength(ratings.length);
  });

  it('shopee-seller GET settings/get_address, POST update_address and add_address', async () => {
    const { addresses } = await tradeOf();
    expect(value(await seller.session.calls.affairs.listAddresses(seller.shop))).toEqual(addresses);
    const [first] = addresses;
    const moved = { ...first, fullAddress: '9 New Street', town: '' };
    value(await seller.make('shopee-seller POST settings/update_address', moved));
    expect((await tradeOf()).addresses[0]).toEqual(moved);
    const { addressId: _known, ...another } = { ...moved, fullAddress: '10 New Street' };
    const added = await seller.make('shopee-seller POST settings/add_address', another);
    expect(reasonOf(added)).toBe('ok');
    expect((await tradeOf()).addresses.at(-1)).toMatchObject({ fullAddress: '10 New Street' });
    const nobodys = await seller.make('shopee-seller POST settings/update_address', { ...moved, addressId: '1' });
    expect(nobodys).toMatchObject({
      ok: false,
      refusal: { reason: 'address_change_failed', detail: 'address not found' },
    });
  });
});

describe('figures and money', () => {
  it('shopee-seller GET dashboard/key-metrics: each period', async () => {
    const { dashboard } = await tradeOf();
    for (const period of DASHBOARD_PERIODS) {
      const { items: metrics } = value(await seller.session.calls.affairs.dashboard(seller.shop, period));
      const told = Object.fromEntries(metrics.map(({ name, value: told }) => [name, told]));
      expect(told).toMatchObject({
        shop_uv: String(dashboard[period]?.visitors?.value),
        paid_orders: String(dashboard[period]?.orders?.value),
        paid_gmv: decimal(dashboard[period]?.sales?.value ?? 0),
      });
      const visitors = dashboard[period]?.visitors?.previous ?? 0;
      expect(metrics.find(({ name }) => name === 'shop_uv')?.previous).toBe(visitors === 0 ? null : String(visitors));
    }
  });

  it('shopee-seller GET finance/get_wallet_status and get_income_meta: the balance, not for a sub-account', async () => {
    const trade = await tradeOf();
    const { available, pending } = trade.income;
    expect(value(await seller.session.calls.affairs.income(seller.shop))).toEqual({
      available: money(trade, available),
      pending: money(trade, pending),
    });
    expect(reasonOf(await merchant.session.calls.affairs.income(merchant.shop))).toBe('balance_not_supported');
  });

  it('shopee-seller GET finance/income_transaction_history_detail: the income of each completed order', async () => {
    const trade = await tradeOf();
    const entries = await allPages((cursor) => seller.session.calls.affairs.listIncome(seller.shop, page(cursor)));
    const expected = trade.income.entries.map((entry) => ({
      entryId: entry.entryId,
      orderId: entry.order.orderId,
      amount: money(trade, entry.amount),
    }));
    const byId = (left: { readonly entryId: string }, right: { readonly entryId: string }) =>
      left.entryId < right.entryId ? -1 : 1;
    expect(entries.toSorted(byId)).toMatchObject(expected.toSorted(byId));
  });

  it('shopee-seller POST finance/get_bank_accounts: with the hash of the password, and not with a wrong hash', async () => {
    const ask = (password: string) => {
      const md5 = createHash('md5').update(password).digest('hex');
      const passwordHash = createHash('sha256').update(md5).digest('hex');
      return seller.make('shopee-seller POST finance/get_bank_accounts', { passwordHash });
    };
    expect(value(await ask(seller.login.password))).toEqual([
      expect.objectContaining({ accountNumber: `****${seller.shop.slice(-4)}`, isDefault: true }),
    ]);
    expect(reasonOf(await ask('wrong'))).toBe('wrong_account_or_password');
  });

  it('shopee-seller GET marketing/pas/account and marketing/public_profile', async () => {
    const { currency } = await tradeOf();
    expect(value(await seller.make('shopee-seller GET marketing/pas/account', null))).toEqual({
      amount: '25',
      currency,
    });
    expect(value(await seller.make('shopee-seller GET marketing/public_profile', null))).toMatchObject({
      username: seller.login.identifier,
    });
  });
});

describe('notifications', () => {
  it('shopee-seller GET notification/list, PUT notification/status and mark_all_as_read', async () => {
    const { notifications } = await tradeOf();
    const list = () => allPages((cursor) => seller.session.calls.affairs.listNotifications(seller.shop, page(cursor)));
    const expected = notifications.map(({ notificationId, title, text, status }) => ({
      notificationId,
      title,
      text,
      isRead: status === 2,
    }));
    expect(await list()).toMatchObject(expected);
    expect(expected.length).toBeGreaterThan(50);
    const unread = expected.find(({ isRead }) => !isRead)?.notificationId ?? '';
    const before = expected.filter(({ isRead }) => !isRead).length;
    value(await seller.session.calls.affairs.readNotification(seller.shop, unread));
    expect((await tradeOf()).notifications.find(({ notificationId }) => notificationId === unread)?.status).toBe(2);
    const count = () => seller.make('shopee-seller GET notification/count', null);
    expect(value(await count())).toEqual({ unread: before - 1 });
    const groups = value(await seller.make('shopee-seller GET notification/group', null));
    const counts = z.array(z.object({ unread: z.int() })).parse(groups);
    expect(counts.reduce((all, { unread: count }) => all + count, 0)).toBe(before - 1);
    value(await seller.session.calls.affairs.readNotification(seller.shop, 'all'));
    expect(value(await count())).toEqual({ unread: 0 });
  });
});

describe('the request layer', () => {
  it('a sub-account asks about two shops at the same time, and each gets its own answer', async () => {
    const shops = merchant.login.shopIds.slice(0, 2).map(asPlatformShopId);
    const asked = await Promise.all(
      shops.flatMap((shop) => [shop, shop]).map((shop) => merchant.session.calls.orders.listOrders(shop, ANY)),
    );
    const trades = await Promise.all(shops.map((shop) => harness.trade(shop)));
    const expected = trades
      .flatMap((trade) => [trade, trade])
      .map(({ orders }) => orders.slice(0, 40).map(({ orderId }) => orderId));
    expect(asked.map((outcome) => value(outcome).items.map(({ orderId }) => orderId))).toEqual(expected);
  });

  it('an ended session is renewed once, unnoticed by the caller', async () => {
    await harness.control.addFault({ kind: 'tokenExpired', marketplace: 'shopee', shopId: seller.shop, count: 1 });
    const orders = await Promise.all([1, 2, 3].map(() => seller.session.calls.orders.listOrders(seller.shop, ANY)));
    expect(orders.map(reasonOf)).toEqual(['ok', 'ok', 'ok']);
    expect(harness.notices).toEqual([]);
  });

  it('every endpoint of the seller centre and the shop front was asked', async () => {
    const endpoints = await harness.sellerEndpoints();
    expect(endpoints.length).toBeGreaterThanOrEqual(46);
    expect(endpoints.filter((endpoint) => !harness.asked.has(endpoint))).toEqual([]);
  });

  it("the answers have the shape of the connector's examples, which follow the facts", () => {
    const differences = SHOPEE_SELLER_FIXTURES.flatMap(({ request, answer }) => {
      const key = `${request.method} ${request.path.replace(/\/$/, '')}`;
      const done = (harness.asked.get(key) ?? []).filter((each) => SUCCESS.safeParse(each).success);
      if (done.length === 0) return [`${key}: never done`];
      return [...new Set(done.flatMap((each) => missingFrom(each, parseJson(answer.text), key)))];
    });
    expect(differences).toEqual([]);
  });
});
