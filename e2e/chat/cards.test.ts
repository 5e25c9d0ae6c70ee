import type { Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

const STATUS_WORDS = {
  unpaid: 'Unpaid',
  toShip: 'To be sent',
  cancelRequested: 'Being cancelled',
  shipping: 'On its way',
  returning: 'Refund',
  returned: 'Refund',
  held: 'Unknown status',
  completed: 'Finished',
  cancelled: 'Cancelled',
} as const;

interface Screen {
  readonly marketplace: Marketplace;
  readonly country: string;
  /** The sign of the currency, which sellers write before the number. */
  readonly sign: string;
  readonly order: { readonly kind: string; readonly content: (id: string, number: string) => object };
  /** Null where the marketplace has no call that looks a voucher up. */
  readonly voucher: { readonly kind: string; readonly content: (id: string, code: string) => object } | null;
}
/** The details that each marketplace's screen shows of an order and of a voucher at least. */
const SCREENS: readonly Screen[] = [
  {
    marketplace: 'shopee',
    country: 'SG',
    sign: 'S$',
    // This card names its order by nothing but the number that people read.
    order: { kind: 'order', content: (_, order_sn) => ({ order_sn }) },
    voucher: { kind: 'voucher', content: (voucher_id, voucher_code) => ({ voucher_id, voucher_code }) },
  },
  {
    marketplace: 'lazada',
    country: 'PH',
    sign: '₱',
    order: { kind: 'order', content: (_, orderId) => ({ orderId }) },
    voucher: { kind: 'voucher', content: (promotionId) => ({ promotionId }) },
  },
  {
    marketplace: 'tiktok',
    country: 'GB',
    sign: '£',
    order: { kind: 'order_card', content: (_, order_id) => ({ order_id }) },
    voucher: null,
  },
];

describe.each(visited(SCREENS, 0))('cards on $marketplace', ({ marketplace, country, sign, order, voucher }) => {
  it('tell of an order and a voucher what their message leaves out', async () => {
    const { market } = harness.demo;
    const [buyer] = await market.quietBuyers(marketplace, country);
    if (buyer === undefined) throw new Error(`${country} has no quiet buyer`);
    const { orders, vouchers } = await market.trade(buyer.place);
    const [sold, given] = [orders[0], vouchers.find(({ percent }) => percent !== null)];
    if (sold === undefined || given === undefined) throw new Error(`${country} trades nothing`);
    const desk = await harness.desk();
    await desk.open(CHAT_PATHS[marketplace]);
    await desk.find(buyer.name);

    await market.postCard(buyer.place, order.kind, { ...order.content(sold.orderId, sold.orderNumber) });
    const card = desk.log.locator('[data-card="order"]').last();
    await card.getByText(sold.orderNumber).waitFor();
    await card.getByText(STATUS_WORDS[sold.status], { exact: true }).waitFor();
    const isWhole = sold.total % 100_000 === 0;
    const digits = isWhole ? 0 : 2;
    const number = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    const total = `${sign}${number.format(sold.total / 100_000)}`;
    await expect.poll(() => card.innerText(), PATIENT).toContain(total);
    await expect.poll(() => card.innerText(), PATIENT).toContain(sold.items[0]?.product.title);

    if (voucher !== null) {
      await market.postCard(buyer.place, voucher.kind, { ...voucher.content(given.voucherId, given.voucherCode) });
      const shown = desk.log.locator('[data-card="voucher"]').last();
      await shown.getByText(given.name, { exact: true }).waitFor();
      await shown.getByText(`${given.percent}% off`, { exact: true }).waitFor();
      await shown.getByText(given.voucherCode).waitFor();
    }
  });
});
