import { CALLS } from '@pasar/api';
import type { Marketplace } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { looks, visited } from './in-turn.ts';
import { answerOrders, ORDERS, type OrderAnswers, order, orderCard, thb } from './order-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const { orderList, orderDetail, orderLogistics, updateOrderSellerNote, rateBuyer } = CALLS.orders;
const asked = (path: string) => window.backend.calls.filter((call) => call.path === path).map(({ input }) => input);
const panel = () => window.page.getByRole('region', { name: 'Buyer', exact: true });
const tab = (name: string) => panel().getByRole('tab', { name, exact: true });
const list = () => panel().getByRole('list', { name: /^Orders of / });
const openOrder = (number: string) => panel().getByRole('button', { name: `Open order ${number}` });

const answer = (given?: OrderAnswers) => answerOrders(window.backend.model, given);
const talkOf = (marketplace: Marketplace) => {
  const { model } = window.backend;
  const shop = [...model.shops.byId.values()].find(
    (item) => item.marketplace === marketplace && item.connection.state === 'live',
  );
  const talk = [...model.chat.conversations.values()].find(({ shopId }) => shopId === shop?.shopId);
  if (shop === undefined || talk === undefined) throw new Error(`nobody writes to ${marketplace}`);
  return { shop, talk };
};
/** A window with the Orders tab of a conversation of the marketplace. */
async function openOrders(marketplace: Marketplace = 'shopee') {
  const found = talkOf(marketplace);
  await window.enter('/chat/all');
  await open(window.page, found.talk.buyer.name);
  await tab('Orders').click();
  return found;
}

describe('the orders of the buyer', () => {
  it('stand in the tabs of the marketplace, unfinished ones first, with the marketplace’s word on hover', async () => {
    answer();
    await openOrders('lazada');
    await list().waitFor();
    expect(
      await list()
        .getByRole('button', { name: /^Open order / })
        .allInnerTexts(),
    ).toEqual(ORDERS.map(({ orderNumber }) => orderNumber));
    expect(await list().locator('[data-stage="open"]').getAttribute('data-tip')).toBe(
      'At the marketplace: Shipped (SHIPPED)',
    );
    await tab('Refund 1').click();
    await poll(() => list().getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/261123ABC.*Lamp 3/s),
    ]);
    await panel().page().keyboard.press('Home');
    await list().getByText('Lamp 1').waitFor();
    await tab('Unpaid').click();
    await panel().getByText('No order of this kind.').waitFor();
  });

  it('are asked for after the messages are there, and first shown as the messages tell them', async () => {
    answer();
    const { talk } = talkOf('shopee');
    window.backend.model.chat.receive(talk.conversationId, {
      content: orderCard({ status: 'unpaid', total: thb('9') }),
    });
    window.backend.hold(CALLS.chat.messages.path);
    window.backend.hold(orderList.path);
    await openOrders();
    await panel().getByText('Loading the orders…').waitFor();
    expect(asked(orderList.path)).toEqual([]);
    window.backend.release(CALLS.chat.messages.path);
    const told = panel().getByRole('list', { name: 'From the messages' });
    await told.getByText('฿9', { exact: true }).waitFor();
    await poll(() => asked(orderList.path)).toEqual([{ conversationId: talk.conversationId }]);
    window.backend.release(orderList.path);
    await list().getByText('Lamp 3').waitFor();
    expect(await told.count()).toBe(0);
  });

  it.each(looks(['en', 'zh-CN', 'zh-TW', 'th'], 0))(
    'have their tabs in one line of which each is reached, in %s',
    async (language) => {
      answer();
      window.backend.hold(orderList.path);
      await window.page.setViewportSize({ width: 1280, height: 800 });
      await window.enter(`/chat/all?lang=${language}`);
      await open(window.page, talkOf('lazada').talk.buyer.name);
      await window.page.locator('[data-tab="orders"]').click();
      const tabs = window.page.getByRole('tabpanel').getByRole('tab');
      await tabs.last().waitFor();
      const tops = await tabs.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      expect(new Set(tops).size).toBe(1);
      await tabs.first().press('End');
      await poll(() => tabs.last().getAttribute('aria-selected')).toBe('true');
      const isInSight = (element: Element) => {
        const own = element.getBoundingClientRect();
        const line = element.parentElement?.getBoundingClientRect();
        return line !== undefined && own.left >= line.left && own.right <= line.right;
      };
      await poll(() => tabs.last().evaluate(isInSight)).toBe(true);
      // The counts come later, and widen the tabs.
      window.backend.release(orderList.path);
      await poll(async () => (await tabs.allInnerTexts()).join()).toMatch(/\d/);
      await poll(() => tabs.last().evaluate(isInSight)).toBe(true);
      await tabs.last().press('Home');
      await poll(() => tabs.first().evaluate(isInSight)).toBe(true);
    },
  );

  it('begin with all of them in another conversation', async () => {
    answer();
    await openOrders('lazada');
    await tab('Refund 1').click();
    await open(window.page, talkOf('shopee').talk.buyer.name);
    await poll(() => tab('All 3').getAttribute('aria-selected')).toBe('true');
  });

  it('of a conversation that is only passed on the way are not asked for', async () => {
    answer();
    await window.page.clock.install();
    const { talk } = await openOrders();
    await list().waitFor();
    const [passed, reached] = [talkOf('lazada').talk, talkOf('tiktok').talk];
    await window.page.clock.pauseAt(Date.now() + 60_000);
    for (const { conversationId, buyer } of [passed, talk, reached]) {
      await window.page.locator(`[id="conversation-${conversationId}"]`).dispatchEvent('click');
      await window.page.getByRole('heading', { name: buyer.name, exact: true }).first().waitFor();
      if (buyer !== talk.buyer) await panel().getByText('Loading the orders…').waitFor();
    }
    await window.page.clock.resume();
    const ids = () => asked(orderList.path).map((input) => (input as { conversationId: string }).conversationId);
    await poll(ids).toEqual([talk.conversationId, reached.conversationId]);
  });

  it('say how old they are, and are asked for again', async () => {
    answer();
    window.backend.model.answerWith(orderList, () =>
      succeeded({ orders: ORDERS, isComplete: false, unreadableCount: 1, asOf: Date.now() - 3.5 * 60_000 }),
    );
    await openOrders();
    await panel().getByText('As of 3 min ago').waitFor();
    await panel().getByText('1 order could not be read and is not shown.').waitFor();
    await panel().getByText('Only the newest 3 orders are shown. Older ones are in the seller centre.').waitFor();
    answer();
    await panel().getByRole('button', { name: 'Refresh' }).click();
    await panel().getByText('As of just now').waitFor();
    expect(asked(orderList.path)).toHaveLength(2);
    window.backend.model.answerWith(orderList, () => refused('order_fetch_failed', 'The orders could not be fetched.'));
    await panel().getByRole('button', { name: 'Refresh' }).click();
    await panel().getByRole('alert').waitFor();
    await list().getByText('Lamp 3').waitFor();
  });

  it('are not asked for a member without the key', async () => {
    answer();
    window.backend.model.member = { ...window.backend.model.member, isMain: false, permissionCodeList: ['chat'] };
    await openOrders();
    await panel().getByText('You have no permission for this.', { exact: false }).waitFor();
    expect(asked(orderList.path)).toEqual([]);
  });
});

