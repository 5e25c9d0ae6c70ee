import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { lastOf } from '@pasar/sync/testing/model/conversation-facts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { log, open, poll, write } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const JOHN = uuidOf('conversation 9');
const LONG = uuidOf('conversation 2');

const distance = (page: Page) =>
  log(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));

describe('the message panel', () => {
  const topOf = (page: Page, text: string) =>
    page.evaluate((wanted) => {
      const rows = [...document.querySelectorAll('[role="log"] [data-index]')];
      return rows.find((row) => row.textContent?.includes(wanted))?.getBoundingClientRect().top ?? null;
    }, text);

  it('opens at the newest message, follows new ones there, and shows a pill when one is elsewhere', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'Siti Rahayu');
    await poll(() => distance(page)).toBe(0);
    backend.model.chat.receive(LONG, { content: { type: 'text', text: 'first\nof\nthree' } });
    await log(page).getByText('first\nof\nthree').waitFor();
    await poll(() => distance(page)).toBe(0);
    // A row that is measured in the frame of the scroll keeps the end in view; a person goes on scrolling, too.
    await poll(async () => {
      await log(page).evaluate((box) => box.scrollBy(0, -600));
      return page.getByRole('button', { name: 'Go to the newest' }).isVisible();
    }).toBe(true);
    const before = await distance(page);
    backend.model.chat.receive(LONG, { content: { type: 'text', text: 'second' } });
    backend.model.chat.receive(LONG, { content: { type: 'text', text: 'third' } });
    await page.getByRole('button', { name: '2 new messages' }).waitFor();
    expect(await distance(page)).toBeGreaterThan(before);
    await page.getByRole('button', { name: '2 new messages' }).click();
    await log(page).getByText('third').waitFor();
    await poll(() => distance(page)).toBe(0);
  });

  it('leads from the end to the first new message, also where it is not loaded yet', async () => {
    const { page, backend } = window;
    const held = backend.model.chat.conversations.get(LONG);
    if (held === undefined) throw new Error('no such conversation');
    backend.model.chat.setConversation({ ...held, unreadCount: 150 });
    await window.enter('/chat/all?lang=en');
    await open(page, 'Siti Rahayu');
    await poll(() => distance(page)).toBe(0);
    await page.getByRole('button', { name: '150 new messages above' }).click();
    await log(page).getByText('New messages', { exact: true }).waitFor();
    await poll(() => page.getByRole('button', { name: /new messages above/ }).count()).toBe(0);
    const newest = await log(page).evaluate((box) => {
      const line = [...box.querySelectorAll('[data-index]')].find((row) => row.textContent?.includes('New messages'));
      return line === undefined ? null : line.getBoundingClientRect().top - box.getBoundingClientRect().top;
    });
    expect(newest).not.toBeNull();
    expect(Math.abs(newest ?? 999)).toBeLessThan(200);
  });

  it('puts older messages above without moving what is read', async () => {
    const { page, backend } = window;
    const messages = backend.model.chat.messages.get(LONG) ?? [];
    backend.model.chat.messages.set(
      LONG,
      messages.map((message, index) =>
        index === 360 ? { ...message, content: { type: 'text', text: 'the line I read' } } : message,
      ),
    );
    await window.enter('/chat/all');
    await open(page, 'Siti Rahayu');
    backend.hold('/api/desk/messages');
    await log(page).evaluate((box) => box.scrollTo(0, 700));
    await log(page).evaluate((box) => box.scrollTo(0, 560));
    await log(page).getByText('the line I read').waitFor();
    await page.locator('[data-older="asking"]').waitFor();
    const before = await topOf(page, 'the line I read');
    backend.release('/api/desk/messages');
    await poll(() => log(page).evaluate((box) => box.scrollHeight)).toBeGreaterThan(4_500);
    expect(before).not.toBeNull();
    await poll(async () => Math.abs(((await topOf(page, 'the line I read')) ?? 9_999) - (before ?? 0))).toBeLessThan(2);
  });

  // The first row across the upper edge, and above it.
  it.each([60, 200])(
    'puts them above without a jump also while the hand is still scrolling up, at %i px',
    async (at) => {
      const { page, backend } = window;
      await window.enter('/chat/all');
      await open(page, 'Siti Rahayu');
      backend.hold('/api/desk/messages');
      await log(page).evaluate((box, top) => box.scrollTo(0, top), at);
      await page.locator('[data-older="asking"]').waitFor();
      await page.evaluate(() => {
        const box = document.querySelector('[role="log"]');
        if (box === null) throw new Error('no log');
        const before = box.scrollHeight;
        const edge = box.getBoundingClientRect().top + 100;
        const row = [...box.querySelectorAll('[data-index]')].find((each) => each.getBoundingClientRect().top > edge);
        if (row === undefined) throw new Error('no row in view');
        const watch = async () => {
          let worst = 0;
          // A few frames more than the older ones take to stand and to be measured.
          for (let frame = 0, after = 0; frame < 600 && after < 10; frame += 1) {
            const top = row.getBoundingClientRect().top;
            box.scrollTop -= frame % 2;
            await new Promise(requestAnimationFrame);
            worst = Math.max(worst, Math.abs(row.getBoundingClientRect().top - top));
            if (box.scrollHeight > before + 500) after += 1;
          }
          return { worst, grown: box.scrollHeight - before };
        };
        Object.assign(globalThis, { watched: watch() });
      });
      await poll(() => log(page).evaluate((box) => box.scrollTop)).toBeLessThan(at - 4);
      backend.release('/api/desk/messages');
      const { worst, grown } = await page.evaluate(
        () => (globalThis as unknown as { watched: Promise<{ worst: number; grown: number }> }).watched,
      );
      expect(grown).toBeGreaterThan(500);
      expect(worst).toBeLessThanOrEqual(2);
    },
  );

  /** Scrolls up until there is nothing older. */
  const goToBeginning = (page: Page) =>
    poll(async () => {
      await log(page).evaluate((box) => box.scrollTo(0, 0));
      const mark = page.locator('[data-older]');
      return (await mark.count()) === 0 ? 'left out' : mark.getAttribute('data-older');
    }).toBe('no');
  const rowsGiven = (page: Page) =>
    log(page).evaluate(
      (box) => 1 + Number([...box.querySelectorAll('[data-index]')].at(-1)?.getAttribute('data-index')),
    );

  it('goes back to where the conversation begins', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    await open(page, 'Siti Rahayu');
    await goToBeginning(page);
    await log(page).getByText('This is where the conversation begins').waitFor();
  });

  it('opens a long conversation that was read to its beginning at its end, as it opens a short one', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'Siti Rahayu');
    await goToBeginning(page);
    const pages = () => backend.calls.filter(({ input }) => JSON.stringify(input).includes('before')).length;
    const asked = pages();
    await open(page, 'John Tan');
    await open(page, 'Siti Rahayu');
    await poll(() => distance(page)).toBe(0);
    expect(await rowsGiven(page)).toBeLessThanOrEqual(300);
    const held = log(page).locator('[data-index="9"]');
    // While the rows of the end are measured, the list stays at its end.
    await poll(async () => {
      await log(page).evaluate((box) => box.scrollTo(0, 620));
      return held.isVisible();
    }).toBe(true);
    const [text, top] = [(await held.textContent()) ?? '', (await held.boundingBox())?.y ?? 0];
    // So near the top that the previous page is fetched. The distance may change while rows are measured.
    const same = log(page).locator('[data-index="109"]');
    let scrolled = 0;
    await poll(async () => {
      if ((await same.count()) > 0) return true;
      await log(page).evaluate((box) => box.scrollBy(0, -40));
      scrolled += 40;
      return false;
    }).toBe(true);
    await poll(() => same.textContent()).toBe(text);
    await poll(async () => (await same.boundingBox())?.y).toBeCloseTo(top + scrolled, 0);
    await goToBeginning(page);
    await log(page).getByText('This is where the conversation begins').waitFor();
    await log(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await poll(() => rowsGiven(page)).toBe(400);
    expect(pages()).toBe(asked);
  });

  it('paints a prefetched conversation in the frame of the click', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await poll(() => backend.calls.filter(({ path }) => path === '/api/desk/messages').length).toBeGreaterThan(8);
    await open(page, 'Siti Rahayu');
    const [rows, gap] = await page.evaluate(async (id) => {
      document.getElementById(`conversation-${id}`)?.click();
      await new Promise(requestAnimationFrame);
      const box = document.querySelector('[role="log"]');
      const rowCount = box?.querySelectorAll('[data-index]').length ?? 0;
      return [rowCount, box === null ? -1 : box.scrollHeight - box.scrollTop - box.clientHeight];
    }, JOHN);
    expect(rows).toBeGreaterThan(5);
    expect(gap).toBeLessThan(2);
    await poll(() => page.getByRole('heading', { name: 'John Tan', level: 2 }).count()).toBe(1);
  });

  it('a message draws its own row anew and no other', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await poll(() => backend.calls.filter(({ path }) => path === '/api/desk/markRead').length).toBe(0);
    await page.evaluate(() => {
      const changed = new Set<string>();
      Object.assign(globalThis, { changed });
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const option = element?.closest('[role="option"], [role="log"] [data-index]');
          if (option !== null && option !== undefined)
            changed.add(option.id || `row ${option.getAttribute('data-index')}`);
        }
      });
      const options = { subtree: true, childList: true, characterData: true, attributes: true };
      observer.observe(document.querySelector('#conversations-pane') ?? document.body, options);
      observer.observe(document.querySelector('[role="log"]') ?? document.body, options);
    });
    const first = uuidOf('conversation 6');
    backend.model.chat.receive(first, { content: { type: 'text', text: 'only my row' } });
    await page.getByRole('option', { name: 'Nurul Izzah' }).getByText('only my row').first().waitFor();
    const changed = await page.evaluate(() => [...(globalThis as unknown as { changed: Set<string> }).changed]);
    expect(changed).toEqual([`conversation-${first}`]);
  });
});

