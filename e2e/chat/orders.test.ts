import type { Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer, MarketOrder } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

interface Screen {
  readonly marketplace: Marketplace;
  readonly country: string;
  /** A card by which a buyer names the order. */
  readonly card: { readonly kind: string; readonly content: (orderNumber: string) => Readonly<Record<string, string>> };
}
const SCREENS: readonly Screen[] = [
  { marketplace: 'shopee', country: 'BR', card: { kind: 'order', content: (order_sn) => ({ order_sn }) } },
  { marketplace: 'lazada', country: 'ID', card: { kind: 'order', content: (orderId) => ({ orderId }) } },
  { marketplace: 'tiktok', country: 'MY', card: { kind: 'order_card', content: (order_id) => ({ order_id }) } },
];

interface Found {
  readonly buyer: Buyer;
  /** All orders of the buyer at the shop. */
  readonly orders: readonly MarketOrder[];
  readonly order: MarketOrder;
}
/** A quiet buyer of the country with an order that is wanted. */
async function takeBuyer(marketplace: Marketplace, country: string, isWanted: (order: MarketOrder) => boolean) {
  const { market } = harness.demo;
  for (const buyer of await market.quietBuyers(marketplace, country)) {
    const trade = await market.trade(buyer.place);
    const orders = trade.orders.filter(({ buyerId }) => buyerId === buyer.place.buyerId);
    const order = orders.find(isWanted);
    if (order !== undefined) return { buyer, orders, order } satisfies Found;
  }
  throw new Error(`${country} has no quiet buyer with such an order`);
}

async function openConversation({ buyer }: Found): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS[buyer.place.marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  return desk;
}
const tab = (desk: Desk, name: string) => desk.buyer.getByRole('tab', { name, exact: true });
const heading = (desk: Desk, { orderNumber }: MarketOrder) =>
  desk.buyer.getByRole('heading', { name: `Order ${orderNumber}`, exact: true });
const row = (desk: Desk, { orderNumber }: MarketOrder) =>
  desk.buyer.getByRole('button', { name: `Open order ${orderNumber}`, exact: true });

const hasParcel = ({ trackingNumber, tracking }: MarketOrder) => trackingNumber !== null && tracking.length > 0;

describe.each(visited(SCREENS, 2))('orders on $marketplace', ({ marketplace, country, card }) => {
  it('stand beside the conversation, open whole, show where the parcel was, and open from a card of the buyer', async () => {
    const found = await takeBuyer(marketplace, country, hasParcel);
    const { buyer, orders, order } = found;
    const desk = await openConversation(found);
    await tab(desk, 'Orders').click();
    const list = desk.buyer.getByRole('list', { name: `Orders of ${buyer.name}`, exact: true });
    await expect.poll(() => list.getByRole('listitem').count(), PATIENT).toBe(orders.length);
    await row(desk, order).click();
    await heading(desk, order).waitFor();
    const items = desk.buyer.getByRole('list', { name: 'Items' });
    for (const { product } of order.items) await items.getByText(product.title, { exact: true }).first().waitFor();
    await desk.buyer.getByText(order.trackingNumber ?? '').waitFor();

    await desk.buyer.getByRole('button', { name: 'Logistics', exact: true }).click();
    const dialog = desk.page.getByRole('dialog', { name: `Logistics of order ${order.orderNumber}` });
    await dialog.getByText('1 package', { exact: true }).waitFor();
    await dialog.getByText(order.trackingNumber ?? '', { exact: true }).waitFor();
    const events = dialog.getByRole('list', { name: 'Events of Package 1' }).getByRole('listitem');
    await expect.poll(() => events.count(), PATIENT).toBe(order.tracking.length);
    const told = await events.locator('span').allInnerTexts();
    expect(told).toEqual(order.tracking.map(({ text }) => text).toReversed());
    await desk.page.keyboard.press('Escape');

    await tab(desk, 'Buyer').click();
    await harness.demo.market.postCard(buyer.place, card.kind, card.content(order.orderNumber));
    await desk.log
      .getByRole('button', { name: `Details of ${order.orderNumber}`, exact: true })
      .last()
      .click();
    await heading(desk, order).waitFor();
    expect(await tab(desk, 'Orders').getAttribute('aria-selected')).toBe('true');
  });
});

describe('orders on shopee', () => {
  it('take a note and a rating to the marketplace', async () => {
    const isFresh = ({ status, rating }: MarketOrder) => status === 'completed' && rating === null;
    const found = await takeBuyer('shopee', 'TW', isFresh);
    const { buyer, order } = found;
    const orderNow = async () => {
      const { orders } = await harness.demo.market.trade(buyer.place);
      return orders.find(({ orderId }) => orderId === order.orderId);
    };
    const desk = await openConversation(found);
    await tab(desk, 'Orders').click();
    await row(desk, order).click();

    const note = desk.buyer.getByRole('region', { name: 'Seller note' });
    await note.getByRole('button', { name: /^(Add|Change)$/ }).click();
    await note.getByRole('textbox', { name: 'Seller note' }).fill('wrap <b>it</b> as a gift');
    await note.getByRole('button', { name: 'Save' }).click();
    await note.getByRole('textbox').waitFor({ state: 'detached' });
    await note.getByText('wrap <b>it</b> as a gift', { exact: true }).waitFor();
    expect((await orderNow())?.sellerNote).toBe('wrap <b>it</b> as a gift');

    const rating = desk.buyer.getByRole('region', { name: 'Rating of the buyer' });
    await rating.getByRole('button', { name: 'Rate' }).click();
    await rating.getByRole('radio', { name: '5 stars' }).check({ force: true });
    await rating.getByRole('textbox', { name: 'Comment' }).fill('a quick payer');
    await rating.getByRole('button', { name: 'Rate' }).click();
    await rating.getByText('This order cannot be rated.').first().waitFor();
    expect((await orderNow())?.rating).toEqual({ stars: 5, comment: 'a quick payer' });
  });
});