describe('an open order', () => {
  it('is painted from the list, then whole; the address shows when asked; the focus goes in and back', async () => {
    answer();
    await openOrders();
    window.backend.hold(orderDetail.path);
    await openOrder('261122ABC').click();
    await panel().getByRole('heading', { name: 'Order 261122ABC' }).waitFor();
    await panel().getByRole('list', { name: 'Items' }).getByText('Lamp 2').waitFor();
    const back = panel().getByRole('button', { name: 'All orders of the buyer' });
    await poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true);
    window.backend.release(orderDetail.path);
    await panel().getByText('Wallet', { exact: true }).waitFor();
    await panel().getByText('฿40', { exact: true }).waitFor();
    await poll(() => panel().innerText()).not.toContain('Sukhumvit');
    await poll(() => panel().innerText()).not.toContain('0812345678');
    const address = panel().getByRole('definition').filter({ hasText: 'the address' });
    const height = async (of: typeof address) => Math.round((await of.boundingBox())?.height ?? 0);
    expect(await height(address)).toBe(await height(panel().getByRole('definition').filter({ hasText: 'Wallet' })));
    await panel().getByRole('button', { name: 'Show the address' }).click();
    await panel().getByText('1 Sukhumvit Road').waitFor();
    await back.press('Enter');
    await poll(() => openOrder('261122ABC').evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('says in words how it was paid, also by a method that Pasar does not know', async () => {
    const methods = [
      ['CREDIT_CARD', 'Credit card', null],
      ['METHOD_27', 'A method that Pasar does not know', 'At the marketplace: METHOD_27'],
      ['31', 'A method that Pasar does not know', 'At the marketplace: 31'],
      ['Credit/debit card', 'Credit/debit card', null],
    ] as const;
    const paid = new Map(methods.map(([paymentMethod], at) => [order(at).orderId, paymentMethod]));
    answer({
      orders: methods.map((_, at) => order(at)),
      detail: ({ orderId }) => ({ paymentMethod: paid.get(orderId) ?? null }),
    });
    await openOrders();
    for (const [at, [, words, tip]] of methods.entries()) {
      await openOrder(order(at).orderNumber).click();
      const payment = panel().getByText(words, { exact: tip === null });
      await payment.waitFor();
      await poll(() => payment.getAttribute('data-tip')).toBe(tip);
      await panel().getByRole('button', { name: 'All orders of the buyer' }).click();
    }
  });

  it('goes to the buyer as a card, and its number is copied', async () => {
    answer();
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { talk } = await openOrders();
    await openOrder('261122ABC').click();
    await panel().getByRole('button', { name: 'Copy 261122ABC' }).click();
    await window.page.getByText('Copied 261122ABC').waitFor();
    await panel().getByRole('button', { name: 'Send to the buyer' }).click();
    await poll(() => asked(CALLS.chat.sendCard.path)).toMatchObject([
      {
        conversationId: talk.conversationId,
        card: { type: 'order', order: { orderId: '172', orderNumber: '261122ABC', status: 'wait_receiver_confirm' } },
      },
    ]);
  });

  it('keeps its note at the marketplace; a refusal keeps the text', async () => {
    answer();
    const { shop } = await openOrders();
    await openOrder('261122ABC').click();
    const note = panel().getByRole('region', { name: 'Seller note' });
    await note.getByRole('button', { name: 'Add' }).click();
    window.backend.model.answerWith(updateOrderSellerNote, () =>
      refused('marketplace_error', 'The marketplace has an error.'),
    );
    const box = note.getByRole('textbox', { name: 'Seller note' });
    await box.fill('wrap it');
    await note.getByRole('button', { name: 'Save' }).click();
    await note.getByRole('alert').waitFor();
    await poll(() => box.inputValue()).toBe('wrap it');
    window.backend.model.answerWith(updateOrderSellerNote, () => succeeded({}));
    answer({ detail: { sellerNote: 'wrap it' } });
    const before = asked(orderDetail.path).length;
    await note.getByRole('button', { name: 'Save' }).click();
    await poll(() => note.getByRole('button').evaluate((button) => button === document.activeElement)).toBe(true);
    await note.getByText('wrap it', { exact: true }).waitFor();
    expect(asked(updateOrderSellerNote.path).at(-1)).toEqual({
      userId: shop.platformShopId,
      platform: 'shopee',
      orderId: '172',
      note: 'wrap it',
    });
    // What was written makes the order stale.
    await poll(() => asked(orderDetail.path).length).toBeGreaterThan(before);
    await note.getByRole('button', { name: 'Change' }).click();
    await box.press('Escape');
    await note.getByRole('button', { name: 'Change' }).waitFor();
  });

  it('lets the buyer be rated once, with a score', async () => {
    answer({ detail: { isRatable: true } });
    window.backend.model.answerWith(rateBuyer, () => succeeded({}));
    const { shop } = await openOrders();
    await openOrder('261121ABC').click();
    const rating = panel().getByRole('region', { name: 'Rating of the buyer' });
    await rating.getByRole('button', { name: 'Rate' }).click();
    await rating.getByRole('button', { name: 'Rate' }).click();
    await rating.getByText('Choose a score first.').waitFor();
    expect(asked(rateBuyer.path)).toEqual([]);
    await rating.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await rating.getByRole('textbox', { name: 'Comment' }).fill('quick');
    await rating.getByRole('button', { name: 'Rate' }).click();
    await rating.getByText('This order cannot be rated.').first().waitFor();
    expect(asked(rateBuyer.path)).toEqual([{ shopId: shop.shopId, orderId: '171', stars: 4, comment: 'quick' }]);
  });

  it('shows its packages with what happened to them', async () => {
    answer();
    await openOrders();
    await openOrder('261122ABC').click();
    await panel().getByRole('button', { name: '1 package' }).click();
    const dialog = window.page.getByRole('dialog', { name: 'Logistics of order 261122ABC' });
    await dialog.getByText('1 package', { exact: true }).waitFor();
    const events = dialog.getByRole('list', { name: 'Events of Package 1' });
    expect(await events.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Out for delivery'),
      expect.stringContaining('Picked up'),
    ]);
    await window.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await panel().getByRole('heading', { name: 'Order 261122ABC' }).waitFor();
  });

  it('is looked up in the seller centre by its copied number, by those who may', async () => {
    answer();
    const { context, backend } = window;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.route('https://seller.shopee.co.th/', (route) => route.fulfill({ body: 'its own login' }));
    await openOrders();
    await openOrder('261122ABC').click();
    const button = panel().getByRole('button', { name: 'Seller centre' });
    await button.click();
    const opened = context.waitForEvent('page');
    await window.page.getByRole('button', { name: 'Open in a new tab' }).click();
    await (await opened).getByText('its own login').waitFor();
    await (await opened).close();
    expect(await window.page.evaluate('navigator.clipboard.readText()')).toBe('261122ABC');
    backend.model.member = { ...backend.model.member, isMain: false, permissionCodeList: ['chat', 'order'] };
    await window.page.reload();
    await openOrder('261122ABC').click();
    await poll(() => button.getAttribute('data-tip')).toContain('You have no permission');
    await poll(() => button.getAttribute('aria-disabled')).toBe('true');
  });

  it('of another buyer says so, and is not sent', async () => {
    answer({ orders: [order(1, { buyerId: 'b-2' as never, buyerName: 'Mei' })] });
    await openOrders();
    await openOrder('261121ABC').click();
    await panel().getByText('This order belongs to another buyer: Mei. Do not tell its details here.').waitFor();
    const send = panel().getByRole('button', { name: 'Send to the buyer' });
    await poll(() => send.getAttribute('aria-disabled')).toBe('true');
    await send.click({ force: true });
    expect(asked(CALLS.chat.sendCard.path)).toEqual([]);
  });
});

const ABLE: readonly [Marketplace, boolean, boolean][] = [
  ['shopee', true, true],
  ['lazada', true, false],
  ['tiktok', false, false],
];

describe.each(visited(ABLE, 2))('what %s cannot do', (marketplace, canSend, canWrite) => {
  it('is shown disabled, with the reason', async () => {
    answer({ detail: { isRatable: true } });
    await openOrders(marketplace);
    await openOrder('261121ABC').click();
    const rating = panel().getByRole('region', { name: 'Rating of the buyer' });
    await rating.waitFor();
    const isOff = (name: string) => panel().getByRole('button', { name, exact: true }).getAttribute('aria-disabled');
    expect({ send: await isOff('Send to the buyer'), note: await isOff('Add'), rate: await isOff('Rate') }).toEqual({
      send: String(!canSend),
      note: String(!canWrite),
      rate: String(!canWrite),
    });
    const text = await panel().innerText();
    expect(text.includes('has no way to send an order in a chat.')).toBe(!canSend);
    expect(text.includes('has no seller note that Pasar can write.')).toBe(!canWrite);
    expect(text.includes('has no rating of buyers.')).toBe(!canWrite);
  });
});

describe('a card of the messages', () => {
  it('opens its order, whatever tab is shown; one of a parcel opens the packages once', async () => {
    answer();
    const { talk } = await openOrders();
    await tab('Buyer').click();
    window.backend.model.chat.receive(talk.conversationId, { content: orderCard({}) });
    await log(window.page).getByRole('button', { name: 'Details of 261122ABC' }).click();
    await panel().getByRole('heading', { name: 'Order 261122ABC' }).waitFor();
    await panel().getByRole('button', { name: 'All orders of the buyer' }).click();
    const logistics = { orderId: '261122ABC', trackingNumber: null, carrier: null, status: 'sent', iconUrl: null };
    window.backend.model.chat.receive(talk.conversationId, {
      content: { type: 'logistics', logistics, wireType: 'logistics', raw: null },
    });
    await log(window.page).getByRole('button', { name: 'Details of Order 261122ABC' }).click();
    const dialog = window.page.getByRole('dialog', { name: 'Logistics of order 261122ABC' });
    await dialog.getByText('Out for delivery').waitFor();
    // The number of the card became the marketplace's id.
    expect(asked(orderLogistics.path).at(-1)).toMatchObject({ orderId: '172' });
    await window.page.keyboard.press('Escape');
    await tab('Buyer').click();
    await tab('Orders').click();
    await panel().getByRole('heading', { name: 'Order 261122ABC' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('opens the panel where it lies over the messages', async () => {
    answer();
    await window.page.setViewportSize({ width: 1000, height: 700 });
    const { talk } = talkOf('shopee');
    await window.enter('/chat/all');
    await open(window.page, talk.buyer.name);
    expect(await panel().count()).toBe(0);
    window.backend.model.chat.receive(talk.conversationId, { content: orderCard({}) });
    await log(window.page).getByRole('button', { name: 'Details of 261122ABC' }).click();
    await panel().getByRole('heading', { name: 'Order 261122ABC' }).waitFor();
  });
});

it('the newest unfinished order and its parcel fill in a quick reply', async () => {
  answer();
  const text = '{order} travels as {tracking}.';
  window.backend.model.quickReplies.add('Shipping', 'Where is it', { parts: [{ kind: 'text', text }] });
  await openOrders();
  await list().waitFor();
  await poll(() => asked(orderLogistics.path).length).toBe(1);
  await tab('Quick replies').click();
  await panel().getByText('261122ABC travels as TH0001.').waitFor();
});
