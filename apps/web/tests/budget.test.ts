import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWindow, type Window } from './browser.ts';
import { open } from './desk-helpers.ts';
import { openScreenHarness, type ScreenHarness } from './screen-harness.ts';

/** Scripts of the chat, kB on the wire: before its lists are painted, and all that comes before the first press. */
const BUDGET = { firstPaint: 186, all: 261 };
/** Scripts until a conversation is open: each is a way to the server and back on a slow line. */
const MOST_SCRIPTS = 16;
/** What draws an open conversation: fetched behind the first paint. */
const CONVERSATION_CODE = /\/open-conversation-[^/]+\.js$/;
/** The same, what tells of news, the panel beside a conversation, and the texts of the three. */
const LATER_CODE = /\/(open-conversation|bar-news|panel|chat-texts-en)-[^/]+\.js$/;
/** What a press may fetch, because nothing that it shows waits for it: the panel, its remarks, and the names of colleagues on rows. */
const UNHURRIED_CODE = /\/(panel|buyer-remarks|load-buyer-remarks|group-dot|assignee-mark)-[^/]+\.js$/;

let harness: ScreenHarness;
beforeAll(async () => {
  harness = await openScreenHarness();
});
afterAll(() => harness.stop());

interface Script {
  readonly path: string;
  readonly kB: number;
  readonly code: string;
}

async function weigh({ backend }: Window, paths: ReadonlySet<string>) {
  const scripts: readonly Script[] = await Promise.all(
    [...paths].map(async (path) => {
      const code = await readFile(join(harness.folder, path), 'utf8');
      return { path, kB: (backend.sentBytes.get(path) ?? code.length) / 1_000, code };
    }),
  );
  const heaviest = scripts.toSorted((left, right) => right.kB - left.kB);
  const total = heaviest.reduce((sum, { kB }) => sum + kB, 0);
  const table = heaviest.map(({ path, kB }) => `${kB.toFixed(1)} kB ${path}`).join('\n');
  return { total, scripts, table: `${total.toFixed(1)} kB:\n${table}\n` };
}

it('the chat paints its lists within a budget of scripts, fetches the rest behind them, and nothing that the first press waits for', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  const painted = Promise.withResolvers<void>();
  let isBehind = false;
  await page.route(/\.js$/, async (route) => {
    // What is asked for from then on, such as texts, is fetched behind the first paint, too.
    isBehind ||= LATER_CODE.test(route.request().url());
    if (isBehind) await painted.promise;
    await route.continue();
  });
  await window.enter('/chat/all?lang=en');
  await page.locator('[data-live="live"]').waitFor();
  await page.getByRole('option', { name: 'John Tan' }).waitFor();
  const first = await weigh(window, scripts);
  expect(first.total, first.table).toBeLessThan(BUDGET.firstPaint);
  // The form library.
  expect(first.scripts.filter(({ code }) => code.includes('ant-btn'))).toEqual([]);

  const rest = page.waitForResponse(CONVERSATION_CODE);
  painted.resolve();
  await rest;
  await page.waitForLoadState('networkidle');
  const all = await weigh(window, scripts);
  expect(all.total, all.table).toBeLessThan(BUDGET.all);
  await open(page, 'John Tan');
  await page.waitForLoadState('networkidle');
  const known = new Set(all.scripts.map(({ path }) => path));
  const { scripts: now } = await weigh(window, scripts);
  const hurried = now.map(({ path }) => path).filter((path) => !UNHURRIED_CODE.test(path));
  expect(hurried.filter((path) => !known.has(path))).toEqual([]);
  expect(now.length, now.map(({ path }) => path).join('\n')).toBeLessThan(MOST_SCRIPTS);
  await window.close();
});

it('a page beside the chat fetches no code of a conversation and its panel', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(new URL(response.url()).pathname);
  });
  await window.signIn();
  await page.goto(`${window.url}/orders?lang=en`);
  await page.locator('[data-live="live"]').waitFor();
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /\/bar-news-/.test(path))).toHaveLength(1);
  expect(scripts.filter((path) => /\/(open-conversation|panel)-/.test(path))).toEqual([]);
  await window.close();
});

it('whoever is faster than the code of a conversation sees its place; where it cannot be fetched, why and another try', async () => {
  const window = await openWindow(harness);
  const { page } = window;
  await page.route(CONVERSATION_CODE, (route) => route.abort());
  await window.enter('/chat/all?lang=en');
  await page.getByRole('option', { name: 'John Tan' }).click();
  const panel = page.getByRole('region', { name: 'Messages' });
  await panel.getByText('Loading failed. Try again, or contact support.').waitFor();
  await page.unroute(CONVERSATION_CODE);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('log').waitFor();
  await window.close();
});
