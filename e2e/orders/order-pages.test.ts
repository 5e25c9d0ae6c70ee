import { text } from 'node:stream/consumers';
import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import type { MarketOrder } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useOwnDemo();
/** The books of all shops hold some hundred orders, which are read page by page. Milliseconds. */
const READ_WITHIN_MS = 60_000;
/** Refund statuses in which a case is open: asked for, being refunded, waiting for an answer, goods on their way back. */
const OPEN_RETURNS: readonly number[] = [1, 2, 4, 7];

it('orders of all marketplaces are read, found, exported and answered; returns, reviews and notifications come with them', async () => {
  const desk = await harness.desk();
  await desk.open('/chat/all');
  const { page } = desk;
  const { market } = harness.demo;
  const shops = await market.demoShops();
  const placeOf = ({ marketplace, shopId }: (typeof shops)[number]) => ({ marketplace, shopId, buyerId: '' });
  const trades = await Promise.all(shops.map((shop) => market.trade(placeOf(shop))));
  const count = trades.reduce((sum, { orders }) => sum + orders.length, 0);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('button', { name: 'Read orders now' }).click();
  // Every order of the marketplaces' own books is on the page.
  await page.getByRole('tab', { name: `All ${count}`, exact: true }).waitFor({ timeout: READ_WITHIN_MS });
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  for (const marketplace of MARKETPLACES) {
    const order = trades[shops.findIndex((shop) => shop.marketplace === marketplace)]?.orders[7];
    if (order === undefined) throw new Error(`no order at ${marketplace}`);
    await search.fill(order.orderNumber);
    await page.getByRole('row', { name: `Order ${order.orderNumber}` }).waitFor();
    await expect.poll(() => page.locator('tr[data-order]').count(), PATIENT).toBe(1);
  }
  await search.fill('');
  await expect.poll(() => page.locator('tr[data-order]').count(), PATIENT).toBeGreaterThan(1);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  const lines = (await text(await (await downloading).createReadStream())).trimEnd().split('\r\n');
  expect(lines).toHaveLength(count + 1);

  // What waits after the sale: the open cases of the marketplaces' books.
  const nav = page.getByRole('navigation', { name: 'Pages about orders' });
  await nav.getByRole('link', { name: 'After-sales' }).click();
  const of = (wanted: (marketplace: string) => boolean) =>
    trades.filter((_, at) => wanted(shops[at]?.marketplace ?? ''));
  const cancelled = trades.flatMap(({ orders }) => orders.filter(({ status }) => status === 'cancelRequested'));
  const returned = of((one) => one === 'shopee').flatMap(({ returns }) =>
    returns.filter(({ status }) => OPEN_RETURNS.includes(status)),
  );
  await page.getByRole('tab', { name: `Cancellations ${cancelled.length}` }).waitFor();
  const table = page.getByRole('table', { name: 'After-sales' });
  const [first] = returned;
  if (first === undefined) throw new Error('no return is open');
  await page.getByRole('searchbox', { name: 'Search cases' }).fill(first.returnSn);
  await expect.poll(() => table.locator('tbody tr').count(), PATIENT).toBe(1);
  await table.locator('tbody').getByRole('button').click();
  await page
    .getByRole('region', { name: /^(Return|Refund): order / })
    .getByText(first.text)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search cases' }).fill('');

  // A cancellation is accepted at Shopee, and the marketplace's own book says so.
  const at = shops.findIndex(
    ({ marketplace }, index) =>
      marketplace === 'shopee' && trades[index]?.orders.some(({ status }) => status === 'cancelRequested'),
  );
  const shop = shops[at];
  const asked = trades[at]?.orders.find(({ status }) => status === 'cancelRequested');
  if (shop === undefined || asked === undefined) throw new Error('no buyer at Shopee asks for a cancellation');
  await page.getByRole('tab', { name: /^Cancellations/ }).click();
  await page.getByRole('searchbox', { name: 'Search cases' }).fill(asked.orderNumber);
  await table.getByRole('button', { name: asked.orderNumber }).click();
  await page.getByRole('button', { name: 'Accept cancellation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept cancellation' }).click();
  const statusNow = async () =>
    (await market.trade(placeOf(shop))).orders.find(({ orderId }) => orderId === asked.orderId)?.status;
  await expect.poll(statusNow, PATIENT).toBe('cancelled');
  await page.getByText('No case matches').waitFor();

  await nav.getByRole('link', { name: /^Reviews/ }).click();
  await page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first().waitFor();
  await nav.getByRole('link', { name: /^Notifications/ }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('All notifications are read.').waitFor();
  const unread = (await market.trade(placeOf(shop))).notifications.filter(({ status }) => status === 1);
  expect(unread).toEqual([]);
});

interface Screen {
  readonly marketplace: Marketplace;
  readonly name: string;
  /** Where its seller centre is. */
  readonly office: RegExp;
}
const SCREENS: readonly Screen[] = [
  { marketplace: 'lazada', name: 'Lazada', office: /^https:\/\/sellercenter\.lazada\./ },
  { marketplace: 'tiktok', name: 'TikTok Shop', office: /^https:\/\/seller[-.\w]*\.tiktok/ },
  { marketplace: 'shopee', name: 'Shopee', office: /^https:\/\/seller\.shopee\./ },
];

interface Found {
  readonly order: MarketOrder;
  readonly shop: Awaited<ReturnType<typeof harness.demo.market.demoShops>>[number];
  readonly buyerName: string;
}
/** An order in this state of a buyer who has written to the shop. */
async function takeOrder(marketplace: Marketplace, status: MarketOrder['status']): Promise<Found> {
  const { market } = harness.demo;
  for (const shop of (await market.demoShops()).filter((each) => each.marketplace === marketplace)) {
    const { orders } = await market.trade({ marketplace, shopId: shop.shopId, buyerId: '' });
    for (const order of orders.filter((each) => each.status === status)) {
      const buyer = shop.buyers.find(({ buyerId }) => buyerId === order.buyerId);
      if (buyer !== undefined) return { order, shop, buyerName: buyer.name };
    }
  }
  throw new Error(`no order is ${status} at ${marketplace}`);
}

/** The row of an order, found by its number. */
async function search({ page }: Desk, { orderNumber }: MarketOrder) {
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(orderNumber);
  return page.getByRole('row', { name: `Order ${orderNumber}`, exact: true });
}
/** Opens the seller centre from the part of the page, and expects the marketplace's. */
async function expectOffice({ page }: Desk, part: Locator, order: MarketOrder, office: RegExp): Promise<void> {
  const context = page.context();
  await context.route(/^https:/, (route) => route.fulfill({ body: 'seller centre' }));
  await part.getByRole('button', { name: 'Seller centre', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open the seller centre?' });
  await dialog.getByText(order.orderNumber).waitFor();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Open in a new tab' }).click(),
  ]);
  expect(opened.url()).toMatch(office);
  await opened.close();
}
const isDisabled = (button: Locator) => button.getAttribute('aria-disabled');

// Shopee is met by the journey above.
describe.each(visited(SCREENS, 1))('orders of $marketplace', ({ marketplace, name, office }) => {
  beforeAll(async () => {
    const { market } = harness.demo;
    const desk = await harness.desk();
    await desk.open('/orders');
    await desk.page.getByRole('button', { name: /^Read (orders )?now$/ }).click();
    const trades = await Promise.all(
      (await market.demoShops()).map(({ marketplace, shopId }) => market.trade({ marketplace, shopId, buyerId: '' })),
    );
    const count = trades.reduce((sum, { orders }) => sum + orders.length, 0);
    await desk.page.getByRole('tab', { name: `All ${count}`, exact: true }).waitFor({ timeout: READ_WITHIN_MS });
  });

  const hasCalls = marketplace === 'shopee';

  it('open with what is known of them, are answered where the marketplace answers, and lead to the buyer', async () => {
    const { order, buyerName } = await takeOrder(marketplace, 'cancelRequested');
    const desk = await harness.desk({ permissions: ['clipboard-read', 'clipboard-write'] });
    await desk.open('/orders');
    const row = await search(desk, order);
    await row.getByText(buyerName).waitFor();
    await row.press('Enter');
    const panel = desk.page.getByRole('region', { name: `Order ${order.orderNumber}`, exact: true });
    for (const { product } of order.items) await panel.getByText(product.title, { exact: true }).first().waitFor();
    const timeline = panel.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await expect
      .poll(async () => (await timeline.locator('span').allInnerTexts()).toSorted(), PATIENT)
      .toEqual(['Last changed', 'Ordered', 'Read by Pasar']);

    const elsewhere = `${name} has no call to answer a cancellation. Open the seller centre and answer it there.`;
    for (const answer of ['Accept cancellation', 'Refuse cancellation']) {
      await expect.poll(() => isDisabled(panel.getByRole('button', { name: answer })), PATIENT).toBe(String(!hasCalls));
    }
    expect(await panel.getByRole('paragraph').getByText(elsewhere).count()).toBe(hasCalls ? 0 : 1);
    const note = panel.getByRole('region', { name: 'Seller note' });
    await expect.poll(() => isDisabled(note.getByRole('button')), PATIENT).toBe(String(!hasCalls));
    const noNote = note.getByRole('paragraph').getByText(`${name} has no seller note that Pasar can write.`);
    await expect.poll(() => noNote.count(), PATIENT).toBe(hasCalls ? 0 : 1);
    await expectOffice(desk, panel, order, office);

    await panel.getByRole('button', { name: 'Write to the buyer' }).click();
    await desk.messages.getByRole('heading', { name: buyerName, exact: true }).waitFor();
    await desk.composer.waitFor();
  });

  it('stand among the after-sales with their refund, and are answered in the seller centre', async () => {
    const { order } = await takeOrder(marketplace, 'returning');
    const desk = await harness.desk({ permissions: ['clipboard-read', 'clipboard-write'] });
    await desk.open('/orders/after-sales');
    const table = desk.page.getByRole('table', { name: 'After-sales' });
    await desk.page.getByRole('searchbox', { name: 'Search cases' }).fill(order.orderNumber);
    await table.getByRole('button', { name: order.orderNumber }).click();
    const panel = desk.page.getByRole('region', { name: new RegExp(`^(Refund|Return): order ${order.orderNumber}$`) });
    await panel.getByText(`${name} has no call to answer it. Open the seller centre and answer it there.`).waitFor();
    await expectOffice(desk, panel, order, office);
    await panel.getByRole('link', { name: 'Open the order' }).click();
    const row = desk.page.getByRole('row', { name: `Order ${order.orderNumber}`, exact: true });
    await row.getByText('Refund').waitFor();
  });
});

/** Numbers at two marketplaces, words at the third; none of them knows these. */
const STRANGE = { shopee: '987', lazada: 'teleported', tiktok: '987' } as const;

it('an order whose status nobody knows is counted apart, waits to be handled, and shows the marketplace’s word', async () => {
  const desk = await harness.desk();
  await desk.open('/chat/all');
  const { page } = desk;
  const { market } = harness.demo;
  const shops = await market.demoShops();
  const strange = await Promise.all(
    MARKETPLACES.map(async (marketplace) => {
      const shop = shops.find((each) => each.marketplace === marketplace);
      if (shop === undefined) throw new Error(`no shop at ${marketplace}`);
      const { orders } = await market.trade({ marketplace, shopId: shop.shopId, buyerId: '' });
      const order = orders.find(({ status }) => status === 'completed');
      if (order === undefined) throw new Error(`no order is completed at ${marketplace}`);
      await market.tellStatus(marketplace, shop.shopId, order.orderId, STRANGE[marketplace]);
      return { number: order.orderNumber, word: STRANGE[marketplace] };
    }),
  );

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('button', { name: /^Read (orders )?now$/ }).click();
  await page.getByText(`${strange.length} orders have a status that Pasar does not know.`).waitFor();
  await page.getByRole('tab', { name: /^To handle/ }).click();
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  for (const { number, word } of strange) {
    await search.fill(number);
    await page
      .getByRole('row', { name: `Order ${number}` })
      .getByText(word)
      .waitFor();
  }
});
