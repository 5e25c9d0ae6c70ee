import { describe, expect, it } from 'vitest';
import { open, poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { answerProducts } from './product-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

/** A window of 1440 by 900 and of 1280 by 800 at a zoom of 200 %, and a telephone. */
const SIZES = [
  { width: 720, height: 450 },
  { width: 640, height: 400 },
  { width: 360, height: 740 },
];

describe.each(looks(SIZES, 1, 2))('a window of $width pixels', (size) => {
  const window = windowOfEachTest({ size });

  it('shows the list or the conversation, each whole, and all of shop management with its columns beside each other', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByRole('option').first().waitFor();
    const isWhole = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((button) => {
        const { left, right, bottom } = button.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && bottom <= innerHeight;
      });
    expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    await open(page, 'Siti Rahayu');
    await poll(() => list.count()).toBe(0);
    await page.getByRole('textbox', { name: 'Message' }).fill('hello');
    for (const name of ['Send', 'Mark unread', 'Buyer panel', 'Language', '林小芳 Lin']) {
      expect(await isWhole(name), name).toBe(true);
    }
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.getByRole('option').first().waitFor();
    await poll(() => page.evaluate(() => document.activeElement?.id)).toBe('conversation-options');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor();

    await page.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    const row = dialog.locator('tr[data-shop]').first();
    await row.waitFor();
    const tooWide = await row
      .locator('td')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(tooWide).toBe(0);
    expect(
      await row
        .locator('td')
        .nth(1)
        .evaluate((cell) => cell.clientWidth),
    ).toBeGreaterThan(120);
    for (const name of ['Close', 'Connect a shop']) {
      const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
      expect((box?.x ?? Infinity) + (box?.width ?? 0), name).toBeLessThanOrEqual(size.width);
    }
  });
});

describe('a low window', () => {
  const window = windowOfEachTest({ size: { width: 1_280, height: 640 } });

  it('has the buttons of a long form in view, while goods are chosen for a quick reply', async () => {
    const { page, backend } = window;
    answerProducts(backend.model);
    await window.enter('/chat/all?lang=en');
    await open(page, 'nguyen_thi_mai');
    await page.getByRole('tab', { name: 'Quick replies' }).click();
    await page.getByRole('button', { name: 'New quick reply' }).click();
    const dialog = page.getByRole('dialog', { name: 'New quick reply' });
    await dialog.getByRole('button', { name: 'Add a product' }).click();
    await dialog.getByRole('button', { name: 'Add Lamp 1' }).scrollIntoViewIfNeeded();
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    const reach = () =>
      save.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const isOnTop = button.contains(document.elementFromPoint(left + width / 2, top + height - 2));
        return isOnTop && top + height <= innerHeight;
      });
    for (const where of [0, 10_000]) {
      await dialog.evaluate((element, top) => element.scrollTo(0, top), where);
      await poll(reach).toBe(true);
    }
  });
});
