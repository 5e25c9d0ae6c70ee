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

/** What axe finds on the page as it is shown: each rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const result = resultSchema.parse(await page.evaluate(`axe.run(document, ${OPTIONS})`));
  const found = result.violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === HEADING)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  return [...found, ...(await page.evaluate(unspeakable))];
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
