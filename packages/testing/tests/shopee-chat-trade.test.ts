/** The chat's calls about trade, settings and login, one by one, compared with the simulator's own state. */
import { CATALOGUE_CALLS } from '@pasar/connector-kit';
import { asBuyerId } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allPages, decimal, found, ShopeeChatHarness, value } from './shopee-chat-harness.ts';

let harness: ShopeeChatHarness;
beforeAll(async () => {
  harness = await ShopeeChatHarness.open();
});
afterAll(() => harness.close());

describe('orders', () => {
  it('of one buyer, by number, with parcels and note', async () => {
    const { orders, currency } = await harness.trade();
    const one = found(orders, ({ tracking }) => tracking.length > 0);
    const buyer = { buyerId: asBuyerId(one.buyerId), name: one.buyerName };
    const search = { status: null, buyer, keyword: null };
    const listed = await allPages((cursor) =>
      harness.session.calls.orders.listOrders(harness.shop, { ...search, cursor }),
    );
    const own = orders.filter(({ buyerId }) => buyerId === one.buyerId);
    expect(listed.map(({ orderId }) => orderId)).toEqual(own.map(({ orderId }) => orderId));
    expect(found(listed, ({ orderId }) => orderId === one.orderId)).toMatchObject({
      orderNumber: one.orderNumber,
      total: { amount: decimal(one.total), currency },
    });
    harness.made.add('shopee-chat GET orders/orders_by_buyer_id');

    const byNumber = await harness.make('shopee-chat GET user/order_search', { keyword: one.orderNumber, page: 1 });
    expect(byNumber).toMatchObject({ items: [{ orderId: one.orderId }], next: null });
    expect(await harness.make('shopee-chat GET order/{id}', { orderId: one.orderId })).toMatchObject({
      orderNumber: one.orderNumber,
    });

    const ids = orders.slice(0, 13).map(({ orderId }) => orderId);
    const parcels = value(await harness.session.calls.orders.logistics(harness.shop, ids));
    expect([...parcels.keys()].toSorted()).toEqual(ids.toSorted());
    const [parcel] =
      value(await harness.session.calls.orders.logistics(harness.shop, [one.orderId])).get(one.orderId) ?? [];
    expect(parcel).toMatchObject({ carrier: one.carrier, trackingNumber: one.trackingNumber });
    expect(parcel?.events.map(({ text }) => text)).toEqual(one.tracking.map(({ text }) => text).toReversed());
    harness.made.add('shopee-chat GET orders/logistics_info_by_order_ids');

    const note = { orderId: one.orderId, buyerId: asBuyerId(one.buyerId), note: 'wrap as a gift' };
    expect(value(await harness.session.calls.orders.writeSellerNote(harness.shop, note))).toBeNull();
    expect(found((await harness.trade()).orders, ({ orderId }) => orderId === one.orderId).sellerNote).toBe(
      'wrap as a gift',
    );
    harness.made.add('shopee-chat PUT orders/seller_note');
  });
});

