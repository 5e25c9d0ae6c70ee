import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWindow } from './browser.ts';
import { openScreenHarness, type ScreenHarness } from './screen-harness.ts';

let harness: ScreenHarness;
beforeAll(async () => {
  harness = await openScreenHarness();
});
afterAll(() => harness.stop());

/** Runs in the page: how far the parts of the page have moved since it began. */
const moved = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      resolve(list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0));
    }).observe({ type: 'layout-shift', buffered: true });
    // Without any shift the observer is never called.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
  });

it('the window is painted before any script has come, and nothing moves when the client takes its place', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  const scripts = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${window.url}/account/login?lang=en`, { waitUntil: 'commit' });
  const frame = page.locator('.frame');
  await frame.getByText('Pasar', { exact: true }).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1);
  scripts.resolve();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await frame.count()).toBe(0);
  expect(await page.evaluate(moved)).toBe(0);
  expect(window.complaints).toEqual([]);
  await window.close();
});

/** Runs in the page: counts from now on the frames in which the window shows no word. */
const countBlankFrames = () => {
  const counted = globalThis as typeof globalThis & { blankFrames?: number };
  counted.blankFrames = 0;
  const look = () => {
    if (document.body.innerText.trim() === '') counted.blankFrames = (counted.blankFrames ?? 0) + 1;
    requestAnimationFrame(look);
  };
  look();
};
const blankFrames = () => (globalThis as typeof globalThis & { blankFrames?: number }).blankFrames;

it('the window is never blank between the login and the desk', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  await page.goto(`${window.url}/account/login?lang=en`);
  // The desk's code is loaded as soon as a person does something.
  const code = ['desk-window', 'chat-page'].map((name) => page.waitForResponse(new RegExp(`/${name}-[^/]+\\.js$`)));
  await page.getByRole('button', { name: 'Use demo account' }).click();
  for (const script of code) await (await script).finished();
  await page.getByLabel('Password', { exact: true }).focus();
  // As slow as a small laptop: a blank frame in between lasts long enough to be seen.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.evaluate(countBlankFrames);
  await page.keyboard.press('Enter');
  await page.getByRole('listbox', { name: 'Conversations' }).waitFor();
  expect(await page.evaluate(blankFrames)).toBe(0);
  await window.close();
});
