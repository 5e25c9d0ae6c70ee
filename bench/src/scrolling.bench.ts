import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openDatabaseIn } from '../../apps/server/tests/harness/database.ts';
import { openTestWeb } from '../../apps/server/tests/harness/web.ts';
import { launchChromium } from '../../e2e/src/chromium.ts';
import { buildWeb, WEB_FOLDER } from '../../tools/src/build-web.ts';
import { arrivals, PER_SECOND } from './lists/arrivals.ts';
import { PASSWORD, SHOPS, seedAccount } from './lists/seed.ts';
import { printGoals } from './table.ts';

/**
 * Scrolls the list of conversations of the desk in a browser, and opens its tabs, while 50 messages a second arrive at
 * conversations of all its shops, and the same while none do. Both take turns. Server, database and browser share the
 * machine.
 */
const CONVERSATIONS = Number(process.env.PASAR_BENCH_CONVERSATIONS ?? 100_000);
const TURNS = 4;
const SCROLL_MS = 10_000;
/** About 3,000 pixels, or 47 rows, a second. */
const PX_EACH = 50;
const TABS = ['unread', 'all', 'waiting', 'all'] as const;
const IN_PAGE = fileURLToPath(new URL('./scrolling/in-page.js', import.meta.url));
/** A frame that a person sees as a jerk: three frames of 60 a second. */
const JERK_MS = 50;

const scrolled = z.object({
  frames: z.array(z.number()),
  stalledMs: z.number(),
  empty: z.number(),
  top: z.number(),
});

class Taken {
  readonly frames: number[] = [];
  readonly tabs: number[] = [];
  stalledMs = 0;
  empty = 0;
  px = 0;
}

export async function benchScrolling(): Promise<void> {
  buildWeb((line) => console.log(line));
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  const web = await openTestWeb(database, null, { webFolder: WEB_FOLDER });
  const browser = await launchChromium();
  try {
    const account = await seedAccount(database, 'scrolling', CONVERSATIONS, CONVERSATIONS);
    await database.owner.query('vacuum analyze');
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript({ path: IN_PAGE });
    await page.goto(`${web.origin}/chat/all?lang=en`);
    await page.getByLabel('Email or username').fill(account.main);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.locator('#conversation-options [role="option"]').first().waitFor();

    const arriving = await arrivals(database, account.connection);
    const quiet = new Taken();
    const busy = new Taken();
    // Scripts are compiled, and pages of the disk are read.
    await takeTurn(page, new Taken());
    let arrived = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      await takeTurn(page, quiet);
      const stop = new AbortController();
      const stored = arriving(stop.signal);
      await takeTurn(page, busy);
      stop.abort();
      arrived += await stored;
    }
    report(quiet, busy, arrived);
  } finally {
    await browser.close();
    await web.close();
    await database.close();
  }
}

async function takeTurn(page: Page, taken: Taken): Promise<void> {
  for (const tab of TABS) taken.tabs.push(z.number().parse(await page.evaluate(`scrolling.open('${tab}')`)));
  const turn = scrolled.parse(await page.evaluate(`scrolling.scroll(${SCROLL_MS}, ${PX_EACH})`));
  taken.frames.push(...turn.frames);
  taken.stalledMs += turn.stalledMs;
  taken.empty += turn.empty;
  taken.px = turn.top;
}

function report(quiet: Taken, busy: Taken, arrived: number): void {
  const jerks = ({ frames }: Taken) => (frames.filter((ms) => ms > JERK_MS).length * 100) / frames.length;
  const rows = [
    ['quiet', quiet],
    ['while messages arrive', busy],
  ] as const;
  printGoals(
    `Scrolling ${CONVERSATIONS.toLocaleString('en')} conversations of ${SHOPS} shops, ${Math.round(busy.px / 64).toLocaleString('en')} rows deep, while ${arrived.toLocaleString('en')} messages arrived at ${PER_SECOND} a second`,
    [
      ...rows.flatMap(([name, taken]) => [
        { name: `${name}: a frame, median`, value: quantile(taken.frames, 0.5), unit: 'ms', goal: null },
        { name: `${name}: a frame, 95th percentile`, value: quantile(taken.frames, 0.95), unit: 'ms', goal: null },
        { name: `${name}: a frame, 99th percentile`, value: quantile(taken.frames, 0.99), unit: 'ms', goal: null },
        { name: `${name}: frames of more than ${JERK_MS} ms`, value: jerks(taken), unit: '%', goal: null },
        { name: `${name}: frames with an empty part`, value: taken.empty, unit: '', goal: null },
        { name: `${name}: waiting for further rows, in all`, value: taken.stalledMs, unit: 'ms', goal: null },
        {
          name: `${name}: a tab, until its rows are shown, median`,
          value: quantile(taken.tabs, 0.5),
          unit: 'ms',
          goal: null,
        },
        { name: `${name}: a tab, the slowest`, value: Math.max(...taken.tabs), unit: 'ms', goal: null },
      ]),
      {
        name: 'a frame while messages arrive, 95th percentile, as a multiple of quiet',
        value: quantile(busy.frames, 0.95) / quantile(quiet.frames, 0.95),
        unit: 'x',
        // One frame is left out now and then (our choice).
        goal: { kind: 'atMost', value: 2 },
      },
    ],
  );
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0;
