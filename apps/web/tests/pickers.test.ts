import { CALLS, type ProductView } from '@pasar/api';
import type { Marketplace } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { visited } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const thb = (amount: string) => ({ amount, currency: 'THB' });
const product = (number: number, more: Partial<ProductView> = {}): ProductView => ({
  productId: String(number),
  title: `Lamp ${number}`,
  imageUrl: null,
  price: thb('1000'),
  salePrice: thb('700'),
  status: 'online',
  sellerSku: `L-${number}`,
  stock: 5,
  actionUrl: null,
  variants: [],
  ...more,
});
const VARIANT = { skuId: '1', name: 'red', sellerSku: null, price: thb('700'), stock: 0 };
const SHOWN = [
  product(1),
  product(2, { variants: [VARIANT, { ...VARIANT, skuId: '2', name: 'blue', stock: 4 }] }),
  product(3, { status: 'offline' }),
];
const VOUCHER = {
  voucherId: '81',
  voucherCode: 'TEN',
  name: 'Ten percent',
  discount: { kind: 'percent' as const, percent: 10 },
  minimumSpend: thb('200'),
  startsAt: 0,
  endsAt: Date.UTC(2027, 0, 1, 12),
  status: 'ongoing' as const,
  wireStatus: '2',
  left: 3,
};
const ORDER = {
  orderId: '171',
  orderNumber: '261120ABC',
  status: 'unpaid' as const,
  wireStatus: '1',
  total: thb('1400'),
  createdAt: Date.UTC(2026, 10, 20, 12),
  iconUrl: null,
  title: 'Lamp 1',
  itemCount: 2,
};
const SMILE = { stickerId: '7', packageId: '1', imageUrl: '', text: '[smile]' };

/** The inputs of a call so far. */
const asked = (path: string) => window.backend.calls.filter((call) => call.path === path).map(({ input }) => input);
const cards = () => asked(CALLS.chat.sendCard.path).map((input) => (input as { card: unknown }).card);
const pane = () => window.page.getByRole('dialog', { name: /^Send to / });
const tab = (name: string) => pane().getByRole('tab', { name });

/** A window with a conversation of the marketplace open, and the pickers opened. */
async function openPickers(marketplace: Marketplace): Promise<void> {
  const { backend, page } = window;
  let favorites: string[] = ['2'];
  const list = { next: null, unreadableCount: 0 };
  backend.model.answerWith(CALLS.chat.searchProducts, ({ keyword }) =>
    succeeded({ products: SHOWN.filter(({ title }) => title.includes(keyword)), ...list, unreadableCount: 1 }),
  );
  backend.model.answerWith(CALLS.chat.productDetail, ({ productId }) =>
    succeeded({ product: SHOWN.find((item) => item.productId === productId) ?? product(9) }),
  );
  backend.model.answerWith(CALLS.chat.getUserCollectProductIds, () => succeeded({ productIds: favorites }));
  backend.model.answerWith(CALLS.chat.saveUserCollectProductIds, ({ productIds }) => {
    favorites = productIds;
    return succeeded({});
  });
  backend.model.answerWith(CALLS.chat.searchConsultPlatformItemIds, () =>
    succeeded({ platformItemIds: ['2', '3'], total: 2 }),
  );
  backend.model.answerWith(CALLS.chat.listVouchers, ({ status }) =>
    succeeded({ vouchers: status === 'expired' ? [{ ...VOUCHER, status: 'expired' as const }] : [VOUCHER], ...list }),
  );
  backend.model.answerWith(CALLS.chat.listBuyerOrders, () => succeeded({ orders: [ORDER], ...list }));
  backend.model.answerWith(CALLS.chat.listStickers, () => succeeded({ stickers: [SMILE] }));
  const shop = [...backend.model.shops.byId.values()].find((item) => item.marketplace === marketplace);
  const conversation = [...backend.model.chat.conversations.values()].find(({ shopId }) => shopId === shop?.shopId);
  if (conversation === undefined) throw new Error(`no conversation of ${marketplace}`);
  await window.enter('/chat/all');
  await open(page, conversation.buyer.name);
  await page.getByRole('button', { name: 'Send from the shop' }).click();
  await pane().waitFor();
}

it('show no orders to a member who may not see them', async () => {
  const { model } = window.backend;
  model.member = { ...model.member, isMain: false, permissionCodeList: ['chat'] };
  await openPickers('shopee');
  await pane().getByRole('tab', { name: 'Orders' }).click();
  await pane().getByText('You have no permission for this.', { exact: false }).waitFor();
  expect(asked(CALLS.chat.listBuyerOrders.path)).toEqual([]);
});

