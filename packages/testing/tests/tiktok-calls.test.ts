/** TikTok Shop's calls beside the login, and every `ShopCalls` method, against the running simulator. */
import { randomUUID } from 'node:crypto';
import type { Outcome, Page } from '@pasar/connector-kit';
import { asBuyerId, asPlatformShopId, type Order } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TradeOrder, TradeProduct } from '../../../apps/simulator/src/world/trade.ts';
import {
  historyConversationCall,
  historyMsgCall,
  metaInfoCall,
  setStarCall,
  userInfoCall,
} from '../../connectors/tiktok/src/calls/chat.ts';
import { orderListCall } from '../../connectors/tiktok/src/calls/orders.ts';
import { chatProductListCall } from '../../connectors/tiktok/src/calls/products.ts';
import { shopAndCsCall } from '../../connectors/tiktok/src/calls/shop.ts';
import { wirePost } from '../../connectors/tiktok/src/wire/scope.ts';
import { demand, openTiktokHarness, refOf, type TiktokHarness, won } from './tiktok-harness.ts';
import { createSignInHarness } from './tiktok-sign-in-harness.ts';

let tiktok: TiktokHarness;
const signIns = createSignInHarness(() => tiktok);
const { openShop } = signIns;
beforeAll(async () => {
  tiktok = await openTiktokHarness();
});
afterEach(() => signIns.clean());
afterAll(() => tiktok.close());

const decimal = (units: number): number => units / 100_000;
/** Reads every row, page by page; a cursor that does not advance fails instead of hanging. */
async function allOf<Item>(fetchPage: (cursor: string | null) => Promise<Outcome<Page<Item>>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = null, pages = 0; pages < 50; pages += 1) {
    const page: Page<Item> = won(await fetchPage(cursor));
    expect(page.unreadable).toEqual([]);
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = page.next;
  }
  throw new Error('paging did not end');
}

describe('products', () => {
  const names = (products: readonly TradeProduct[]) => products.map(({ productId }) => productId).toSorted();

  it('are all listed, page by page, with the shop’s data', async () => {
    const { session, shop, trade } = await openShop(tiktok.login);
    const found = await allOf((cursor) =>
      session.calls.goods.searchProducts(shop, { keyword: '', field: 'name', cursor }),
    );
    expect(found.map(({ productId }) => productId)).toEqual(trade.products.map(({ productId }) => productId));
    for (const [index, product] of found.entries()) {
      const truth = demand(trade.products[index], 'product');
      expect(product).toMatchObject({
        title: truth.title,
        status: truth.isOnline ? 'online' : 'offline',
        sellerSku: truth.sellerSku,
        stock: truth.variants.reduce((sum, { stock }) => sum + stock, 0),
        salePrice: { currency: truth.currency },
      });
      expect(Number(product.salePrice.amount)).toBe(decimal(truth.salePrice));
      expect(product.variants.map(({ skuId, name }) => [skuId, name])).toEqual(
        truth.variants.map(({ skuId, name }) => [skuId, name]),
      );
    }
  });

  it('are found by name, and by the first word of a seller SKU', async () => {
    const { session, shop, trade } = await openShop(tiktok.login);
    const wanted = demand(trade.products[3], 'product');
    const byName = await allOf((cursor) =>
      session.calls.goods.searchProducts(shop, { keyword: wanted.title, field: 'name', cursor }),
    );
    expect(byName.map(({ productId }) => productId).toSorted()).toEqual(
      names(trade.products.filter(({ title }) => title.includes(wanted.title))),
    );
    const keyword = `${wanted.sellerSku} and more`;
    const bySku = await allOf((cursor) =>
      session.calls.goods.searchProducts(shop, { keyword, field: 'sellerSku', cursor }),
    );
    expect(bySku.map(({ productId }) => productId)).toContain(wanted.productId);
    expect(bySku.length).toBeLessThan(trade.products.length);
    expect(await session.calls.goods.searchProducts(shop, { keyword: '', field: 'name', cursor: 'x' })).toMatchObject({
      refusal: { reason: 'invalid_request' },
    });
  });

  it('are read one by one, with variants and an existing picture', async () => {
    const { session, shop, trade } = await openShop(tiktok.login);
    const truth = demand(trade.products[0], 'product');
    const product = won(await session.calls.goods.productDetail(shop, truth.productId));
    expect(product.variants.map(({ stock }) => stock)).toEqual(truth.variants.map(({ stock }) => stock));
    expect(Number(product.price.amount)).toBe(decimal(truth.price));
    const picture = await fetch(won(await session.calls.media.mediaUrl(shop, demand(product.imageUrl, 'picture'))));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await session.calls.goods.productDetail(shop, '1')).toMatchObject({ ok: false });
  });

  it('of the chat window are the products on sale', async () => {
    const { site, where, trade } = await openShop(tiktok.login);
    const page = won(await site.make(chatProductListCall, where, { keyword: '', pageNumber: 1 }));
    const live = trade.products.filter(({ isOnline }) => isOnline);
    expect(page.items.map(({ productId }) => productId)).toEqual(live.slice(0, 24).map(({ productId }) => productId));
    expect(page.hasMore).toBe(live.length > 24);
  });
});

