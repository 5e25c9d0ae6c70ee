import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { FakeBackend } from './fake-backend.ts';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The built client and a browser, once for a file of tests. */
export interface Bench {
  readonly folder: string;
  readonly browser: Browser;
  stop(): Promise<void>;
}

export async function startBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'pasar-web-'));
  await buildAsShipped(folder);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return {
    folder,
    browser,
    async stop() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The test runner calls its environment `test`, which would make another client than people get. */
async function buildAsShipped(folder: string): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      root: join(import.meta.dirname, '..'),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, sourcemap: false },
    });
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

/** One window over its own backend. */
export interface Window {
  readonly backend: FakeBackend;
  readonly url: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser complained about, lost connections aside. */
  readonly complaints: readonly string[];
  /** Signs in by cookie and opens a path. */
  enter(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly locale?: string;
  readonly hasTouch?: boolean;
  readonly messagesEach?: (index: number) => number;
}

export async function openWindow(bench: Bench, options: WindowOptions = {}): Promise<Window> {
  const backend = new FakeBackend(bench.folder);
  backend.desk.fill(240, options.messagesEach ?? ((index) => (index === 2 ? 400 : 12 + (index % 9))));
  const url = await backend.start();
  const context = await bench.browser.newContext({
    viewport: options.size ?? { width: 1440, height: 900 },
    locale: options.locale ?? 'en-US',
    hasTouch: options.hasTouch ?? false,
  });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return;
    // The tests cut connections on purpose.
    if (!/WebSocket connection|Failed to load resource/.test(line.text())) complaints.push(line.text());
  });
  return {
    backend,
    url,
    context,
    page,
    complaints,
    async enter(path) {
      await context.addCookies([
        { name: 'session', value: 'fake', url, httpOnly: true },
        { name: 'accountId', value: backend.desk.member.accountId, url },
      ]);
      await page.goto(url + path);
      await page.getByRole('listbox', { name: /.+/ }).nth(1).waitFor();
    },
    async close() {
      await context.close();
      await backend.stop();
    },
  };
}
