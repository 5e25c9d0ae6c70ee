/** Tests of products, orders and returns: the connector's answers match the simulator's own data. */
import { asBuyerId, ORDER_STATUSES, RETURN_STATUSES } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toPost } from '../../connectors/shopee/src/calls/definition.ts';
import { searchOrderListIndex } from '../../connectors/shopee/src/calls/seller/order-list.ts';
import {
  allPages,
  decimal,
  reasonOf,
  type SellerSession,
  type ShopeeSellerHarness,
  type Trade,
  type TradeOrder,
  value,
} from './shopee-seller-harness.ts';

const orderIn = (trade: Trade, isMeant: (order: TradeOrder) => boolean): TradeOrder => {
  const found = trade.orders.find(isMeant);
  if (found === undefined) throw new Error('the simulator has no such order');
  return found;
};
/** The app's status for each status of the simulator. */
const STATUS = {
  unpaid: 'unpaid',
  toShip: 'wait_seller_send',
  shipping: 'wait_receiver_confirm',
  completed: 'finished',
  cancelRequested: 'in_cancel',
  cancelled: 'cancelled',
  returning: 'refund',
} as const;
/** The documents that a country prints beside the waybill (spec 2 §9). */
const PAPERS = new Map<string, readonly string[]>([
  ['SG', ['packing_list']],
  ['TH', ['packing_list']],
  ['BR', ['declaration']],
]);
const ANY = { status: null, buyer: null, keyword: null, cursor: null };
/** The marketplace knows no sort of this number. */
const unknownSort = toPost('/api/v3/order/search_order_list_index', {
  order_list_tab: 100,
  entity_type: 1,
  pagination: { from_page_number: 1, page_number: 1, page_size: 40 },
  sort: { sort_type: 9, ascending: false },
});
const money = ({ currency }: Trade, units: number) => ({ amount: decimal(units), currency });

