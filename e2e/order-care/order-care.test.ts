import { expect, it } from 'vitest';
import { useOwnDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useOwnDemo();
/** The orders of all shops are read page by page. Milliseconds. */
const READ_WITHIN_MS = 60_000;
/** Buyers of a shop get messages at a pace of some seconds. */
const SENT_WITHIN_MS = 120_000;

it('buyers of unpaid orders are reminded once; the second try says that no shop needs urging', async () => {
  const desk = await harness.desk();
  await desk.open('/orders');
  const { page } = desk;
  const { market } = harness.demo;
  const shops = (await market.demoShops()).filter(({ marketplace }) => marketplace === 'shopee');
  const unpaidOf = async ({ shopId }: { readonly shopId: string }) =>
    (await market.trade({ marketplace: 'shopee', shopId, buyerId: '' })).orders.filter(
      ({ status }) => status === 'unpaid',
    );
  const unpaid = await Promise.all(shops.map(unpaidOf));
  const counts = unpaid.map(({ length }) => length);
  // The shop with the fewest, because its buyers get their messages one after the other.
  const at = counts.indexOf(Math.min(...counts.filter((count) => count > 0)));
  const [shop, orders] = [shops[at], unpaid[at] ?? []];
  const [first] = orders;
  if (shop === undefined || first === undefined) throw new Error('no order of Shopee is unpaid');
  await page.getByRole('button', { name: 'Read orders now' }).click();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(first.orderNumber);
  await page.getByRole('row', { name: `Order ${first.orderNumber}` }).waitFor({ timeout: READ_WITHIN_MS });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Order care' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('The content to send is empty').waitFor();
  await panel.getByRole('button', { name: 'Write the content' }).click();
  await panel.getByLabel('Text 1').fill('Your order {order} waits for its payment.');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();

  const chooseShop = async () => {
    await page.getByRole('tab', { name: 'Send now' }).click();
    await panel.getByRole('radio', { name: 'Chosen shops' }).check();
    await panel.getByRole('searchbox').fill(shop.name);
    await panel.getByRole('button', { name: 'Choose all shown' }).click();
  };
  await chooseShop();
  const send = panel.getByRole('button', { name: /^Send to/ });
  await panel
    .getByText(/Your order \S+ waits for its payment\./)
    .first()
    .waitFor();
  const asked = Number(/\d+/.exec((await send.textContent()) ?? '')?.[0]);
  expect(asked).toBeGreaterThan(0);
  await send.click();
  const task = panel.getByRole('list', { name: 'Tasks' }).getByRole('listitem').first();
  await task.getByText('Ended', { exact: true }).waitFor({ timeout: SENT_WITHIN_MS });
  await task.getByText(`Succeeded: ${asked}`, { exact: true }).waitFor();

  const timesTold = async () => {
    const texts = orders.map(({ buyerId, orderNumber }) =>
      market.timesAccepted(
        { marketplace: 'shopee', shopId: shop.shopId, buyerId },
        `Your order ${orderNumber} waits for its payment.`,
        'seller',
      ),
    );
    return (await Promise.all(texts)).reduce((sum, count) => sum + count, 0);
  };
  await expect.poll(timesTold, PATIENT).toBe(asked);
  await chooseShop();
  await panel.getByText('No shop has orders that need urging').waitFor();
  await panel.getByText(`${asked}: the order has had this message`).waitFor();
  expect(await timesTold()).toBe(asked);
});