describe('orders', () => {
  const STATUS = {
    unpaid: 'unpaid',
    toShip: 'wait_seller_send',
    shipping: 'wait_receiver_confirm',
    completed: 'finished',
    cancelRequested: 'in_cancel',
    cancelled: 'cancelled',
    returning: 'refund',
    returned: 'refund',
  } as const satisfies Record<TradeOrder['status'], Order['status']>;
  const search = { status: null, buyer: null, keyword: null, cursor: null };
  const PAGE = { pagination_type: 0, tab: 0, version: 2, count: 20, offset: 0 };

  it('are all listed, newest first, with the bought items', async () => {
    const { session, shop, trade } = await openShop(tiktok.login);
    const found = await allOf((cursor) => session.calls.orders.listOrders(shop, { ...search, cursor }));
    expect(found.map(({ orderNumber }) => orderNumber)).toEqual(trade.orders.map(({ orderNumber }) => orderNumber));
    for (const [index, order] of found.entries()) {
      const truth = demand(trade.orders[index], 'order');
      expect(order).toMatchObject({ status: STATUS[truth.status], buyerId: truth.buyerId, buyerName: truth.buyerName });
      expect(Number(order.total.amount)).toBe(decimal(truth.total));
      expect(order.createdAt).toBe(Math.floor(truth.createdAt / 1_000) * 1_000);
      expect(order.items.map(({ productId, quantity }) => [productId, quantity])).toEqual(
        truth.items.map(({ product, quantity }) => [product.productId, quantity]),
      );
    }
  });

  it('are listed by their last change, and by no order that the marketplace does not know', async () => {
    const { session, site, where, shop, trade } = await openShop(tiktok.login);
    const found = await allOf((cursor) => session.calls.orders.listChangedOrders(shop, { cursor }));
    const expected = trade.orders.toSorted((one, other) => other.updatedAt - one.updatedAt);
    expect(found.map(({ orderNumber }) => orderNumber)).toEqual(expected.map(({ orderNumber }) => orderNumber));
    const byPrice: typeof orderListCall = {
      ...orderListCall,
      toWire: () =>
        wirePost('/api/v2/trade/orders/list', { ...PAGE, list_condition: { sort_field: 9, usernames: [] } }),
    };
    const query = { status: null, usernames: [], mainOrderIds: [], sort: 'changed', offset: 0 } as const;
    expect(await site.make(byPrice, where, query)).toMatchObject({ ok: false });
    expect(await session.calls.orders.listChangedOrders(shop, { cursor: 'x' })).toMatchObject({
      refusal: { reason: 'invalid_request' },
    });
  });

  it('are found by status, by buyer and by number', async () => {
    const { session, shop, trade } = await openShop(tiktok.login);
    const numbers = (orders: readonly { readonly orderNumber: string }[]) => orders.map((order) => order.orderNumber);
    for (const wanted of new Set(Object.values(STATUS))) {
      const found = await allOf((cursor) =>
        session.calls.orders.listOrders(shop, { ...search, status: wanted, cursor }),
      );
      expect(numbers(found)).toEqual(numbers(trade.orders.filter(({ status }) => STATUS[status] === wanted)));
    }
    const one = demand(trade.orders[0], 'order');
    const buyer = { buyerId: asBuyerId(one.buyerId), name: one.buyerName };
    const own = await allOf((cursor) => session.calls.orders.listOrders(shop, { ...search, buyer, cursor }));
    expect(numbers(own)).toEqual(numbers(trade.orders.filter(({ buyerName }) => buyerName === one.buyerName)));
    const named = won(await session.calls.orders.listOrders(shop, { ...search, keyword: one.orderNumber }));
    expect(numbers(named.items)).toEqual([one.orderNumber]);
    expect(won(await session.calls.orders.listOrders(shop, { ...search, keyword: '1' })).items).toEqual([]);
  });

  it('are read in full, with the tracking of their parcels', async () => {
    const { session, shop, trade } = await openShop(tiktok.login);
    const sent = trade.orders.filter(({ trackingNumber }) => trackingNumber !== null).slice(0, 12);
    const truth = demand(sent[0], 'sent order');
    const detail = won(await session.calls.orders.orderDetail(shop, truth.orderNumber));
    expect(detail.address).toEqual({ receiver: truth.receiver, phone: truth.phone, fullAddress: truth.address });
    expect(Number(detail.shippingFee?.amount)).toBe(decimal(truth.shippingFee));
    const parcels = won(
      await session.calls.orders.logistics(
        shop,
        sent.map(({ orderNumber }) => orderNumber),
      ),
    );
    expect([...parcels.keys()]).toEqual(sent.map(({ orderNumber }) => orderNumber));
    for (const order of sent) {
      const [parcel] = demand(parcels.get(order.orderNumber), 'parcels');
      expect(parcel).toMatchObject({ trackingNumber: order.trackingNumber, carrier: order.carrier });
      expect(parcel?.events.map(({ at }) => at)).toEqual(order.tracking.map(({ at }) => at).toReversed());
    }
    expect(await session.calls.orders.orderDetail(shop, '1')).toMatchObject({ ok: false });
  });
});

