import { CALLS, type CallInput, type CallOutput } from '@pasar/api';
import { figureSpan } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { aShop } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

type Calls = typeof CALLS.statistics;
const window = windowOfEachTest({ size: { width: 1440, height: 900 } });
const SHOPS = [aShop(1, 'shopee'), aShop(2, 'lazada')] as const;
const sums = (orders: number, sales: string) => ({
  orders,
  sold: orders,
  sales,
  cancelled: 1,
  refunds: 0,
  refunded: '0',
});
const THB = { currency: 'THB', now: sums(4, '1000'), before: sums(2, '500') };
const SGD = { currency: 'SGD', now: sums(3, '90.30'), before: sums(6, '120') };

let asked: CallInput<Calls['figures']>[];
let isAnyRead: boolean;
let rates: CallOutput<Calls['rates']>;

beforeEach(async () => {
  const { model } = window.backend;
  asked = [];
  isAnyRead = true;
  rates = { base: null, rates: [], savedBy: null, savedAt: null };
  await window.signIn();
  model.shops.byId.clear();
  for (const shop of SHOPS) model.shops.setShop(shop);
  model.answerWith(CALLS.statistics.figures, (input) => {
    asked.push(input);
    const now = Date.now();
    const span = figureSpan(input.period, input.timeZone, now);
    if (span === null) throw new Error('no span');
    return succeeded({
      asOf: now,
      edges: [...span.edges],
      beforeFrom: span.beforeFrom,
      beforeTo: span.beforeTo,
      totals: isAnyRead ? [SGD, THB] : [],
      shops: isAnyRead
        ? [
            { shopId: SHOPS[0].shopId, ...THB },
            { shopId: SHOPS[1].shopId, ...SGD },
          ]
        : [],
      series: isAnyRead
        ? [
            { bucket: 0, currency: 'SGD', orders: 3, sales: '90.30' },
            { bucket: 0, currency: 'THB', orders: 4, sales: '1000' },
          ]
        : [],
      isAnyRead,
    });
  });
  model.answerWith(CALLS.statistics.rates, () => succeeded(rates));
  model.answerWith(CALLS.statistics.saveRates, ({ base, rates: given }) => {
    rates = { base, rates: given, savedBy: 'Main', savedAt: 1 };
    return succeeded({});
  });
});
const openPage = () => window.page.goto(`${window.url}/orders/statistics?lang=en`);

