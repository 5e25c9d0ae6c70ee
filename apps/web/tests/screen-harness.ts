import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { type BuiltClient, openWindow, type Window, type WindowOptions } from './browser.ts';

export interface ScreenHarness extends BuiltClient {
  /** Ends the contexts that were opened; the browser goes on. */
  stop(): Promise<void>;
}

/**
 * The browser of this process, which its files use one after the other. It ends with the process. Over a connection to
 * a browser that all processes share, each command and each event would be written and read once more.
 */
let own: Promise<Browser> | null = null;

/** The client, and a browser that no other file uses at the time. */
export async function openScreenHarness(): Promise<ScreenHarness> {
  const { launch, folder } = inject('screens');
  own ??= chromium.launch(launch);
  const browser = await own;
  const stop = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return { folder, browser, stop };
}

/**
 * Opens windows for the tests of a file. After each test its windows are closed; a test in which the browser complained
 * fails.
 */
export function windowOpener(): (options?: WindowOptions) => Promise<Window> {
  let harness: ScreenHarness;
  const opened: Window[] = [];
  beforeAll(async () => {
    harness = await openScreenHarness();
  });
  afterAll(() => harness.stop());
  afterEach(async () => {
    for (const window of opened.splice(0)) {
      expect(window.complaints).toEqual([]);
      await window.close();
    }
  });
  return async (options) => {
    const window = await openWindow(harness, options);
    opened.push(window);
    return window;
  };
}

/** The window of the test that runs: a new one for each test of the file. */
export function windowOfEachTest(options: WindowOptions = {}): Window {
  const open = windowOpener();
  let held: Window | null = null;
  beforeEach(async () => {
    held = await open(options);
  });
  const now = (): Window => {
    if (held === null) throw new Error('there is no window outside a test');
    return held;
  };
  return {
    get backend() {
      return now().backend;
    },
    get url() {
      return now().url;
    },
    get context() {
      return now().context;
    },
    get page() {
      return now().page;
    },
    get complaints() {
      return now().complaints;
    },
    signIn: () => now().signIn(),
    enter: (path) => now().enter(path),
    close: () => now().close(),
  };
}