describe('the shop', () => {
  it('tells its profile, and that it was frozen', async () => {
    const { session, shop, trade } = await openShop(tiktok.login);
    const info = won(await session.calls.affairs.shopInfo(shop));
    expect(info).toMatchObject({
      platformShopId: shop,
      name: demand(tiktok.world.shop('tiktok', shop), 'shop').name,
      country: tiktok.login.country,
      followerCount: trade.followers.length,
      productCount: trade.products.length,
      vacation: { isOn: trade.isOnVacation },
    });
    expect(won(await session.calls.affairs.shopStatus(shop))).toBe('normal');
    tiktok.trade.apply('tiktok', shop, { change: 'frozen', isFrozen: true });
    expect(won(await session.calls.affairs.shopStatus(shop))).toBe('frozen');
    tiktok.trade.apply('tiktok', shop, { change: 'frozen', isFrozen: false });
  });

  it('of another login is refused', async () => {
    const { session } = await openShop(tiktok.login);
    const other = asPlatformShopId(demand(tiktok.merchant.shopIds[0], 'shop'));
    expect(await session.calls.affairs.shopInfo(other)).toMatchObject({ refusal: { reason: 'not_found' } });
  });

  it('several shops of one login are answered at the same time, each with its own data', async () => {
    const { session } = await openShop(tiktok.merchant);
    const infos = await Promise.all(
      session.shops.map(async ({ platformShopId }) => won(await session.calls.affairs.shopInfo(platformShopId))),
    );
    expect(infos.map(({ platformShopId }) => platformShopId)).toEqual(tiktok.merchant.shopIds);
    expect(new Set(infos.map(({ country }) => country)).size).toBe(infos.length);
  });

  it('has no requests for methods that the marketplace does not offer', async () => {
    const { session, shop } = await openShop(tiktok.login);
    const { calls } = session;
    const conversation = refOf(tiktok.conversation());
    const page = { cursor: null };
    const answers = await Promise.all([
      calls.goods.listVouchers(shop, { ...page, status: null }),
      calls.goods.listStickers(shop),
      calls.buyers.answerOffer(conversation, { offerId: '1', messageId: '1', isAccepted: true }),
      calls.buyers.offerDetail(shop, '1'),
      calls.goods.quickReplies(shop),
      calls.orders.writeSellerNote(shop, { orderId: '1', buyerId: null, note: '' }),
      calls.orders.rateBuyer(shop, { orderId: '1', stars: 5, comment: '' }),
      calls.orders.listReturns(shop, page),
      calls.affairs.setVacation(shop, { isOn: true, startsAt: null, endsAt: null }),
      calls.affairs.listFollowers(shop, page),
      calls.affairs.listReviews(shop, page),
      calls.affairs.dashboard(shop, 'yesterday'),
      calls.affairs.income(shop),
      calls.affairs.listIncome(shop, page),
      calls.affairs.listNotifications(shop, page),
      calls.affairs.readNotification(shop, 'all'),
      calls.affairs.listAddresses(shop),
      calls.media.uploadVideo(conversation, { name: 'v.mp4', bytes: new Uint8Array(), cover: null }),
    ]);
    expect(answers.map((answer) => answer.ok || answer.refusal.reason)).toEqual(answers.map(() => 'invalid_request'));
  });
});

