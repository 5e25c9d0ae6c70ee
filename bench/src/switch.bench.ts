import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { z } from 'zod';
import { type BuiltClient, openWindow } from '../../apps/web/tests/browser.ts';
import { message } from '../../apps/web/tests/builders.ts';
import { launchChromium } from '../../e2e/src/chromium.ts';
import { buildWeb, WEB_FOLDER } from '../../tools/src/build-web.ts';
import { printRatios } from './table.ts';

/**
 * Switching between two conversations: CPU of the main thread from the press to the painted end, per switch, of the whole
 * desk (list, header, buyer panel, read mark) with short and with long conversations, compared with message lists
 * alone. The desk and the lists by hand must show the newest message at the bottom in the first frame, or the run fails;
 * of the libraries, the frame in which they do is told.
 */
const SWITCHES = 24;
const ROUNDS = 5;
const SHORT = 50;
const LONG = 10_000;
/** What stands beside the messages. */
const PANELS = ['closed', 'buyer', 'orders', 'products'] as const;
type Panel = (typeof PANELS)[number];
/** Conversations that have nothing unread and stand on the first screen. */
const NUMBERS = [2, 3] as const;
const PLAIN_LIST = fileURLToPath(new URL('./switch/plain-list.js', import.meta.url));
const IN_PAGE = fileURLToPath(new URL('./switch/in-page.js', import.meta.url));

const switched = z.object({ settled: z.number(), gap: z.number(), text: z.string() });
const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

type PlainKind = 'by hand' | 'react' | 'virtua' | 'virtuoso';

interface Contender {
  readonly name: string;
  /** May show the newest message later than in the first frame. */
  readonly isLate: boolean;
  /** Shows the first or the second conversation. */
  show(which: 0 | 1): Promise<z.infer<typeof switched>>;
  /** Seconds of the main thread's CPU so far; the machine's other load does not count. */
  threadTime(): Promise<number>;
  close(): Promise<void>;
}

export async function benchSwitch(): Promise<void> {
  buildWeb((line) => console.log(line));
  const client: BuiltClient = { folder: WEB_FOLDER, browser: await launchChromium() };
  const contenders: Contender[] = [];
  try {
    const plain = await buildPlainList();
    contenders.push(
      await openPlain(client.browser, plain, 'by hand', SHORT, 'DOM by hand, only the rows in view, bare'),
    );
    contenders.push(await openPlain(client.browser, plain, 'react', SHORT, `plain React list of ${SHORT} rows, bare`));
    contenders.push(await openPlain(client.browser, plain, 'react', 500, 'plain React list of 500 rows, bare'));
    for (const size of [SHORT, 500]) {
      contenders.push(await openPlain(client.browser, plain, 'virtua', size, `virtua, ${size} rows, bare`));
      contenders.push(await openPlain(client.browser, plain, 'virtuoso', size, `react-virtuoso, ${size} rows, bare`));
    }
    for (const size of [SHORT, LONG]) {
      for (const panel of PANELS) contenders.push(await openDesk(client, size, panel));
    }
    const taken = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const contender of contenders) taken.get(contender.name)?.push(await oneRound(contender));
    }
    printRatios(
      `Conversation switch (CPU of the main thread, median of ${ROUNDS} rounds, lower is better)`,
      'ms',
      contenders.map(({ name }) => {
        const frame = latest.get(name);
        const shown = frame === undefined ? name : `${name}, stands in frame ${frame}`;
        return { name: shown, value: median(taken.get(name) ?? []) };
      }),
    );
  } finally {
    for (const contender of contenders) await contender.close();
    await client.browser.close();
  }
}

/** The last frame in which a library's list came to stand. */
const latest = new Map<string, number>();

