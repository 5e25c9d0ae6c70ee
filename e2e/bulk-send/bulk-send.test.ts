import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useOwnDemo();
const OPEN: readonly string[] = ['unpaid', 'toShip', 'cancelRequested', 'shipping'];

it('buyers who were picked in the list get one message, each by name; the task says who got it', async () => {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.tiktok);
  const { page } = desk;
  await desk.tab('All').click();
  const rows = desk.conversations.getByRole('listbox').getByRole('option');
  await expect.poll(() => rows.count(), PATIENT).toBeGreaterThan(1);
  const names = await rows.evaluateAll((all) => all.slice(0, 2).map((row) => row.getAttribute('aria-label') ?? ''));
  for (const name of names) await desk.conversation(name).click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send a message to these' }).click();

  const form = page.getByRole('form', { name: 'New task' });
  await form.getByLabel('Name of the task').fill('Parcels');
  await form.getByLabel('Text 1').fill('Dear {buyer}, your parcel is on its way.');
  await form.getByLabel('Seconds between two buyers of a shop').fill('5');
  await form.getByRole('button', { name: 'Show the preview' }).click();
  await form.getByText(`Dear ${names[0]}, your parcel is on its way.`).waitFor();
  await form.getByRole('button', { name: 'Send to 2 buyers' }).click();

  const task = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: 'Parcels' }).first();
  await task.getByText('Succeeded: 2', { exact: true }).waitFor({ timeout: 60_000 });
  await task.getByText('Ended', { exact: true }).waitFor();
  await task.getByRole('button', { name: 'Recipients' }).click();
  const table = page.getByRole('table', { name: 'Recipients of Parcels' });
  await table.getByRole('button', { name: names[0] ?? '' }).click();
  await desk.log.getByText(`Dear ${names[0]}, your parcel is on its way.`).waitFor();
});