describe('products', () => {
  it('are searched by name or seller SKU, and show price, discount, stock and variants', async () => {
    await openPickers('shopee');
    const search = pane().getByRole('searchbox', { name: 'Search products' });
    expect(await search.evaluate((box) => box === document.activeElement)).toBe(true);
    const row = pane().getByRole('listitem').filter({ hasText: 'Lamp 1' });
    await poll(() => row.innerText()).toMatch(/฿700.*฿1,000.*−30%.*5 in stock.*L-1/s);
    await pane().getByText('1 entry could not be read and is not shown.').waitFor();
    await poll(() => pane().getByRole('checkbox', { name: 'Lamp 3' }).isDisabled()).toBe(true);
    await pane().getByText('Not on sale').waitFor();

    await pane().getByRole('button', { name: '2 variants' }).click();
    const variants = pane().getByRole('list', { name: 'Variants of Lamp 2' });
    expect(await variants.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/red.*Sold out/s),
      expect.stringMatching(/blue.*4 in stock/s),
    ]);

    await search.fill('Lamp 1');
    await pane().getByRole('checkbox', { name: 'Lamp 2' }).waitFor({ state: 'detached' });
    await pane().getByRole('combobox', { name: 'Search by' }).selectOption('sellerSku');
    await pane().getByText('By seller SKU only the first word counts.').waitFor();
    const last = asked(CALLS.chat.searchProducts.path).at(-1);
    await poll(() => asked(CALLS.chat.searchProducts.path).at(-1)).toMatchObject({
      keyword: 'Lamp 1',
      field: 'sellerSku',
    });
    expect(last).toBeDefined();
  });

  it('go out as one list where the marketplace has lists, in the order in which they were chosen', async () => {
    await openPickers('shopee');
    await pane().getByRole('checkbox', { name: 'Lamp 2' }).check();
    await pane().getByRole('checkbox', { name: 'Lamp 1' }).check();
    await pane().getByRole('button', { name: 'Send 2 products' }).click();
    await pane().waitFor({ state: 'detached' });
    await poll(cards).toMatchObject([
      {
        type: 'products',
        products: [
          { itemId: '2', title: 'Lamp 2', price: thb('700'), oldPrice: thb('1000') },
          { itemId: '1', title: 'Lamp 1' },
        ],
      },
    ]);
    await log(window.page).locator('[data-card="product"]').nth(1).waitFor();
    await window.page.locator('[data-mark="sent"]').last().waitFor();
  });

  it('go out as a message each where it has none, and the dialog says so', async () => {
    await openPickers('tiktok');
    await pane().getByRole('checkbox', { name: 'Lamp 1' }).check();
    await pane().getByRole('checkbox', { name: 'Lamp 2' }).check();
    await pane().getByText('Each product goes out as a message of its own.').waitFor();
    // Enter on a chosen product sends all of them.
    await pane().getByRole('checkbox', { name: 'Lamp 2' }).press('Enter');
    await poll(cards).toMatchObject([
      { type: 'products', products: [{ itemId: '1' }] },
      { type: 'products', products: [{ itemId: '2' }] },
    ]);
  });

  it('that are favourites stand at the top; another one is put before them, and a full list is told', async () => {
    await openPickers('shopee');
    const favorites = pane().getByRole('list', { name: 'Favourites' });
    await poll(() => favorites.getByRole('checkbox').count()).toBe(1);
    await pane().getByRole('button', { name: 'Add Lamp 1 to the favourites' }).click();
    await poll(() => favorites.getByRole('checkbox').evaluateAll((all) => all.map((box) => box.ariaLabel))).toEqual([
      'Lamp 1',
      'Lamp 2',
    ]);
    expect(asked(CALLS.chat.saveUserCollectProductIds.path)).toMatchObject([{ productIds: ['1', '2'] }]);
    // What the buyer asked about follows, and no product stands twice.
    const consulted = pane().getByRole('list', { name: / asked about$/ });
    expect(await consulted.getByRole('checkbox').evaluateAll((all) => all.map((box) => box.ariaLabel))).toEqual([
      'Lamp 3',
    ]);
    window.backend.model.nextResults.set(CALLS.chat.saveUserCollectProductIds.path, {
      ok: false,
      failure: { kind: 'refused', code: 'favorites_full', reason: 'There are 20 favourite products.', detail: null },
    });
    await pane().getByRole('button', { name: 'Remove Lamp 1 from the favourites' }).click();
    await window.page.getByText('There are 20 favourite products.').waitFor();
  });

  it('are reached by the arrow keys, and Escape returns to the button', async () => {
    await openPickers('shopee');
    const { page } = window;
    await pane().getByRole('checkbox', { name: 'Lamp 2' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Lamp 1');
    await page.keyboard.press('Escape');
    await pane().waitFor({ state: 'detached' });
    const button = page.getByRole('button', { name: 'Send from the shop' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('orders, vouchers and stickers', () => {
  it('are sent by one press', async () => {
    await openPickers('lazada');
    const again = () => window.page.getByRole('button', { name: 'Send from the shop' }).click();
    await tab('Orders').click();
    await pane().getByRole('button', { name: 'Send order 261120ABC' }).click();
    await log(window.page).locator('[data-card="order"]').getByText('261120ABC').waitFor();
    await again();
    // The kind that was used last is there again.
    await pane().getByRole('button', { name: 'Send order 261120ABC' }).waitFor();
    await tab('Vouchers').click();
    await pane().getByRole('combobox', { name: 'State' }).selectOption('expired');
    const over = pane().getByRole('button', { name: 'Send voucher Ten percent' });
    await poll(() => over.getAttribute('aria-disabled')).toBe('true');
    await over.dispatchEvent('click');
    await pane().getByRole('combobox', { name: 'State' }).selectOption('ongoing');
    await poll(() => over.getAttribute('aria-disabled')).toBe('false');
    await over.click();
    await log(window.page).locator('[data-card="voucher"]').getByText('Ten percent').waitFor();
    await again();
    await tab('Stickers').click();
    await pane().getByRole('button', { name: 'Send [smile]' }).click();
    await log(window.page).getByText('[smile]').waitFor();
    await poll(cards).toMatchObject([
      { type: 'order', order: { orderId: '171', status: 'unpaid' } },
      { type: 'voucher', voucher: { voucherId: '81', voucherCode: 'TEN' } },
      { type: 'sticker', sticker: { stickerId: '7' } },
    ]);
  });

  const LACKED: readonly [Marketplace, Readonly<Record<string, string>>][] = [
    [
      'shopee',
      {
        Stickers: 'Stickers of Shopee cannot be sent, because the marketplace does not list them.',
        Invitation: 'Shopee has no invitation to follow a shop.',
        'Rating card': 'Shopee has no way to send a rating card in a chat.',
      },
    ],
    [
      'lazada',
      {
        'Rating card': 'Lazada has no way to send a rating card in a chat.',
        Videos: 'Lazada has no way to send a video in a chat.',
      },
    ],
    [
      'tiktok',
      {
        Orders: 'TikTok Shop has no way to send an order in a chat.',
        Vouchers: 'TikTok Shop has no way to send a voucher in a chat.',
        Stickers: 'Stickers of TikTok Shop cannot be sent, because the marketplace does not list them.',
        Invitation: 'TikTok Shop has no invitation to follow a shop.',
        Videos: 'TikTok Shop has no way to send a video in a chat.',
      },
    ],
  ];
  it.each(visited(LACKED, 0))('that %s lacks keep their tab, which says why', async (marketplace, reasons) => {
    await openPickers(marketplace);
    await tab('Products').focus();
    for (const name of ['Orders', 'Vouchers', 'Stickers', 'Invitation', 'Rating card', 'Videos']) {
      await window.page.keyboard.press('ArrowRight');
      await poll(() => tab(name).getAttribute('aria-selected')).toBe('true');
      const reason = reasons[name];
      await poll(() => tab(name).getAttribute('aria-disabled')).toBe(String(reason !== undefined));
      if (reason !== undefined) await pane().getByRole('tabpanel').getByText(reason).waitFor();
    }
  });
});

describe('a card that was refused', () => {
  it('can be sent again or removed, and not edited', async () => {
    await openPickers('lazada');
    window.backend.model.chat.fate = 'failed';
    await tab('Orders').click();
    await pane().getByRole('button', { name: 'Send order 261120ABC' }).click();
    const failed = window.page.locator('[data-mark="failed"]');
    await failed.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await failed.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await failed.getByRole('button', { name: 'Remove' }).click();
    await failed.waitFor({ state: 'detached' });
  });
});
