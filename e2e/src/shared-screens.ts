import type { TestProject } from 'vitest/node';
import { buildWeb, WEB_FOLDER } from '../../tools/src/build-web.ts';
import { serveChromium } from './chromium.ts';

/** Before the first file of a project with a browser: the web client is built and one Chromium started. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb((line) => console.log(line));
  const server = await serveChromium();
  project.provide('screens', { browser: server.wsEndpoint(), folder: WEB_FOLDER });
  return () => server.close();
}
