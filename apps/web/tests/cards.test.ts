import { CALLS, type CardDetailView, type MessageView, type ShopView } from '@pasar/api';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const RED = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==';
const PATH = CALLS.chat.cardDetail.path;
const kept = { wireType: 'order', raw: null };
const ORDER: MessageView['content'] = {
  type: 'order',
  order: { orderId: '171', orderNumber: '2611204ABCDEFG', status: null, total: null, iconUrl: null },
  ...kept,
};
const VOUCHER: MessageView['content'] = {
  type: 'voucher',
  voucher: { voucherId: '5', voucherCode: 'SAVE25', title: null, discount: null },
  ...kept,
};
const ORDER_TOLD: Extract<CardDetailView, { kind: 'order' }> = {
  kind: 'order',
  order: {
    orderNumber: '2611204ABCDEFG',
    status: 'wait_seller_send',
    unknownStatus: null,
    total: { amount: '1290.00', currency: 'THB' },
    iconUrl: 'https://cdn.example/lamp.png',
    title: 'A lamp for reading at night',
    itemCount: 3,
  },
};
const VOUCHER_TOLD: Extract<CardDetailView, { kind: 'voucher' }> = {
  kind: 'voucher',
  voucher: {
    voucherCode: 'SAVE25',
    title: '25% off the whole shop',
    discount: { kind: 'percent', percent: 25 },
    minimumSpend: { amount: '500', currency: 'THB' },
    startsAt: Date.UTC(2026, 10, 15, 12),
    endsAt: Date.UTC(2027, 0, 15, 12),
    status: 'ongoing',
  },
};

const window = windowOfEachTest();
let page: Page;
const foreign: string[] = [];
beforeEach(async () => {
  page = window.page;
  foreign.length = 0;
  await page.route('https://cdn.example/**', async (route) => {
    foreign.push(new URL(route.request().url()).pathname);
    await route.fulfill({ contentType: 'image/png', body: Buffer.from(RED, 'base64') });
  });
  await window.enter('/chat/all');
  await page.locator('[data-live="live"]').waitFor();
});
const order = () => log(page).locator('[data-card="order"]').last();
const voucher = () => log(page).locator('[data-card="voucher"]').last();
const askedFor = () => window.backend.calls.filter(({ path }) => path === PATH).map(({ input }) => input);
const ofShop = (marketplace: string) => {
  const { model } = window.backend;
  const shop = [...model.shops.byId.values()].find(
    (item) => item.marketplace === marketplace && item.connection.state === 'live',
  );
  const talk = [...model.chat.conversations.values()].find((item) => item.shopId === shop?.shopId);
  if (shop === undefined || talk === undefined) throw new Error(`nobody writes to ${marketplace}`);
  return { shop, talk };
};
const setShop = (shop: ShopView) => {
  window.backend.model.shops.byId.set(shop.shopId, shop);
  window.backend.model.append({ kind: 'shop', shop });
};
/** Opens a conversation with a shop of the marketplace. */
const openTalk = async (marketplace = 'shopee') => {
  const found = ofShop(marketplace);
  await open(page, found.talk.buyer.name);
  return found;
};

