import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CALLS } from '@pasar/api';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest';
import { z } from 'zod';
import { ownBrowser } from './chromium.ts';
import { Demo, type RunningDemo } from './demo.ts';
import { Desk, MAIN, PASSWORD } from './desk.ts';
import { Market } from './market.ts';
import { PATIENCE_MS } from './patience.ts';
import { Phone } from './phone.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
type DeskOptions = BrowserContextOptions & { readonly cookies?: Cookies; readonly isFresh?: boolean };

const IN_PAGE = fileURLToPath(new URL('./in-page.js', import.meta.url));
const ALL = { shopId: null, tab: 'all', conversationId: null };
const SELECTION = JSON.stringify({ all: ALL, shopee: ALL, lazada: ALL, tiktok: ALL });
const CHOOSE_ALL = `if (location.protocol === 'http:') sessionStorage.getItem('pasar.place') ??
  sessionStorage.setItem('pasar.place', ${JSON.stringify(SELECTION)});`;
const VIEWPORT = { width: 1440, height: 900 };
/** What is read of the answers to the login and other commands, and to the question for what a window needs. */
const succeeded = z.object({ result: z.literal('success') });
const shopStates = z.object({
  data: z.object({ shops: z.array(z.object({ connection: z.object({ state: z.string() }) })) }),
});
const keptDrafts = z.object({ data: CALLS.together.drafts.output });
/** Console errors of a page whenever a journey cuts its connection or is refused on purpose. */
const ALWAYS_EXPECTED = /Failed to load resource|WebSocket connection/;

/** A demo for a file of journeys, in the browser that all files share; every journey begins with fresh contexts. */
class JourneyHarness<D extends RunningDemo> {
  readonly #openDemo: () => Promise<D>;
  #browser: Browser | null = null;
  #demo: D | null = null;
  #cookies: Cookies = [];
  readonly #contexts: BrowserContext[] = [];
  /** Uncaught errors and violations of the content security policy, on any page of the journey. */
  readonly #complaints: string[] = [];
  #expected: RegExp[] = [ALWAYS_EXPECTED];

  constructor(openDemo: () => Promise<D>) {
    this.#openDemo = openDemo;
  }

  get demo(): D {
    if (this.#demo === null) throw new Error('the demo does not run');
    return this.#demo;
  }

  async start(): Promise<void> {
    this.#browser = await ownBrowser();
    this.#demo = await this.#openDemo();
    const context = await this.#context({});
    this.#cookies = await logIn(context, this.demo.deskUrl);
    await emptyComposers(context, this.demo.deskUrl);
    await this.clear();
  }

  /**
   * Opens a window in a context of its own; the main account is signed in unless other cookies are given. The screens
   * show the tab of all conversations, as if the person had chosen it before; `isFresh`: the tab where a new window
   * begins.
   */
  async desk(options: DeskOptions = {}): Promise<Desk> {
    const { cookies = this.#cookies, isFresh = false, ...rest } = options;
    const context = await this.#context(rest);
    await context.addInitScript({ path: IN_PAGE });
    if (!isFresh) await context.addInitScript(CHOOSE_ALL);
    await context.addCookies(cookies);
    return new Desk(await this.#page(context), this.demo.deskUrl);
  }

  async phone(): Promise<Phone> {
    const phone = new Phone(await this.#page(await this.#context({})), this.demo.phoneUrl);
    await phone.open();
    return phone;
  }

  /** Allows this complaint: the journey provokes it. */
  expectComplaint(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Ends the journey's contexts. @throws Error when a page complained. */
  async clear(): Promise<void> {
    const complaints = this.#complaints
      .splice(0)
      .filter((complaint) => !this.#expected.some((pattern) => pattern.test(complaint)));
    this.#expected = [ALWAYS_EXPECTED];
    for (const context of this.#contexts.splice(0)) {
      // A handler of `page.route` that still runs would fail after the journey.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'wait' });
      await context.close();
    }
    expect(complaints, 'what the pages complained about').toEqual([]);
  }

  /** Takes a screenshot of every page, for the search for a failure's cause; gives the folder. */
  async takePictures(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'pasar-e2e-pictures-'));
    const pages = this.#contexts.flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) await page.screenshot({ path: join(folder, `page-${index}.png`) });
    return folder;
  }

  async #context(options: BrowserContextOptions): Promise<BrowserContext> {
    if (this.#browser === null) throw new Error('the browser does not run');
    const context = await this.#browser.newContext({
      viewport: VIEWPORT,
      locale: 'en-US',
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    this.#contexts.push(context);
    return context;
  }

  async #page(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => this.#complaints.push(error.message));
    page.on('console', (line) => {
      if (line.type() === 'error') this.#complaints.push(line.text());
    });
    return page;
  }
}

/** Logs the main account in without a window, and gives its cookies when every shop is live. */
async function logIn(context: BrowserContext, deskUrl: string): Promise<Cookies> {
  const { login } = CALLS.account;
  const answer = await context.request.post(`${deskUrl}${login.path}`, { data: { mobile: MAIN, password: PASSWORD } });
  succeeded.parse(await answer.json());
  const areLive = async () => {
    const told = await context.request.get(`${deskUrl}${CALLS.chat.snapshot.path}`);
    const { shops } = shopStates.parse(await told.json()).data;
    expect(shops.filter(({ connection }) => connection.state !== 'live')).toEqual([]);
  };
  await vi.waitFor(areLive, { timeout: PATIENCE_MS, interval: 200 });
  return context.cookies();
}

/** What an earlier file has left in a composer would be sent by a journey, or be asked about when it logs out. */
async function emptyComposers(context: BrowserContext, deskUrl: string): Promise<void> {
  const { drafts, saveDraft } = CALLS.together;
  const told = await context.request.get(`${deskUrl}${drafts.path}`);
  for (const { conversationId, text } of keptDrafts.parse(await told.json()).data.drafts) {
    if (text === '') continue;
    const data = { conversationId, text: '', changedAt: Date.now() };
    succeeded.parse(await (await context.request.post(`${deskUrl}${saveDraft.path}`, { data })).json());
  }
}

/**
 * Call once at the head of a file of journeys: they run in the demo of this worker, which other files have used before.
 * A journey therefore takes a buyer for itself and counts nothing that other journeys change.
 */
export function useSharedDemo(): JourneyHarness<RunningDemo> {
  return useHarness(
    async () => {
      const demos = inject('demos');
      const addresses = demos[(Number(process.env.VITEST_POOL_ID) - 1) % demos.length];
      if (addresses === undefined) throw new Error('no demo was started for this worker');
      return { ...addresses, market: new Market(addresses.phoneUrl) };
    },
    async () => undefined,
  );
}

/** Call once at the head of a file whose journeys crash the demo or add shops to it: it is started for them alone. */
export function useOwnDemo(): JourneyHarness<Demo> {
  return useHarness(
    () => Demo.start(),
    (demo) => demo.stop(),
  );
}

function useHarness<D extends RunningDemo>(
  open: () => Promise<D>,
  close: (demo: D) => Promise<void>,
): JourneyHarness<D> {
  let opened: D | null = null;
  const harness = new JourneyHarness<D>(async () => {
    opened = await open();
    return opened;
  });
  beforeAll(() => harness.start());
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      console.error(`${task.name}: pictures of its pages are in ${await harness.takePictures()}`);
    }
    try {
      await harness.demo.market.clearFaults();
    } finally {
      await harness.clear();
    }
  });
  afterAll(async () => {
    if (opened !== null) await close(opened);
  });
  return harness;
}
