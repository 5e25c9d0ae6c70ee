/** Every shop call and every catalogue call of Lazada against the simulator, checked with the simulator's own state. */
import { randomUUID } from 'node:crypto';
import type { ConnectorSession, ConversationRef, ShopCalls } from '@pasar/connector-kit';
import { createCallHarness, LAZADA_FIXTURES, SPARE_CALLS } from '@pasar/connector-lazada/fixtures';
import { asPlatformShopId, type OrderStatus, type PlatformShopId } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StreamLog } from '../src/stream-log.ts';
import {
  APP_KEY,
  configOf,
  demand,
  findConversation,
  type LazadaHarness,
  openLazadaHarness,
  PNG,
  picture,
  recording,
  type Visit,
  visitLazada,
} from './lazada-harness.ts';
import { plain, readAll, STATUS, seen, worth } from './lazada-reading.ts';
import { type Trade, type TradeOrder, tradeNow } from './lazada-trade.ts';

let lazada: LazadaHarness;
let visit: Visit;
let session: ConnectorSession;
let calls: ShopCalls;
let shop: PlatformShopId;
let ref: ConversationRef;
let trade: Trade;
/** Method and path of every request. */
const made = new Set<string>();

beforeAll(async () => {
  lazada = await openLazadaHarness();
  visit = visitLazada(lazada, { wrap: recording(made) });
  session = demand(await visit.start());
  calls = session.calls;
  shop = asPlatformShopId(lazada.shop.shopId);
  ref = await findConversation(session, lazada.place);
  trade = await tradeNow(lazada);
});
afterAll(async () => {
  await session.close();
  await visit.bridge.close();
  await lazada.close();
});

const inUnits = (units: number): { readonly units: number; readonly currency: string } => ({
  units,
  currency: trade.currency,
});

describe('Lazada, goods', () => {
  it('searchProducts without a word: the cards of all products on sale', async () => {
    const found = await readAll((cursor) => calls.goods.searchProducts(shop, { keyword: ' ', field: 'name', cursor }));
    const online = trade.products.filter(({ isOnline }) => isOnline);
    expect(found.length).toBeGreaterThan(10);
    expect(
      found.map(({ productId, title, price, salePrice, status }) => [
        productId,
        title,
        worth(price),
        worth(salePrice),
        status,
      ]),
    ).toEqual(
      online.map(({ productId, title, price, salePrice }) => [
        productId,
        title,
        inUnits(price),
        inUnits(salePrice),
        'online',
      ]),
    );
  });

  it('searchProducts by name and by seller SKU, where only the first word counts', async () => {
    const [first] = trade.products;
    const word = first?.title.split(' ')[0] ?? '';
    const byName = await readAll((cursor) =>
      calls.goods.searchProducts(shop, { keyword: word, field: 'name', cursor }),
    );
    expect(byName.map(({ productId }) => productId)).toEqual(
      trade.products
        .filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()))
        .map(({ productId }) => productId),
    );
    const sku = first?.variants[0]?.sellerSku ?? '';
    const keyword = `${sku} and more`;
    const bySku = await readAll((cursor) => calls.goods.searchProducts(shop, { keyword, field: 'sellerSku', cursor }));
    expect(bySku.map(({ productId }) => productId)).toEqual([first?.productId]);
  });

  it('productDetail: prices, stock and variants; not found for another id', async () => {
    const offline = trade.products.find(({ isOnline }) => !isOnline);
    const product = demand(await calls.goods.productDetail(shop, offline?.productId ?? ''));
    expect(product).toMatchObject({
      title: offline?.title,
      status: 'offline',
      stock: offline?.variants.reduce((sum, { stock }) => sum + stock, 0),
    });
    expect(worth(product.salePrice)).toEqual(inUnits(offline?.salePrice ?? 0));
    expect(product.variants.map(({ skuId, name, sellerSku, stock }) => ({ skuId, name, sellerSku, stock }))).toEqual(
      offline?.variants,
    );
    expect(await calls.goods.productDetail(shop, '1')).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
  });

  it('listVouchers: kinds, states and remaining number', async () => {
    const found = await readAll((cursor) => calls.goods.listVouchers(shop, { status: null, cursor }));
    const now = Date.now();
    expect(
      found.map(({ voucherId, voucherCode, name, discount, startsAt, endsAt, status, left }) => ({
        voucherId,
        voucherCode,
        name,
        off: discount.kind === 'percent' ? discount.percent : discount.kind === 'amount' ? worth(discount.off) : null,
        startsAt,
        endsAt,
        status,
        left,
      })),
    ).toEqual(
      trade.vouchers.map(({ voucherId, voucherCode, name, percent, amountOff, startsAt, endsAt, total, used }) => ({
        voucherId,
        voucherCode,
        name,
        off: percent ?? inUnits(amountOff ?? 0),
        startsAt,
        endsAt,
        status: now < startsAt ? 'upcoming' : now < endsAt ? 'ongoing' : 'expired',
        left: total - used,
      })),
    );
  });

  it('listStickers: fetched once for the session', async () => {
    const [one, other] = await Promise.all([calls.goods.listStickers(shop), calls.goods.listStickers(shop)]);
    expect(one).toBe(other);
    const stickers = demand(one).map(({ stickerId, packageId }) => ({ stickerId, packageId }));
    expect(stickers).toEqual(trade.stickers);
  });

  it('quickReplies', async () => {
    expect(demand(await calls.goods.quickReplies(shop))).toEqual(trade.quickReplies);
  });
});

