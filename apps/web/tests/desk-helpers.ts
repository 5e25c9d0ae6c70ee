import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits for a state; the machine may be busy with other things. */
export const poll: typeof expect.poll = (look, options) => expect.poll(look, { timeout: 10_000, ...options });

export async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 2 }).waitFor();
}

export const rows = (page: Page) => page.getByRole('listbox', { name: 'Conversations' }).getByRole('option');

/** Shows all conversations, by their own tab. */
export async function showAll(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'All', exact: true }).click();
  await poll(() => rows(page).count()).toBeGreaterThan(3);
}

/** Shows a list that has no tab of its own, by the menu behind the tabs. */
export async function chooseList(page: Page, name: 'Unreplied' | 'Pinned' | 'All' | 'Deleted'): Promise<void> {
  await page.getByRole('button', { name: 'More lists', exact: true }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}

export async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Enter');
}

export const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
