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

/** What such a text would leave behind as markup. */
const HARM = 'img[src="x"], [onerror], [onload], a[href^="javascript:"], img[src^="javascript:"], script:not([src])';

const parcelOf = (payload: string) => ({
  parcelId: payload,
  carrier: payload,
  trackingNumber: payload,
  events: [{ at: NOW, text: payload }],
});

it('texts that try to run are text and nothing else in every place of an order', async () => {
  const orders = HOSTILE.map((payload, at) => {
    const item = { title: payload, variant: payload, sellerSku: payload, imageUrl: payload, quantity: 1 };
    return order(at, {
      orderNumber: payload,
      buyerName: payload,
      buyerId: 'another' as never,
      status: 'unknown',
      wireStatus: payload,
      sellerNote: payload,
      items: [{ productId: payload, price: thb('1'), ...item }],
    });
  });
  answerOrders(window.backend.model, {
    orders,
    detail: ({ orderNumber: payload }) => ({
      paymentMethod: payload,
      address: { receiver: payload, phone: payload, fullAddress: payload },
      parcels: [parcelOf(payload)],
    }),
  });
  await openOrders();
  for (const payload of HOSTILE) {
    const parcels = [parcelOf(payload)];
    window.backend.model.answerWith(orderLogistics, () => succeeded({ parcels, asOf: Date.now() }));
    await panel()
      .getByRole('button', { name: `Open order ${payload}`, exact: true })
      .click();
    await panel().getByRole('button', { name: 'Show the address' }).click();
    await panel().getByRole('region', { name: 'Seller note' }).getByText(payload, { exact: true }).waitFor();
    await panel().getByRole('button', { name: 'Logistics', exact: true }).click();
    const dialog = window.page.getByRole('dialog');
    await dialog.getByRole('listitem').getByText(payload, { exact: true }).waitFor();
    expect(await window.page.locator(`body :is(${HARM})`).count(), payload).toBe(0);
    expect(await window.page.evaluate('typeof globalThis.hacked'), payload).toBe('undefined');
    await window.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await panel().getByRole('button', { name: 'All orders of the buyer' }).click();
  }
});