const plainOf = (order: TradeOrder) => plain(order, inUnits);
const listAll = (search: {
  readonly status?: OrderStatus;
  readonly buyer?: { readonly buyerId: ConversationRef['buyerId']; readonly name: string };
  readonly keyword?: string;
}) =>
  readAll((cursor) =>
    calls.orders.listOrders(shop, {
      status: search.status ?? null,
      buyer: search.buyer ?? null,
      keyword: search.keyword ?? null,
      cursor,
    }),
  );

describe('Lazada, orders', () => {
  it('listOrders: all orders, newest first, and each status alone', async () => {
    expect((await listAll({})).map(seen)).toEqual(trade.orders.map(plainOf));
    for (const [word, status] of Object.entries(STATUS)) {
      const expected = trade.orders.filter((order) => order.status === word).map(plainOf);
      expect([status, (await listAll({ status })).map(seen)]).toEqual([status, expected]);
    }
  });

  it('listOrders: of one buyer, and by number', async () => {
    const ordered = new Set(trade.orders.map(({ buyerId }) => buyerId));
    const buyer = lazada.shop.buyers.find(({ buyerId }) => ordered.has(buyerId));
    const buyerId = (await findConversation(session, { ...lazada.place, buyerId: buyer?.buyerId ?? '' })).buyerId;
    const found = await listAll({ buyer: { buyerId, name: buyer?.name ?? '' } });
    expect(found.map(seen)).toEqual(trade.orders.filter((order) => order.buyerId === buyerId).map(plainOf));
    const [order] = trade.orders;
    const byNumber = await listAll({ keyword: order?.orderNumber ?? '' });
    expect(byNumber.map(({ orderNumber }) => orderNumber)).toEqual([order?.orderNumber]);
  });

  it('orderDetail: address, fee, and the parcel with its events, newest first', async () => {
    const order = trade.orders.find(({ trackingNumber }) => trackingNumber !== null);
    if (order === undefined) throw new Error('nothing was sent in this world');
    const detail = demand(await calls.orders.orderDetail(shop, order.orderNumber));
    expect(seen(detail)).toEqual(plainOf(order));
    expect(detail.shippingFee === null ? null : worth(detail.shippingFee)).toEqual(inUnits(order.shippingFee));
    expect(detail).toMatchObject({
      isRatable: false,
      address: { receiver: order.receiver, phone: order.phone, fullAddress: order.address },
      parcels: [{ carrier: order.carrier, trackingNumber: order.trackingNumber, events: order.tracking.toReversed() }],
    });
    expect(await calls.orders.orderDetail(shop, '1')).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
  });

  it('logistics: of more orders than one request holds', async () => {
    const orders = trade.orders.slice(0, 12);
    const numbers = orders.map(({ orderNumber }) => orderNumber);
    const found = demand(await calls.orders.logistics(shop, numbers));
    expect([...found.keys()]).toEqual(numbers);
    for (const { orderNumber, trackingNumber } of orders) {
      const tracked = found.get(orderNumber)?.map((parcel) => parcel.trackingNumber);
      expect(tracked).toEqual(trackingNumber === null ? [] : [trackingNumber]);
    }
    expect(await calls.orders.logistics(shop, ['1'])).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
  });
});

