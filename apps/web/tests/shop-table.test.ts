import { CALLS } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import { expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const dialog = () => window.page.getByRole('dialog', { name: 'Shop management' });
const rows = () => dialog().locator('tr[data-shop]');
const names = async () => (await rows().locator('td:nth-child(2)').allInnerTexts()).map((name) => name.trim());
const open = async () => {
  await window.enter('/chat/all?lang=en');
  await window.page.getByRole('button', { name: 'Shop management' }).click();
  await rows().first().waitFor();
};

it('the rows of the shop table are equally high, and name the proxy of each account', async () => {
  const { routing } = window.backend.model;
  routing.bindings.set(uuidOf('connection 3'), routing.add('office line'));
  await open();
  const heights = await rows().evaluateAll((all) => [...new Set(all.map((row) => row.getBoundingClientRect().height))]);
  expect(heights).toHaveLength(1);
  const row = (name: string) => rows().filter({ hasText: name });
  await row('Manila Home Deals').getByText('office line').waitFor();
  await row('KL Beauty Lab').getByText('Default', { exact: true }).waitFor();
});

it('names the account of each shop, and when the shop was last compared; the search finds accounts', async () => {
  const { shops } = window.backend.model;
  window.backend.isTimeTold = false;
  await window.page.clock.install({ time: new Date(2026, 10, 21, 14, 0) });
  await open();
  await rows().first().getByText('Not synced yet').waitFor();
  const compared = new Date(2026, 10, 21, 13, 59);
  shops.comparedAt = compared.getTime();
  await window.page.clock.runFor(60_000);
  await poll(() => rows().locator('time').count()).toBe(shops.byId.size);
  const first = rows().first().locator('time');
  await poll(() => first.innerText()).toBe('Last sync 13:59');
  await poll(() => first.getAttribute('datetime')).toBe(compared.toISOString());
  const [shop] = [...shops.byId.values()].filter(({ name }) => name === 'Snack Haul');
  const account = `seller${shop?.platformShopId}@shop.example`;
  await rows().filter({ hasText: 'Snack Haul' }).getByText(account).waitFor();
  await dialog().getByRole('searchbox').fill(account);
  await poll(names).toEqual(['Snack Haul']);
});

it('says nothing of proxies to those who may not know of them', async () => {
  window.backend.model.withdraw('ipPartition');
  await open();
  expect(await dialog().getByRole('columnheader', { name: 'Proxy' }).count()).toBe(0);
  expect(window.backend.calls.filter(({ path }) => path === CALLS.routing.listSubjects.path)).toEqual([]);
});

it('sorts by a heading and back to the own order, which is the only one that can be dragged; and filters', async () => {
  await open();
  const own = await names();
  const heading = (name: string) => dialog().getByRole('columnheader', { name, exact: true });
  await heading('Connection').getByRole('button').click();
  await poll(() => heading('Connection').getAttribute('aria-sort')).toBe('ascending');
  expect((await names()).slice(0, 3)).toEqual(['ร้านแม่บ้านญี่ปุ่น', '深圳优选旗舰店', 'Thames Trinkets']);
  expect(await dialog().locator('button[draggable]').count()).toBe(0);
  await heading('Connection').getByRole('button').click();
  await heading('Connection').getByRole('button').click();
  await poll(names).toEqual(own);
  await poll(() => dialog().locator('button[draggable]').count()).toBe(own.length);
  await dialog().getByRole('combobox', { name: 'Which shops to show' }).selectOption({ label: 'Not connected' });
  await poll(names).toEqual(['深圳优选旗舰店', 'ร้านแม่บ้านญี่ปุ่น', 'Thames Trinkets']);
});

it('moves the chosen shops to the top and hides them at once; a shop alone by its menu', async () => {
  const { page, backend } = window;
  await open();
  const own = await names();
  for (const name of ['Snack Haul', 'KL Beauty Lab'])
    await dialog()
      .getByRole('checkbox', { name: `Select ${name}` })
      .check();
  await dialog().getByText('2 selected').waitFor();
  await dialog().getByRole('button', { name: 'Move to the top' }).click();
  const others = own.filter((name) => name !== 'Snack Haul' && name !== 'KL Beauty Lab');
  await poll(names).toEqual(['KL Beauty Lab', 'Snack Haul', ...others]);
  await dialog().getByRole('button', { name: 'Hide in the shop list' }).click();
  await poll(() => [...backend.model.shops.arrangement.hidden].sort()).toEqual(
    [uuidOf('shop 5'), uuidOf('shop 9')].sort(),
  );
  await dialog().getByRole('button', { name: 'Clear' }).click();
  await dialog().getByRole('button', { name: 'Actions of Thames Trinkets' }).click();
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  await poll(async () => (await names())[0]).toBe('Thames Trinkets');
  // The list is grouped, so an order across its groups shows only without them.
  await dialog().getByRole('button', { name: 'Show it without groups' }).click();
  await page.keyboard.press('Escape');
  await poll(() => page.getByRole('region', { name: 'Shops' }).getByRole('group').count()).toBe(0);
});