describe('a card of an order', () => {
  it('shows a status that nobody knows by the marketplace’s own word, and says what to do', async () => {
    const { talk } = await openTalk();
    const { messageId } = window.backend.model.chat.receive(talk.conversationId, { content: ORDER });
    const unknownStatus = { reason: 'order_status_unknown' as const, detail: 'TELEPORTED' };
    const { order: told } = ORDER_TOLD;
    const card = { kind: 'order' as const, order: { ...told, status: 'unknown' as const, unknownStatus } };
    window.backend.model.chat.cards.set(messageId, card);
    const status = order().getByText('Unknown status: TELEPORTED');
    await status.waitFor();
    await poll(() => status.getAttribute('data-tip')).toContain('a status that Pasar does not know');
    await order().getByText('A lamp for reading at night').waitFor();
  });

  it('shows what the message says at once and the rest when it comes, and is as high all the time', async () => {
    const { talk } = await openTalk();
    window.backend.hold(PATH);
    const { messageId } = window.backend.model.chat.receive(talk.conversationId, { content: ORDER });
    window.backend.model.chat.cards.set(messageId, ORDER_TOLD);
    await order().getByText('2611204ABCDEFG').waitFor();
    await poll(() => order().getAttribute('aria-busy')).toBe('true');
    await poll(askedFor).toEqual([{ messageId }]);
    const before = await order().boundingBox();
    window.backend.release(PATH);
    await order().getByText('To be sent').waitFor();
    await order().getByText('฿1,290', { exact: true }).waitFor();
    await order().getByText('A lamp for reading at night').waitFor();
    await order().getByText('3 items').waitFor();
    await poll(() => order().getAttribute('aria-busy')).toBe('false');
    expect(await order().boundingBox()).toEqual(before);
    await poll(() => foreign).toEqual(['/lamp.png']);
  });

  it('says why the rest is missing, keeps what it has, and asks again by keyboard', async () => {
    const { talk } = await openTalk();
    const { messageId } = window.backend.model.chat.receive(talk.conversationId, { content: ORDER });
    await order().getByText('The order could not be fetched. Try again.').waitFor();
    await order().getByText('no such order').waitFor();
    const before = await order().boundingBox();
    window.backend.model.chat.cards.set(messageId, ORDER_TOLD);
    await page.getByRole('button', { name: 'Load 2611204ABCDEFG again' }).press('Enter');
    await order().getByText('To be sent').waitFor();
    expect(await page.getByRole('button', { name: 'Load 2611204ABCDEFG again' }).count()).toBe(0);
    expect(await order().boundingBox()).toEqual(before);
    expect(askedFor().length).toBe(2);
  });

  it('says that its code could not be loaded, and loads it anew', async () => {
    const { talk } = await openTalk();
    const script = /\/asked-card-[^/]+\.js$/;
    await page.route(script, (route) => route.abort());
    const { messageId } = window.backend.model.chat.receive(talk.conversationId, { content: ORDER });
    await order().getByText('Loading failed. Try again, or contact support.').waitFor();
    await page.unroute(script);
    window.backend.model.chat.cards.set(messageId, ORDER_TOLD);
    await page.getByRole('button', { name: 'Load 2611204ABCDEFG again' }).click();
    await order().getByText('To be sent').waitFor();
  });

  it('that failed is asked for again when its shop is back', async () => {
    const { talk, shop } = await openTalk();
    const { model } = window.backend;
    setShop({ ...shop, connection: { state: 'interrupted', refusal: null } });
    const { messageId } = model.chat.receive(talk.conversationId, { content: ORDER });
    await order()
      .getByRole('button', { name: /^Load / })
      .waitFor();
    model.chat.cards.set(messageId, ORDER_TOLD);
    setShop(shop);
    await order().getByText('To be sent').waitFor();
  });

  it('that says all itself is not asked for; nor one that is far out of sight', async () => {
    const { talk } = await openTalk();
    const { model } = window.backend;
    const said = { ...ORDER.order, status: 'delivered', total: { amount: '9', currency: 'THB' } };
    for (let number = 0; number < 40; number += 1) {
      const { messageId } = model.chat.receive(talk.conversationId, {
        content: { ...ORDER, order: { ...ORDER.order, orderId: `${number}` } },
      });
      model.chat.cards.set(messageId, ORDER_TOLD);
      if (number === 0) await order().getByText('To be sent').waitFor();
    }
    model.chat.receive(talk.conversationId, { content: { type: 'order', order: said, ...kept } });
    await order().getByText('delivered').waitFor();
    const last = model.chat.messages.get(talk.conversationId)?.at(-1)?.messageId;
    await poll(() => log(page).locator('[data-card="order"][aria-busy="false"]').count()).toBeGreaterThan(2);
    expect(JSON.stringify(askedFor())).not.toContain(last);
    expect(askedFor().length).toBeLessThan(40);
  });

  it('of a shop behind a proxy shows no picture that only the marketplace names', async () => {
    const { talk, shop } = await openTalk();
    const { model } = window.backend;
    setShop({ ...shop, isIsolated: true });
    const { messageId } = model.chat.receive(talk.conversationId, { content: ORDER });
    model.chat.cards.set(messageId, ORDER_TOLD);
    await order().getByText('To be sent').waitFor();
    expect(await order().locator('img').count()).toBe(0);
    expect(foreign).toEqual([]);
  });
});

describe('a card of a voucher', () => {
  it('shows its discount, from what sum on and until when, and that it is not to be had yet or not any more', async () => {
    const { talk } = await openTalk();
    window.backend.hold(PATH);
    const { messageId } = window.backend.model.chat.receive(talk.conversationId, { content: VOUCHER });
    window.backend.model.chat.cards.set(messageId, VOUCHER_TOLD);
    await voucher().getByText('SAVE25').waitFor();
    await poll(askedFor).toEqual([{ messageId }]);
    const before = await voucher().boundingBox();
    window.backend.release(PATH);
    await voucher().getByText('25% off', { exact: true }).waitFor();
    await voucher().getByText('25% off the whole shop').waitFor();
    await voucher()
      .getByText(/^Min\. spend .*500.* until 2027-01-15$/)
      .waitFor();
    expect(await voucher().boundingBox()).toEqual(before);

    const { model } = window.backend;
    for (const [status, words] of [
      ['upcoming', /from 2026-11-15$/],
      ['expired', /Expired$/],
    ] as const) {
      const { messageId } = model.chat.receive(talk.conversationId, { content: VOUCHER });
      model.chat.cards.set(messageId, { ...VOUCHER_TOLD, voucher: { ...VOUCHER_TOLD.voucher, status } });
      await voucher().getByText(words).waitFor();
    }
  });

  it('is as it came where the marketplace has no call for it', async () => {
    const { talk } = await openTalk('tiktok');
    window.backend.model.chat.receive(talk.conversationId, { content: VOUCHER });
    await voucher().getByText('SAVE25').waitFor();
    await poll(() => voucher().getAttribute('aria-busy')).toBeNull();
    window.backend.model.chat.receive(talk.conversationId, { content: ORDER });
    await poll(() => askedFor().length).toBe(1);
  });
});
