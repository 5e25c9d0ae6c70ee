import { chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { Bench } from './browser.ts';

export interface SharedBench extends Bench {
  /** Ends the connection and the contexts that were opened over it; the browser goes on. */
  stop(): Promise<void>;
}

/** The client and the browser that all files of tests share, over a connection of this file's own. */
export async function startBench(): Promise<SharedBench> {
  const { browser: address, folder } = inject('screens');
  const browser = await chromium.connect(address);
  return { folder, browser, stop: () => browser.close() };
}