/** Milliseconds a switch. @throws Error when the newest message was not in place in the first frame. */
async function oneRound(contender: Contender): Promise<number> {
  await contender.show(0);
  await contender.show(1);
  const before = await contender.threadTime();
  for (let turn = 0; turn < SWITCHES; turn += 1) {
    const { settled, gap, text } = await contender.show(turn % 2 === 0 ? 0 : 1);
    if (contender.isLate) latest.set(contender.name, Math.max(settled, latest.get(contender.name) ?? 0));
    else if (settled !== 1 || gap > 1 || text === '') {
      throw new Error(`${contender.name}: settled in frame ${settled}, ${gap} px above the end, showing "${text}"`);
    }
  }
  return ((await contender.threadTime()) - before) * (1_000 / SWITCHES);
}

async function threadTimeOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics: all } = metrics.parse(await session.send('Performance.getMetrics'));
    return all.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
  };
}

async function openDesk(client: BuiltClient, size: number, panel: Panel): Promise<Contender> {
  const window = await openWindow(client, { messagesEach: () => (size === SHORT ? SHORT : 12) });
  const { page, backend } = window;
  const ids = NUMBERS.map((number) => uuidOf(`conversation ${number}`));
  const now = Date.now();
  for (const id of ids) {
    const messages = Array.from({ length: size }, (_, number) =>
      message(id, number, { sentAt: now - (size - number) * 60_000 }),
    );
    backend.model.chat.messages.set(id, messages);
  }
  await page.addInitScript({ path: IN_PAGE });
  await page.addInitScript(layoutWith(panel));
  await window.enter('/chat/all');
  const show = async (which: 0 | 1) =>
    switched.parse(await page.evaluate(`switching.desk(${JSON.stringify(ids[which])})`));
  for (const which of [0, 1] as const) {
    await page.locator(`[id="conversation-${ids[which]}"]`).dispatchEvent('click');
    await page.locator('[role="log"] [data-index]').first().waitFor();
    await page.evaluate('switching.readAll()');
  }
  return {
    name: `Pasar, whole desk, ${size.toLocaleString('en')} messages held, right panel ${panel}`,
    isLate: false,
    show,
    threadTime: await threadTimeOf(page),
    close: () => window.close(),
  };
}

/** Runs in the page before the desk: how the person left the right panel. */
const layoutWith = (panel: Panel): string => {
  const widths = { shops: 240, conversations: 320, buyer: 360, shopFold: 'auto' };
  const layout = { ...widths, isBuyerShown: panel !== 'closed', sideTab: panel === 'closed' ? 'buyer' : panel };
  return `localStorage.setItem('pasar.layout', JSON.stringify(${JSON.stringify(layout)}))`;
};

async function openPlain(
  browser: Browser,
  script: string,
  kind: PlainKind,
  size: number,
  name: string,
): Promise<Contender> {
  const context = await browser.newContext({ viewport: { width: 480, height: 700 } });
  const page = await context.newPage();
  const conversations = NUMBERS.map((number) =>
    Array.from({ length: size }, (_, index) => {
      const { author, content, messageId } = message(uuidOf(`conversation ${number}`), index);
      return { key: messageId, index, isMine: author === 'seller', text: content.type === 'text' ? content.text : '' };
    }),
  );
  await page.addInitScript({ path: IN_PAGE });
  await page.goto('about:blank');
  await page.evaluate(`globalThis.plainList = ${JSON.stringify({ kind, conversations })}`);
  await page.addScriptTag({ content: script, type: 'module' });
  await page.locator('[data-index]').first().waitFor();
  return {
    name,
    isLate: kind === 'virtua' || kind === 'virtuoso',
    show: async (which) => switched.parse(await page.evaluate(`switching.plain(${which})`)),
    threadTime: await threadTimeOf(page),
    close: () => context.close(),
  };
}

async function buildPlainList(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pasar-plain-list-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { outDir: folder, lib: { entry: PLAIN_LIST, formats: ['es'], fileName: 'plain-list' } },
    });
    return await readFile(join(folder, 'plain-list.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