/** A picture of one red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

describe('the chat window', () => {
  it('uploads a picture, which is public', async () => {
    const { session } = await openShop(tiktok.login);
    const conversation = refOf(tiktok.conversation());
    const image = { name: 'red.png', type: 'image/png', bytes: new Uint8Array(PNG) } as const;
    const uploaded = won(await session.calls.media.uploadImage(conversation, image));
    expect(uploaded).toMatchObject({ width: 1, height: 1 });
    const fetched = await fetch(uploaded.url);
    expect(fetched.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await fetched.arrayBuffer()).equals(PNG)).toBe(true);
    const broken = { ...image, bytes: new Uint8Array([1, 2, 3]) };
    expect(await session.calls.media.uploadImage(conversation, broken)).toMatchObject({
      refusal: { reason: 'invalid_request' },
    });
  });

  it('sends a picture that was uploaded, and reads it back as a picture', async () => {
    const { session } = await openShop(tiktok.login);
    const conversation = refOf(tiktok.conversation());
    const bytes = new Uint8Array(PNG);
    const image = won(
      await session.calls.media.uploadImage(conversation, { name: 'red.png', type: 'image/png', bytes }),
    );
    const idempotencyKey = randomUUID();
    const outcome = await session.sendImage({ conversation, image, idempotencyKey });
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    const message = demand(tiktok.conversation().messages.at(-1), 'message');
    expect(message).toMatchObject({ messageId: outcome.platformMessageId, kind: 'file_image', idempotencyKey });
    expect(message.content).toMatchObject({ imageUrl: image.url, imageWidth: '1', imageHeight: '1' });
    const [newest] = won(await session.fetchHistory(conversation, null)).items;
    expect(newest).toMatchObject({
      idempotencyKey,
      author: 'seller',
      content: { type: 'image', picture: { url: image.url, width: 1, height: 1 } },
    });
  });

  it('translates each text in its place', async () => {
    const { session } = await openShop(tiktok.login);
    const conversation = refOf(tiktok.conversation());
    const input = { texts: ['one', 'two'], source: null, target: 'ms' };
    const answer = won(await session.calls.media.translate(conversation, input));
    expect(answer).toEqual(['[ms] one', '[ms] two']);
    expect(won(await session.calls.media.translate(conversation, { ...input, texts: [] }))).toEqual([]);
  });

  it('reads its history as JSON, with buyers’ names and stars', async () => {
    const { session, site, shop, where } = await openShop(tiktok.login);
    const conversation = tiktok.conversation();
    const { conversationId, buyer } = conversation;
    const told = won(await session.fetchConversations(shop, null));
    expect(told.items.map(({ platformConversationId }) => platformConversationId)).toContain(conversationId);
    const list = won(await site.make(historyConversationCall, where, { timeIndex: '0' })).conversationList;
    expect(list.map(({ pigeonUid }) => pigeonUid)).toContain(buyer.buyerId);
    const { pigeonShopId } = won(await site.make(shopAndCsCall, where, null));
    const page = won(await site.make(historyMsgCall, where, { pigeonUid: buyer.buyerId, pigeonShopId, cursor: '0' }));
    const newestFirst = conversation.messages.map(({ messageId }) => messageId).toReversed();
    expect(page.messageList.map(({ serverMessageId }) => serverMessageId)).toEqual(newestFirst.slice(0, 20));
    const users = won(await site.make(userInfoCall, where, { pigeonUids: [buyer.buyerId] }));
    expect(users[buyer.buyerId]?.screenName).toBe(buyer.name);
    const isStarred = !conversation.isPinned;
    won(await site.make(setStarCall, where, { shortIds: [conversationId], isStarred }));
    const meta = won(await site.make(metaInfoCall, where, { shortIds: [conversationId] }));
    expect(meta[conversationId]).toEqual({ star: isStarred });
    expect(tiktok.world.conversation('tiktok', conversationId)?.isPinned).toBe(isStarred);
  });
});

describe('creators', () => {
  const input = {
    contentPreferenceRange: [1],
    creatorScoreRange: [4],
    followerAgeGroups: [],
    followerGenders: [],
    managedByAgency: [],
    cursor: null,
  };
  it('are recommended page by page, and marked as invited after an invitation', async () => {
    const { session, shop, trade } = await openShop(tiktok.login);
    const first = won(await session.calls.creators.recommend(shop, input));
    const second = won(await session.calls.creators.recommend(shop, { ...input, cursor: first.next }));
    expect([first.items.length, first.unreadable.length]).toEqual([20, 0]);
    const ids = [...first.items, ...second.items].map(({ creatorId }) => creatorId);
    expect(new Set(ids).size).toBe(40);
    const one = demand(first.items[0], 'creator');
    expect(one.isInvitedBefore).toBe(false);
    const products = [{ productId: demand(trade.products[0], 'product').productId, commissionRate: 1_500 }];
    const invitation = { name: 'Raya', message: 'Hello', products, endsAt: Date.now() + 86_400_000 };
    const invited = won(
      await session.calls.creators.invite(shop, { ...invitation, creatorIds: [one.creatorId, '7000000000000000001'] }),
    );
    expect(invited.failedCreatorIds).toEqual(['7000000000000000001']);
    expect(won(await session.calls.creators.recommend(shop, input)).items[0]?.isInvitedBefore).toBe(true);
    expect(await session.calls.creators.invite(shop, { ...invitation, creatorIds: ids.concat(ids) })).toMatchObject({
      refusal: { reason: 'invalid_request' },
    });
  });
});

it('has made every call of the catalogue except those of the login', () => {
  const isMeant = (key: string): boolean => key.startsWith('tiktok-') && !key.startsWith('tiktok-login ');
  expect(signIns.unasked(isMeant)).toEqual([]);
});
