import { PERMISSION_KEYS, type PermissionKey } from '@pasar/domain';
import { expect, it } from 'vitest';
import type { Window } from './browser.ts';
import { shops } from './builders.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOpener } from './screen-harness.ts';

const openWindow = windowOpener();
let window: Window;

/** A member without a shop opens the desk. */
async function enter(width: number, keys: readonly PermissionKey[] = PERMISSION_KEYS): Promise<void> {
  window = await openWindow({ size: { width, height: 800 }, tab: null });
  const { page, url } = window;
  const { model } = window.backend;
  model.shops.byId.clear();
  model.chat.conversations.clear();
  model.member = { ...model.member, isMain: keys.length === PERMISSION_KEYS.length, permissionCodeList: [...keys] };
  await window.signIn();
  await page.goto(`${url}/chat-lazada/index?lang=en`);
}

it.each(looks([1440, 1280, 1024, 700], 0, 3))(
  'a desk %d px wide without a shop begins with the first one',
  async (width) => {
    await enter(width);
    const { page, backend } = window;
    const first = page.getByRole('region', { name: 'Shops', exact: true });
    await first.getByText('Begin with your first shop').waitFor();
    expect(await page.getByText('Welcome. Pick a conversation to begin').count()).toBe(0);
    await page.keyboard.press('F6');
    await page.keyboard.press('F6');
    await poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Connect a shop');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Connect a shop' });
    await poll(() => dialog.getByRole('radio', { name: 'Lazada' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await first.getByRole('button', { name: 'Import a list' }).click();
    await page.getByRole('tab', { name: 'Bulk import', selected: true }).waitFor();
    await page.keyboard.press('Escape');

    const [shop] = shops();
    if (shop === undefined) throw new Error('no shop');
    backend.model.shops.setShop(shop);
    await page.getByRole('region', { name: 'Conversations', exact: true }).waitFor();
  },
);

it('a member who may not connect shops is told whom to ask', async () => {
  await enter(1280, ['chat']);
  const { page } = window;
  await page.getByText('Ask the main account of “Demo Trading” to assign shops to you.').waitFor();
  expect(await page.getByRole('button', { name: 'Connect a shop' }).count()).toBe(0);
});
