import type { ConversationTab, ShopView } from '@pasar/api';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { fill } from './builders.ts';
import { FakeBackend } from './fake-backend.ts';

/** The built web client and a browser to open it in. */
export interface BuiltClient {
  readonly folder: string;
  readonly browser: Browser;
}

/** One window over its own backend. */
export interface Window {
  readonly backend: FakeBackend;
  readonly url: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser complained about, lost connections aside. */
  readonly complaints: readonly string[];
  /** Signs in by cookie, without opening anything. */
  signIn(): Promise<void>;
  /** Signs in by cookie and opens a path of the chat. */
  enter(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly locale?: string;
  readonly hasTouch?: boolean;
  /** The window may register its service worker. */
  readonly hasWorker?: boolean;
  /** The browser does not keep the page's content policy, which would hide that a hostile text got as far as markup. */
  readonly hasNoPolicy?: boolean;
  /** Number of conversations over all shops, 240 unless given, and of the messages of each. */
  readonly conversations?: number;
  readonly messagesEach?: (index: number) => number;
  readonly shops?: readonly ShopView[];
  /** The tab of the conversation list; `all` unless given. Null: where a new window begins. */
  readonly tab?: ConversationTab | null;
}

export async function openWindow(client: BuiltClient, options: WindowOptions = {}): Promise<Window> {
  const backend = new FakeBackend(client.folder);
  const { conversations = 240, messagesEach = (index) => (index === 2 ? 400 : 12 + (index % 9)) } = options;
  fill(backend.model, conversations, messagesEach, options.shops);
  const url = await backend.start();
  const context = await client.browser.newContext({
    viewport: options.size ?? { width: 1440, height: 900 },
    locale: options.locale ?? 'en-US',
    hasTouch: options.hasTouch ?? false,
    bypassCSP: options.hasNoPolicy ?? false,
    // A script that a worker has kept would pass by the routes of the tests.
    serviceWorkers: options.hasWorker === true ? 'allow' : 'block',
  });
  context.setDefaultTimeout(10_000);
  const { tab = 'all' } = options;
  if (tab !== null) await context.addInitScript(chooseTab(tab));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return;
    // The tests cut connections on purpose.
    if (!/WebSocket connection|Failed to load resource|Service Worker registration blocked/.test(line.text()))
      complaints.push(line.text());
  });
  const signIn = () =>
    context.addCookies([
      { name: 'session', value: 'fake', url, httpOnly: true },
      { name: 'accountId', value: backend.model.member.accountId, url },
    ]);
  return {
    backend,
    url,
    context,
    page,
    complaints,
    signIn,
    async enter(path) {
      await signIn();
      await page.goto(url + path);
      await page.getByRole('listbox', { name: /.+/ }).nth(1).waitFor();
    },
    async close() {
      await context.close();
      await backend.stop();
    },
  };
}

/** Runs in each page before the desk: chooses the tab of every screen, as if the person had chosen it before. */
function chooseTab(tab: ConversationTab): string {
  const chosen = { shopId: null, tab, conversationId: null };
  const selection = JSON.stringify({ all: chosen, shopee: chosen, lazada: chosen, tiktok: chosen });
  return `if (location.protocol === 'http:') sessionStorage.getItem('pasar.place') ??
    sessionStorage.setItem('pasar.place', ${JSON.stringify(selection)});`;
}