describe('the statistics', () => {
  it('show a period with its change in words, in the own currencies, and the same as a table', async () => {
    const { page } = window;
    await openPage();
    const tiles = page.getByRole('list', { name: 'Figures of the period' });
    await tiles.getByText('▼ 12% less than before').waitFor();
    const amounts = page.getByRole('region', { name: 'Amounts by currency' });
    const baht = amounts.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'THB', exact: true }) });
    await baht.getByText('฿1,000').waitFor();
    await baht.getByRole('img', { name: '▲ 100% more than before' }).first().waitFor();
    await amounts.getByText('S$90.30').waitFor();
    await amounts.getByRole('img', { name: '▼ 25% less than before' }).waitFor();
    await page.getByRole('button', { name: 'Past 7 days' }).click();
    await poll(() => asked.at(-1)?.period === 'past7days');
    await page.getByRole('img', { name: 'Orders over time' }).waitFor();
    await page.getByRole('combobox', { name: 'What the chart shows' }).selectOption('THB');
    await page.getByRole('button', { name: 'As a table' }).click();
    const points = page.getByRole('table', { name: 'Sales in THB over time' });
    await poll(() => points.getByRole('row').count()).toBe(8);
    await points.getByText('฿1,000').waitFor();
    await page.getByRole('combobox', { name: 'Marketplace' }).selectOption('lazada');
    await poll(() => asked.at(-1)?.marketplaces?.[0] === 'lazada');
    expect(await violationsOn(page)).toEqual([]);
  });

  it('sort the shops, and tell what the marketplace says of one, or that it says nothing', async () => {
    const { page, backend } = window;
    backend.model.answerWith(CALLS.statistics.shopDashboard, () =>
      succeeded({
        metrics: [
          { name: 'shop_uv', value: '1812', previous: '700' },
          { name: 'shop_pv', value: '9000', previous: null },
        ],
      }),
    );
    backend.model.answerWith(CALLS.statistics.wallet, () =>
      refused('balance_not_supported', 'An account of the China seller centre cannot show the balance.'),
    );
    await openPage();
    const firstShop = page.locator('tr[data-row]').first();
    await poll(async () => (await firstShop.getAttribute('data-row')) === SHOPS[0].shopId);
    await page.getByRole('columnheader', { name: 'Orders' }).getByRole('button').click();
    await poll(async () => (await firstShop.getAttribute('data-row')) === SHOPS[1].shopId);
    await firstShop.getByRole('button').click();
    await page.getByText('Lazada does not tell the balance of a shop.').waitFor();
    await page.locator(`tr[data-row="${SHOPS[0].shopId}"]`).getByRole('button').click();
    await page.getByText('1,812 (before: 700)').waitFor();
    await page.getByText('shop_pv').waitFor();
    await page.getByText('The names are the marketplace’s own.').waitFor();
    await page.getByText('An account of the China seller centre cannot show the balance.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Visitors').waitFor({ state: 'detached' });
  });

  it('show further entries of the wallet, and the bank accounts for the password of the login', async () => {
    const { page, backend } = window;
    const sgd = (amount: string) => ({ amount, currency: 'SGD' });
    const entry = (entryId: string) => ({ entryId, orderId: null, amount: sgd('5'), kind: 'income', at: 1 });
    backend.model.answerWith(CALLS.statistics.shopDashboard, () => succeeded({ metrics: [] }));
    backend.model.answerWith(CALLS.statistics.wallet, ({ cursor }) =>
      succeeded({
        income: { available: sgd('70'), pending: null },
        entries: [entry(cursor === undefined ? 'first' : 'second')],
        next: cursor === undefined ? '2' : null,
      }),
    );
    backend.model.answerWith(CALLS.statistics.bankAccounts, ({ password }) =>
      password === 'right'
        ? succeeded({
            accounts: [{ bankAccountId: '1', bankName: 'Bank of SG', accountNumber: '****1234', isDefault: true }],
          })
        : refused('wrong_account_or_password', 'Wrong account or password.'),
    );
    await openPage();
    await page.locator(`tr[data-row="${SHOPS[0].shopId}"]`).getByRole('button').click();
    await page.getByText('first').waitFor();
    await page.getByRole('button', { name: 'Show more entries' }).click();
    await page.getByText('second').waitFor();
    await page.getByRole('button', { name: 'Bank accounts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Show bank accounts' }).click();
    await dialog.getByText('Enter the password.').waitFor();
    await dialog.getByLabel('Password of the shop’s account at Shopee').fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.getByText('Wrong account or password.').waitFor();
    await dialog.getByLabel('Password of the shop’s account at Shopee').fill('right');
    await page.keyboard.press('Enter');
    await dialog.getByText('****1234').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it('convert by typed rates, with their day, and name what has none', async () => {
    const { page } = window;
    await openPage();
    await page.getByRole('button', { name: 'Exchange rates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exchange rates' });
    const lines = dialog.getByRole('textbox', { name: 'Rates, a currency on each line' });
    await lines.fill('THB cheap');
    await dialog.getByLabel('Day of the rates').fill('2026-11-20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('“THB cheap” is no rate.').waitFor();
    await lines.fill('THB 0.21');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('checkbox', { name: 'Converted to CNY' }).check();
    await page.getByRole('list', { name: 'Figures of the period' }).getByText('¥210').waitFor();
    await page.getByText('Rates of 2026-11-20. Left out, because there is no rate: SGD.').waitFor();
  });

  it('lead to the orders while none are read', async () => {
    isAnyRead = false;
    await openPage();
    await window.page.getByRole('button', { name: 'Go to the orders' }).waitFor();
  });
});
