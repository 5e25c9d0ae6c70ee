import { type BookedOrder, CALLS, type ReadingView, type ShopView } from '@pasar/api';
import { asConversationId, refusal, tabCounts } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { aShop } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { order, thb } from './order-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });

const SHOPS = [aShop(1, 'shopee'), aShop(2, 'lazada'), aShop(3, 'tiktok')] as const satisfies readonly ShopView[];
const booked = (number: number, shop: ShopView, more: Partial<BookedOrder> = {}): BookedOrder => ({
  ...order(number),
  paymentMethod: 'wallet',
  shippingFee: thb('40'),
  address: { receiver: 'Somchai', phone: '0812345678', fullAddress: '1 Sukhumvit Road' },
  isRatable: false,
  shopId: shop.shopId,
  changedAt: order(number).createdAt + 3_600_000,
  carrier: 'Flash',
  trackingNumber: `TH000${number}`,
  cancelReason: null,
  readAt: Date.now(),
  parcel: null,
  waybill: null,
  conversationId: null,
  ...more,
});
const reading = (shop: ShopView, more: Partial<ReadingView> = {}): ReadingView => ({
  shopId: shop.shopId,
  state: 'done',
  startedAt: Date.now() - 200_000,
  endedAt: Date.now() - 190_000,
  found: 3,
  unreadable: 0,
  progress: null,
  refusal: null,
  nextAt: Date.now() + 3_000_000,
  ...more,
});
const ASKED = { status: 'in_cancel', wireStatus: 'IN_CANCEL', cancelReason: 'Wrong colour' } as const;
const ORDERS: readonly BookedOrder[] = [
  booked(1, SHOPS[0], { isRatable: true, sellerNote: 'Gift wrap' }),
  booked(2, SHOPS[0], ASKED),
  booked(3, SHOPS[1], ASKED),
  booked(4, SHOPS[2], { status: 'unknown', wireStatus: 'STUCK' }),
  booked(5, SHOPS[0], { isRatable: true }),
];
const [, , OF_LAZADA] = ORDERS;

/** What the server has; a test changes it and tells that it changed. */
let held: { orders: readonly BookedOrder[]; readings: readonly ReadingView[]; everyMinutes: number };
let asked: unknown[];

beforeEach(async () => {
  const { model } = window.backend;
  held = { orders: ORDERS, readings: SHOPS.map((shop) => reading(shop)), everyMinutes: 60 };
  asked = [];
  await window.signIn();
  model.shops.byId.clear();
  for (const shop of SHOPS) model.shops.setShop(shop);
  model.answerWith(CALLS.orderBook.searchOrderList, (input) => {
    asked.push(input);
    const { words = '', marketplaces = [], tab, cursor } = input;
    const found = held.orders.filter(
      ({ orderNumber, shopId, status }) =>
        orderNumber.includes(words) &&
        (tab !== 'inCancel' || status === 'in_cancel') &&
        marketplaces.every((one) => SHOPS.find((shop) => shop.shopId === shopId)?.marketplace === one),
    );
    const from = Number(cursor ?? 0);
    return succeeded({
      orders: found.slice(from, from + 50),
      next: found.length > from + 50 ? String(from + 50) : null,
    });
  });
  model.answerWith(CALLS.orderBook.getTabAndOrderCountMap, () => {
    const byStatus: Record<string, number> = {};
    for (const { status } of held.orders) byStatus[status] = (byStatus[status] ?? 0) + 1;
    return succeeded({ tabs: tabCounts(byStatus), unknown: byStatus.unknown ?? 0 });
  });
  model.answerWith(CALLS.readings.readings, () =>
    succeeded({ readings: [...held.readings], everyMinutes: held.everyMinutes }),
  );
});

const rows = () => window.page.locator('tr[data-order]');
const openPage = async (query = '') => {
  await window.page.goto(`${window.url}/orders?lang=en${query}`);
  await window.page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
};
const row = (number: number) => window.page.getByRole('row', { name: `Order 26112${number}ABC` });
const tellChange = () => window.backend.model.append({ kind: 'readings', subject: 'orders' });

