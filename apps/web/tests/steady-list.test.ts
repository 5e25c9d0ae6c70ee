import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' });
/** The buyers of the first rows by their height in the view. */
const names = (page: Page): Promise<readonly string[]> =>
  list(page).evaluate((box) => {
    const head = box.getBoundingClientRect();
    return [...box.querySelectorAll<HTMLElement>('[role=option]')]
      .map((row) => ({ name: row.ariaLabel ?? '', top: row.getBoundingClientRect().top - head.top }))
      .filter(({ top }) => top > -32 && top < head.height - 32)
      .toSorted((left, right) => left.top - right.top)
      .map(({ name }) => name);
  });
const topOf = (page: Page, name: string): Promise<number> =>
  list(page)
    .getByRole('option', { name, exact: true })
    .evaluate((row) => Math.round(row.getBoundingClientRect().top));
const receive = (number: number) =>
  window.backend.model.chat.receive(uuidOf(`conversation ${number}`), { content: { type: 'text', text: 'hello' } });
const buyerOf = (number: number): string => {
  const view = window.backend.model.chat.conversations.get(uuidOf(`conversation ${number}`));
  if (view === undefined) throw new Error(`no conversation ${number}`);
  return view.buyer.name;
};

describe('the conversation list', () => {
  it('does not move under the pointer, says what came, and follows when the pointer leaves', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await list(page).getByRole('option').first().waitFor();
    const before = await names(page);
    const aimed = before[4] ?? '';
    await list(page).getByRole('option', { name: aimed, exact: true }).hover();
    receive(30);
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
    expect(await names(page)).toEqual(before);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByRole('heading', { name: aimed, level: 2 }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).hover();
    await poll(async () => (await names(page)).includes(buyerOf(30))).toBe(true);
    await poll(() => page.getByRole('button', { name: '1 new', exact: true }).count()).toBe(0);
  });

  it('follows again when the person types, although the pointer rests on it', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await list(page).getByRole('option').first().waitFor();
    const aimed = (await names(page))[4] ?? '';
    await open(page, aimed);
    receive(30);
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).press('H');
    await poll(async () => (await names(page)).includes(buyerOf(30))).toBe(true);
  });

  it('keeps its rows in place while it is scrolled, and shows the new ones when asked', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await list(page).getByRole('option').first().waitFor();
    await list(page).evaluate((box) => box.scrollTo(0, 640));
    await poll(async () => (await names(page)).length).toBeGreaterThan(5);
    const seen = (await names(page))[3] ?? '';
    const height = await topOf(page, seen);
    receive(60);
    receive(61);
    await page.getByRole('button', { name: '2 new', exact: true }).waitFor();
    await poll(() => topOf(page, seen)).toBe(height);
    await page.getByRole('button', { name: '2 new', exact: true }).click();
    const came = [buyerOf(61), buyerOf(60)];
    await poll(async () => (await names(page)).filter((name) => came.includes(name))).toEqual(came);
  });

  it('shows the open conversation again when a search is cleared', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    const box = page.getByRole('searchbox', { name: 'Search buyers' });
    await list(page).evaluate((scroller) => scroller.scrollTo(0, 1_920));
    await poll(async () => (await names(page)).length).toBeGreaterThan(5);
    const far = (await names(page))[5] ?? '';
    await open(page, far);
    await box.fill(far);
    await poll(() => list(page).getByRole('option').first().getAttribute('aria-label')).toBe(far);
    await box.press('Escape');
    await poll(async () => (await names(page)).includes(far)).toBe(true);
    // It stands at the lower edge of the list, and moves to the top with its next message.
    const id = [...window.backend.model.chat.conversations.values()].find(({ buyer }) => buyer.name === far);
    window.backend.model.chat.receive(id?.conversationId ?? '', { content: { type: 'text', text: 'me again' } });
    await list(page).getByText('me again', { exact: true }).waitFor();
    await poll(async () => (await names(page)).includes(far)).toBe(true);
  });

  it('opens the menu of a conversation by keyboard, and keeps the focus in the list', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await list(page).getByRole('option').first().waitFor();
    await list(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^(Pin|Unpin)/ }).waitFor();
    await page.keyboard.press('Escape');
    await poll(() => page.evaluate(() => document.activeElement?.id)).toBe('conversation-options');
  });
});

describe('the composer', () => {
  it('grows with its text while the newest message stays in view', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await open(page, 'Siti Rahayu');
    const distance = () => log(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
    await poll(distance).toBe(0);
    const box = page.getByRole('textbox', { name: 'Message' });
    const height = () => box.evaluate((area) => area.clientHeight);
    const heights = [await height()];
    for (let line = 2; line <= 6; line += 1) {
      await box.press('Shift+Enter');
      await box.pressSequentially(`line ${line}`);
      await poll(distance).toBe(0);
      heights.push(await height());
    }
    expect(heights).toEqual(heights.toSorted((left, right) => left - right));
    expect(new Set(heights).size).toBe(6);
    await box.fill('');
    await poll(height).toBe(heights[0]);
    await poll(distance).toBe(0);
  });
});
