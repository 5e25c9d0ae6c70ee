import type { TestProject } from 'vitest/node';
import { buildWeb, WEB_FOLDER } from '../../tools/src/build-web.ts';
import { testLaunchOptions } from './chromium.ts';

/** Runs once before the first test file of a project with a browser: builds the web client. */
export function setup(project: TestProject): void {
  buildWeb((line) => console.log(line));
  project.provide('screens', { launch: testLaunchOptions(), folder: WEB_FOLDER });
}