it('a task writes to nobody whom the marketplace would refuse, and stops when it is told', async () => {
  const { market } = harness.demo;
  const shop = (await market.demoShops()).find(
    ({ marketplace, country }) => marketplace === 'shopee' && country === 'MY',
  );
  if (shop === undefined) throw new Error('no shop at Shopee Malaysia');
  await market.addFault({ kind: 'sendLimits', marketplace: 'shopee', shopId: shop.shopId });
  const desk = await harness.desk();
  await desk.open('/bulk-send');
  const { page } = desk;
  const form = await newTask(page, 'Sale', 'Dear {buyer}, the sale begins tomorrow.');
  await form.getByRole('checkbox', { name: shop.name }).check();
  await form.getByLabel('Seconds between two buyers of a shop').fill('5');
  await form.getByRole('button', { name: 'Show the preview' }).click();
  const recipients = form.getByRole('region', { name: 'Who gets what' });
  await recipients.getByLabel('Show', { exact: true }).selectOption({ label: 'Who is left out' });
  const refused = recipients
    .getByRole('row')
    .filter({ hasText: 'the marketplace does not allow a message to the buyer' });
  const left = await refused.first().locator('bdi').first().innerText();
  await recipients.getByLabel('Show', { exact: true }).selectOption({ label: 'Who gets it' });
  await expect.poll(() => refused.count(), PATIENT).toBe(0);
  await recipients.getByText('the sale begins tomorrow.').first().waitFor();
  await form.getByRole('button', { name: /^Send to [\d,]+ buyers$/ }).click();

  const task = taskOf(page, 'Sale');
  await task.getByText('Succeeded: 2', { exact: true }).waitFor({ timeout: 60_000 });
  await task.getByRole('button', { name: 'Stop', exact: true }).click();
  await task.getByText('Stopped', { exact: true }).waitFor();
  await task.getByText('Failed: 0', { exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Distribution list' }).click();
  await page.getByLabel('Task', { exact: true }).selectOption({ label: 'Sale' });
  const rows = page.getByRole('tabpanel').getByRole('row');
  await rows.filter({ hasText: 'Succeeded' }).first().waitFor();
  const sent = await rows.filter({ hasText: 'Succeeded' }).first().getByRole('button').first().innerText();
  const buyer = shop.conversations.find(({ name }) => name === sent);
  if (buyer === undefined) throw new Error(`the shop has no buyer ${sent}`);
  expect(await market.timesAccepted(buyer.place, `Dear ${sent}, the sale begins tomorrow.`, 'seller')).toBe(1);
  await page.getByLabel('Result', { exact: true }).selectOption({ label: 'Left out' });
  await rows.filter({ hasText: left }).getByText('the marketplace does not allow').waitFor();
});

it('a timed task waits for its time, can be changed, copied and deleted', async () => {
  const desk = await harness.desk();
  await desk.open('/bulk-send');
  const { page } = desk;
  const form = await newTask(page, 'Holiday', 'Dear {buyer}, we are closed tomorrow.');
  await form.getByRole('radio', { name: 'At a time' }).check();
  const start = form.getByLabel(/^Start/);
  await start.fill(localTime(60_000));
  await form.getByRole('button', { name: 'Show the preview' }).click();
  const plan = form.getByRole('button', { name: /^Plan for [\d,]+ buyers$/ });
  await plan.click();
  await form.getByText('The task starts at least 5 minutes and at most 90 days from now.').waitFor();
  await start.fill(localTime(86_400_000));
  await form.getByRole('button', { name: 'Show the preview' }).click();
  await plan.click();

  const task = taskOf(page, 'Holiday');
  await task.getByText('Waiting to run', { exact: true }).waitFor();
  await task.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the task' });
  await dialog.getByLabel('Name of the task').fill('Holiday of the shop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await taskOf(page, 'Holiday of the shop').getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => form.getByLabel('Text 1').inputValue(), PATIENT)
    .toBe('Dear {buyer}, we are closed tomorrow.');

  await desk.goto('/timer/index?lang=en');
  await page.getByRole('row').filter({ hasText: 'Holiday of the shop' }).waitFor();
  await desk.goto('/bulk-send?lang=en');
  await taskOf(page, 'Holiday of the shop').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this task?' }).getByRole('button', { name: 'Delete' }).click();
  await taskOf(page, 'Holiday of the shop').waitFor({ state: 'detached' });
  await desk.goto('/timer/index?lang=en');
  await page.getByRole('heading', { name: 'Timed work' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Holiday of the shop' }).waitFor({ state: 'detached' });
});

it('buyers get a tag by their names and a message by the tag; a stopped task goes on with those who wait', async () => {
  const { market } = harness.demo;
  const buyers = (await market.quietBuyers('lazada', 'ID')).slice(0, 3);
  const desk = await harness.desk();
  await desk.open('/bulk-send');
  const { page } = desk;
  await page.getByRole('button', { name: 'Tag management' }).click();
  const tags = page.getByRole('dialog').first();
  await tags.getByRole('button', { name: 'New tag' }).click();
  const tag = page.getByRole('dialog', { name: 'New tag' });
  await tag.getByLabel('Name').fill('Wholesale');
  await tag.getByRole('button', { name: 'Save' }).click();
  await tags.getByRole('button', { name: 'Show the buyers of Wholesale' }).click();
  await tags.getByRole('button', { name: 'Add many buyers' }).click();
  await tags.getByLabel('Buyers, one in each line').fill([...buyers.map(({ name }) => name), 'Nobody Here'].join('\n'));
  await tags.getByRole('button', { name: 'Check the rows' }).click();
  await tags.getByText('Buyers to tag: 3. Have the tag already: 0. Rows with a fault: 1.').waitFor();
  await tags.getByText('No buyer of your shops has this name or ID.').waitFor();
  await tags.getByRole('button', { name: 'Add the tag (3)' }).click();
  await tags.getByText('3 buyers').waitFor();
  await tags.getByRole('button', { name: 'Close' }).click();

  const form = await newTask(page, 'For resellers', 'Dear {buyer}, the new price list is here.');
  await form.getByRole('radio', { name: 'Buyers with a tag' }).check();
  await form.getByRole('checkbox', { name: 'Wholesale' }).check();
  await form.getByRole('checkbox', { name: buyers[0]?.shopName ?? '' }).check();
  await form.getByLabel('Seconds between two buyers of a shop').fill('5');
  await form.getByRole('button', { name: 'Show the preview' }).click();
  await form.getByText('3 of 3 buyers get the message.').waitFor();
  await form.getByRole('button', { name: 'Send to 3 buyers' }).click();
  const task = taskOf(page, 'For resellers');
  await task.getByRole('button', { name: 'Stop', exact: true }).click();
  await task.getByText('Stopped', { exact: true }).waitFor();
  await task.getByText(/^Succeeded: [0-2]$/).waitFor();
  await task.getByRole('button', { name: 'Go on' }).click();
  await task.getByText('Succeeded: 3', { exact: true }).waitFor({ timeout: 60_000 });
  await task.getByText('Ended', { exact: true }).waitFor();
  for (const { place, name } of buyers) {
    expect(await market.timesAccepted(place, `Dear ${name}, the new price list is here.`, 'seller')).toBe(1);
  }

  await page.getByRole('button', { name: 'Tag management' }).click();
  await tags.getByRole('button', { name: 'Change Wholesale' }).click();
  const changing = page.getByRole('dialog', { name: 'Change the tag' });
  await changing.getByRole('button', { name: 'Delete the tag' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete the tag Wholesale?' });
  await asked.getByText('It is taken from 3 buyers.').waitFor();
  await asked.getByRole('button', { name: 'Delete' }).click();
  await tags.getByText('No buyer tags yet').or(tags.getByText('Tags are seen by all members.')).waitFor();
  await tags.getByRole('button', { name: 'Change Wholesale' }).waitFor({ state: 'detached' });
});

it('the buyers of finished orders are narrowed to those who are idle and have no open order, as the marketplace knows them', async () => {
  const { market } = harness.demo;
  const idleSince = Date.now() - 10 * 86_400_000;
  const isIdle = async (place: Buyer['place']) => {
    const last = (await market.look(place, 1)).messages.at(-1);
    return (last?.acceptedAt ?? 0) < idleSince;
  };
  /** A shop with an idle buyer who has a finished order and an open one. */
  const takeShop = async () => {
    for (const shop of await market.demoShops()) {
      if (shop.marketplace !== 'lazada') continue;
      const { orders } = await market.trade({ marketplace: 'lazada', shopId: shop.shopId, buyerId: '' });
      const has = (buyerId: string, isWanted: (status: string) => boolean) =>
        orders.some((one) => one.buyerId === buyerId && isWanted(one.status));
      for (const { place } of shop.conversations) {
        const isBoth =
          has(place.buyerId, (status) => OPEN.includes(status)) &&
          has(place.buyerId, (status) => status === 'completed');
        if (isBoth && (await isIdle(place))) return { shop, orders };
      }
    }
    throw new Error('no shop at Lazada has such a buyer');
  };
  const { shop, orders } = await takeShop();
  const desk = await harness.desk();
  const { page } = desk;
  await desk.open('/orders');
  await page.getByRole('button', { name: 'Read orders now' }).click();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(orders.at(-1)?.orderNumber ?? '');
  await page.getByRole('row', { name: `Order ${orders.at(-1)?.orderNumber}` }).waitFor({ timeout: 60_000 });

  await desk.goto('/bulk-send?lang=en');
  const form = await newTask(page, 'Again', 'Dear {buyer}, thank you for order {order}.');
  await form.getByRole('radio', { name: 'Buyers of orders' }).check();
  await form.getByRole('group', { name: 'Order status' }).getByRole('checkbox', { name: 'Finished' }).check();
  await form.getByRole('checkbox', { name: shop.name }).check();
  await form.getByLabel('Only buyers without messages for').selectOption('10 days');
  await form.getByRole('checkbox', { name: 'Only buyers without open orders' }).check();
  await form.getByRole('button', { name: 'Show the preview' }).click();
  const recipients = form.getByRole('region', { name: 'Who gets what' });
  const ofShop = form.getByRole('table', { name: 'Buyers by shop' }).getByRole('row').filter({ hasText: shop.name });
  const counts = await ofShop.innerText();
  /** What the marketplace has of the buyers whom the preview shows by a choice, in rows with this text. */
  const shown = async (choice: string, text: string | RegExp, count: number) => {
    expect(count, choice).toBeGreaterThan(0);
    await recipients.getByLabel('Show', { exact: true }).selectOption({ label: choice });
    const rows = recipients.locator('tbody tr').filter({ hasText: text });
    await expect.poll(() => rows.count(), PATIENT).toBe(count);
    const numbers = await rows.locator('small').allInnerTexts();
    return Promise.all(
      numbers.map(async (number) => {
        const buyerId = orders.find(({ orderNumber }) => orderNumber === number)?.buyerId ?? '';
        const place = { marketplace: shop.marketplace, shopId: shop.shopId, buyerId };
        const isKnown = shop.conversations.some((one) => one.place.buyerId === buyerId);
        const last = isKnown ? (await market.look(place, 1)).messages.at(-1) : undefined;
        const hasOpen = orders.some((one) => one.buyerId === buyerId && OPEN.includes(one.status));
        return { isIdle: (last?.acceptedAt ?? 0) < idleSince, hasOpen };
      }),
    );
  };
  const leftOut = (reason: string) =>
    shown(`Left out: ${reason}`, reason, Number(new RegExp(`(\\d+): ${reason}`).exec(counts)?.[1]));
  const busy = await leftOut('there were messages in the chosen days');
  expect(busy.filter(({ isIdle }) => isIdle)).toEqual([]);
  const open = await leftOut('the buyer has an open order');
  expect(open.filter(({ isIdle, hasOpen }) => !isIdle || !hasOpen)).toEqual([]);
  const start = form.getByRole('button', { name: /^Send to \d+ buyers?$/ });
  const reached = Number(/\d+/.exec(await start.innerText())?.[0]);
  const getIt = await shown('Who gets it', 'thank you for order', reached);
  expect(getIt.filter(({ isIdle, hasOpen }) => !isIdle || hasOpen)).toEqual([]);
});

/** Begins a task to all conversations. Resolves with its form. */
async function newTask(page: Page, name: string, text: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Send', exact: true }).click();
  const form = page.getByRole('form', { name: 'New task' });
  await form.getByLabel('Name of the task').fill(name);
  await form.getByLabel('Text 1').fill(text);
  return form;
}

const taskOf = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: name }).first();

/** So many milliseconds from now, as a field of the browser has it. */
const localTime = (fromNowMs: number): string => {
  const at = Date.now() + fromNowMs;
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
