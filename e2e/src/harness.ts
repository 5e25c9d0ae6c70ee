import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { Demo } from './demo.ts';
import { Desk } from './desk.ts';
import { PATIENCE_MS } from './patience.ts';
import { Phone } from './phone.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const IN_PAGE = fileURLToPath(new URL('./in-page.js', import.meta.url));
const VIEWPORT = { width: 1440, height: 900 };
/** Console errors of a page whenever a journey cuts its connection or is refused on purpose. */
const ALWAYS_EXPECTED = /Failed to load resource|WebSocket connection/;

/** One demo for all journeys of a file, in a browser that all files share; every journey begins with fresh contexts. */
export class Stage {
  #browser: Browser | null = null;
  #demo: Demo | null = null;
  #cookies: Cookies = [];
  readonly #contexts: BrowserContext[] = [];
  /** Uncaught errors and violations of the content security policy, on any page of the journey. */
  readonly #complaints: string[] = [];
  #expected: RegExp[] = [ALWAYS_EXPECTED];

  get demo(): Demo {
    if (this.#demo === null) throw new Error('the demo does not run');
    return this.#demo;
  }

  async start(): Promise<void> {
    this.#browser = await chromium.connect(inject('screens').browser);
    this.#demo = await Demo.start();
    const desk = await this.desk({ cookies: [] });
    await desk.goto('/account/login?lang=en');
    await desk.logIn();
    await desk.page.getByText(/^All \d+ shops live$/).waitFor();
    this.#cookies = await desk.page.context().cookies();
    await this.clear();
  }

  /** Opens a window in a context of its own; the main account is signed in unless other cookies are given. */
  async desk(options: BrowserContextOptions & { readonly cookies?: Cookies } = {}): Promise<Desk> {
    const { cookies = this.#cookies, ...rest } = options;
    const context = await this.#context(rest);
    await context.addInitScript({ path: IN_PAGE });
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
    for (const context of this.#contexts.splice(0)) await context.close();
    expect(complaints, 'what the pages complained about').toEqual([]);
  }

  /** Takes a screenshot of every page, for the search for a failure's cause; gives the folder. */
  async takePictures(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'pasar-e2e-pictures-'));
    const pages = this.#contexts.flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) await page.screenshot({ path: join(folder, `page-${index}.png`) });
    return folder;
  }

  async stop(): Promise<void> {
    try {
      await this.#browser?.close();
    } finally {
      await this.#demo?.stop();
    }
  }

  async #context(options: BrowserContextOptions): Promise<BrowserContext> {
    if (this.#browser === null) throw new Error('the browser does not run');
    const context = await this.#browser.newContext({ viewport: VIEWPORT, locale: 'en-US', ...options });
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

/** Call once at the top of a test file: starts before the first journey, cleans up after each, stops after the last. */
export function useStage(): Stage {
  const stage = new Stage();
  beforeAll(() => stage.start());
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      console.error(`${task.name}: pictures of its pages are in ${await stage.takePictures()}`);
    }
    try {
      await stage.demo.market.clearFaults();
    } finally {
      await stage.clear();
    }
  });
  afterAll(() => stage.stop());
  return stage;
}