describe('the last answer in the buyer panel', () => {
  it('says what the row knows while the messages are not loaded, then whether the buyer has read it', async () => {
    const { page, backend } = window;
    const { chat } = backend.model;
    chat.receive(JOHN, { author: 'seller', content: { type: 'text', text: 'It ships today.' } });
    backend.hold('/api/desk/messages');
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    const fact = page.getByRole('region', { name: 'Buyer' }).getByText('Last answer').locator('..');
    await fact.getByText('You: It ships today.').waitFor();
    backend.release('/api/desk/messages');
    await fact.getByText('Not read yet').waitFor();
  });

  it('does not say that there is none while it is not loaded', async () => {
    const { page, backend } = window;
    const { chat } = backend.model;
    const asked = (chat.messages.get(JOHN) ?? []).map((message) => ({ ...message, author: 'buyer' as const }));
    chat.messages.set(JOHN, asked);
    const conversation = chat.conversations.get(JOHN);
    const newest = asked.at(-1);
    if (conversation === undefined || newest === undefined) throw new Error('no conversation');
    chat.conversations.set(JOHN, { ...conversation, ...lastOf(newest) });
    backend.hold('/api/desk/messages');
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    const fact = page.getByRole('region', { name: 'Buyer' }).getByText('Last answer').locator('..');
    await fact.getByText('Not loaded yet').waitFor();
    backend.release('/api/desk/messages');
    await fact.getByText('None yet').waitFor();
  });
});

