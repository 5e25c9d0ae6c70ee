import { expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ hasWorker: true });

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

it('a reload without a network shows Pasar, and the desk opens by itself when the server is back', async () => {
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