describe('Lazada, the shop itself', () => {
  it('shopInfo and setVacation, with dates and without', async () => {
    const dates = { startsAt: Date.UTC(2026, 11, 23, 17), endsAt: Date.UTC(2026, 11, 26, 17) };
    expect(demand(await calls.affairs.shopInfo(shop))).toMatchObject({
      platformShopId: shop,
      name: lazada.shop.name,
      country: lazada.shop.country,
      productCount: trade.products.length,
      vacation: { isOn: false, startsAt: null, endsAt: null },
    });
    demand(await calls.affairs.setVacation(shop, { isOn: true, ...dates }));
    expect((await tradeNow(lazada)).isOnVacation).toBe(true);
    // The shop is in Indonesia: UTC+7.
    expect(demand(await calls.affairs.shopInfo(shop)).vacation).toEqual({ isOn: true, ...dates });
    demand(await calls.affairs.setVacation(shop, { isOn: false, startsAt: null, endsAt: null }));
    expect((await tradeNow(lazada)).isOnVacation).toBe(false);
  });

  it('a holiday that ends before it begins is not saved', async () => {
    const backwards = { isOn: true, startsAt: Date.UTC(2026, 11, 26), endsAt: Date.UTC(2026, 11, 1) };
    expect(await calls.affairs.setVacation(shop, backwards)).toMatchObject({
      ok: false,
      refusal: { reason: 'save_failed' },
    });
    expect((await tradeNow(lazada)).isOnVacation).toBe(false);
  });

  it('methods that Lazada has no call for are not offered, and make no request', async () => {
    const before = made.size;
    const offer = { offerId: '1', messageId: '1', isAccepted: true };
    const answers = await Promise.all([
      calls.buyers.answerOffer(ref, offer),
      calls.buyers.offerDetail(shop, '1'),
      calls.orders.writeSellerNote(shop, { orderId: '1', buyerId: null, note: 'x' }),
      calls.orders.rateBuyer(shop, { orderId: '1', stars: 5, comment: '' }),
      calls.orders.listReturns(shop, { cursor: null }),
      calls.affairs.shopStatus(shop),
      calls.affairs.listFollowers(shop, { cursor: null }),
      calls.affairs.listReviews(shop, { cursor: null }),
      calls.affairs.dashboard(shop, 'yesterday'),
      calls.affairs.income(shop),
      calls.affairs.listIncome(shop, { cursor: null }),
      calls.affairs.listNotifications(shop, { cursor: null }),
      calls.affairs.readNotification(shop, 'all'),
      calls.affairs.listAddresses(shop),
      calls.media.uploadVideo(ref, { name: 'v.mp4', bytes: new Uint8Array(1), cover: null }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: false, canRetry: false, refusal: { reason: 'invalid_request' } });
    }
    expect(made.size).toBe(before);
  });

  it('a shop of another login is refused', async () => {
    const foreign = asPlatformShopId('1');
    expect(await calls.affairs.shopInfo(foreign)).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
    expect(
      await calls.media.translate({ ...ref, platformShopId: foreign }, { texts: [], source: null, target: 'en' }),
    ).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
  });
});

describe('Lazada, media and translations', () => {
  it('uploadImage and sendImage: the picture arrives, once, and is public', async () => {
    const image = demand(await calls.media.uploadImage(ref, picture));
    expect(image).toMatchObject({ width: 1, height: 1 });
    const log = new StreamLog();
    const stream = demand(await session.listen(log));
    const idempotencyKey = randomUUID();
    const sent = await session.sendImage({ conversation: ref, image, idempotencyKey });
    if (sent.kind !== 'accepted') throw new Error(sent.kind);
    const message = await log.message(sent.platformMessageId);
    stream.close();
    expect(message).toMatchObject({
      author: 'seller',
      idempotencyKey,
      content: { type: 'image', picture: { url: image.url, width: 1, height: 1 } },
    });
    const accepted = (await lazada.control.ledger(lazada.place)).filter(
      (entry) => entry.idempotencyKey === idempotencyKey,
    );
    expect(accepted).toHaveLength(1);
    const shown = await fetch(demand(await calls.media.mediaUrl(shop, image.url)));
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
  });

  it('mediaUrl: a private medium only with a token', async () => {
    const { url } = demand(await calls.media.uploadImage(ref, picture));
    const hidden = url.replace('/im/file/', '/im/private/');
    expect((await fetch(hidden)).status).toBe(403);
    const open = demand(await calls.media.mediaUrl(shop, hidden));
    expect((await fetch(open)).status).toBe(200);
    expect(await calls.media.mediaUrl(shop, `${lazada.origin}/im/private/none.png`)).toMatchObject({
      ok: false,
    });
  });

  it('mediaUrl: the address of a video of which a message tells only the id', async () => {
    const videoId = '4900000000000000001';
    const content = { videoId, videoUrl: `${lazada.origin}/v.mp4`, imgUrl: `${lazada.origin}/v.png` };
    await lazada.ask('POST', '/sim/messages', { ...lazada.place, kind: 'video', content, from: 'buyer' });
    expect(demand(await calls.media.mediaUrl(shop, `lazada-video:${videoId}`))).toBe(content.videoUrl);
    const none = { ok: false, canRetry: false, refusal: { reason: 'picture_unavailable', detail: 'no such video' } };
    expect(await calls.media.mediaUrl(shop, 'lazada-video:1')).toMatchObject(none);
  });

  it.each([
    ['no bytes', new Uint8Array()],
    ['no picture', Buffer.from('hello')],
  ])('uploadImage of %s is refused as image data', async (_name, bytes) => {
    const refused = await calls.media.uploadImage(ref, { ...picture, bytes });
    expect(refused).toMatchObject({ ok: false, refusal: { reason: 'image_data_missing' } });
  });

  it('translate: every text, in order, only between languages of the map', async () => {
    const input = { texts: ['selamat pagi', 'terima kasih'], source: 'id', target: 'en' };
    expect(demand(await calls.media.translate(ref, input))).toEqual(['[en] selamat pagi', '[en] terima kasih']);
    expect(await calls.media.translate(ref, { ...input, target: 'fr' })).toMatchObject({
      ok: false,
      refusal: { reason: 'invalid_request' },
    });
  });
});

