import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { log, open, poll, write } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const JOHN = uuidOf('conversation 9');
const sendCalls = () => window.backend.calls.filter(({ path }) => path === '/api/desk/sendText');

describe('the window', () => {
  it('has its regions, a list of options named by the buyer, and the unread total in its title', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    for (const name of ['Shops', 'Conversations', 'Messages', 'Buyer']) {
      await page.getByRole('region', { name, exact: true }).waitFor();
    }
    const option = page.getByRole('option', { name: 'nguyen_thi_mai', exact: true });
    await option.waitFor();
    const described = await option.getAttribute('aria-describedby');
    await poll(() => page.locator(`[id="${described}"]`).textContent()).toContain('120 unread messages');
    expect(await page.title()).toBe('(99+) Pasar');
    const [scrolls, isWider] = await page.evaluate(() => [
      document.documentElement.scrollHeight > innerHeight,
      document.documentElement.scrollWidth > innerWidth,
    ]);
    expect([scrolls, isWider]).toEqual([false, false]);
  });

  it('narrows to a marketplace by route and to a shop by choice', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    await page.getByRole('link', { name: 'TikTok Shop' }).click();
    await page.waitForURL('**/chat-tiktok/index');
    expect(await page.getByRole('option', { name: 'Siti Rahayu', exact: true }).count()).toBe(0);
    await open(page, 'ana_oliveira');
    await page.getByRole('option', { name: 'Snack Haul' }).click();
    await page.getByRole('option', { name: 'John Tan', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: 'ana_oliveira', exact: true }).count()).toBe(0);
    // The conversation of another shop is closed, so that nobody answers it in the name of this shop.
    await poll(() => page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
  });

  it('finds buyers at the server, and says when there is none', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    const box = page.getByRole('searchbox', { name: 'Search buyers' });
    await box.fill('john tan 237');
    await page.getByRole('option', { name: 'John Tan 237', exact: true }).waitFor();
    await box.fill('nobody at all');
    await page.getByText('No buyer found').waitFor();
    await box.press('Escape');
    await page.getByRole('option', { name: 'John Tan', exact: true }).waitFor();
  });

  it('finds more buyers of a name than a page has', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    const named = [...backend.model.chat.conversations.values()].filter(({ buyer }) => /a/i.test(buyer.name)).length;
    expect(named).toBeGreaterThan(100);
    await page.getByRole('searchbox', { name: 'Search buyers' }).fill('a');
    const list = page.getByRole('listbox', { name: 'Conversations' });
    await poll(() => list.getByRole('option').last().getAttribute('aria-setsize')).toBe('100');
    await list.focus();
    await poll(async () => {
      await page.keyboard.press('End');
      return list.getByRole('option').last().getAttribute('aria-setsize');
    }).toBe(String(named));
  });

  it('pages the list beyond the snapshot', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    const list = page.getByRole('listbox', { name: 'Conversations' });
    await list.focus();
    await poll(async () => {
      await page.keyboard.press('End');
      return list.getByRole('option').last().getAttribute('aria-setsize');
    }).toBe('240');
  });

  it('moves by keyboard: F6 through the panes, Alt+Down to who waits longest, Ctrl+K to anything, Escape back', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    const pane = () => page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'));
    const seen: unknown[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await page.keyboard.press('F6');
      seen.push(await pane());
    }
    // Without an open conversation two panes are empty; they are places all the same.
    expect(seen).toEqual(['rail', 'shops', 'conversations', 'messages', 'buyer', 'rail']);
    await page.keyboard.press('Alt+ArrowDown');
    const waits = [...window.backend.model.chat.conversations.values()].toSorted(
      (left, right) => (left.waitingSince ?? Infinity) - (right.waitingSince ?? Infinity),
    );
    await page.getByRole('heading', { name: waits[0]?.buyer.name ?? '', exact: true, level: 2 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('chrono nobody');
    await page.getByText('Nothing found for').waitFor();
    await page.getByRole('combobox', { name: 'Commands' }).fill('john tan 9');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('john tan');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'John Tan', level: 2 }).waitFor();
    await page.getByRole('listbox', { name: 'Conversations' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('listbox', { name: 'Conversations' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.keyboard.press('Escape');
    expect(await pane()).toBe('conversations');
  });

  it('dividers move by keyboard and pointer, and are remembered', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    const divider = page.getByRole('separator', { name: 'Width of the conversation list' });
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    await poll(() => divider.getAttribute('aria-valuenow')).toBe('336');
    const box = await divider.boundingBox();
    if (box === null) throw new Error('no divider');
    await page.mouse.move(box.x, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 64, box.y + 200);
    await page.mouse.up();
    await poll(() => divider.getAttribute('aria-valuenow')).toBe('400');
    await page.reload();
    await divider.waitFor();
    await poll(() => divider.getAttribute('aria-valuenow')).toBe('400');
  });
});

