import type { TestProject } from 'vitest/node';
import { buildWeb, WEB_FOLDER } from '../../tools/src/build-web.ts';
import { launchOptions, serveChromium } from './chromium.ts';

/** Runs once before the first test file of a project with a browser: builds the web client and starts one Chromium. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb((line) => console.log(line));
  const server = await serveChromium();
  project.provide('screens', { browser: server.wsEndpoint(), launch: launchOptions(), folder: WEB_FOLDER });
  return () => server.close();
}
