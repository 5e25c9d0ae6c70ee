import { CALLS, type MessageView } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1920, height: 900 } });
beforeEach(async () => {
  await window.enter('/chat/all?lang=en');
  await window.page.locator('[data-live="live"]').waitFor();
});

/** The conversation of John Tan is one of TikTok Shop, whose messages have actions. */
const JOHN = uuidOf('conversation 9');
const MINUTE = 60_000;
const receive = (text: string, over: Partial<MessageView> = {}): MessageView =>
  window.backend.model.chat.receive(JOHN, { content: { type: 'text', text }, ...over });
const composer = () => window.page.getByRole('textbox', { name: 'Message' });
const bubble = (text: string) => log(window.page).getByRole('article').filter({ hasText: text });
/** The name of what has the focus, or its text. */
const focused = () =>
  window.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '');

describe('the messages by keyboard', () => {
  it('are one Tab stop between the header and the composer', async () => {
    const { page } = window;
    await open(page, 'John Tan');
    await poll(() => log(page).getByRole('button', { name: 'Message actions' }).count()).toBeGreaterThan(5);
    for (const button of [
      'Emoji (Ctrl+E)',
      'Note for colleagues',
      'Translate',
      'Send from the shop',
      'Attach pictures',
    ]) {
      await page.keyboard.press('Shift+Tab');
      await poll(focused).toBe(button);
    }
    await page.keyboard.press('Shift+Tab');
    const last = await log(page).getByRole('article').last().getAttribute('aria-label');
    await poll(focused).toBe(last);
    await page.keyboard.press('Shift+Tab');
    await poll(focused).toBe('Buyer panel');
    await page.keyboard.press('Tab');
    await poll(focused).toBe(last);
    await page.keyboard.press('Tab');
    await poll(focused).toBe('Attach pictures');
  });

  it('are reached with the up arrow, walked with arrows, also beyond the view, and left with Escape', async () => {
    const { page } = window;
    await open(page, 'John Tan');
    for (const text of ['one', 'two', 'three']) receive(`line ${text}`);
    await bubble('line three').waitFor();
    await composer().press('ArrowUp');
    await poll(focused).toMatch(/^Buyer: line three \d\d:\d\d$/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await poll(focused).toMatch(/^Buyer: line one/);
    await page.keyboard.press('ArrowDown');
    await poll(focused).toMatch(/^Buyer: line two/);
    // A row with the focus stays when the view is scrolled away from it.
    await page.keyboard.press('Home');
    await poll(() => log(page).evaluate((box) => box.scrollTop)).toBeLessThan(60);
    const first = await focused();
    await log(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    expect(await focused()).toBe(first);
    await page.keyboard.press('End');
    await poll(focused).toMatch(/^Buyer: line three/);
    await page.keyboard.press('Escape');
    await poll(() => composer().evaluate((box) => box === document.activeElement)).toBe(true);
  });

  it('open their actions with Enter and with the Menu key, and Tab goes through what can be pressed in one of them', async () => {
    const { page, backend } = window;
    backend.model.chat.fate = 'failed';
    await open(page, 'John Tan');
    receive('line one');
    await bubble('line one').waitFor();
    for (const key of ['Enter', 'ContextMenu', 'Shift+F10']) {
      await composer().press('ArrowUp');
      await poll(focused).toMatch(/^Buyer: line one/);
      await page.keyboard.press(key);
      await page.getByRole('menuitem', { name: 'Copy text' }).waitFor();
      await page.keyboard.press('Escape');
      await poll(focused).toMatch(/^Buyer: line one/);
      await page.keyboard.press('Escape');
      await poll(() => composer().evaluate((box) => box === document.activeElement)).toBe(true);
    }
    // A menu that is opened in the moment in which another ends is there.
    await page.keyboard.press('ArrowUp');
    await poll(focused).toMatch(/^Buyer: line one/);
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Message actions' });
    await menu.evaluate(async (open: HTMLElement) => {
      const ended = new Promise((resolve) => open.addEventListener('toggle', resolve, { once: true }));
      open.hidePopover();
      await ended;
      document.activeElement?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();
    });
    await page.getByRole('menuitem', { name: 'Copy text' }).waitFor();
    await page.keyboard.press('Escape');
    await poll(focused).toMatch(/^Buyer: line one/);
    await page.keyboard.press('Escape');
    await composer().fill('refused');
    await composer().press('Enter');
    await bubble('refused').getByRole('button', { name: 'Retry' }).waitFor();
    await composer().press('ArrowUp');
    await poll(focused).toMatch(/^Shop: refused/);
    await page.keyboard.press('Tab');
    await poll(focused).toBe('Retry');
    await page.keyboard.press('Tab');
    await poll(focused).toBe('Edit');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await poll(focused).toMatch(/^Shop: refused/);
  });
});

describe('the time of a message', () => {
  it('stands beside its bubble at most every five minutes, takes no line, shows for any message that is pointed at, and is told in full where it covers no other message', async () => {
    const { page } = window;
    await open(page, 'John Tan');
    const now = Date.now();
    receive('line one', { sentAt: now - 60 * MINUTE });
    receive('line two', { sentAt: now - 59 * MINUTE });
    receive('line three', { sentAt: now - 50 * MINUTE });
    await bubble('line three').waitFor();
    const time = (text: string) => bubble(text).locator('time');
    const shown = async () =>
      Promise.all(
        ['one', 'two', 'three'].map((word) =>
          time(`line ${word}`).evaluate((element) => getComputedStyle(element).opacity),
        ),
      );
    expect((await shown()).slice(1)).toEqual(['0', '1']);
    const heights = await Promise.all(
      ['line two', 'line three'].map(async (text) => (await bubble(text).boundingBox())?.height),
    );
    expect(heights[0]).toBe(heights[1]);
    await bubble('line two').getByText('line two').hover();
    await poll(async () => (await shown())[1]).toBe('1');
    expect(
      await bubble('line two')
        .getByText('line two')
        .evaluate((text) => text.closest('[data-tip]')),
    ).toBeNull();
    const [beside, words] = [
      await time('line two').boundingBox(),
      await bubble('line two').getByText('line two').boundingBox(),
    ];
    expect(beside?.x).toBeGreaterThan((words?.x ?? 0) + (words?.width ?? 0));

    receive('line four', { sentAt: now - 40 * MINUTE });
    receive('line five', { sentAt: now - 30 * MINUTE, author: 'seller' });
    receive('line six', { sentAt: now - 20 * MINUTE });
    await bubble('line six').waitFor();
    for (const [text, next] of [
      ['line four', 'line five'],
      ['line five', 'line six'],
    ] as const) {
      await time(text).hover();
      const full = (await time(text).getAttribute('data-tip')) ?? '';
      expect(full).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      const tip = await page.getByText(full, { exact: true }).boundingBox();
      const below = await bubble(next).getByText(next).boundingBox();
      expect((tip?.y ?? 0) + (tip?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      await page.mouse.move(5, 5);
      await page.getByText(full, { exact: true }).waitFor({ state: 'detached' });
    }
  });

  it('does not stand above the line of the new messages', async () => {
    const { page, backend } = window;
    receive('seen long ago', { sentAt: Date.now() - 60 * MINUTE });
    receive('just now');
    const held = backend.model.chat.conversations.get(JOHN);
    if (held === undefined) throw new Error('no such conversation');
    backend.model.chat.setConversation({ ...held, unreadCount: 1 });
    await open(page, 'John Tan');
    const row = bubble('just now');
    const line = await row.getByText('New messages').boundingBox();
    const time = await row.locator('time').boundingBox();
    expect(time?.y).toBeGreaterThan(line?.y ?? Number.POSITIVE_INFINITY);
  });
});

it('the two sides of a conversation stay near each other in a wide window, over the composer', async () => {
  const { page } = window;
  await open(page, 'John Tan');
  await page.keyboard.press('Alt+b');
  receive('theirs');
  receive('ours', { author: 'seller' });
  await bubble('ours').waitFor();
  await poll(async () => (await log(page).boundingBox())?.width ?? 0).toBeGreaterThan(1_100);
  const left = await bubble('theirs').getByText('theirs').boundingBox();
  const right = await bubble('ours').getByText('ours').boundingBox();
  const box = await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Send', exact: true })
    .boundingBox();
  if (left === null || right === null || box === null) throw new Error('not on the screen');
  expect(right.x + right.width - left.x).toBeLessThanOrEqual(720);
  expect(Math.abs(box.x + box.width - (right.x + right.width))).toBeLessThan(20);
});

describe('a message that was recalled', () => {
  const recalled = 'Your shop recalled this message';

  it('can be edited again where it was recalled, with the draft kept, and nowhere else', async () => {
    const { page, backend } = window;
    const message = receive('Wrong price', { author: 'seller' });
    await open(page, 'John Tan');
    await bubble('Wrong price').waitFor();
    await composer().fill('a draft');
    backend.model.nextResults.set(CALLS.chat.recallMessage.path, succeeded({}));
    await page.keyboard.press('Alt+r');
    const dialog = page.getByRole('dialog', { name: 'Recall this message?' });
    await dialog.getByText('Wrong price').waitFor();
    await dialog.getByRole('button', { name: 'Recall', exact: true }).click();
    await log(page).getByText('Waiting for the marketplace…').waitFor();
    backend.model.chat.changeMessage({ ...message, status: 'recalled' });
    await log(page).getByRole('button', { name: 'Edit again' }).click();
    await poll(() => composer().inputValue()).toBe('Wrong price\na draft');
    await page.reload();
    await open(page, 'John Tan');
    await log(page).getByText(recalled).waitFor();
    expect(await log(page).getByRole('button', { name: 'Edit again' }).count()).toBe(0);
  });

  it('is offered for five minutes', async () => {
    const { page, backend } = window;
    backend.isTimeTold = false;
    await page.clock.install();
    await page.reload();
    await page.locator('[data-live="live"]').waitFor();
    const message = receive('Wrong price', { author: 'seller' });
    await open(page, 'John Tan');
    await bubble('Wrong price').waitFor();
    backend.model.nextResults.set(CALLS.chat.recallMessage.path, succeeded({}));
    await page.keyboard.press('Alt+r');
    await page.getByRole('dialog').getByRole('button', { name: 'Recall', exact: true }).click();
    backend.model.chat.changeMessage({ ...message, status: 'recalled' });
    const again = log(page).getByRole('button', { name: 'Edit again' });
    await again.waitFor();
    await page.clock.runFor(4 * MINUTE);
    await poll(() => again.count()).toBe(1);
    await page.clock.runFor(2 * MINUTE);
    await again.waitFor({ state: 'detached' });
    await log(page).getByText(recalled).waitFor();
  });
});

describe('the actions on the open conversation', () => {
  const held = () => window.backend.model.chat.conversations.get(JOHN);

  it('have keys that work while one writes, and say them', async () => {
    const { page } = window;
    await open(page, 'John Tan');
    await composer().pressSequentially('half an ans');
    await page.keyboard.press('Alt+p');
    await poll(() => held()?.isPinned).toBe(true);
    for (const [key, name] of [
      ['Alt+m', 'Unmute'],
      ['Alt+s', 'Remove from favourites'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('button', { name, exact: true }).waitFor();
    }
    await page.keyboard.press('Alt+b');
    await page.getByRole('region', { name: 'Buyer' }).waitFor({ state: 'detached' });
    await poll(() => composer().inputValue()).toBe('half an ans');
    const unpin = page.getByRole('button', { name: 'Unpin', exact: true });
    await poll(() => unpin.getAttribute('aria-keyshortcuts')).toBe('Alt+P');
    await poll(() => unpin.getAttribute('data-tip')).toContain('Alt P');
    await page.keyboard.press('Alt+u');
    await page.getByText('Welcome. Pick a conversation to begin').waitFor();
    // Nothing is open now, and a dialog has its own keys.
    const calls = window.backend.calls.length;
    await page.keyboard.press('Alt+p');
    await open(page, 'Wei Ling');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await page.keyboard.press('Alt+p');
    await page.keyboard.press('Escape');
    const pins = window.backend.calls.slice(calls).filter(({ path }) => path === CALLS.chat.pinnedConversation.path);
    expect(pins).toEqual([]);
  });

  it('stand in the palette with their keys, those that the marketplace has, and the sheet names them', async () => {
    const { page } = window;
    await open(page, 'John Tan');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill('open conversation');
    // The last one searches everything for the words.
    await poll(() => palette.getByRole('option').allInnerTexts()).toHaveLength(11);
    await palette.getByRole('combobox').fill('unread');
    await palette.getByRole('option', { name: 'Mark unread Alt U Open conversation' }).click();
    await page.getByText('Welcome. Pick a conversation to begin').waitFor();
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('open conversation');
    await poll(() => palette.getByRole('option').allInnerTexts()).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox', { name: 'Conversations' }).focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Recall your last message').waitFor();
    await poll(() => sheet.locator('kbd').filter({ hasText: /^R$/ }).count()).toBe(1);
  });
});
