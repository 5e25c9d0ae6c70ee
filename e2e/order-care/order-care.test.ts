import { expect, it } from 'vitest';
import { useOwnDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useOwnDemo();
/** The orders of all shops are read page by page. Milliseconds. */
const READ_WITHIN_MS = 60_000;
const SENT_WITHIN_MS = 60_000;

it('the buyer of an unpaid order is reminded once, and is left out by a second try and by other messages', async () => {
  const desk = await harness.desk();
  await desk.open('/chat/all');
  const { page } = desk;
  const { market } = harness.demo;
  const rail = page.getByRole('navigation', { name: 'Main' });
  const shop = (await market.demoShops()).find(({ marketplace }) => marketplace === 'shopee');
  if (shop === undefined) throw new Error('no shop at Shopee');
  const trade = await market.trade({ marketplace: 'shopee', shopId: shop.shopId, buyerId: '' });
  const order = trade.orders.find(({ status }) => status === 'unpaid');
  if (order === undefined) throw new Error('no order of the shop is unpaid');
  const reminder = `Your order ${order.orderNumber} waits for its payment.`;
  const place = { marketplace: 'shopee', shopId: shop.shopId, buyerId: order.buyerId } as const;

  await rail.getByRole('link', { name: 'Order care' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('The content to send is empty').waitFor();
  await panel.getByRole('button', { name: 'Write the content' }).click();
  await panel.getByLabel('Text 1').fill('Your order {order} waits for its payment.');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();

  await rail.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('button', { name: 'Read orders now' }).click();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(order.orderNumber);
  const row = page.getByRole('row', { name: `Order ${order.orderNumber}` });
  await row.waitFor({ timeout: READ_WITHIN_MS });
  await row.getByRole('checkbox').check();
  const care = page.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name: 'Order care' });
  await care.click();
  const dialog = page.getByRole('dialog', { name: 'Order care for 1 order' });
  await dialog.getByRole('button', { name: 'Send for 1 order' }).click();
  await dialog.getByRole('link', { name: 'Show the history' }).click();
  const task = panel.getByRole('list', { name: 'Tasks' }).getByRole('listitem').first();
  await task.getByText('Succeeded: 1', { exact: true }).waitFor({ timeout: SENT_WITHIN_MS });
  await task.getByText('Ended', { exact: true }).waitFor();
  await expect.poll(() => market.timesAccepted(place, reminder, 'seller'), PATIENT).toBe(1);
  await task.getByRole('button', { name: 'Orders' }).click();
  const sent = panel.getByRole('table', { name: 'Orders: Payment reminder' });
  await sent.getByText(reminder).waitFor();
  await sent.getByRole('link', { name: order.orderNumber }).click();

  await row.press('Enter');
  await page.getByText('Order care: Payment reminder.').waitFor();
  await row.getByRole('checkbox').check();
  await care.click();
  await dialog.getByRole('button', { name: 'Send for 1 order' }).click();
  await dialog.getByText('No shop has orders that need urging').waitFor();
  await page.keyboard.press('Escape');

  // The preview of the shop leaves the order out as well, and says why.
  await rail.getByRole('link', { name: 'Order care' }).click();
  await panel.getByRole('radio', { name: 'Chosen shops' }).check();
  await panel.getByRole('searchbox').fill(shop.name);
  await panel.getByRole('button', { name: 'Choose all shown' }).click();
  await panel.getByText('1: the order has had this message').waitFor();
  expect(await market.timesAccepted(place, reminder, 'seller')).toBe(1);

  const leftOut = async () => {
    await desk.goto('/bulk-send?lang=en');
    await page.getByRole('tab', { name: 'Send', exact: true }).click();
    const form = page.getByRole('form', { name: 'New task' });
    await form.getByLabel('Name of the task').fill('News');
    await form.getByLabel('Text 1').fill('Dear {buyer}, we have news.');
    await form.getByRole('radio', { name: 'Buyers of orders' }).check();
    await form.getByRole('checkbox', { name: shop.name }).check();
    await form.getByRole('checkbox', { name: 'Leave out buyers whom order care has written to' }).check();
    await form.getByRole('button', { name: 'Show the preview' }).click();
    return form.getByRole('table', { name: 'Buyers by shop' }).innerText();
  };
  const byCare = 'order care has written to the buyer';
  expect(await leftOut()).toContain(byCare);
  await desk.goto('/settings/sending?lang=en');
  await page.getByLabel('Leave such buyers out for some days').uncheck();
  await page.getByLabel('Messages at most').fill('0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter a whole number of messages, from 1 to').waitFor();
  await page.getByLabel('Messages at most').fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const limited = await leftOut();
  expect(limited).toContain('the buyer has got the most automatic messages');
  expect(limited).not.toContain(byCare);
});

it('a kind that is switched on names its missing content, takes a time that is right, and stays as it was saved', async () => {
  const desk = await harness.desk();
  await desk.open('/order-care');
  const { page } = desk;
  const panel = page.getByRole('tabpanel');
  const thanks = panel.getByRole('switch', { name: 'Thanks for the payment' });
  const saved = () => page.getByText('Saved.').waitFor();
  const save = () => panel.getByRole('button', { name: 'Save', exact: true }).click();

  await page.getByRole('tab', { name: 'Automatic' }).click();
  await thanks.check();
  await panel.getByLabel('Thanks for the payment: how long after').fill('0');
  await save();
  await panel.getByText('From 1 minute to').waitFor();
  await panel.getByLabel('Thanks for the payment: how long after').fill('2');
  await panel.getByLabel('Thanks for the payment: unit of time').selectOption('hours');
  await save();
  await saved();
  await panel.getByRole('button', { name: 'Write the content: Thanks for the payment' }).click();
  await panel.getByLabel('Text 1').fill('Dear {buyer}, thank you for paying order {order}.');
  await panel.getByText('Dear Mei Lin, thank you for paying order').waitFor();
  await save();
  await panel.getByRole('button', { name: 'Remove' }).waitFor();

  await desk.goto('/order-care?lang=en');
  await page.getByRole('tab', { name: 'Automatic' }).click();
  await expect.poll(() => panel.getByLabel('Thanks for the payment: how long after').inputValue(), PATIENT).toBe('2');
  await expect.poll(() => thanks.isChecked(), PATIENT).toBe(true);
  expect(await panel.getByRole('button', { name: 'Write the content: Thanks for the payment' }).count()).toBe(0);
  await thanks.uncheck();
  await save();
  await saved();
});

it('each country may have its own words, and the queue has the look for due orders and answers that wait', async () => {
  const { market } = harness.demo;
  const desk = await harness.desk();
  await desk.open('/order-care');
  const { page } = desk;
  const panel = page.getByRole('tabpanel');
  const save = panel.getByRole('button', { name: 'Save', exact: true });
  await page.getByRole('tab', { name: 'Automatic' }).click();
  await panel.getByRole('switch', { name: 'Thanks for the payment' }).check();
  await save.click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('tab', { name: 'Content' }).click();
  await panel.getByRole('list', { name: 'Message' }).getByRole('button', { name: 'Thanks for the payment' }).click();
  await panel.getByLabel('Text 1').fill('We pack order {order} today.');
  await save.click();
  await panel.getByLabel('Add a country…').selectOption('Thailand');
  await panel.getByText('Buyers of Thailand get the content of all countries.').waitFor();
  await panel.getByLabel('Text 1').fill('เราจะแพ็กคำสั่งซื้อ {order} วันนี้');
  await save.click();
  await panel.getByRole('button', { name: 'Remove' }).waitFor();

  // The queue has the look for due orders, and an answer that waits for its time, which a member takes out.
  const asking = (await market.quietBuyers('shopee', 'VN')).at(-1);
  if (asking === undefined) throw new Error('there is no quiet buyer');
  await desk.goto('/settings/auto-reply?lang=en');
  await page.getByLabel('Marketplace', { exact: true }).selectOption('Shopee');
  await page.getByLabel('Site', { exact: true }).selectOption('Vietnam');
  const usual = page.getByRole('group', { name: 'Usual answer', exact: true });
  await usual.getByLabel('Answer buyers whom nobody has answered').check();
  await usual.getByLabel('After how many minutes').fill('60');
  await usual.getByRole('textbox', { name: 'Text 1' }).fill('We answer tomorrow.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await market.post(asking.place, 'Is anybody here?');
  await desk.goto('/timer/index?lang=en');
  const queue = page.getByRole('table', { name: 'Tasks' });
  await queue.getByRole('row').filter({ hasText: 'Order care' }).getByText('Cannot be stopped here.').first().waitFor();
  const waiting = queue.getByRole('row').filter({ hasText: asking.name });
  await waiting.getByText('Waits for its time').waitFor();
  await waiting.getByRole('button', { name: `Stop: Automatic answer, ${asking.name}` }).click();
  await page.getByRole('dialog', { name: 'Stop this task?' }).getByRole('button', { name: 'Stop' }).click();
  await waiting.waitFor({ state: 'detached' });
  await desk.goto('/settings/auto-reply?lang=en');
  await page.getByRole('tab', { name: 'Log' }).click();
  const asked = page.getByRole('row').filter({ hasText: 'Is anybody here?' });
  await asked.getByText('A member took the answer out of the queue.').waitFor();
});
