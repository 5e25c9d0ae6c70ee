import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const bar = () => window.page.getByRole('banner');
const makeAllLive = () => {
  const { byId } = window.backend.model.shops;
  for (const shop of byId.values()) byId.set(shop.shopId, { ...shop, connection: { state: 'live', refusal: null } });
};
const cut = () => {
  window.backend.isSocketRefused = true;
  window.backend.cut();
};

describe('what the bar says of the connections', () => {
  it('is one sentence when all is well', async () => {
    makeAllLive();
    await window.enter('/chat/all?lang=en');
    await bar().getByText('All 11 shops connected', { exact: true }).waitFor();
    await poll(() => bar().locator('[data-live]').innerText()).toBe('All 11 shops connected\nConnected');
    await poll(() => bar().getByText('Connected', { exact: true }).getAttribute('role')).toBe('status');
  });

  it('is dated while this window is offline, and so is the health of each shop', async () => {
    makeAllLive();
    await window.enter('/chat/all?lang=en');
    await bar().getByText('All 11 shops connected', { exact: true }).waitFor();
    cut();
    await bar()
      .getByText(/^As of \d\d:\d\d: All 11 shops connected$/)
      .waitFor();
    await bar().getByRole('button', { name: 'Reconnect now' }).waitFor();
    const shop = window.page.getByRole('option', { name: 'KL Beauty Lab' });
    await poll(() => shop.getAttribute('aria-description')).toMatch(/As of \d\d:\d\d: Connected/);
    window.backend.isSocketRefused = false;
    await window.page.evaluate(() => dispatchEvent(new Event('online')));
    await bar().getByText('All 11 shops connected', { exact: true }).waitFor();
  });

  it('has an action beside every trouble', async () => {
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    const open = () => bar().getByRole('button', { name: '3 of 11 shops are not connected' }).click();
    await open();
    await page.getByRole('menuitem').first().waitFor();
    const items = await page
      .getByRole('menuitem')
      .evaluateAll((all) => all.map((item) => item.ariaLabel ?? item.textContent));
    expect(items).toEqual([
      'Show all accounts',
      'Change the proxy: 深圳优选旗舰店',
      'Show in the chat: 深圳优选旗舰店',
      'Log in again: ร้านแม่บ้านญี่ปุ่น',
      'Change the proxy: ร้านแม่บ้านญี่ปุ่น',
      'Show in the chat: ร้านแม่บ้านญี่ปุ่น',
      'Show in the chat: Thames Trinkets',
    ]);
    await page.getByRole('menuitem', { name: 'Change the proxy: 深圳优选旗舰店' }).click();
    await page.getByRole('tab', { name: 'IP isolation', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await open();
    await page.getByRole('menuitem', { name: 'Log in again: ร้านแม่บ้านญี่ปุ่น' }).click();
    await page.getByRole('dialog', { name: 'Log the shop in again' }).waitFor();
  });

  it('of an expired login moves nothing below', async () => {
    makeAllLive();
    await window.enter('/chat/all?lang=en');
    const { page, backend } = window;
    const top = async () => (await page.locator('main').boundingBox())?.y;
    const before = await top();
    const [shop] = backend.model.shops.byId.values();
    if (shop === undefined) throw new Error('no shop');
    const refusal = { reason: 'shop_login_expired', detail: null } as const;
    backend.model.append({ kind: 'shop', shop: { ...shop, connection: { state: 'failed', refusal } } });
    const told = page.getByRole('alert', { name: 'A shop was logged out' });
    await told.getByText(`${shop.name}: logged out`).waitFor();
    expect(await top()).toBe(before);
  });
});

it('a search that cannot reach the server finds the buyers of this window, and asks again when it can', async () => {
  const { page, backend } = window;
  await window.enter('/chat/all?lang=en');
  await page.locator('[data-live="live"]').waitFor();
  const path = CALLS.chat.conversations.path;
  cut();
  backend.broken.add(path);
  await page.locator('[data-live="offline"]').waitFor();
  await page.getByRole('searchbox', { name: 'Search buyers' }).fill('john');
  const note = page.getByText('The server cannot be reached: only the conversations in this window were searched.');
  await note.waitFor();
  await page.getByRole('option', { name: 'John Tan', exact: true }).waitFor();
  expect(await page.getByRole('option', { name: 'Siti Rahayu', exact: true }).count()).toBe(0);
  const asked = () => backend.calls.filter((call) => call.path === path && JSON.stringify(call.input).includes('john'));
  const before = asked().length;
  backend.broken.delete(path);
  backend.isSocketRefused = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await poll(() => asked().length).toBe(before + 1);
  await poll(() => note.count()).toBe(0);
  await page.getByRole('option', { name: 'John Tan', exact: true }).waitFor();
});