describe('the live connection', () => {
  it('says when it is lost, comes back by itself, and brings what was missed', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await page.locator('[data-live="live"]').waitFor();
    backend.isSocketRefused = true;
    backend.cut();
    await page.locator('[data-live="offline"]').waitFor();
    backend.model.chat.receive(JOHN, { content: { type: 'text', text: 'while you were away' } });
    backend.isSocketRefused = false;
    await log(page).getByText('while you were away').waitFor({ timeout: 15_000 });
    await page.locator('[data-live="live"]').waitFor();
  });

  it('is lost and found in the moment the browser says so, and what waited goes out then', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await page.locator('[data-live="live"]').waitFor();
    backend.isSocketRefused = true;
    const inItsFrame = await page.evaluate(async () => {
      dispatchEvent(new Event('offline'));
      await new Promise(requestAnimationFrame);
      return document.querySelector('[data-live]')?.getAttribute('data-live');
    });
    expect(inItsFrame).toBe('offline');
    backend.broken.add('/api/desk/sendText');
    await write(page, 'as soon as there is a line');
    await page.locator('[data-mark="waiting"]').waitFor();
    // Timers stand still from here on: only the browser's word can bring it back.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    const tries = () => backend.calls.filter(({ path }) => path === '/api/desk/sendText').length;
    const before = tries();
    backend.broken.clear();
    backend.isSocketRefused = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await poll(tries).toBe(before + 1);
    await page.locator('[data-mark="sent"]').last().waitFor();
    expect(await page.locator('[data-mark="waiting"]').count()).toBe(0);
  });

  it('shows all of a message that waits for the connection, at the foot of the panel', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await poll(() => distance(page)).toBe(0);
    backend.broken.add('/api/desk/sendText');
    await write(page, 'above the edge');
    await page.locator('[data-mark="waiting"]').waitFor();
    await poll(() => distance(page), { timeout: 2_000 }).toBe(0);
  });

  it('a reload frame keeps what is typed and what is open', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await page.getByRole('textbox', { name: 'Message' }).fill('half a sentence');
    const snapshots = () => backend.calls.filter(({ path }) => path === '/api/desk/snapshot').length;
    const before = snapshots();
    backend.send({ type: 'reload' });
    await poll(snapshots).toBe(before + 1);
    backend.model.chat.receive(JOHN, { content: { type: 'text', text: 'after the reload' } });
    await log(page).getByText('after the reload').waitFor();
    await poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a sentence');
  });

  it('a pin that is refused is undone with a word', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    backend.model.nextResults.set(
      '/api/chat/index/pinnedConversation',
      refused('no_permission', 'Ask the main account.'),
    );
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByRole('alert').getByText('The conversation was not pinned. Ask the main account.').waitFor();
    await page.getByRole('button', { name: 'Pin', exact: true }).waitFor();
  });
});
