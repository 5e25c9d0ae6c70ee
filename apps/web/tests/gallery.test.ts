import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { HOST, kindsOf } from './kinds.ts';
import { windowOfEachTest } from './screen-harness.ts';

const JOHN = uuidOf('conversation 9');
const RED = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==';
/** A folder for pictures of what the tests see; none are kept without it. */
const PICTURES = process.env.PASAR_GALLERY;

const window = windowOfEachTest();

describe.each(['en', 'zh-CN', 'zh-TW', 'th'])('every kind of message in %s', (lang) => {
  it.each(['light', 'dark'] as const)('%s, has room for its words', async (colorScheme) => {
    const { page, backend } = window;
    await page.route(`${HOST}/**`, (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(RED, 'base64') }),
    );
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1_280, height: 3_200 });
    await window.enter(`/chat/all?lang=${lang}`);
    await page.locator('[data-live="live"]').waitFor();
    await page.getByRole('option', { name: 'John Tan', exact: true }).click();
    const kinds = Object.values(kindsOf('ไฟอ่านหนังสือ 阅读灯 Reading lamp with a long name, https://shopee.sg/p/1'));
    for (const content of kinds) backend.model.chat.receive(JOHN, { content });
    const cards = page.getByRole('log').locator('[data-card]');
    // Two products stand in one message; pictures, videos, stickers and texts are no cards.
    await expect.poll(() => cards.count(), { timeout: 10_000 }).toBe(13);
    const cut = await cards.evaluateAll((all) =>
      all.filter((card) => card.scrollWidth > card.clientWidth + 1).map((card) => card.textContent),
    );
    expect(cut).toEqual([]);
    if (PICTURES !== undefined) {
      await page.getByRole('log').screenshot({ path: `${PICTURES}/kinds-${lang}-${colorScheme}.png` });
    }
  });
});
