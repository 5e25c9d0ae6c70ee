import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openWindow } from '../../apps/web/tests/browser.ts';
import { open } from '../../apps/web/tests/desk-helpers.ts';
import { launchChromium } from '../../e2e/src/chromium.ts';
import { buildWeb, WEB_FOLDER } from '../../tools/src/build-web.ts';
import { printGoals } from './table.ts';

/**
 * From a key to the painted list of quick replies: the slash, and letters behind it, over 5,000 replies in three
 * scripts. Compared with a bare filter of the same replies in the same page, which makes as many plain rows anew.
 */
const REPLIES = 5_000;
/** As many rows as the desk draws. */
const ROWS = 20;
const ROUNDS = 10;
const KEYS = ['/', 's', 'h', 'i', 'p'] as const;
const IN_PAGE = fileURLToPath(new URL('./picker/in-page.js', import.meta.url));
const painted = z.object({ ms: z.number(), rows: z.number() });

/** What `in-page.js` puts into the page. */
interface InPage {
  makeBareFilter(replies: readonly Reply[], most: number): void;
  lastKey(rows: string): Promise<unknown>;
}

interface Reply {
  readonly title: string;
  readonly text: string;
}
const replies: readonly Reply[] = Array.from({ length: REPLIES }, (_, number) => {
  const kinds = [
    {
      title: `Shipping ${number}`,
      text: `Hello {buyer}, parcel ${number} is shipped today. Thank you for your order.`,
    },
    { title: `发货 ${number}`, text: `您好 {buyer}，第 ${number} 单今天发货，请留意物流信息。` },
    { title: `จัดส่ง ${number}`, text: `สวัสดีค่ะ {buyer} พัสดุหมายเลข ${number} จัดส่งวันนี้ค่ะ ขอบคุณค่ะ` },
  ];
  return kinds[number % kinds.length] ?? { title: '', text: '' };
});

export async function benchPicker(): Promise<void> {
  buildWeb((line) => console.log(line));
  const browser = await launchChromium();
  try {
    const window = await openWindow({ folder: WEB_FOLDER, browser });
    const { page, backend } = window;
    const { quickReplies } = backend.model;
    for (const { title, text } of replies) quickReplies.add('All', title, { parts: [{ kind: 'text', text }] });
    await page.addInitScript({ path: IN_PAGE });
    await window.enter('/chat/all?lang=en');
    await open(page, 'John Tan');
    await page.evaluate(({ all, most }) => (globalThis as unknown as InPage).makeBareFilter(all, most), {
      all: [...replies],
      most: ROWS,
    });
    const desk = { field: 'textarea[data-pane-focus]', rows: '[data-quick-replies] [role="option"]' };
    const bare = { field: '#bare-field', rows: '.bare-row' };
    await page.locator(desk.field).pressSequentially('/');
    await page.locator(desk.rows).first().waitFor();
    const taken = { desk: [] as number[][], bare: [] as number[][] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [ofDesk, ofBare] = [await oneRound(page, desk), await oneRound(page, bare)];
      // The first round compiles the code.
      if (round === 0) continue;
      taken.desk.push(ofDesk);
      taken.bare.push(ofBare);
    }
    const slash = [0];
    const letters = KEYS.map((_, index) => index).slice(1);
    const rowOf = (name: string, keys: readonly number[]) => {
      const [own, other] = [median(pick(taken.desk, keys)), median(pick(taken.bare, keys))];
      return [
        { name: `${name}: a bare filter`, value: other, unit: 'ms', goal: null },
        { name: `${name}: the desk`, value: own, unit: 'ms', goal: null },
        {
          name: `${name}: the desk to the bare filter`,
          value: own / other,
          unit: 'x',
          goal: { kind: 'atMost', value: 2 } as const,
        },
      ];
    };
    printGoals(`Quick replies: from a key to the painted list, ${REPLIES} replies, median`, [
      ...rowOf('the slash', slash),
      ...rowOf('a letter', letters),
    ]);
    await window.close();
  } finally {
    await browser.close();
  }
}

/** Milliseconds of each key. @throws Error when a key shows no rows. */
async function oneRound(
  page: Page,
  { field, rows }: { readonly field: string; readonly rows: string },
): Promise<number[]> {
  await page.locator(field).fill('');
  await page.locator(rows).first().waitFor({ state: 'detached' });
  await page.locator(field).focus();
  const taken: number[] = [];
  for (const key of KEYS) {
    await page.keyboard.press(key);
    const { ms, rows: shown } = painted.parse(
      await page.evaluate((list) => (globalThis as unknown as InPage).lastKey(list), rows),
    );
    if (shown === 0) throw new Error(`no row was painted after ${key} in ${field}`);
    taken.push(ms);
  }
  return taken;
}

const pick = (rounds: readonly (readonly number[])[], keys: readonly number[]): number[] =>
  rounds.flatMap((round) => keys.flatMap((key) => round[key] ?? []));
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
