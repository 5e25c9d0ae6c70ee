import { chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { BuiltClient } from './browser.ts';

export interface ScreenHarness extends BuiltClient {
  /** Ends the connection and the contexts that were opened over it; the browser goes on. */
  stop(): Promise<void>;
}

/** The client and the browser that all files of tests share, over a connection of this file's own. */
export async function openScreenHarness(): Promise<ScreenHarness> {
  const { browser: address, folder } = inject('screens');
  const browser = await chromium.connect(address);
  return { folder, browser, stop: () => browser.close() };
}
