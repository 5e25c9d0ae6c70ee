import type { Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

interface Screen {
  readonly marketplace: Marketplace;
  readonly country: string;
  /** The sign of the currency, which sellers write before the number. */
  readonly sign: string;
  /** The marketplace's own kinds of the messages; null where it has none. */
  readonly kinds: {
    readonly product: string;
    readonly list: string | null;
    readonly order: string | null;
    readonly voucher: string | null;
    readonly sticker: string | null;
    readonly follow: string | null;
  };
}
const SCREENS: readonly Screen[] = [
  {
    marketplace: 'shopee',
    country: 'MY',
    sign: 'RM',
    kinds: { product: 'product', list: 'item_list', order: 'order', voucher: 'voucher', sticker: null, follow: null },
  },
  {
    marketplace: 'lazada',
    country: 'TH',
    sign: '฿',
    kinds: { product: 'product', list: null, order: 'order', voucher: 'voucher', sticker: 'sticker', follow: 'follow' },
  },
  {
    marketplace: 'tiktok',
    country: 'VN',
    sign: '₫',
    kinds: { product: 'goods_card', list: null, order: null, voucher: null, sticker: null, follow: null },
  },
];

const dialog = (desk: Desk) => desk.page.getByRole('dialog', { name: /^Send to / });
/** Opens the pickers at a kind. */
async function openPicker(
  desk: Desk,
  kind: 'Products' | 'Orders' | 'Vouchers' | 'Stickers' | 'Invitation',
): Promise<void> {
  await desk.messages.getByRole('button', { name: 'Send from the shop' }).click();
  // A kind that the marketplace lacks says that it is disabled, and can still be looked at.
  await dialog(desk).getByRole('tab', { name: kind }).click({ force: true });
}
/** The newest row of the shop is marked sent. */
const isSent = (desk: Desk): Promise<void> =>
  desk.log.locator('[data-author="seller"]').last().locator('[data-mark="sent"], [data-mark="read"]').waitFor();

/** A quiet buyer of the country, with an order where one is needed. */
async function takeBuyer({ marketplace, country, kinds }: Screen): Promise<Buyer> {
  const { market } = harness.demo;
  for (const buyer of await market.quietBuyers(marketplace, country)) {
    const { orders } = await market.trade(buyer.place);
    if (kinds.order === null || orders.some(({ buyerId }) => buyerId === buyer.place.buyerId)) return buyer;
  }
  throw new Error(`${country} has no quiet buyer with an order`);
}

describe.each(visited(SCREENS, 1))('cards that are sent on $marketplace', (screen) => {
  const { marketplace, kinds, sign } = screen;

  it('reach the buyer once, each as what it is; what the marketplace lacks says so', async () => {
    const { market } = harness.demo;
    const buyer = await takeBuyer(screen);
    const { place } = buyer;
    const { products, orders, vouchers, stickers } = await market.trade(place);
    const [first, second] = products.filter(({ isOnline }) => isOnline);
    if (first === undefined || second === undefined) throw new Error('nothing on sale');
    const desk = await harness.desk();
    await desk.open(CHAT_PATHS[marketplace]);
    await desk.shop(buyer.shopName).click();
    await desk.find(buyer.name);
    // Whoever has just written gets five messages of Shopee without a question of the guard.
    await market.post(place, 'What do you have?');
    await desk.text('What do you have?').last().waitFor();
    const phone = await harness.phone();
    await phone.choose(buyer);

    /** Sends by the step, and waits until the marketplace has exactly so many messages of the kind more. */
    const arrives = async (kind: string, more: number, send: () => Promise<void>): Promise<void> => {
      const before = await market.cardsAccepted(place, kind);
      await send();
      await dialog(desk).waitFor({ state: 'detached' });
      await expect.poll(() => market.cardsAccepted(place, kind), PATIENT).toBe(before + more);
      await isSent(desk);
      expect(await market.cardsAccepted(place, kind)).toBe(before + more);
    };

    await openPicker(desk, 'Products');
    await dialog(desk).getByRole('searchbox', { name: 'Search products' }).fill(first.title);
    await dialog(desk).getByRole('checkbox', { name: first.title, exact: true }).first().check();
    await arrives(kinds.product, 1, () => dialog(desk).getByRole('button', { name: 'Send 1 product' }).click());
    const card = desk.log.locator('[data-author="seller"] [data-card="product"]').last();
    await card.getByText(first.title).waitFor();
    await phone.log.getByText(first.title).last().waitFor();
    // The price that the picker showed stays when the marketplace's own message, which may lack it, takes its place.
    await expect.poll(() => card.innerText(), PATIENT).toContain(sign);

    await openPicker(desk, 'Products');
    await dialog(desk).getByRole('checkbox', { name: first.title, exact: true }).first().check();
    await dialog(desk).getByRole('checkbox', { name: second.title, exact: true }).first().check();
    const both = () => dialog(desk).getByRole('button', { name: 'Send 2 products' }).click();
    await arrives(kinds.list ?? kinds.product, kinds.list === null ? 2 : 1, both);
    await desk.log.locator('[data-author="seller"] [data-card="product"]').last().getByText(second.title).waitFor();

    await openPicker(desk, 'Orders');
    if (kinds.order === null) await dialog(desk).getByText('has no way to send an order').waitFor();
    else {
      const order = orders.find(({ buyerId }) => buyerId === place.buyerId);
      if (order === undefined) throw new Error('no order');
      const choose = () =>
        dialog(desk)
          .getByRole('button', { name: `Send order ${order.orderNumber}` })
          .click();
      await arrives(kinds.order, 1, choose);
      await desk.log
        .locator('[data-author="seller"] [data-card="order"]')
        .last()
        .getByText(order.orderNumber)
        .waitFor();
    }
    if (kinds.order === null) await desk.page.keyboard.press('Escape');

    await openPicker(desk, 'Vouchers');
    if (kinds.voucher === null) {
      await dialog(desk).getByText('has no way to send a voucher').waitFor();
      await desk.page.keyboard.press('Escape');
    } else {
      const rows = dialog(desk).getByRole('button', { name: /^Send voucher / });
      await rows.first().waitFor();
      const name = (await rows.first().getAttribute('aria-label'))?.replace('Send voucher ', '') ?? '';
      expect(vouchers.map((voucher) => voucher.name)).toContain(name);
      await arrives(kinds.voucher, 1, () => rows.first().click());
      await desk.log.locator('[data-author="seller"] [data-card="voucher"]').last().getByText(name).waitFor();
    }

    await openPicker(desk, 'Stickers');
    if (kinds.sticker === null) {
      await dialog(desk).getByText('the marketplace does not list them').waitFor();
      await desk.page.keyboard.press('Escape');
    } else {
      const [sticker] = stickers;
      if (sticker === undefined) throw new Error('no sticker');
      const choose = () =>
        dialog(desk)
          .getByRole('button', { name: `Send ${sticker.symbol}` })
          .click();
      await arrives(kinds.sticker, 1, choose);
      await desk.text(sticker.symbol).last().waitFor();
    }

    await openPicker(desk, 'Invitation');
    if (kinds.follow === null) await dialog(desk).getByText('has no invitation to follow a shop').waitFor();
    else {
      const invite = dialog(desk).getByRole('button', { name: 'Invite to follow the shop' });
      await arrives(kinds.follow, 1, () => invite.click());
    }
  });
});