describe('Lazada, calls by themselves', () => {
  const openLine = () =>
    createCallHarness(configOf(lazada.origin), visit.contextOf({}, null), {
      country: lazada.shop.country,
      sellerId: ref.platformConversationId.split('#')[4] ?? '',
      platformShopId: shop,
      windowId: randomUUID(),
      appKey: APP_KEY,
    });

  it('the seller site tells the same sessions and messages, the time and the followers', async () => {
    const line = openLine();
    const list = demand(await line.call(SPARE_CALLS.siteSessionList, { startTime: -1, fetchCount: 100 }));
    expect(list.rows).toHaveLength(lazada.shop.buyers.length);
    const known = await lazada.control.conversation(lazada.place);
    const start = { sessionId: ref.platformConversationId, startTime: -1 };
    expect(demand(await line.call(SPARE_CALLS.siteMessageList, start))).toHaveLength(
      Math.min(50, known.messages.length),
    );
    const at = demand(await line.call(SPARE_CALLS.timestamp, null));
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    const brandId = lazada.shop.shopId;
    const follower = trade.followers[0]?.userId ?? '';
    expect(demand(await line.call(SPARE_CALLS.followStatus, { targetUserId: follower, brandId }))).toBe(true);
    expect(demand(await line.call(SPARE_CALLS.followStatus, { targetUserId: '1', brandId }))).toBe(false);
    line.close();
  });

  it('the seller site sends', async () => {
    const line = openLine();
    const idempotencyKey = randomUUID();
    const message = {
      sessionId: ref.platformConversationId,
      templateId: 1,
      content: { txt: 'hi' },
      idempotencyKey,
    } as const;
    const sent = demand(await line.call(SPARE_CALLS.siteSendMessage, message));
    const ledger = await lazada.control.ledger(lazada.place);
    expect(ledger.find((entry) => entry.idempotencyKey === idempotencyKey)?.messageId).toBe(sent.platformMessageId);
    line.close();
  });

  it('the unread count', async () => {
    const line = openLine();
    const before = demand(await line.call(SPARE_CALLS.unreadCount, null));
    await lazada.buyerWrites('one more');
    expect(demand(await line.call(SPARE_CALLS.unreadCount, null))).toBe(before + 1);
    line.close();
  });
});

it('every call of the catalogue was made', async () => {
  const { items } = demand(await session.fetchHistory(ref, null));
  const [newest] = items;
  if (newest === undefined) throw new Error('the conversation is empty');
  const { platformMessageId, position } = newest;
  demand(await session.applySetting(ref, { setting: 'read', platformMessageId, position }));
  demand(await session.applySetting(ref, { setting: 'pin', isPinned: true }));
  const { isPinned, sellerReadMessageId } = await lazada.control.conversation(lazada.place);
  expect([isPinned, sellerReadMessageId]).toEqual([true, platformMessageId]);
  const missing = LAZADA_FIXTURES.filter(({ request }) => !made.has(`${request.method} ${request.path}`));
  expect(missing.map(({ call }) => call.key)).toEqual([]);
});
