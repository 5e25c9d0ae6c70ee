/** Scripts that are loaded when a screen needs them, when they do not come. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWindow } from './browser.ts';
import { openScreenHarness, type ScreenHarness } from './screen-harness.ts';

const FAILED = 'Loading failed. Try again, or contact support.';

let harness: ScreenHarness;
beforeAll(async () => {
  harness = await openScreenHarness();
});
afterAll(() => harness.stop());

it('an open conversation has failed after 120 s, says so, and is drawn when it comes after all', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  const held = Promise.withResolvers<void>();
  await page.route(/\/open-conversation-[^/]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.clock.install();
  await window.enter('/chat/all');
  await page.locator('[data-live="live"]').waitFor();
  const [talk] = window.backend.model.chat.conversations.values();
  if (talk === undefined) throw new Error('nobody writes');
  await page.getByRole('option', { name: talk.buyer.name, exact: true }).click();
  // The right panel may wait for the same code, and says so too.
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  const failed = messages.getByText(FAILED);
  await page.clock.fastForward(100_000);
  expect(await failed.count()).toBe(0);
  await page.clock.fastForward(20_000);
  await failed.waitFor();
  await messages.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor({ state: 'detached' });
  held.resolve();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(window.complaints).toEqual([]);
  await window.close();
});

it('a dialog that cannot be loaded says so over the desk, is closed, and is loaded anew', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  const script = /\/shop-overlays-[^/]+\.js$/;
  await page.route(script, (route) => route.abort());
  await window.enter('/chat/all?lang=en');
  const open = page.getByRole('button', { name: 'Shop management' });
  await open.click();
  const failure = page.getByRole('dialog', { name: FAILED });
  await failure.getByRole('button', { name: 'Close' }).click();
  await failure.waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'John Tan' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await open.click();
  await failure.waitFor();
  await page.unroute(script);
  // A browser that keeps a failed import loads the whole page anew, and the dialog is closed then.
  page.once('load', () => void open.click());
  await failure.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog', { name: 'Shop management' }).waitFor();
  expect(window.complaints).toEqual([]);
  await window.close();
});

it('a dialog that has not come after 120 s has failed', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  const held = Promise.withResolvers<void>();
  await page.route(/\/shop-overlays-[^/]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.clock.install();
  await window.enter('/chat/all?lang=en');
  await page.getByRole('button', { name: 'Shop management' }).click();
  await page.clock.fastForward(120_000);
  await page.getByRole('dialog', { name: FAILED }).waitFor();
  held.resolve();
  await page.getByRole('dialog', { name: 'Shop management' }).waitFor();
  expect(window.complaints).toEqual([]);
  await window.close();
});

it('a screen that cannot be loaded leaves the window around it, and is loaded anew', async () => {
  const window = await openWindow(harness);
  const { page, context, url } = window;
  const script = /\/chat-page-[^/]+\.js$/;
  await page.route(script, (route) => route.abort());
  await context.addCookies([
    { name: 'session', value: 'fake', url, httpOnly: true },
    { name: 'accountId', value: window.backend.model.member.accountId, url },
  ]);
  await page.goto(`${url}/chat/all?lang=en`);
  await page.getByRole('main').getByText(FAILED).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('option', { name: 'John Tan' }).waitFor();
  expect(window.complaints).toEqual([]);
  await window.close();
});

it('the login page that cannot be loaded says so, and is loaded anew', async () => {
  const window = await openWindow(harness);
  const { page, url } = window;
  const script = /\/entrance-pages-[^/]+\.js$/;
  await page.route(script, (route) => route.abort());
  await page.goto(`${url}/?lang=th`);
  await page.getByText('โหลดไม่สำเร็จ โปรดลองอีกครั้งหรือติดต่อฝ่ายสนับสนุน').waitFor();
  await page.unroute(script);
  await page.getByRole('button').click();
  await page.locator('input[type="password"]').waitFor();
  expect(window.complaints).toEqual([]);
  await window.close();
});

it('a dialog whose code throws leaves the desk, and is drawn anew', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  await page.route(/\/shop-overlays-[^/]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export function ShopOverlays() { if (!globalThis.isMended) throw new Error('a defect'); return 'mended'; }",
    }),
  );
  await window.enter('/chat/all?lang=en');
  await page.getByRole('button', { name: 'Shop management' }).click();
  const failure = page.getByRole('dialog', { name: FAILED });
  await failure.waitFor();
  expect(window.complaints.join()).toContain('a defect');
  await page.evaluate('globalThis.isMended = true');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('mended').waitFor();
  await page.getByRole('option', { name: 'John Tan' }).waitFor();
  await window.close();
});
