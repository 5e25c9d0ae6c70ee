import { CALLS, type CallInput } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { aShop } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { order } from './order-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });
const SHOPS = [
  aShop(1, 'shopee', { country: 'SG' }),
  aShop(2, 'lazada'),
  aShop(3, 'shopee', { country: 'BR' }),
] as const;
const booked = (number: number, shop: (typeof SHOPS)[number], waybill: { at: number; by: string } | null = null) => ({
  ...order(number, { status: 'wait_seller_send' }),
  paymentMethod: null,
  shippingFee: null,
  address: null,
  shopId: shop.shopId,
  changedAt: order(number).createdAt,
  carrier: null,
  trackingNumber: null,
  cancelReason: null,
  isRatable: false,
  readAt: Date.now(),
  parcel: null,
  waybill,
  conversationId: null,
});

let asked: CallInput<typeof CALLS.orderBook.createWaybills>[];
let count: number;

beforeEach(async () => {
  const { model } = window.backend;
  asked = [];
  count = 4;
  await window.signIn();
  model.shops.byId.clear();
  for (const shop of SHOPS) model.shops.setShop(shop);
  model.answerWith(CALLS.orderBook.searchOrderList, () => {
    const named = [
      booked(1, SHOPS[0]),
      booked(2, SHOPS[0], { at: Date.now() - 60_000, by: 'Mei' }),
      booked(3, SHOPS[1]),
      booked(4, SHOPS[2]),
    ];
    const further = Array.from({ length: count - 4 }, (_, index) => booked(100 + index, SHOPS[0]));
    return succeeded({ orders: [...named, ...further], next: null });
  });
  model.answerWith(CALLS.orderBook.createWaybills, (input) => {
    asked.push(input);
    return input.shopId === SHOPS[0].shopId
      ? succeeded({ jobIds: ['j1', 'j2'], formats: ['waybill', 'packing_list'], orderIds: ['171'] })
      : refused('shop_not_logged_in', 'The shop is not logged in.');
  });
});

async function pickAll() {
  const { page } = window;
  await page.goto(`${window.url}/orders?lang=en`);
  await poll(() => page.locator('tr[data-order]').count()).toBe(count);
  await page.getByRole('columnheader').getByRole('checkbox').check();
  return page.getByRole('region', { name: 'Selected orders' });
}

describe('the documents of parcels', () => {
  it('are ordered by shop where the marketplace makes them, with what could not be made and why', async () => {
    const { page } = window;
    const bar = await pickAll();
    await bar.getByRole('button', { name: 'Waybills (3)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Have the waybills of 3 orders made?' });
    await dialog.getByText('1 selected order is left out').waitFor();
    await dialog.getByText('The waybill of 1 of these orders was ordered before.').waitFor();
    expect(asked).toEqual([]);
    await dialog.getByRole('button', { name: 'Order waybills' }).click();
    const results = page.getByRole('dialog', { name: 'Waybills by shop' }).getByRole('list');
    await poll(() => results.getByRole('listitem').count()).toBe(2);
    expect(asked).toEqual([
      { shopId: SHOPS[0].shopId, orderIds: ['171', '172'] },
      { shopId: SHOPS[2].shopId, orderIds: ['174'] },
    ]);
    const [made, failed] = await results.getByRole('listitem').allInnerTexts();
    expect(made).toMatch(/1 order: waybill and packing list/);
    expect(made).toMatch(/No parcel to print: 261122ABC/);
    expect(failed).toMatch(/Shop 3.*The shop is not logged in/);
    await results.getByRole('button', { name: 'Seller centre' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it('say in the order who ordered its waybill', async () => {
    const { page } = window;
    await pickAll();
    await page.getByRole('row', { name: 'Order 261122ABC' }).click();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Waybill ordered by Mei').waitFor();
  });
});

describe('the pick list', () => {
  it('adds up what orders of all shops need, and is printed alone, on as many pages as it needs', async () => {
    count = 90;
    const { page } = window;
    const bar = await pickAll();
    await bar.getByRole('button', { name: 'Pick list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pick list of 90 orders' });
    const shelf = dialog.getByRole('table', { name: 'From the shelves' });
    await poll(() => shelf.getByRole('row').count()).toBe(2);
    await shelf.getByRole('cell', { name: '180', exact: true }).waitFor();
    await poll(() => dialog.getByRole('table', { name: 'Into the parcels' }).getByRole('row').count()).toBe(91);
    expect(await violationsOn(page)).toEqual([]);
    await page.evaluate(() => {
      globalThis.print = () => document.body.setAttribute('data-printed', '');
    });
    await dialog.getByRole('button', { name: 'Print or save as PDF' }).click();
    await page.locator('body[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await poll(() => page.getByRole('heading', { name: 'Orders', exact: true }).isVisible()).toBe(false);
    await poll(() => dialog.getByRole('button', { name: 'Close' }).isVisible()).toBe(false);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
    await page.emulateMedia({ media: null });
    await page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
  });
});
