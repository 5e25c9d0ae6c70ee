import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { poll } from './desk-helpers.ts';
import { HOSTILE_BY_SHAPE as TEXTS } from './kinds.ts';

/** Every text in each of the fields, whose names follow the texts. */
export const told = (...fields: readonly string[]) =>
  TEXTS.flatMap((text) => fields.map((field) => `${text} ${field}`));

/** Runs in the page: what no text may have made there. */
const harm = () => {
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const { tagName } = element;
    if (/^(IFRAME|OBJECT|EMBED|BASE|MARQUEE|MATH|TEMPLATE|AUDIO)$/i.test(tagName)) found.push(tagName);
    if (element instanceof HTMLScriptElement && element.src === '') found.push('a script without an address');
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) found.push(`${tagName} ${name}=${value}`);
      const isAddress = /^(href|src|srcset|srcdoc|action|formaction|data|xlink:href)$/.test(name);
      const runs = /^(javascript|vbscript|data:text)/i.test(value.replaceAll(/\s/g, ''));
      if (isAddress && (runs || value === 'x')) found.push(`${tagName} ${name}=${value}`);
    }
  }
  return { found, isOwned: 'owned' in globalThis, isEmpty: !document.body?.firstElementChild };
};

/** Follows what a text could cause, from before the page is opened; the answer expects that nothing was caused so far. */
export function followHarm(page: Page, url: string): () => Promise<void> {
  const dialogs: string[] = [];
  const foreign: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.context().on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !/^(data|blob):/.test(address)) foreign.push(address);
  });
  return async () => {
    expect(await page.evaluate(harm)).toEqual({ found: [], isOwned: false, isEmpty: false });
    expect(page.context().pages()).toEqual([page]);
    expect({ dialogs, foreign }).toEqual({ dialogs: [], foreign: [] });
  };
}

/** The given texts that do not stand in the place. */
const missingIn = (place: Locator, texts: readonly string[] = TEXTS) =>
  place.evaluate((element, wanted) => wanted.filter((text) => !element.textContent.includes(text)), [...texts]);
/** The place comes to show all the texts. */
export async function expectTexts(place: Locator, texts: readonly string[] = TEXTS): Promise<void> {
  await poll(async () => (await missingIn(place, texts)).slice(0, 3)).toEqual([]);
}
/** Scrolls a list that draws only what is in view, from one end to the other, until all texts were in it. */
export async function expectTextsWhileScrolling(place: Locator, step: number, texts = TEXTS): Promise<void> {
  let missing: readonly string[] = texts;
  await poll(
    async () => {
      const left = await missingIn(place, missing);
      if (left.length === missing.length) {
        await place.evaluate((element, by) => {
          let scroller: Element | null = element;
          while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1)
            scroller = scroller.parentElement;
          scroller?.scrollBy(0, by);
        }, step);
      }
      missing = left;
      return missing.length;
    },
    { timeout: 20_000, interval: 20 },
  ).toBe(0);
}
