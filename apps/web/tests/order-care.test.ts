import type { BookedOrder } from '@pasar/api';
import { CALLS } from '@pasar/api';
import { tabCounts } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { aShop } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { beforeEach, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { order, thb } from './order-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });

const SHOPS = [aShop(1, 'shopee'), aShop(2, 'lazada', { country: 'MY' }), aShop(3, 'tiktok')] as const;
const held = () => window.backend.model.orderCare;
const text = (words: string) => ({ parts: [{ kind: 'text' as const, text: words }], variants: [] });
const panel = () => window.page.getByRole('tabpanel');
const button = (name: string | RegExp) => panel().getByRole('button', { name, exact: typeof name === 'string' });
const chooseTab = (name: string) => window.page.getByRole('tab', { name, exact: true }).click();

beforeEach(async () => {
  const { model } = window.backend;
  await window.signIn();
  model.shops.byId.clear();
  for (const shop of SHOPS) model.shops.setShop(shop);
});

async function open(query = '?lang=en'): Promise<void> {
  await window.page.goto(`${window.url}/order-care${query}`);
  await window.page.locator('[data-live="live"]').waitFor();
}

it('says that no order was read yet, has them read, and names what was not read beside what is known', async () => {
  const { backend } = window;
  await open();
  held().contents = [{ kind: 'pay', country: null, content: text('Dear {buyer}') }];
  const nobody = { totalCount: 0, sendCount: 0, shops: [], unreadReviewShopIds: [], unreadParcels: 0, durationMs: 0 };
  const unreadShopIds = SHOPS.map(({ shopId }) => shopId);
  held().preview = { ...nobody, unreadShopIds };
  backend.model.append({ kind: 'orderCare' });
  await panel().getByText('No orders have been read yet').waitFor();
  backend.model.nextResults.set(CALLS.readings.readNow.path, succeeded({ shopIds: unreadShopIds }));
  await button('Read orders now').click();
  await poll(() => backend.calls.filter(({ path }) => path === CALLS.readings.readNow.path).length).toBe(1);
  held().preview = { ...nobody, unreadShopIds: unreadShopIds.slice(1) };
  backend.model.append({ kind: 'orderCare' });
  await panel().getByText('The orders of 2 shops have not all been read yet').waitFor();
  await panel().getByText('No shop has orders that need urging').waitFor();
  held().preview = { ...nobody, unreadShopIds: [], unreadReviewShopIds: unreadShopIds };
  backend.model.append({ kind: 'readings', subject: 'reviews' });
  await panel().getByText('No reviews have been read yet').waitFor();
  await button('Read reviews now').click();
  await poll(() => backend.calls.filter(({ path }) => path === CALLS.readings.readNow.path).at(-1)?.input).toEqual({
    subject: 'reviews',
  });
  held().preview = { ...nobody, unreadShopIds: [], unreadReviewShopIds: unreadShopIds.slice(1) };
  backend.model.append({ kind: 'readings', subject: 'reviews' });
  await panel().getByText('The reviews of 2 shops have not all been read yet').waitFor();
  expect(await panel().getByText('do not tell whether an order was rated').count()).toBe(0);
  held().contents = [{ kind: 'review', country: null, content: text('Dear {buyer}') }];
  backend.model.append({ kind: 'orderCare' });
  await panel().getByRole('radio', { name: 'Review request' }).check();
  await panel().getByText('Lazada and TikTok Shop do not tell whether an order was rated.').waitFor();
  await panel().getByText('finished at least 3 days ago').waitFor();
  await chooseTab('Automatic');
  await panel().getByRole('region', { name: 'How new this list is' }).waitFor();
});

it('sends the message of a kind: what is missing is named, the preview follows the choice, the history shows the task', async () => {
  const { page } = window;
  await page.goto(`${window.url}/chat/all?lang=en`);
  await page.locator('[data-live="live"]').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('order care');
  await page.keyboard.press('Enter');
  await panel().getByText('The content to send is empty').waitFor();
  await button('Write the content').click();
  await poll(() => panel().evaluate((shown) => shown === document.activeElement)).toBe(true);
  const area = panel().getByLabel('Text 1');
  await button('Use the sample text').click();
  await panel().getByText('Hi Mei Lin, thank you for your order 261126ABCDEF').waitFor();
  await button('Malay').waitFor();
  expect([await button('Use the sample text').count(), held().contents]).toEqual([0, []]);
  await button('Undo').click();
  await area.fill('Dear ');
  await button('Buyer').click();
  for (const name of ['Order number', 'Tracking number', 'Product', 'Amount']) await button(name).click();
  await poll(() => area.inputValue()).toBe('Dear {buyer}{order}{tracking}{product}{amount}');
  await area.fill('Dear {buyer}, {order} waits');
  await panel().getByText('Dear Mei Lin, 261126ABCDEF waits').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await button('Save').click();
  await page.getByText('Saved.').waitFor();

  await chooseTab('Send now');
  await button('Send for 6 orders').waitFor();
  await panel().getByText('Dear John Tan, {order} waits').first().waitFor();
  await panel().getByRole('button', { name: '7 days' }).click();
  await panel().getByRole('radio', { name: 'Chosen shops' }).check();
  await panel().getByText('No shop is chosen').waitFor();
  await panel()
    .getByRole('checkbox', { name: /Shop 1/ })
    .check();
  await button('Send for 2 orders').waitFor();
  // Who chooses another shop and presses at once sends nothing to those that were chosen before.
  const other = panel().getByRole('checkbox', { name: /Shop 2/ });
  await other.evaluate((shop: HTMLElement) => {
    shop.click();
    const send = [...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Send for 2 orders');
    if (send === undefined) throw new Error('nothing can be sent');
    send.click();
  });
  await button('Send for 4 orders').waitFor();
  await other.uncheck();
  await button('Send for 2 orders').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  held().preview = {
    totalCount: 3,
    sendCount: 1,
    shops: [{ shopId: SHOPS[0].shopId, sendCount: 1, skipped: [{ reason: 'caredFor', count: 2 }] }],
    unreadShopIds: [],
    unreadReviewShopIds: [],
    unreadParcels: 0,
    durationMs: 0,
  };
  window.backend.model.append({ kind: 'orderCare' });
  await panel().getByText('2: the order has had this message').waitFor();
  window.backend.model.nextResults.set(
    CALLS.orderCare.createOrderCareTask.path,
    refused('no_shops_to_urge', 'No shop has orders that need urging.'),
  );
  await button('Send for 1 order').click();
  await panel().getByText('No shop has orders that need urging').waitFor();
  await panel().getByRole('button', { name: '15 days' }).click();
  window.backend.model.nextResults.set(
    CALLS.orderCare.createOrderCareTask.path,
    refused('task_create_failed', 'You have 20 tasks that wait or run.'),
  );
  await button('Send for 1 order').click();
  await panel().getByRole('alert').getByText('You have 20 tasks that wait or run').waitFor();
  await button('Send for 1 order').click();
  await panel().getByRole('list', { name: 'Tasks' }).getByText('Running').waitFor();
  expect(
    window.backend.calls.find(({ path }) => path === CALLS.orderCare.createOrderCareTask.path)?.input,
  ).toMatchObject({ kind: 'pay', range: '7', shopIds: [SHOPS[0].shopId] });

  held().preview = null;
  held().contents = [{ kind: 'delivered', country: null, content: text('Hello') }];
  held().dueCount = 0;
  window.backend.model.append({ kind: 'orderCare' });
  await chooseTab('Send now');
  await panel()
    .getByRole('radio', { name: /^Parcel delivered/ })
    .check();
  await panel().getByText('No order list of Shopee tells this.').waitFor();
  await panel().getByText('No shop has orders that need urging').waitFor();
  held().contents = [{ kind: 'outForDelivery', country: null, content: text('Hello') }];
  held().preview = {
    totalCount: 1,
    sendCount: 1,
    shops: [{ shopId: SHOPS[0].shopId, sendCount: 1, skipped: [] }],
    unreadShopIds: [],
    unreadReviewShopIds: [],
    unreadParcels: 7,
    durationMs: 0,
  };
  window.backend.model.append({ kind: 'orderCare' });
  await panel()
    .getByRole('radio', { name: /^Parcel out for delivery/ })
    .check();
  await panel().getByText('The parcels of 7 orders have still to be read').waitFor();
  await button('Send for 1 order').waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

it('keeps what goes out by itself: switches and delays, faults at their field, read alone by a sub-account', async () => {
  const { page } = window;
  held().contents = [{ kind: 'pay', country: null, content: text('Hello') }];
  await open('?lang=en&tab=automatic');
  await panel().getByText('Orders that were there before get nothing by themselves').waitFor();
  const pay = panel().getByRole('switch', { name: /^Payment reminder/ });
  await pay.focus();
  await page.keyboard.press('Space');
  await poll(() => pay.isChecked()).toBe(true);
  const delay = panel().getByLabel('Payment reminder: how long after');
  await delay.fill('');
  await button('Save').click();
  await panel().getByText('From 1 minute to 29 days, in whole numbers.').waitFor();
  expect(await delay.evaluate((field) => field === document.activeElement)).toBe(true);
  await delay.fill('2');
  await panel().getByLabel('Payment reminder: unit of time').selectOption('days');
  // What is not saved stays while another tab is shown.
  await chooseTab('History');
  await panel().getByText('No tasks yet').waitFor();
  await chooseTab('Automatic');
  expect(await violationsOn(page)).toEqual([]);
  await button('Save').click();
  await page.getByText('Saved.').waitFor();
  expect(held().settings.reminders.pay).toEqual({ isOn: true, afterMinutes: 2_880 });
  await button('Write the content: Review request').click();
  await panel().getByRole('heading', { name: 'Review request' }).waitFor();
  await panel().getByLabel('Add a country…').selectOption('MY');
  await panel().getByLabel('Text 1').fill('Only in Malaysia');
  await button('Save').click();
  await poll(() => held().contents.find(({ country }) => country === 'MY')?.kind).toBe('review');
  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await poll(() => held().contents.length).toBe(1);

  window.backend.model.setKeys(['orderCare']);
  await panel().getByText('Only the main account changes this.').filter({ visible: true }).waitFor();
  expect(await panel().getByRole('button', { name: 'Save' }).count()).toBe(0);
  await chooseTab('Automatic');
  await poll(() => panel().getByRole('switch').first().isDisabled()).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
});

it('shows how far tasks have come and why they wait, steers them, and what was sent about each order', async () => {
  const { page } = window;
  const { model } = window.backend;
  held().contents = [{ kind: 'pay', country: null, content: text('Hello') }];
  await open();
  await button('Send for 6 orders').click();
  const task = panel().getByRole('list', { name: 'Tasks' }).locator(':scope > li');
  const [made] = held().tasks;
  if (made === undefined) throw new Error('no task');
  const { taskId } = made;
  held().change(taskId, {
    ...{ successCount: 2, skipCount: 1, pauses: [{ shopId: SHOPS[0].shopId, pause: 'notLoggedIn' }] },
  });
  await task.getByText('Waiting because these shops are not logged in or not connected yet: Shop 1').waitFor();
  await task.getByText('Left out: 1', { exact: true }).waitFor();
  await task.getByText(`Orders: ${made.totalCount}`, { exact: true }).waitFor();
  await task.getByRole('button', { name: 'Stop', exact: true }).click();
  await task.getByText('Stopped', { exact: true }).waitFor();
  await task.getByRole('button', { name: 'Go on' }).click();
  await task.getByText('Running', { exact: true }).waitFor();
  held().change(taskId, { state: 'finish', failCount: 1, pauses: [] });
  await task.getByRole('button', { name: 'Retry failed' }).click();
  await task.getByText('Running', { exact: true }).waitFor();

  const [conversation] = model.chat.conversations.values();
  if (conversation === undefined) throw new Error('no conversation');
  const { conversationId } = conversation;
  const item = (number: number) => ({
    ...{ itemId: `${taskId.slice(0, -2)}${number}0`, taskId, kind: 'pay' as const, shopId: SHOPS[0].shopId },
    ...{ orderId: String(number), orderNumber: `ORDER${number}`, buyerName: 'John Tan', conversationId },
    ...{ skipped: null, reason: null, detail: null, endedAt: 2, isAnswered: false },
  });
  held().items = [
    { ...item(1), state: 'success', texts: ['First line', 'Second part'], sentAt: 1 },
    { ...item(2), state: 'skip', skipped: 'stageOver', texts: [], sentAt: null },
  ];
  await task.getByRole('button', { name: 'Orders' }).click();
  const table = panel().getByRole('table', { name: 'Orders: Payment reminder' });
  await table.getByText('the order is no longer at this stage').waitFor();
  await table.getByText('First line').click();
  await table.getByText('Second part').waitFor();
  await poll(() => table.getByRole('link', { name: 'ORDER1' }).getAttribute('href')).toBe('/orders?q=ORDER1');
  expect(await violationsOn(page)).toEqual([]);
  await panel().getByRole('button', { name: 'Orders', exact: true }).first().click();
  await panel().getByRole('searchbox', { name: 'Order number' }).fill('ORDER2');
  await poll(() => panel().getByRole('table').getByRole('row').count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('order')).toBe('ORDER2');
  await panel().getByLabel('Result').selectOption('success');
  await panel().getByText('No order matches').waitFor();
  await panel().getByLabel('Result').selectOption('');
  await button('Open the conversation with John Tan').click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
});

it('writes to the buyers of ticked orders, and says of an opened order what its buyer has had', async () => {
  const { page } = window;
  const { model } = window.backend;
  const booked = (number: number, more: Partial<BookedOrder>): BookedOrder => ({
    ...{ ...order(number), paymentMethod: null, shippingFee: thb('0'), address: null, isRatable: false },
    ...{ shopId: SHOPS[0].shopId, changedAt: 1, carrier: null, trackingNumber: null, cancelReason: null },
    ...{ readAt: 1, parcel: null, waybill: null, conversationId: null },
    ...more,
  });
  const unpaid = { status: 'unpaid', wireStatus: 'UNPAID' } as const;
  const sent = { status: 'wait_receiver_confirm', wireStatus: 'SHIPPED' } as const;
  const out = (hours: number) => ({ stage: 'outForDelivery' as const, at: Date.now() - hours * 3_600_000 });
  const orders = [
    ...[booked(1, unpaid), booked(2, unpaid), booked(3, unpaid), booked(4, { ...sent, parcel: out(2) })],
    booked(5, { ...sent, parcel: out(30) }),
  ];
  model.answerWith(CALLS.orderBook.searchOrderList, () => succeeded({ orders, next: null }));
  model.answerWith(CALLS.orderBook.getTabAndOrderCountMap, () =>
    succeeded({ tabs: tabCounts({ unpaid: 3, wait_receiver_confirm: 2 }), unknown: 0 }),
  );
  model.answerWith(CALLS.readings.readings, () => succeeded({ readings: [], everyMinutes: 60 }));
  await page.goto(`${window.url}/orders?lang=en`);
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
  const care = page.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name: 'Order care' });
  await care.click();
  const dialog = page.getByRole('dialog', { name: 'Order care for 5 orders' });
  // Most of the orders are unpaid.
  await poll(() => dialog.getByRole('radio', { name: /^Payment reminder/ }).isChecked()).toBe(true);
  await dialog.getByText('2 chosen orders are not at this stage and are left out.').waitFor();
  // A parcel that went out yesterday is not out for delivery any more.
  await dialog.getByRole('radio', { name: /^Parcel out for delivery/ }).check();
  await dialog.getByText('No order list of Shopee tells this.').waitFor();
  await dialog.getByRole('button', { name: 'Send for 1 order' }).waitFor();
  await dialog.getByRole('radio', { name: /^Payment reminder/ }).check();
  await dialog.getByRole('button', { name: 'Send for 3 orders' }).click();
  await dialog.getByText('The content to send is empty').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  held().contents = [{ kind: 'pay', country: null, content: text('Hello') }];
  await dialog.getByRole('button', { name: 'Send for 3 orders' }).click();
  await dialog.getByText('3 orders were added to a new task.').waitFor();
  await page.keyboard.press('Escape');
  await poll(() => care.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.locator('tr[data-order]').first().press('Enter');
  await page.getByText('Order care: Payment reminder.').waitFor();

  model.withdraw('orderCare');
  await poll(() => care.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('Order care: Payment reminder.').waitFor({ state: 'detached' });
});

it.each(looks(['zh-CN', 'zh-TW', 'th'], 1))('has its words in %s', async (lang) => {
  const { page } = window;
  held().contents = [{ kind: 'pay', country: null, content: text('7') }];
  for (const tab of ['send', 'automatic', 'content', 'history']) {
    await open(`?lang=${lang}&tab=${tab}`);
    await poll(() => panel().innerText()).not.toBe('');
    await poll(() => page.locator('main').innerText()).not.toMatch(/[a-z]+\.[a-z]/);
    await poll(() => violationsOn(page)).toEqual([]);
  }
});
