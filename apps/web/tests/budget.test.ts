import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, openWindow, startBench } from './browser.ts';
import { open } from './desk-helpers.ts';

/** What the first look at the chat may load, scripts compressed: what it was when this was written, and a little. */
const CHAT_ROUTE_KB = 200;

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

it('the chat route loads no more scripts than its budget before the first press, and none of the form library', async () => {
  const window = await openWindow(bench);
  const { page } = window;
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await window.enter('/chat/all');
  await page.locator('[data-live="live"]').waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await Promise.all(
    [...scripts].map(async (path) => {
      const code = await readFile(join(bench.folder, path));
      return { path, kB: gzipSync(code, { level: 9 }).length / 1_000, isForms: code.includes('ant-btn') };
    }),
  );
  const heaviest = loaded.toSorted((left, right) => right.kB - left.kB);
  const total = heaviest.reduce((sum, { kB }) => sum + kB, 0);
  const table = heaviest.map(({ path, kB }) => `${kB.toFixed(1)} kB ${path}`).join('\n');
  expect(total, `${total.toFixed(1)} kB:\n${table}\n`).toBeLessThan(CHAT_ROUTE_KB);
  expect(heaviest.filter(({ isForms }) => isForms)).toEqual([]);
  // Opening a conversation is no reason to fetch code either.
  const before = scripts.size;
  await open(page, 'John Tan');
  await page.waitForLoadState('networkidle');
  expect(scripts.size).toBe(before);
  await window.close();
});