/** `entered` gives the harness and a shop account's session after the start. */
export function describeGoodsAndOrders(
  entered: () => { readonly harness: ShopeeSellerHarness; readonly seller: SellerSession },
): void {
  const tradeOf = (): Promise<Trade> => entered().harness.trade(entered().seller.shop);

  describe('products', () => {
    const expected = (
      trade: Trade,
      { productId, title, sellerSku, price, salePrice, isOnline, variants }: Trade['products'][number],
    ) => ({
      productId,
      title,
      imageUrl: `https://pictures.example/file/${productId}`,
      price: money(trade, price),
      salePrice: money(trade, salePrice),
      status: isOnline ? 'online' : 'offline',
      sellerSku,
      stock: variants.reduce((sum, { stock }) => sum + stock, 0),
      variants: variants.map((variant) => expect.objectContaining({ skuId: variant.skuId, stock: variant.stock })),
    });

    it('shopee-seller GET product/search_product_list_v2: every product, page by page, and by name', async () => {
      const trade = await tradeOf();
      const search = (keyword: string) => (cursor: string | null) =>
        entered().seller.session.calls.goods.searchProducts(entered().seller.shop, { keyword, field: 'name', cursor });
      expect(await allPages(search(''))).toMatchObject(trade.products.map((product) => expected(trade, product)));
      const [wanted] = trade.products;
      const found = await allPages(search(wanted?.title ?? ''));
      const named = trade.products.filter(({ title }) => title.includes(wanted?.title ?? ''));
      expect(found.map(({ productId }) => productId)).toEqual(named.map(({ productId }) => productId));
    });

    it('shopee-seller GET product/search_product_list_v2: by the first word of a seller SKU', async () => {
      const product = (await tradeOf()).products[3];
      const keyword = `${product?.sellerSku} and words that do not count`;
      const found = value(
        await entered().seller.session.calls.goods.searchProducts(entered().seller.shop, {
          keyword,
          field: 'sellerSku',
          cursor: null,
        }),
      );
      expect(found.items.map(({ productId }) => productId)).toEqual([product?.productId]);
    });

    it('shopee-seller GET mpsku/get_mpsku_list_v2: products on sale', async () => {
      const trade = await tradeOf();
      const live = trade.products.filter(({ isOnline }) => isOnline);
      expect(
        value(await entered().seller.make('shopee-seller GET mpsku/get_mpsku_list_v2', { page: 1, isLive: true })),
      ).toMatchObject({
        items: live.slice(0, 24).map((product) => expected(trade, product)),
        next: live.length > 24 ? '2' : null,
        unreadable: [],
      });
    });
  });

  describe('orders', () => {
    it('shopee-seller POST order/search_order_list_index and get_order_list_by_order_ids_multi_shop: all, newest first', async () => {
      const trade = await tradeOf();
      const orders = await allPages((cursor) =>
        entered().seller.session.calls.orders.listOrders(entered().seller.shop, { ...ANY, cursor }),
      );
      const expected = trade.orders.map((order) => ({
        orderId: order.orderId,
        orderNumber: order.orderNumber,
        buyerId: order.buyerId,
        buyerName: order.buyerName,
        status: STATUS[order.status],
        total: money(trade, order.total),
        createdAt: Math.floor(order.createdAt / 1_000) * 1_000,
        sellerNote: order.sellerNote === '' ? null : order.sellerNote,
        items: order.items.map(({ product, quantity }) => ({
          productId: product.productId,
          title: product.title,
          quantity,
          price: money(trade, product.salePrice),
        })),
      }));
      expect(orders).toMatchObject(expected);
    });

    it('shopee-seller POST order/search_order_list_index: the last changed first', async () => {
      const { orders } = await tradeOf();
      const found = await allPages((cursor) =>
        entered().seller.session.calls.orders.listChangedOrders(entered().seller.shop, { cursor }),
      );
      const expected = orders.toSorted((one, other) => other.updatedAt - one.updatedAt);
      expect(found.map(({ orderId, changedAt }) => [orderId, changedAt])).toEqual(
        expected.map(({ orderId, updatedAt }) => [orderId, Math.floor(updatedAt / 1_000) * 1_000]),
      );
      const byPrice = { ...searchOrderListIndex, toWire: () => unknownSort };
      const query = { tab: 100, sort: 'changed', page: 1 } as const;
      expect(await entered().seller.session.make(byPrice, query, entered().seller.shop)).toMatchObject({
        ok: false,
        refusal: { detail: 'invalid tab, sort or page' },
      });
    });

    it('shopee-seller POST order/respond_cancel_request: answered once, for an order that asks for it', async () => {
      const trade = await tradeOf();
      const { answerCancellation } = entered().seller.session.calls.orders;
      const { orderId } = orderIn(trade, ({ status }) => status === 'cancelRequested');
      value(await answerCancellation(entered().seller.shop, { orderId, isAccepted: false }));
      expect(orderIn(await tradeOf(), (each) => each.orderId === orderId).status).toBe('toShip');
      const again = await answerCancellation(entered().seller.shop, { orderId, isAccepted: true });
      expect(again).toMatchObject({
        ok: false,
        refusal: { reason: 'cancellation_over', detail: 'the order does not ask for a cancellation' },
      });
      const strange = await answerCancellation(entered().seller.shop, { orderId: '1', isAccepted: true });
      expect(strange).toMatchObject({ ok: false, refusal: { reason: 'marketplace_error', detail: 'order not found' } });
    });

    it('shopee-seller POST order/search_order_list_index: each status has its own orders', async () => {
      const { orders } = await tradeOf();
      for (const status of ORDER_STATUSES) {
        const found = await allPages((cursor) =>
          entered().seller.session.calls.orders.listOrders(entered().seller.shop, { ...ANY, status, cursor }),
        );
        const expected = orders.filter((order) => STATUS[order.status] === status);
        expect([status, found.map(({ orderId }) => orderId)]).toEqual([status, expected.map(({ orderId }) => orderId)]);
      }
    });

    it('shopee-seller GET order/search_order_hint: by a part of the number, and of one buyer', async () => {
      const trade = await tradeOf();
      const { orders } = trade;
      const order = orderIn(trade, () => true);
      const { listOrders } = entered().seller.session.calls.orders;
      const byNumber = await allPages(() =>
        listOrders(entered().seller.shop, { ...ANY, keyword: order.orderNumber.slice(3) }),
      );
      expect(byNumber.map(({ orderId }) => orderId)).toContain(order.orderId);
      expect(byNumber.every(({ orderNumber }) => orderNumber.includes(order.orderNumber.slice(3)))).toBe(true);
      const buyer = { buyerId: asBuyerId(order.buyerId), name: order.buyerName };
      const ofBuyer = await allPages(() => listOrders(entered().seller.shop, { ...ANY, buyer }));
      const expected = orders.filter(({ buyerId }) => buyerId === order.buyerId);
      expect(ofBuyer.map(({ orderId }) => orderId)).toEqual(expected.map(({ orderId }) => orderId));
    });

    it('shopee-seller GET order/get_one_order, get_package and logistics/tracking_history: all fields of one order', async () => {
      const trade = await tradeOf();
      const order = orderIn(trade, ({ tracking }) => tracking.length > 1);
      const detail = value(
        await entered().seller.session.calls.orders.orderDetail(entered().seller.shop, order.orderId),
      );
      expect(detail).toMatchObject({
        orderId: order.orderId,
        shippingFee: money(trade, order.shippingFee),
        address: { receiver: order.receiver, fullAddress: order.address },
        isRatable: order.status === 'completed' && order.rating === null,
      });
      expect(detail.parcels).toHaveLength(1);
      expect(detail.parcels[0]).toMatchObject({
        carrier: order.carrier,
        trackingNumber: order.trackingNumber,
        events: order.tracking.toReversed().map(({ text }) => ({ text })),
      });
      expect(reasonOf(await entered().seller.session.calls.orders.orderDetail(entered().seller.shop, '1'))).toBe(
        'marketplace_error',
      );
      const { calls } = entered().seller.session;
      expect(value(await calls.orders.orderDetail(entered().seller.shop, order.orderNumber))).toEqual(detail);
      const part = order.orderNumber.slice(0, -1);
      for (const none of ['NOSUCHNUMBER', /^\d+$/.test(part) ? `${part}X` : part]) {
        expect(reasonOf(await calls.orders.orderDetail(entered().seller.shop, none))).toBe('not_found');
      }
    });

    it('shopee-seller GET order/get_package_list: the parcels of more than ten orders', async () => {
      const orders = (await tradeOf()).orders.slice(0, 23);
      const logistics = value(
        await entered().seller.session.calls.orders.logistics(
          entered().seller.shop,
          orders.map(({ orderId }) => orderId),
        ),
      );
      const expected = orders.map(({ orderId, tracking }) => [orderId, tracking.toReversed().map(({ text }) => text)]);
      const told = [...logistics].map(([orderId, parcels]) => [
        orderId,
        parcels.flatMap(({ events }) => events.map(({ text }) => text)),
      ]);
      expect(told).toEqual(expected);
      const chunk = { orderIds: orders.slice(0, 10).map(({ orderId }) => orderId) };
      const packages = value(await entered().seller.make('shopee-seller GET order/get_package_list', chunk));
      const packed = orders.slice(0, 10).filter(({ tracking }) => tracking.length > 0);
      expect(packages).toMatchObject(
        packed.map(({ orderId, carrier, trackingNumber }) => ({ orderId, carrier, trackingNumber })),
      );
    });

    it('shopee-seller POST order/update_note and order/rate_order: stored, and a buyer is rated only once', async () => {
      const before = await tradeOf();
      const order = orderIn(before, ({ status, rating }) => status === 'completed' && rating === null);
      const { orderId } = order;
      const { writeSellerNote, rateBuyer } = entered().seller.session.calls.orders;
      value(await writeSellerNote(entered().seller.shop, { orderId, buyerId: null, note: 'with a ribbon ¥' }));
      value(await rateBuyer(entered().seller.shop, { orderId, stars: 4, comment: 'paid at once' }));
      const after = orderIn(await tradeOf(), (each) => each.orderId === orderId);
      expect(after).toMatchObject({ sellerNote: 'with a ribbon ¥', rating: { stars: 4, comment: 'paid at once' } });
      const again = await rateBuyer(entered().seller.shop, { orderId, stars: 1, comment: 'again' });
      expect(again).toMatchObject({ ok: false, refusal: { detail: 'order is not ratable' } });
    });

    it('shopee-seller GET order/get_simple_order_ids, get_forder_list and POST get_order_meta_multi_shop: ids and counts', async () => {
      const { orders } = await tradeOf();
      const count = (...statuses: TradeOrder['status'][]) =>
        orders.filter(({ status }) => statuses.includes(status)).length;
      const input = { source: 'shipping', page: 1 };
      const shipping = orders.filter(({ status }) => status === 'shipping').map(({ orderId }) => orderId);
      const ids = { orderIds: shipping.slice(0, 40), next: shipping.length > 40 ? '2' : null };
      expect(value(await entered().seller.make('shopee-seller GET order/get_simple_order_ids', input))).toEqual(ids);
      expect(value(await entered().seller.make('shopee-seller GET order/get_forder_list', input))).toEqual(ids);
      expect(value(await entered().seller.make('shopee-seller POST order/get_order_meta_multi_shop', null))).toEqual({
        all: orders.length,
        unpaid: count('unpaid'),
        toShip: count('toShip', 'cancelRequested'),
        shipping: count('shipping'),
        completed: count('completed'),
        cancelled: count('cancelled'),
      });
    });

    it('shopee-seller POST logistics/check_package_print_waybill_multi_shop to create_sd_jobs_multi_shop: a waybill is printed', async () => {
      const order = orderIn(await tradeOf(), ({ status }) => status === 'shipping');
      const { orderId } = order;
      const parcels = value(
        await entered().seller.make('shopee-seller POST logistics/check_package_print_waybill_multi_shop', {
          orderIds: [orderId],
        }),
      );
      expect(parcels).toEqual([{ orderId, packageNumber: expect.stringContaining(orderId) }]);
      const settings = value(await entered().seller.make('shopee-seller GET logistics/get_print_waybill_type', null));
      const beside = PAPERS.get(entered().seller.login.country) ?? [];
      expect(settings).toMatchObject({ formats: ['waybill', ...beside] });
      const [parcel] = z.array(z.object({ packageNumber: z.string() })).parse(parcels);
      const job = { parcels: [{ orderId, packageNumber: parcel?.packageNumber, channelId: null }], settings };
      expect(
        value(await entered().seller.make('shopee-seller POST logistics/create_sd_jobs_multi_shop', job)),
      ).toHaveLength(1 + beside.length);
    });
  });

  describe('returns', () => {
    it('shopee-seller GET return/list, return/detail and return/return_tracking_history', async () => {
      const trade = await tradeOf();
      const cases = await allPages((cursor) =>
        entered().seller.session.calls.orders.listReturns(entered().seller.shop, { cursor }),
      );
      const newestFirst = trade.returns.toSorted((one, other) => other.createdAt - one.createdAt);
      const expected = newestFirst.map((each) => ({
        returnId: each.returnId,
        returnSn: each.returnSn,
        orderId: each.order.orderId,
        status: RETURN_STATUSES[each.status - 1],
        wireReason: String(each.reason),
        refund: money(trade, each.refund),
      }));
      expect(cases).toMatchObject(expected);
      const returnId = cases.find(({ status }) => status === 'return_goods_in_process')?.returnId ?? cases[0]?.returnId;
      const one = cases.find((each) => each.returnId === returnId);
      expect(value(await entered().seller.make('shopee-seller GET return/detail', { returnId }))).toEqual(one);
      const way = value(await entered().seller.make('shopee-seller GET return/return_tracking_history', { returnId }));
      expect(way).toHaveLength(one?.status === 'return_goods_in_process' ? 1 : 0);
    });
  });
}