describe('goods', () => {
  it('products', async () => {
    const { products, currency } = await harness.trade();
    const online = products.filter(({ isOnline }) => isOnline);
    const [wanted] = online;
    const detail = value(await harness.session.calls.goods.productDetail(harness.shop, wanted?.productId ?? ''));
    expect(detail).toMatchObject({
      title: wanted?.title,
      price: { amount: decimal(wanted?.price ?? 0), currency },
      salePrice: { amount: decimal(wanted?.salePrice ?? 0), currency },
    });
    harness.made.add('shopee-chat GET products/{id}');
    const page = z.object({ items: z.array(z.looseObject({ productId: z.string() })), next: z.string().nullable() });
    const first = page.parse(await harness.make('shopee-chat GET products', { keyword: '', page: 1 }));
    const second = page.parse(await harness.make('shopee-chat GET products', { keyword: '', page: 2 }));
    const ids = [...first.items, ...second.items].map(({ productId }) => productId);
    expect(ids).toEqual(online.slice(0, 48).map(({ productId }) => productId));
    expect(first.next).not.toBeNull();
    const recommended = page.parse(await harness.make('shopee-chat GET seller_recommend', null));
    expect(recommended.items.length).toBeGreaterThan(0);
    expect(await harness.session.calls.goods.productDetail(harness.shop, '1')).toMatchObject({
      ok: false,
      refusal: { detail: expect.stringContaining('not_found') },
    });
  });

  it('vouchers', async () => {
    const { vouchers, currency } = await harness.trade();
    const listed = await allPages((cursor) =>
      harness.session.calls.goods.listVouchers(harness.shop, { status: null, cursor }),
    );
    expect(listed).toMatchObject(
      vouchers.map(({ voucherId, voucherCode, name, percent, amountOff, total, used }) => ({
        voucherId,
        voucherCode,
        name,
        discount:
          percent === null
            ? { kind: 'amount', off: { amount: decimal(amountOff ?? 0), currency } }
            : { kind: 'percent', percent },
        left: total - used,
      })),
    );
    expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['upcoming', 'ongoing', 'expired']));
    harness.made.add('shopee-chat GET vouchers');
    const [first, second] = vouchers;
    const voucherIds = [first?.voucherId ?? '', second?.voucherId ?? ''];
    const { facts } = await harness.talkAt(0);
    const byIds = { voucherIds, buyerId: facts.buyer.buyerId };
    expect(await harness.make('shopee-chat GET vouchers/vouchers_by_ids', byIds)).toMatchObject({
      items: voucherIds.map((voucherId) => ({ voucherId })),
    });
    const ongoing = found(
      vouchers,
      (each) => each.startsAt <= Date.now() && Date.now() < each.endsAt && each.used < each.total,
    );
    await harness.make('shopee-chat PUT vouchers/claim', {
      voucherId: ongoing.voucherId,
      voucherCode: ongoing.voucherCode,
    });
    expect(found((await harness.trade()).vouchers, ({ voucherId }) => voucherId === ongoing.voucherId).used).toBe(
      ongoing.used + 1,
    );
  });

  it('offers', async () => {
    const { offers, currency } = await harness.trade();
    const one = found(offers, ({ status }) => status === 'waiting');
    expect(value(await harness.session.calls.buyers.offerDetail(harness.shop, one.offerId))).toEqual({
      offerId: one.offerId,
      buyerId: one.buyerId,
      productId: one.product.productId,
      productName: one.product.title,
      quantity: one.quantity,
      price: { amount: decimal(one.price), currency },
      status: 'waiting',
      wireStatus: 'pending',
    });
    harness.made.add('shopee-chat GET offers/{id}');
    const { ref } = await harness.talkAt(0);
    const accept = { offerId: one.offerId, messageId: '1', isAccepted: true };
    expect(value(await harness.session.calls.buyers.answerOffer(ref, accept))).toBeNull();
    harness.made.add('shopee-chat PUT offers/{id}/reply');
    expect(found((await harness.trade()).offers, ({ offerId }) => offerId === one.offerId).status).toBe('accepted');
    expect(await harness.session.calls.buyers.answerOffer(ref, { ...accept, isAccepted: false })).toMatchObject({
      ok: false,
      refusal: { detail: expect.stringContaining('offer_already_replied') },
    });
  });

  it('phrases and settings', async () => {
    const { quickReplies } = await harness.trade();
    expect(value(await harness.session.calls.goods.quickReplies(harness.shop))).toEqual(quickReplies);
    harness.made.add('shopee-chat GET message_shortcuts/groups');
    expect(await harness.make('shopee-chat GET user/message_shortcuts', null)).toMatchObject({
      items: quickReplies[0]?.replies,
    });
    expect(await harness.make('shopee-chat GET user/setting', null)).toMatchObject({ auto_translation: false });
    expect(await harness.make('shopee-chat GET newbie/uncompleted', null)).toEqual(['auto_reply']);
    for (const outcome of [
      await harness.session.calls.goods.listStickers(harness.shop),
      await harness.session.calls.media.translate((await harness.talkAt(0)).ref, {
        texts: ['hi'],
        source: null,
        target: 'th',
      }),
    ]) {
      expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'invalid_request' } });
    }
  });
});

