import type { ShopView } from '@pasar/api';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Window, WindowOptions } from './browser.ts';
import { poll } from './desk-helpers.ts';
import { windowOpener } from './screen-harness.ts';

const openWindow = windowOpener();
let window: Window;

const EXPIRED = 'ร้านแม่บ้านญี่ปุ่น';
const region = () => window.page.getByRole('region', { name: 'Shops', exact: true });
const option = (name: string) => region().getByRole('option', { name, exact: true });
const names = () =>
  region()
    .getByRole('option')
    .evaluateAll((all) => all.map((item) => item.getAttribute('aria-label')));
const setCount = (name: string, waitingCount: number) => {
  const shop = shopOf(name);
  window.backend.model.append({ kind: 'shop', shop: { ...shop, waitingCount } });
};
function shopOf(name: string): ShopView {
  const shop = [...window.backend.model.shops.byId.values()].find((held) => held.name === name);
  if (shop === undefined) throw new Error(`no shop ${name}`);
  return shop;
}
const chooseInMenu = async (item: string) => {
  await region().getByRole('button', { name: 'Order and filter of the shop list' }).click();
  await window.page.getByRole('menuitemradio', { name: item, exact: true }).click();
};
async function enter(options: WindowOptions = {}): Promise<void> {
  window = await openWindow(options);
  await window.enter('/chat/all?lang=en');
}
const heightOf = async (item: Locator) => (await item.boundingBox())?.height ?? 0;

describe('the shop list', () => {
  it('gives each shop one line with its site, its marks and the buyers who wait', async () => {
    await enter();
    const heights = await region()
      .getByRole('option')
      .evaluateAll((all) => all.map((item) => item.getBoundingClientRect().height));
    expect(heights).toHaveLength(12);
    expect(Math.max(...heights)).toBeLessThanOrEqual(32);
    expect((await option('深圳优选旗舰店').innerText()).split('\n')).toEqual([
      '深圳优选旗舰店',
      'CN',
      'CB',
      `${shopOf('深圳优选旗舰店').waitingCount}`,
    ]);
    await poll(() => option('Manila Home Deals').getAttribute('aria-description')).toContain('On vacation');
  });

  it('collapses groups, by pointer and by keys, keeps their sums and the chosen shop, also after a reload', async () => {
    await enter();
    const { page } = window;
    const lazada = region().getByRole('group', { name: /^Lazada/ });
    const sum = ['KL Beauty Lab', 'Jakarta Outdoor', EXPIRED].reduce(
      (held, name) => held + shopOf(name).waitingCount,
      0,
    );
    await lazada.getByText('Lazada', { exact: true }).click();
    await poll(() => lazada.getByRole('option').count()).toBe(0);
    expect((await lazada.innerText()).split('\n')).toEqual(['Lazada', '3', 'collapsed', `${sum}`]);
    await page.reload();
    await option('All shops').waitFor();
    await poll(() => lazada.getByRole('option').count()).toBe(0);
    // The keys pass it by, and open it again.
    await option('深圳优选旗舰店').click();
    const list = page.getByRole('listbox', { name: 'Shops' });
    await list.press('ArrowDown');
    await poll(() => option('GlowUp Official').getAttribute('aria-selected')).toBe('true');
    await list.press('ArrowLeft');
    await poll(names).not.toContain('Snack Haul');
    expect(await names()).toContain('GlowUp Official');
    await option('All shops').click();
    await list.press('ArrowRight');
    await poll(() => region().getByRole('option').count()).toBe(12);
  });

  it('shows only shops where a buyer waits, the most waiting first, and moves none under the pointer', async () => {
    await enter();
    for (const { name } of window.backend.model.shops.byId.values()) setCount(name, 0);
    setCount('Snack Haul', 4);
    setCount('KL Beauty Lab', 9);
    await region().getByRole('button', { name: 'Only shops where a buyer waits' }).click();
    await window.page.mouse.move(900, 500);
    await chooseInMenu('Not grouped');
    await poll(names).toEqual(['All shops', 'KL Beauty Lab', 'Snack Haul']);
    await chooseInMenu('Overdue first, then the most waiting buyers');
    setCount('Snack Haul', 12);
    await window.page.mouse.move(900, 500);
    await poll(names).toEqual(['All shops', 'Snack Haul', 'KL Beauty Lab']);
    await option('KL Beauty Lab').hover();
    setCount('Snack Haul', 0);
    setCount('Thames Trinkets', 99);
    await poll(() => option('Snack Haul').getAttribute('aria-description')).not.toContain('wait');
    expect(await names()).toEqual(['All shops', 'Snack Haul', 'KL Beauty Lab']);
    await window.page.mouse.move(900, 500);
    await poll(names).toEqual(['All shops', 'Thames Trinkets', 'KL Beauty Lab']);
    setCount('Thames Trinkets', 0);
    setCount('KL Beauty Lab', 0);
    await region().getByText('No buyer waits here.').waitFor();
  });

  it('is told apart when it is folded: marketplace, site, the beginning of the name, and the waiting buyers', async () => {
    await enter({ size: { width: 1280, height: 800 } });
    await poll(async () => (await option('KL Beauty Lab').innerText()).split('\n')).toEqual([
      'MY',
      `${shopOf('KL Beauty Lab').waitingCount}`,
      'KL Beauty Lab',
    ]);
    await poll(() => option('KL Beauty Lab').locator('svg').count()).toBeGreaterThan(0);
    expect(await heightOf(option('KL Beauty Lab'))).toBeLessThan(60);
  });

  it('opens the menu of a shop by the right button and by keys; it begins with what its trouble needs', async () => {
    await enter();
    const { page } = window;
    const items = () => page.getByRole('menuitem').allInnerTexts();
    await option(EXPIRED).click({ button: 'right' });
    await page
      .getByRole('menu', { name: EXPIRED })
      .getByText(/^Logged out\./)
      .waitFor();
    const waiting = shopOf(EXPIRED).waitingCount;
    const always = [
      `Show the ${waiting} buyers who wait`,
      'Answers in time',
      'Hide in the shop list',
      'Find in shop management',
      'Words to avoid in Thailand',
    ];
    expect(await items()).toEqual(['Log in again', 'Change the proxy', ...always]);
    await page.keyboard.press('Escape');
    await option('Snack Haul').click();
    await page.getByRole('listbox', { name: 'Shops' }).press('Shift+F10');
    await page.getByRole('menu', { name: 'Snack Haul' }).waitFor();
    expect((await items()).slice(1)).toEqual(always.slice(1, -1).concat('Words to avoid in Malaysia'));
    await page.getByRole('menuitem', { name: 'Find in shop management' }).click();
    const rows = page.getByRole('dialog', { name: 'Shop management' }).locator('tr[data-shop]');
    await poll(() => rows.count()).toBe(1);
    await poll(() => rows.first().innerText()).toContain('Snack Haul');
  });

  it('counts buyers who wait on the rail, and says what is unread as well', async () => {
    await enter();
    const link = window.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lazada' });
    setCount('KL Beauty Lab', 2);
    setCount('Jakarta Outdoor', 1);
    setCount(EXPIRED, 0);
    await poll(async () => (await link.innerText()).split('\n')).toEqual(['3', 'Lazada']);
    expect(await link.getAttribute('aria-description')).toMatch(
      /^3 buyers wait for an answer\. \d+ answers are overdue\. (\d+ answers are due [^.]+\. )?\d+ unread messages$/,
    );
    await link.locator('[data-overdue]').waitFor();
  });
});
