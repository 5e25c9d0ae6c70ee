import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openWindow, type Window } from './browser.ts';
import { poll } from './desk-helpers.ts';
import { openScreenHarness, type ScreenHarness } from './screen-harness.ts';

let harness: ScreenHarness;
let window: Window;
beforeAll(async () => {
  harness = await openScreenHarness();
});
afterAll(() => harness.stop());
afterEach(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

/** The paths that the browser keeps for a reload without a network. */
const kept = (): Promise<readonly string[]> =>
  window.page.evaluate(async () => {
    const cache = await caches.open('pasar-shell');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });
const loaded = (): Promise<readonly string[]> =>
  window.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/') && path.endsWith('.js')),
  );

it("a reload without a network shows Pasar's own words, and the desk opens by itself when the server is back", async () => {
  window = await openWindow(harness, { hasWorker: true });
  const { page, backend, url } = window;
  await window.enter('/chat/all?lang=en');
  await page.getByRole('option', { name: 'John Tan' }).waitFor();
  // The worker is in force from the next load on.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.getByRole('option', { name: 'John Tan' }).waitFor();
  const scripts = await loaded();
  expect(scripts.length).toBeGreaterThan(5);
  await poll(kept).toEqual(expect.arrayContaining(['/', ...scripts]));
  expect((await kept()).filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  await backend.stop();
  await page.reload();
  await page.getByRole('heading', { name: 'Pasar cannot start' }).waitFor();
  await page.getByText('Drafts and unsent messages are kept on this computer.').waitFor();
  await backend.start(Number(new URL(url).port));
  await page.getByRole('option', { name: 'John Tan' }).waitFor();
});