describe('messages', () => {
  it('are on the screen in the frame they are sent in, and keep their row until the marketplace has them', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await log(page).locator('[data-index]').first().waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('in this very frame');
    // The marketplace takes its time; otherwise the row might say that it was sent before anybody looks.
    backend.model.chat.fate = 'pending';
    const isThere = await page.evaluate(async () => {
      const box = document.querySelector('textarea');
      box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      // Waits for the frame and then for the work after its layout, which changes the screen.
      await new Promise(requestAnimationFrame);
      await new Promise((painted) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = painted;
        port2.postMessage(null);
      });
      const row = [...document.querySelectorAll('[role="log"] [data-index]')].at(-1);
      row?.setAttribute('data-test-kept', 'yes');
      return row?.textContent?.includes('in this very frame') === true && row.textContent.includes('Sending');
    });
    expect(isThere).toBe(true);
    await poll(() => backend.model.chat.deliveries.size).toBe(1);
    for (const clientId of [...backend.model.chat.deliveries.keys()]) backend.model.chat.settle(clientId, 'confirmed');
    await page.locator('[data-test-kept] [data-mark="sent"]').waitFor();
    await poll(() => log(page).getByText('in this very frame').count()).toBe(1);
  });

  it('without a network wait and say so, go out once when it is back, and outlive a reload', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    backend.broken.add('/api/desk/sendText');
    await write(page, 'through the storm');
    await page.locator('[data-mark="waiting"]').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('half a sentence');
    await page.reload();
    await page.locator('[data-mark="waiting"]').waitFor();
    await poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a sentence');
    backend.broken.clear();
    backend.cut();
    await page.locator('[data-mark="sent"]').last().waitFor();
    const ids = new Set(sendCalls().map(({ input }) => JSON.stringify(input)));
    expect(ids.size).toBe(1);
    expect(backend.model.chat.messages.get(JOHN)?.filter(({ clientId }) => clientId !== null)).toHaveLength(1);
  });

  it('Enter of an input method does not send; Ctrl+Enter and Shift+Enter start a line; undo knows of it', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('ni');
    await box.evaluate((area) =>
      area.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
      ),
    );
    await box.press('Control+Enter');
    await box.pressSequentially('two');
    await box.press('Shift+Enter');
    await box.pressSequentially('three');
    await poll(() => box.inputValue()).toBe('ni\ntwo\nthree');
    expect(sendCalls()).toEqual([]);
    await box.press('Enter');
    await log(page).getByText('ni\ntwo\nthree').waitFor();
    await poll(() => box.inputValue()).toBe('');
  });

  it('are text and nothing else, and what cannot be shown is named, with its raw content behind its report', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    const evil = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>';
    backend.model.chat.receive(JOHN, { content: { type: 'text', text: evil } });
    await log(page).getByText(evil).waitFor();
    expect(await log(page).locator('img, b').count()).toBe(0);
    const raw = { item_id: '9007199254740993' };
    backend.model.chat.receive(JOHN, { content: { type: 'placeholder', kind: 'product', wireType: 'item', raw } });
    await log(page).getByText('Product', { exact: true }).waitFor();
    await log(page).getByText('Message type at the marketplace: item').waitFor();
    expect(await page.getByText('9007199254740993').count()).toBe(0);
    await log(page).getByRole('button', { name: 'Report…' }).click();
    await page.getByRole('dialog').getByText('"item_id": "9007199254740993"').waitFor();
  });

  it('are marked read when they are looked at, not when they are passed by', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    const reads = () => backend.calls.filter(({ path }) => path === '/api/desk/markRead').map(({ input }) => input);
    // Pressed inside the page, because a press from here may take longer than a look at a conversation.
    await page.getByRole('listbox', { name: 'Conversations' }).evaluate(async (list) => {
      for (let turn = 0; turn < 6; turn += 1) {
        list.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    });
    await page.getByRole('heading', { name: '陳美玲', level: 2 }).waitFor();
    const unread = backend.model.chat.conversations.get(uuidOf('conversation 4'))?.unreadCount;
    expect(unread).toBeGreaterThan(0);
    await poll(reads).toHaveLength(1);
    const newest = backend.model.chat.messages.get(uuidOf('conversation 4'))?.at(-1)?.position;
    expect(reads()).toEqual([{ conversationId: uuidOf('conversation 4'), position: newest }]);
    await log(page).getByText('New messages').waitFor();
  });
});
