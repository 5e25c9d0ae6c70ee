/** The code of an open conversation, when it does not come. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWindow } from './browser.ts';
import { openScreenHarness, type ScreenHarness } from './screen-harness.ts';

let harness: ScreenHarness;
beforeAll(async () => {
  harness = await openScreenHarness();
});
afterAll(() => harness.stop());

it('has failed after 120 s, says so, and is drawn when it comes after all', async () => {
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
  const failed = page.getByText('Loading failed. Retry, or contact support.');
  await page.clock.fastForward(100_000);
  expect(await failed.count()).toBe(0);
  await page.clock.fastForward(20_000);
  await failed.waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor({ state: 'detached' });
  held.resolve();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(window.complaints).toEqual([]);
  await window.close();
});
