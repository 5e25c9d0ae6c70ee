import type { Marketplace } from '@pasar/domain';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import type { MarketOrder } from '../src/market.ts';

const harness = useOwnDemo();

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
/** In the short run Shopee is left to the journey through the pages. */
const VISITED = inject('depth').isEachMarketplaceVisited ? SCREENS : SCREENS.slice(0, 2);

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

beforeAll(async () => {
  const { market } = harness.demo;
  const desk = await harness.desk();
  await desk.open('/orders');
  await desk.page.getByRole('button', { name: 'Read orders now' }).click();
  const trades = await Promise.all(
    (await market.demoShops()).map(({ marketplace, shopId }) => market.trade({ marketplace, shopId, buyerId: '' })),
  );
  const count = trades.reduce((sum, { orders }) => sum + orders.length, 0);
  await desk.page.getByRole('tab', { name: `All ${count}`, exact: true }).waitFor();
});

describe.each(VISITED)('orders of $marketplace', ({ marketplace, name, office }) => {
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
    expect((await timeline.locator('span').allInnerTexts()).toSorted()).toEqual([
      'Last changed',
      'Ordered',
      'Read by Pasar',
    ]);

    const elsewhere = `${name} has no call to answer a cancellation. Open the seller centre and answer it there.`;
    for (const answer of ['Accept cancellation', 'Refuse cancellation']) {
      expect(await isDisabled(panel.getByRole('button', { name: answer }))).toBe(String(!hasCalls));
    }
    expect(await panel.getByRole('paragraph').getByText(elsewhere).count()).toBe(hasCalls ? 0 : 1);
    const note = panel.getByRole('region', { name: 'Seller note' });
    expect(await isDisabled(note.getByRole('button'))).toBe(String(!hasCalls));
    const noNote = note.getByRole('paragraph').getByText(`${name} has no seller note that Pasar can write.`);
    expect(await noNote.count()).toBe(hasCalls ? 0 : 1);
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