describe('the login calls, one by one', () => {
  it('of a shop', async () => {
    const credentials = {
      identifier: harness.login.identifier,
      password: harness.login.password,
      country: harness.login.country,
    };
    const proof = { captcha: null, code: null };
    await harness.make('shopee-login POST login(password,per-region)', { credentials, proof });
    expect(await harness.make('shopee-login GET login', null)).toBe(true);
    await harness.make('shopee-login GET captcha/info', null);
    await harness.make('shopee-login POST vcode/resend', { credentials, channel: 'sms' });
    expect((await harness.shopee.code(harness.login)).channel).toBe('sms');
    expect(await harness.make('shopee-login POST webchat/login', null)).toMatchObject({
      state: 'finished',
      version: '9.1.17',
    });
    expect(await harness.make('shopee-login GET subaccount/user_info', null)).toMatchObject({
      username: harness.login.identifier,
    });
    expect(await harness.make('shopee-login GET subaccount/shop_info', null)).toEqual({
      shopId: harness.shop,
      region: harness.login.country,
    });
    const byPassword = await harness.make('shopee-chat POST sessions', { credentials, captcha: null });
    const byCookies = await harness.make('shopee-chat POST sessions', null);
    const opened = z.object({ uid: z.string(), token: z.string() });
    expect(opened.parse(byPassword).uid).toBe(opened.parse(byCookies).uid);
  });

  it('of a sub-account', async () => {
    const account = await harness.shopee.login('merchant');
    const merchant = await harness.shopee.session(account);
    const credentials = { identifier: account.identifier, password: account.password, country: account.country };
    await harness.make(
      'shopee-login POST subaccount/login',
      { credentials, proof: { captcha: null, code: null } },
      merchant,
    );
    const list = z.object({ items: z.array(z.object({ merchantId: z.string() })) });
    const { items } = list.parse(await harness.make('shopee-login GET subaccount/get_merchant_list', null, merchant));
    const merchantId = items[0]?.merchantId ?? '';
    await harness.make('shopee-login POST subaccount/switch_merchant', { merchantId }, merchant);
    const shops = await harness.make('shopee-login GET subaccount/get_merchant_shop_list', { page: 1 }, merchant);
    expect(shops).toMatchObject({ items: account.shopIds.map((shopId) => ({ shopId })) });
    const shopId = account.shopIds[1] ?? '';
    const region = merchant.shops[1]?.country ?? 'SG';
    await harness.make('shopee-login POST subaccount/switch_merchant_shop', { shopId, region }, merchant);
    const confirmed = await harness.make(
      'shopee-login POST subaccount/get_or_set_shop',
      { shopId, merchantId },
      merchant,
    );
    expect(confirmed).toEqual({ shopId, merchantId });
    expect(await harness.make('shopee-login GET subaccount/get_session', null, merchant)).toMatchObject({
      currentMerchantId: merchantId,
      currentShopId: shopId,
    });
  });
});

it('every call about trade and settings, and every login call, was made', () => {
  const rows = CATALOGUE_CALLS.filter((key) =>
    /^(shopee-login |shopee-chat \w+ (sessions|orders?\/|user\/(order|message|setting)|message_shortcuts|newbie|products|offers|vouchers|seller))/.test(
      key,
    ),
  );
  expect(rows).toHaveLength(32);
  expect(rows.filter((key) => !harness.made.has(key))).toEqual([]);
});
