import type { Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

const SCREENS: readonly { marketplace: Marketplace; screen: string; country: string }[] = [
  { marketplace: 'shopee', screen: 'Shopee', country: 'VN' },
  { marketplace: 'lazada', screen: 'Lazada', country: 'PH' },
  { marketplace: 'tiktok', screen: 'TikTok Shop', country: 'MY' },
];

/** An order of a buyer who never wrote to the shop. */
async function silentOrder(shop: { readonly shopName: string; readonly conversations: readonly Buyer[] }) {
  const [first] = shop.conversations;
  if (first === undefined) throw new Error(`${shop.shopName} has no conversation`);
  const { orders } = await harness.demo.market.trade(first.place);
  const written = new Set(shop.conversations.map(({ place }) => place.buyerId));
  const order = orders.find(({ buyerId }) => !written.has(buyerId));
  if (order === undefined) throw new Error(`every buyer of ${shop.shopName} has written`);
  return { orderNumber: order.orderNumber, place: { ...first.place, buyerId: order.buyerId } };
}

describe.each(visited(SCREENS, 2))('the buyer of an order on $screen', ({ marketplace, screen, country }) => {
  it('is written to, though no conversation with the buyer exists, and exists once afterwards', async () => {
    const { market } = harness.demo;
    const shop = (await market.demoShops()).find(
      (item) => item.marketplace === marketplace && item.country === country,
    );
    if (shop === undefined) throw new Error(`no shop in ${country}`);
    const { orderNumber, place } = await silentOrder({ ...shop, shopName: shop.name });
    const desk = await harness.desk();
    await desk.open(CHAT_PATHS[marketplace]);
    await desk.conversations.getByRole('button', { name: 'Write to the buyer of an order' }).click();
    const dialog = desk.page.getByRole('dialog', { name: 'Write to the buyer of an order' });
    await dialog.getByLabel('Shop').selectOption({ label: `${shop.name} · ${screen}` });
    await dialog.getByLabel('Order number').fill('NO-SUCH-ORDER');
    await dialog.getByRole('button', { name: 'Open conversation' }).click();
    await dialog.getByRole('alert').getByText('has no order NO-SUCH-ORDER').waitFor();

    await dialog.getByLabel('Order number').fill(` ${orderNumber.toLowerCase()} `);
    await dialog.getByLabel('Order number').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await market.timesAccepted(place, 'Hello, your parcel left', 'seller')).toBe(0);
    await desk.say('Hello, your parcel left');
    await desk.mark('Hello, your parcel left', 'Sent').waitFor(PATIENT);
    expect(await market.timesAccepted(place, 'Hello, your parcel left', 'seller')).toBe(1);

    // The buyer answers in the same conversation, which the list shows once.
    const name = await desk.messages.getByRole('heading', { level: 2 }).innerText();
    await market.post(place, 'Terima kasih');
    await desk.text('Terima kasih').waitFor(PATIENT);
    await desk.tab('All').click();
    expect((await desk.rows()).filter((row) => row.name === name)).toHaveLength(1);
  });
});
