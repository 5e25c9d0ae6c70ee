import { CALLS } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Window } from './browser.ts';
import { chooseList, open, poll } from './desk-helpers.ts';
import { windowOpener } from './screen-harness.ts';

const openWindow = windowOpener();
let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

const focus = () =>
  window.page.evaluate(() => {
    const { activeElement } = document;
    return `${activeElement?.closest('[data-pane]')?.getAttribute('data-pane')} ${activeElement?.tagName}`;
  });
const WRITING = 'messages TEXTAREA';

describe('the focus', () => {
  it('is in the composer of what was opened by a click, by Alt+Down, by Enter and by the palette', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await poll(focus).toBe(WRITING);
    await page.keyboard.type('straight away');
    await poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('straight away');
    const list = page.getByRole('listbox', { name: 'Conversations' });
    await list.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await poll(focus).toBe(WRITING);
    await list.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await poll(focus).toBe(WRITING);
    await page.keyboard.press('Escape');
    expect(await focus()).toBe('conversations DIV');
    await page.keyboard.press('Enter');
    await poll(focus).toBe(WRITING);
    await list.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('wei ling');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wei Ling', level: 2 }).waitFor();
    await poll(focus).toBe(WRITING);
    expect(new URL(page.url()).pathname).toBe('/chat/all');
  });

  it('is not in the composer while the code of the palette is on its way: what is typed begins the search', async () => {
    const { page, backend } = window;
    const code = Promise.withResolvers<void>();
    await page.route(/\/command-palette-[^/]+\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await window.enter('/chat/all?lang=en');
    await open(page, 'John Tan');
    await poll(focus).toBe(WRITING);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('wei lingg');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
    code.resolve();
    const box = page.getByRole('combobox', { name: 'Commands' });
    await poll(() => box.inputValue()).toBe('wei ling');
    await page.keyboard.press('Escape');
    await poll(focus).toBe(WRITING);
    await page.keyboard.press('Control+k');
    await poll(() => box.inputValue()).toBe('');
    expect(backend.calls.filter(({ path }) => path === CALLS.chat.sendText.path)).toEqual([]);
  });

  it('is in the palette only when a word of an input method is complete, and the word begins the search', async () => {
    const { page, backend } = window;
    const code = Promise.withResolvers<void>();
    await page.route(/\/command-palette-[^/]+\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await window.enter('/chat/all?lang=en');
    await open(page, 'John Tan');
    await poll(focus).toBe(WRITING);
    const browser = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await page.keyboard.press('Control+k');
    await browser.send('Input.insertText', { text: '早市' });
    await compose('sheng');
    const arrived = page.waitForResponse(/\/command-palette-[^/]+\.js$/);
    code.resolve();
    await (await arrived).finished();
    await compose('shenghuo');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await browser.send('Input.insertText', { text: '生活' });
    const box = page.getByRole('combobox', { name: 'Commands' });
    await poll(() => box.inputValue()).toBe('早市生活');
    await page.keyboard.press('Escape');
    await poll(focus).toBe(WRITING);
    await poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
    expect(backend.calls.filter(({ path }) => path === CALLS.chat.sendText.path)).toEqual([]);
  });

  it('stays in the list for whoever only passes by', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    await page.getByRole('listbox', { name: 'Conversations' }).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowUp']) {
      await page.keyboard.press(key);
      expect(await focus()).toBe('conversations DIV');
    }
  });

  it('brings no keyboard onto a screen that was touched', async () => {
    window = await openWindow({ hasTouch: true });
    const { page } = window;
    await window.enter('/chat/all');
    await page.getByRole('option', { name: 'John Tan', exact: true }).tap();
    await page.getByRole('heading', { name: 'John Tan', level: 2 }).waitFor();
    expect(await focus()).not.toBe(WRITING);
  });
});

describe('a wall of pinned conversations', () => {
  const PINNED = Array.from({ length: 14 }, (_, index) => uuidOf(`conversation ${20 + index}`));
  const list = () => window.page.getByRole('listbox', { name: 'Conversations' });
  const size = () => list().getByRole('option').first().getAttribute('aria-setsize');
  const facts = (index: number) => list().getByRole('option').nth(index).locator('[id$="-facts"]').textContent();
  beforeEach(async () => {
    const { conversations } = window.backend.model.chat;
    for (const id of [...conversations.keys()]) {
      const held = conversations.get(id);
      if (held === undefined) continue;
      const isPinned = PINNED.includes(id);
      conversations.set(id, { ...held, isPinned, unreadCount: isPinned ? 0 : held.unreadCount });
    }
    await window.enter('/chat/all');
  });

  it('leaves the first screen to what is new; one line shows all of it, by keyboard too, and is remembered', async () => {
    const { page } = window;
    const toggle = page.getByRole('button', { name: 'Show all 14 pinned' });
    await toggle.waitFor();
    await poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
    expect(await facts(2)).toContain('Pinned');
    expect(await facts(3)).not.toContain('Pinned');
    const folded = Number(await size());
    await page.getByRole('tab', { name: 'All', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const less = page.getByRole('button', { name: 'Show fewer pinned', expanded: true });
    await less.waitFor();
    expect(Number(await size())).toBe(folded + 11);
    await page.reload();
    await less.waitFor();
    await less.click();
    await toggle.waitFor();
    await chooseList(page, 'Pinned');
    await poll(size).toBe('14');
    expect(await toggle.count()).toBe(0);
  });

  it('never hides what waits, nor what is open', async () => {
    const { page, backend } = window;
    await page.getByRole('button', { name: 'Show all 14 pinned' }).waitFor();
    const [first = '', hidden = ''] = [PINNED[0], PINNED[12]];
    const nameOf = (id: string) => backend.model.chat.conversations.get(id)?.buyer.name ?? '';
    const row = (id: string) => page.getByRole('option', { name: nameOf(id), exact: true });
    await row(first).waitFor();
    expect(await row(hidden).count()).toBe(0);
    const held = backend.model.chat.conversations.get(hidden);
    if (held === undefined) throw new Error('no such conversation');
    backend.model.chat.setConversation({ ...held, unreadCount: 2 });
    await row(hidden).click();
    await page.getByRole('heading', { name: nameOf(hidden), level: 2 }).waitFor();
    await poll(() => backend.model.chat.conversations.get(hidden)?.unreadCount).toBe(0);
    await poll(() => row(hidden).count()).toBe(1);
    await row(first).click();
    // The list does not move under the pointer.
    await page.getByRole('textbox', { name: 'Message' }).hover();
    await row(hidden).waitFor({ state: 'detached' });
  });
});