describe('the page of orders', () => {
  it('is reached from the rail, keeps its filter in the address, and follows what changes', async () => {
    const { page } = window;
    await page.goto(`${window.url}/chat/all?lang=en`);
    await page.getByRole('link', { name: 'Orders' }).click();
    await poll(() => rows().count()).toBe(5);
    await page.getByText('1 order has a status that Pasar does not know.').waitFor();
    await row(4).getByText('Unknown status: STUCK').waitFor();
    await poll(() => page.getByRole('tab', { name: 'To handle 3' }).count()).toBe(1);
    expect(await violationsOn(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Being cancelled 2' }).click();
    await poll(() => rows().count()).toBe(2);
    await page.getByLabel('Marketplace', { exact: true }).selectOption('lazada');
    await poll(() => rows().count()).toBe(1);
    expect(new URL(page.url()).searchParams.toString()).toBe('tab=inCancel&at=lazada');
    await page.goBack();
    await poll(() => rows().count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('nothing');
    await page.getByText('No order matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await poll(() => rows().count()).toBe(2);

    held = { ...held, orders: ORDERS.filter((one) => one !== OF_LAZADA) };
    tellChange();
    await poll(() => rows().count()).toBe(1);
    await page.getByRole('tab', { name: 'Being cancelled 1' }).waitFor();

    await page.getByRole('button', { name: 'Columns and views' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns and saved views' });
    await dialog.getByRole('checkbox', { name: 'Note' }).uncheck();
    await dialog.getByLabel('Name of the view').fill('To answer');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('columnheader', { name: 'Note' }).count()).toBe(0);
    await page.getByRole('tab', { name: /^All/ }).click();
    await page.getByRole('button', { name: 'Columns and views' }).click();
    await page.getByRole('button', { name: 'To answer', exact: true }).click();
    await poll(() => new URL(page.url()).search).toBe('?tab=inCancel');
  });

  it('brings more orders at the end of the rows, and asks once for changes that come one upon the other', async () => {
    held = { ...held, orders: Array.from({ length: 60 }, (_, index) => booked(100 + index, SHOPS[0])) };
    await openPage();
    await poll(() => rows().count()).toBe(50);
    await rows().last().scrollIntoViewIfNeeded();
    await window.page.locator('#booked-orders').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await poll(() => rows().count()).toBe(60);
    asked = [];
    held = { ...held, orders: held.orders.slice(1) };
    for (let told = 0; told < 30; told += 1) tellChange();
    await poll(() => rows().count()).toBe(59);
    // Both pages, and at most once more after a second.
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('tells how far the orders are read, why shops failed, and reads them, stops and changes how often', async () => {
    const { page, backend } = window;
    const called: string[] = [];
    const [first, second, third] = SHOPS;
    held = {
      orders: [],
      everyMinutes: 60,
      readings: [
        reading(first),
        reading(second, { state: 'failed', refusal: refusal('shop_login_expired') }),
        reading(third),
      ],
    };
    backend.model.answerWith(CALLS.readings.readNow, () => {
      called.push('read');
      held = {
        ...held,
        readings: SHOPS.map((shop) => reading(shop, { state: 'running', endedAt: null, progress: 0.4 })),
      };
      tellChange();
      return succeeded({ shopIds: [] });
    });
    backend.model.answerWith(CALLS.readings.stopReading, () => {
      called.push('stop');
      held = { ...held, readings: SHOPS.map((shop) => reading(shop, { state: 'stopped' })), orders: ORDERS };
      tellChange();
      return succeeded({ shopIds: [] });
    });
    backend.model.answerWith(CALLS.readings.saveReadingSetting, ({ everyMinutes }) => {
      held = { ...held, everyMinutes };
      return succeeded({});
    });
    await openPage();
    const line = page.getByRole('region', { name: 'How new this list is' });
    await line.getByText('Read 3 minutes ago · 3 shops').waitFor();
    await line.getByRole('button', { name: '1 shop failed' }).click();
    await page.getByRole('list', { name: 'Shops that could not be read' }).getByText('Shop 2').waitFor();
    await page.getByRole('button', { name: 'Read orders now' }).click();
    await line.getByText('Reading 3 shops, 9 found so far').waitFor();
    await line.getByRole('button', { name: 'Stop' }).click();
    await poll(() => rows().count()).toBe(5);
    expect(called).toEqual(['read', 'stop']);

    await line.getByRole('button', { name: 'Every 60 minutes' }).click();
    const minutes = page.getByLabel('Minutes between two readings');
    await minutes.fill('10');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Enter a whole number from 30 to 360.').waitFor();
    await minutes.fill('90');
    await page.keyboard.press('Enter');
    await line.getByRole('button', { name: 'Every 90 minutes' }).waitFor();
  });

  it('is worked by the keyboard; an order opens beside the rows, and its cancellation is answered once', async () => {
    const { page, backend } = window;
    const answers: unknown[] = [];
    backend.model.answerWith(CALLS.orderBook.answerCancellation, (input) => {
      answers.push(input);
      return succeeded({});
    });
    await openPage();
    await row(1).focus();
    await poll(() => row(2).getByRole('button', { name: 'Write to ' }).count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Order 261122ABC' });
    await panel.getByText('Reason of the cancellation: Wrong colour').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Accept cancellation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept cancellation' }).click();
    await page.getByText('The cancellation is accepted.').waitFor();
    expect(answers).toEqual([{ shopId: SHOPS[0].shopId, orderId: '172', isAccepted: true }]);
    await panel.getByRole('heading', { name: 'Order 261122ABC' }).focus();
    await page.keyboard.press('Escape');
    await poll(() => row(2).evaluate((one) => one === document.activeElement)).toBe(true);

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const lazada = page.getByRole('region', { name: 'Order 261123ABC' });
    await lazada.getByText('Lazada has no call to answer a cancellation.').first().waitFor();
    await lazada.getByRole('button', { name: 'Accept cancellation' }).press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await lazada.getByRole('button', { name: 'Write to the buyer' }).waitFor();
    expect(answers).toHaveLength(1);
  });

  it('shows the new status of an open order that has left the rows of its tab', async () => {
    const { page, backend } = window;
    backend.model.answerWith(CALLS.orderBook.answerCancellation, () => {
      held = {
        ...held,
        orders: ORDERS.map((one) =>
          one === ORDERS[1] ? { ...one, status: 'cancelled', wireStatus: 'CANCELLED' } : one,
        ),
      };
      return succeeded({});
    });
    await openPage('&tab=inCancel');
    await row(2).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Order 261122ABC' });
    await panel.getByRole('button', { name: 'Accept cancellation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept cancellation' }).click();
    await poll(() => row(2).count()).toBe(0);
    await panel.getByText('At the marketplace: Cancelled (CANCELLED)').waitFor();
    expect(await panel.getByRole('button', { name: 'Accept cancellation' }).count()).toBe(0);
  });

  it('stays on the page and says why, where the orders cannot be exported', async () => {
    const { page } = window;
    await openPage();
    await page.route('**/api/desk/orderExport*', (route) =>
      route.fulfill({ status: 503, json: { result: 'fail', reason: 'The server is busy.', code: 'server_busy' } }),
    );
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'As CSV' }).click();
    await page.getByText('The orders could not be exported. Try again. The server is busy.').waitFor();
    await poll(() => rows().count()).toBe(5);
  });

  it('opens the conversation with the buyer from the row', async () => {
    const { page } = window;
    const conversationId = asConversationId('00000000-0000-7000-8000-0000000000c1');
    held = { ...held, orders: [booked(1, SHOPS[0], { conversationId })] };
    await openPage();
    await row(1).getByRole('button', { name: 'Write to ' }).click();
    await page.waitForURL(/\/chat\/all/);
  });

  it('changes many orders at once, leaves out what cannot be rated, and lists what failed with its reason', async () => {
    const { page, backend } = window;
    backend.model.answerWith(CALLS.orders.rateBuyer, ({ orderId }) =>
      orderId === '175' ? refused('order_not_ratable', 'This order cannot be rated.') : succeeded({}),
    );
    await openPage();
    await row(1).focus();
    await page.keyboard.press('Space');
    await row(5)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await bar.getByText('5 orders selected').waitFor();
    await bar.getByRole('button', { name: 'Rate buyers (2)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rate 2 buyers' });
    await dialog.getByText(/^3 selected orders are not evaluable/).waitFor();
    const concerned = dialog.getByRole('list', { name: 'Selected orders' }).getByRole('listitem');
    await poll(() => concerned.count()).toBe(2);
    await concerned.first().getByText('261121ABC').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rate', exact: true }).click();
    await dialog.getByRole('alert').getByText('Choose a score first.').waitFor();
    await dialog.getByRole('radio', { name: '4 stars' }).check();
    await dialog.getByRole('button', { name: 'Rate', exact: true }).click();
    await dialog.getByText('1 of 2 orders changed').waitFor();
    await dialog.getByRole('list').getByText('This order cannot be rated.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await poll(() => bar.count()).toBe(0);
  });
});
