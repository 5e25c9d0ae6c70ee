import { describe, expect, it } from 'vitest';
import { open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

/** A window of 1440 by 900 and of 1280 by 800 at a zoom of 200 %. */
const SIZES = [
  { width: 720, height: 450 },
  { width: 640, height: 400 },
];

describe.each(SIZES)('a window of $width pixels', (size) => {
  const window = windowOfEachTest({ size });

  it('shows the list or the conversation, each whole', async () => {
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
    expect([await isWhole('Send'), await isWhole('Mark unread'), await isWhole('Buyer panel')]).toEqual([
      true,
      true,
      true,
    ]);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.getByRole('option').first().waitFor();
    await poll(() => page.evaluate(() => document.activeElement?.id)).toBe('conversation-options');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor();
  });
});
