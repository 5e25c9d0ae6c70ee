import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** A rule of less than serious impact that must hold as well. */
const HEADING = 'page-has-heading-one';
const OPTIONS = JSON.stringify({
  preload: false,
  resultTypes: ['violations'],
  // It takes every count beside a name as a fault: `unspeakable` looks for the same.
  rules: { 'label-content-name-mismatch': { enabled: false } },
});
const resultSchema = z.object({
  violations: z.array(
    z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ html: z.string() })) }),
  ),
});

/** Colours alone differ between the light and the dark look. */
const COLOURS = JSON.stringify({ preload: false, resultTypes: ['violations'], runOnly: ['color-contrast'] });

/** What axe finds on the page as it is shown, and of its colours in the other look: each rule with its elements. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await seriousOf(page, OPTIONS);
  const shown = await page.evaluate(() => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'));
  const other = shown === 'dark' ? 'light' : 'dark';
  await show(page, other);
  const elsewhere = await seriousOf(page, COLOURS);
  await show(page, shown);
  return [...found, ...elsewhere.map((fault) => `${other}: ${fault}`), ...(await page.evaluate(unspeakable))];
}

async function seriousOf(page: Page, options: string): Promise<readonly string[]> {
  const result = resultSchema.parse(await page.evaluate(`axe.run(document, ${options})`));
  return result.violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === HEADING)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Shows the desk in another look; resolves when its colours have changed. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`:root[data-theme=${colorScheme}]`).waitFor();
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    for (const change of document.getAnimations()) {
      if (change.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) change.finish();
    }
  });
}

/**
 * Runs in the page. Elements whose name and visible words differ: a person who controls the desk by voice says the
 * visible words, and nothing is pressed. Counts are not a part of the words.
 */
function unspeakable(): readonly string[] {
  const named = document.querySelectorAll('a[aria-label], button[aria-label], [role="option"][aria-label]');
  return [...named].flatMap((element) => {
    const seen = element.cloneNode(true) as Element;
    for (const part of seen.querySelectorAll('[aria-hidden="true"], .visually-hidden')) part.remove();
    const words = seen.textContent.trim();
    const name = element.getAttribute('aria-label') ?? '';
    return name.includes(words) || words.includes(name) ? [] : `name “${name}”, visible “${words}”`;
  });
}
