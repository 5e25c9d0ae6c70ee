import { text } from 'node:stream/consumers';
import { MARKETPLACES } from '@pasar/domain';
import { expect, it } from 'vitest';
import { useOwnDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useOwnDemo();
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
  await page.getByRole('tab', { name: `All ${count}`, exact: true }).waitFor();
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
