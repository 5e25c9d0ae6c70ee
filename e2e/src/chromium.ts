import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Chromium without the windows of a browser: it takes two thirds of the CPU time of the whole one in these tests. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A window makes a hundred requests, which a network process of its own would only hand on. The switch takes the place
  // of Playwright's own, whose feature for screenshots is therefore named again.
  '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
];

/**
 * The page of a test lives for seconds, too short for the optimizing compilers and the helper threads of V8 to pay: without
 * them the tests of the screens take 2 to 10 % less CPU time. Benches measure without these switches.
 */
const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev --single-threaded'];

/** CHROMIUM_PATH, or else the path where distributions install it; null when there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  return (given === undefined ? PLACES : [given]).find((place) => existsSync(place)) ?? null;
}

/** Whether the lightest Chromium is there, or another was asked for. */
export const hasBestChromium = (): boolean => process.env.CHROMIUM_PATH !== undefined || existsSync(SHELL);

/** @throws Error that says how to install it. */
function launchOptions() {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error(
      `The tests of the screens need Chromium; ${process.env.CHROMIUM_PATH ?? SHELL} is not there. ` +
        'Install it (Debian: apt-get install chromium-headless-shell) or name one in CHROMIUM_PATH.',
    );
  }
  return { executablePath, args: ARGS };
}

/** The launch options of a browser whose pages live no longer than a test. @throws Error that says how to install it. */
export function testLaunchOptions() {
  const { executablePath, args } = launchOptions();
  return { executablePath, args: [...args, ...SHORT_LIVED] };
}

/** Starts the machine's browser as a person has it, for benches. */
export const launchChromium = (): Promise<Browser> => chromium.launch(launchOptions());

let own: Promise<Browser> | null = null;

/**
 * The browser of this process, which its files use one after the other. It ends with the process. Over a connection to
 * a browser that all processes share, each command and each event would be written and read once more.
 */
export function ownBrowser(): Promise<Browser> {
  own ??= chromium.launch(testLaunchOptions());
  return own;
}
