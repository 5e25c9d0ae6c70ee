import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useOwnDemo();
/** A task sends with pauses, and looks every 30 seconds whether what it waits for is over. Milliseconds. */
const SLOW = { timeout: 90_000 };

const taskOf = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: name }).first();

/** The form of a task with this name and text. */
async function newTask(desk: Desk, name: string, text: string): Promise<Locator> {
  const { page } = desk;
  await desk.goto('/bulk-send?lang=en');
  await page.getByRole('tab', { name: 'Send', exact: true }).click();
  const form = page.getByRole('form', { name: 'New task' });
  await form.getByLabel('Name of the task').fill(name);
  await form.getByLabel('Text 1').fill(text);
  await form.getByLabel('Seconds between two buyers of a shop').fill('5');
  return form;
}

async function begin(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Show the preview' }).click();
  await form.getByRole('button', { name: /^Send to [\d,]+ buyers?$/ }).click();
}

const shopAt = async (marketplace: string, country: string) => {
  const shops = await harness.demo.market.demoShops();
  const shop = shops.find((one) => one.marketplace === marketplace && one.country === country);
  if (shop === undefined) throw new Error(`no shop at ${marketplace} ${country}`);
  return shop;
};

it('a buyer is welcomed once, gets the answer to a frequent question, and the answers of the own rules of a shop', async () => {
  const { market } = harness.demo;
  const [buyer] = await market.quietBuyers('shopee', 'VN');
  if (buyer === undefined) throw new Error('there is no quiet buyer');
  const desk = await harness.desk();
  const { page } = desk;
  await desk.open('/settings/chat');
  await page.getByLabel('Welcome each buyer once a day').check();
  await page.getByLabel('Welcome message').fill('Welcome to our shop!');
  await page.getByRole('button', { name: 'Add a category' }).click();
  const category = page.getByRole('group', { name: 'Category 1' });
  await category.getByLabel('Category', { exact: true }).fill('Parcels');
  await category.getByLabel('Question 1', { exact: true }).fill('How long does it take?');
  await category.getByLabel('Answer 1', { exact: true }).fill('Two to four days.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();

  await desk.goto('/settings/auto-reply?lang=en');
  await page.getByLabel('Marketplace', { exact: true }).selectOption('Shopee');
  await page.getByLabel('Site', { exact: true }).selectOption('Vietnam');
  await page.getByRole('list', { name: 'Whose rules are shown' }).getByText(buyer.shopName).click();
  await page.getByRole('button', { name: 'Give it its own rules' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give it its own rules' }).click();
  const usual = page.getByRole('group', { name: 'Usual answer', exact: true });
  await usual.getByLabel('Answer buyers whom nobody has answered').check();
  await usual.getByLabel('After how many minutes').fill('0');
  await usual.getByRole('textbox', { name: 'Text 1' }).fill('This shop answers tomorrow.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();

  const welcome = 'Welcome to our shop!\nParcels\n1. How long does it take?';
  await market.post(buyer.place, 'Hello!');
  await expect.poll(() => market.timesAccepted(buyer.place, welcome, 'seller'), PATIENT).toBe(1);
  await market.post(buyer.place, '1');
  await expect.poll(() => market.timesAccepted(buyer.place, 'Two to four days.', 'seller'), PATIENT).toBe(1);
  await market.post(buyer.place, 'And the colour?');
  await expect.poll(() => market.timesAccepted(buyer.place, 'This shop answers tomorrow.', 'seller'), PATIENT).toBe(1);
  expect(await market.timesAccepted(buyer.place, welcome, 'seller')).toBe(1);

  await page.getByRole('button', { name: 'Remove own rules' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove own rules' }).click();
  await page.getByRole('button', { name: 'Give it its own rules' }).waitFor();
  await desk.goto('/settings/chat?lang=en');
  await page.getByLabel('Welcome each buyer once a day').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
});

it('a task waits for the end of the common quiet hours and of those of a site, and while everything automatic is stopped', async () => {
  const [shop, common] = [await shopAt('lazada', 'PH'), await shopAt('lazada', 'ID')];
  const desk = await harness.desk();
  const { page } = desk;
  await desk.open('/settings/sending');
  const quiet = page.getByRole('group', { name: 'Quiet hours', exact: true });
  await quiet.getByLabel('Keep quiet in some hours').check();
  await page.getByLabel('Other hours for a site…').selectOption('Philippines');
  const site = page.getByRole('group', { name: 'Philippines' });
  // All day but for the hour that began two hours ago. In Indonesia it is an hour earlier.
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Asia/Manila' }).format(),
  );
  const oclock = (at: number) => `${String(((at % 24) + 24) % 24).padStart(2, '0')}:00`;
  for (const hours of [quiet, site]) {
    await hours
      .getByLabel('From')
      .first()
      .fill(oclock(hour - 1));
    await hours
      .getByLabel('To', { exact: true })
      .first()
      .fill(oclock(hour - 2));
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();

  const form = await newTask(desk, 'Quiet', 'Dear {buyer}, good news.');
  for (const { name } of [shop, common]) await form.getByRole('checkbox', { name }).check();
  await begin(form);
  const task = taskOf(page, 'Quiet');
  const pause = task.getByText('Waiting for the end of the quiet hours');
  for (const name of [shop.name, common.name]) await pause.filter({ hasText: name }).waitFor(SLOW);
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Automatic messages', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Stop them in the whole account…' }).click();
  const stop = page.getByRole('dialog', { name: 'Stop all automatic messages?' });
  await stop.getByRole('button', { name: 'Stop' }).click();
  await bar.getByRole('button', { name: 'Automatic messages are stopped', exact: true }).waitFor();
  await task.getByText('Waiting because automatic messages are stopped here').waitFor();

  await desk.goto('/settings/sending?lang=en');
  await page.getByRole('button', { name: 'Give Philippines the common quiet hours again' }).click();
  await quiet.getByLabel('Keep quiet in some hours').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await bar.getByRole('button', { name: 'Automatic messages are stopped', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Let them go on: In the whole account' }).click();
  await desk.goto('/bulk-send?lang=en');
  await task.getByText(/^Succeeded: [1-9]/).waitFor(SLOW);
  await pause.waitFor({ state: 'detached' });
  await task.getByRole('button', { name: 'Stop', exact: true }).click();
  await task.getByText('Stopped', { exact: true }).waitFor();
});

it('the fans of a shop are read page by page, and those whom Shopee allows get the message', async () => {
  const shop = await shopAt('shopee', 'SG');
  const desk = await harness.desk();
  await desk.open('/chat/all');
  const form = await newTask(desk, 'For fans', 'Dear {buyer}, thank you for following us.');
  await form.getByRole('radio', { name: 'Shop fans' }).check();
  await form.getByRole('checkbox', { name: shop.name }).check();
  await form.getByRole('button', { name: 'Read the fans' }).click();
  await form
    .getByRole('list', { name: 'Fans of the shops' })
    .getByText(/45 fans, read /)
    .waitFor(SLOW);
  await begin(form);
  const task = taskOf(desk.page, 'For fans');
  await task.getByText(/^Succeeded: [1-9]/).waitFor(SLOW);
  await task.getByRole('button', { name: 'Stop', exact: true }).click();
  await task.getByText('Stopped', { exact: true }).waitFor();
  await desk.page.getByRole('tab', { name: 'Distribution list' }).click();
  await desk.page.getByLabel('Task', { exact: true }).selectOption({ label: 'For fans' });
  await desk.page.getByLabel('Result', { exact: true }).selectOption({ label: 'Succeeded' });
  const reached = desk.page.getByRole('table', { name: 'Distribution list' }).getByRole('row').nth(1);
  const name = await reached.getByRole('button').first().innerText();
  const buyer = shop.conversations.find((one) => one.name === name);
  if (buyer === undefined) throw new Error(`the shop has no buyer ${name}`);
  const text = `Dear ${name}, thank you for following us.`;
  expect(await harness.demo.market.timesAccepted(buyer.place, text, 'seller')).toBe(1);
});

it('the buyers of pasted order numbers get their message, who was refused is tried again, and the list is exported', async () => {
  const { market } = harness.demo;
  const shop = await shopAt('shopee', 'TH');
  const { orders } = await market.trade({ marketplace: 'shopee', shopId: shop.shopId, buyerId: '' });
  const order = orders.find(({ buyerId }) => shop.conversations.some(({ place }) => place.buyerId === buyerId));
  if (order === undefined) throw new Error('no buyer who writes has ordered');
  const desk = await harness.desk();
  const { page } = desk;
  await desk.open('/orders');
  await page.getByRole('button', { name: 'Read orders now' }).click();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(order.orderNumber);
  await page.getByRole('row', { name: `Order ${order.orderNumber}` }).waitFor(SLOW);

  const form = await newTask(desk, 'Parcels', 'Your order {order} leaves today.');
  await form.getByRole('radio', { name: 'Order numbers' }).check();
  await form.getByLabel('Order numbers, one a line').fill(`${order.orderNumber}\nNO-SUCH-ORDER`);
  await form.getByRole('button', { name: 'Check the numbers' }).click();
  await form.getByText('Row 2: no order has the number NO-SUCH-ORDER.').waitFor();
  const wrong = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Save the wrong row as a workbook' }).click();
  expect((await wrong).suggestedFilename()).toBe('order-numbers-wrong.xlsx');
  await form.getByLabel('Order numbers, one a line').fill(order.orderNumber);
  await form.getByRole('button', { name: 'Check the numbers' }).click();
  await form.getByText('1 order is taken.').waitFor();
  await market.addFault({ kind: 'forbidden', marketplace: 'shopee', shopId: shop.shopId });
  await begin(form);
  const task = taskOf(page, 'Parcels');
  await task.getByText('Failed: 1', { exact: true }).waitFor(SLOW);
  await market.clearFaults();
  await task.getByRole('button', { name: 'Retry failed' }).click();
  await task.getByText('Succeeded: 1', { exact: true }).waitFor(SLOW);
  const place = { marketplace: 'shopee', shopId: shop.shopId, buyerId: order.buyerId } as const;
  expect(await market.timesAccepted(place, `Your order ${order.orderNumber} leaves today.`, 'seller')).toBe(1);

  await page.getByRole('tab', { name: 'Distribution list' }).click();
  await page.getByLabel('Task', { exact: true }).selectOption({ label: 'Parcels' });
  await page.getByRole('row').filter({ hasText: order.orderNumber }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
});
