import { CALLS } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { expect, it } from 'vitest';
import { open } from './desk-helpers.ts';
import { answerOrders, NOW, order, thb } from './order-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const { orderLogistics } = CALLS.orders;
const panel = () => window.page.getByRole('region', { name: 'Buyer', exact: true });

/** A window with the Orders tab of John Tan. */
async function openOrders(): Promise<void> {
  await window.enter('/chat/all');
  await open(window.page, 'John Tan');
  await panel().getByRole('tab', { name: 'Orders', exact: true }).click();
}

const HOSTILE = [
  '<img src=x onerror="globalThis.hacked = 1">',
  '<script>globalThis.hacked = 1</script>',
  '"><svg onload="globalThis.hacked = 1">',
  '<a href="javascript:globalThis.hacked = 1">a prize</a>',
  'javascript:globalThis.hacked = 1',
  '{{constructor.constructor("globalThis.hacked = 1")()}}',
] as const;

it.each(HOSTILE)('%s is text and nothing else in every place of an order', async (payload) => {
  const events = [{ at: NOW, text: payload }];
  const parcel = { parcelId: payload, carrier: payload, trackingNumber: payload, events };
  const address = { receiver: payload, phone: payload, fullAddress: payload };
  const item = { title: payload, variant: payload, sellerSku: payload, imageUrl: payload, quantity: 1 };
  const hostile = order(1, {
    orderNumber: payload,
    buyerName: payload,
    buyerId: 'another' as never,
    status: 'unknown',
    wireStatus: payload,
    sellerNote: payload,
    items: [{ productId: payload, price: thb('1'), ...item }],
  });
  answerOrders(window.backend.model, {
    orders: [hostile],
    detail: { paymentMethod: payload, address, parcels: [parcel] },
  });
  window.backend.model.answerWith(orderLogistics, () => succeeded({ parcels: [parcel], asOf: Date.now() }));
  await openOrders();
  await panel()
    .getByRole('button', { name: /^Open order / })
    .click();
  await panel().getByRole('button', { name: 'Show the address' }).click();
  await panel().getByRole('region', { name: 'Seller note' }).getByText(payload, { exact: true }).waitFor();
  await panel().getByRole('button', { name: 'Logistics', exact: true }).click();
  const dialog = window.page.getByRole('dialog');
  await dialog.getByRole('listitem').getByText(payload, { exact: true }).waitFor();
  const parts = 'img[src="x"], [onerror], [onload], a[href^="javascript:"], img[src^="javascript:"], script:not([src])';
  expect(await window.page.locator(`body :is(${parts})`).count()).toBe(0);
  expect(await window.page.evaluate('typeof globalThis.hacked')).toBe('undefined');
});
