import { uuidOf } from '@pasar/sync/testing/builders';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DETAIL_STORIES, detailStories, SENT_STORIES, sendStories } from './card-stories.ts';
import { looks } from './in-turn.ts';
import { HOST, kindsOf } from './kinds.ts';
import { windowOfEachTest } from './screen-harness.ts';

const JOHN = uuidOf('conversation 9');
const RED = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==';
/** A folder for pictures of what the tests see; none are kept without it. */
const PICTURES = process.env.PASAR_GALLERY;

const window = windowOfEachTest();

async function expectWhole(cards: Locator): Promise<void> {
  const cut = await cards.evaluateAll((all) =>
    all.filter((card) => card.scrollWidth > card.clientWidth + 1).map((card) => card.textContent),
  );
  expect(cut).toEqual([]);
}
async function keep(name: string): Promise<void> {
  if (PICTURES !== undefined) {
    await window.page.getByRole('log').screenshot({ path: `${PICTURES}/${name}.png` });
  }
}

const WORDS = 'ไฟอ่านหนังสือ 阅读灯 Reading lamp with a long name, https://shopee.sg/p/1';

const LOOKS = (['light', 'dark'] as const).flatMap((scheme) =>
  ['en', 'zh-CN', 'zh-TW', 'th'].map((lang) => [lang, scheme] as const),
);

describe('every kind of message', () => {
  it.each(looks(LOOKS, 3, 4))('in %s, %s, has room for its words', async (lang, colorScheme) => {
    const { page, backend } = window;
    await page.route(`${HOST}/**`, (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(RED, 'base64') }),
    );
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1_280, height: 3_200 });
    await window.enter(`/chat/all?lang=${lang}`);
    await page.locator('[data-live="live"]').waitFor();
    await page.getByRole('option', { name: 'John Tan', exact: true }).click();
    const kinds = Object.values(kindsOf(WORDS));
    for (const content of kinds) backend.model.chat.receive(JOHN, { content });
    const cards = page.getByRole('log').locator('[data-card]');
    // Two products stand in one message; pictures, videos, stickers and texts are no cards.
    await expect.poll(() => cards.count(), { timeout: 10_000 }).toBe(13);
    await expectWhole(cards);
    await keep(`kinds-${lang}-${colorScheme}`);
  });
});

describe.each([
  ['cards that the shop sends, in every state', SENT_STORIES, sendStories, [1, 7]],
  ['cards whose facts are asked for, told and refused', DETAIL_STORIES, detailStories, [0, 6]],
] as const)('%s', (_title, story, fill, turns) => {
  it.each(looks(LOOKS, ...turns))('in %s, %s, have room for their words', async (lang, colorScheme) => {
    const { page, backend } = window;
    await page.route(`${HOST}/**`, (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(RED, 'base64') }),
    );
    fill(backend.model, WORDS, `${HOST}/lamp.png`);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1_280, height: story.height });
    await window.enter(`/chat/all?lang=${lang}`);
    await page.locator('[data-live="live"]').waitFor();
    await page.getByRole('option', { name: story.buyer, exact: true }).click();
    const log = page.getByRole('log');
    const cards = log.locator('[data-card]');
    await expect.poll(() => cards.count(), { timeout: 10_000 }).toBe(story.cards);
    await expect.poll(() => log.locator('[aria-busy="true"]').count(), { timeout: 10_000 }).toBe(0);
    for (const [mark, count] of Object.entries(story.marks)) {
      expect(await log.locator(`[data-mark="${mark}"]`).count(), mark).toBe(count);
    }
    await expect.poll(() => cards.locator('img').count()).toBe(story.pictures);
    await expectWhole(cards);
    await keep(`${story.name}-${lang}-${colorScheme}`);
  });
});
