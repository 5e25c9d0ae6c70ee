import { CALLS } from '@pasar/api';
import { aDelivery, uuidOf } from '@pasar/sync/testing/builders';
import { countersOf, waitOf } from '@pasar/sync/testing/model/conversation-facts';
import { describe, expect, it } from 'vitest';
import { BUYER_NAMES } from './builders.ts';
import { chooseList, open, poll, write } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ tab: null });

const LAZADA = 5;
const idOf = (number: number) => uuidOf(`conversation ${number}`);
/** By the number of its conversation; conversation `n` belongs to shop `n`, of which 5 to 7 are at Lazada. */
const nameOf = (number: number): string => BUYER_NAMES[number] ?? '';

/** Only these buyers wait: the first for the longest time, and so due first. Nothing is unread. */
function letWait(...numbers: readonly number[]): void {
  const { chat, shops } = window.backend.model;
  for (const [id, held] of chat.conversations) {
    const place = numbers.findIndex((number) => idOf(number) === id);
    const waitingSince = place < 0 ? null : Date.now() - (60 - place) * 60_000;
    chat.conversations.set(id, { ...held, ...waitOf(waitingSince), isUnreply: place >= 0, unreadCount: 0 });
  }
  for (const [id, shop] of shops.byId) {
    const own = [...chat.conversations.values()].filter(({ shopId }) => shopId === id);
    shops.byId.set(id, { ...shop, ...countersOf(own) });
  }
}
const list = () => window.page.getByRole('region', { name: 'Conversations', exact: true });
const tab = (name: string) => list().getByRole('tab', { name, exact: true });
const names = () =>
  list()
    .getByRole('option')
    .evaluateAll((rows) =>
      rows
        .toSorted((left, right) => Number(left.ariaPosInSet) - Number(right.ariaPosInSet))
        .map((row) => row.getAttribute('aria-label')),
    );
const heading = (number: number) => window.page.getByRole('heading', { name: nameOf(number), exact: true, level: 2 });
/** Presses the key for the next conversation, once the window knows what its member may do. */
const next = async () => {
  await window.page.locator('[data-pane="conversations"][aria-busy="false"]').waitFor();
  await window.page.keyboard.press('Alt+ArrowDown');
};

describe('a search that finds nobody in its tab', () => {
  it('leads to a search of all conversations', async () => {
    letWait(8);
    await window.enter('/chat/all?lang=en');
    await tab('To answer').waitFor();
    await list().getByRole('searchbox', { name: 'Search buyers' }).fill(nameOf(3));
    await list().getByText('No match for', { exact: false }).waitFor();
    await list().getByRole('button', { name: 'Search all conversations' }).click();
    await poll(names).toContain(nameOf(3));
    expect((await names()).filter((name) => !name?.includes(nameOf(3)))).toEqual([]);
    await poll(() => tab('All').getAttribute('aria-selected')).toBe('true');
  });
});

describe('the queue', () => {
  it('is first on the screen, who waits longest on top; keeps who was only looked at, loses who was answered, and gets who writes at its end', async () => {
    const { page, backend } = window;
    letWait(8, 3, 5);
    await window.enter('/chat/all?lang=en');
    await poll(() => tab('To answer').getAttribute('aria-selected')).toBe('true');
    await poll(() => tab('To answer').innerText()).toContain('3');
    await poll(() => tab('To answer').getAttribute('aria-description')).toBe('3 buyers wait for an answer');
    expect(await names()).toEqual([nameOf(8), nameOf(3), nameOf(5)]);
    expect(backend.calls.filter(({ path }) => path === CALLS.chat.conversations.path)).toEqual([]);

    await open(page, nameOf(8));
    await open(page, nameOf(3));
    expect(await names()).toEqual([nameOf(8), nameOf(3), nameOf(5)]);
    backend.model.chat.receive(idOf(1));
    await poll(names).toEqual([nameOf(8), nameOf(3), nameOf(5), nameOf(1)]);
    // The pointer rests on the list; who comes last is seen there and is no news above.
    expect(await page.getByRole('button', { name: '1 new', exact: true }).count()).toBe(0);
    await write(page, 'It is on its way.');
    // The list does not move under the pointer.
    await page.getByRole('textbox', { name: 'Message' }).hover();
    await poll(names).toEqual([nameOf(8), nameOf(5), nameOf(1)]);
    await poll(() => tab('To answer').innerText()).toContain('3');
    await heading(3).waitFor();
    // A second question of somebody who waits does not lose the place.
    backend.model.chat.receive(idOf(8), { content: { type: 'text', text: 'Are you there?' } });
    await list().getByText('Are you there?', { exact: true }).waitFor();
    expect(await names()).toEqual([nameOf(8), nameOf(5), nameOf(1)]);
  });

  it('of a shop opens by the number beside the shop, and by Enter', async () => {
    const { page } = window;
    letWait(8, 3, 5);
    await window.enter('/chat/all?lang=en');
    await chooseList(page, 'Pinned');
    const shops = page.getByRole('region', { name: 'Shops', exact: true });
    await shops.locator('[data-tip="Show the buyer who waits"]').first().click();
    await poll(() => tab('To answer').getAttribute('aria-selected')).toBe('true');
    const chosen = shops.getByRole('option', { selected: true });
    await poll(() => chosen.getAttribute('aria-description')).toContain('1 buyer waits for an answer');
    await poll(() => names().then((found) => found.length)).toBe(1);
    await chooseList(page, 'All');
    await shops.getByRole('listbox').press('Enter');
    await poll(() => tab('To answer').getAttribute('aria-selected')).toBe('true');
  });

  it('that is empty says so, and leads to who waits elsewhere, then to all conversations', async () => {
    const { page, backend } = window;
    letWait(8);
    await window.signIn();
    await page.goto(`${window.url}/chat-lazada/index?lang=en`);
    await list().getByText('All buyers here are answered').waitFor();
    await list().getByText('1 buyer waits in another shop.').waitFor();
    await list().getByRole('button', { name: 'Go to the answer that is due first' }).click();
    await page.waitForURL((url) => url.pathname === '/chat/all');
    await poll(names).toEqual([nameOf(8)]);
    backend.model.chat.receive(idOf(8), { author: 'seller' });
    await list().getByText('All buyers are answered').waitFor();
    await list().getByRole('button', { name: 'Show all conversations' }).click();
    await poll(() => tab('All').getAttribute('aria-selected')).toBe('true');
    expect(backend.calls.filter(({ path }) => path === CALLS.chat.conversations.path)).toEqual([]);
  });
});

describe('Alt+Down', () => {
  it('goes to a failed answer first, then by the longest wait, to conversations that no list has loaded, and round', async () => {
    const { page, backend } = window;
    letWait(8, 3);
    const failed = { conversationId: idOf(10) as never, mark: 'failed' as const, createdAt: Date.now() };
    const delivery = aDelivery(1, 1, failed);
    backend.model.chat.deliveries.set(delivery.clientId, delivery);
    await window.enter('/chat/all?lang=en');
    for (const number of [10, 8, 3, 10]) {
      await next();
      await heading(number).waitFor();
    }
    await page.keyboard.press('Alt+ArrowUp');
    await heading(3).waitFor();
    await poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  });

  it('goes on behind who was answered, and says when all are answered, in words and to screen readers', async () => {
    const { page } = window;
    letWait(8, 3);
    await window.enter('/chat/all?lang=en');
    await next();
    await heading(8).waitFor();
    await write(page, 'First answer');
    await poll(names).toEqual([nameOf(3)]);
    await next();
    await heading(3).waitFor();
    await next();
    const said = page.locator('[popover]').getByRole('status');
    await said.getByText('Nobody else waits: only the open conversation is left.').waitFor();
    await write(page, 'Second answer');
    await list().getByText('All buyers are answered', { exact: true }).waitFor();
    await next();
    await said.getByText('All buyers are answered.').waitFor();
    await heading(3).waitFor();
  });

  it('keeps to the marketplace of the screen, and says how many wait elsewhere', async () => {
    const { page } = window;
    letWait(8, LAZADA, 3);
    await window.enter('/chat-lazada/index?lang=en');
    await next();
    await heading(LAZADA).waitFor();
    await next();
    await page.locator('[popover]').getByText('Nobody else waits here. 2 buyers wait in other shops.').waitFor();
    await heading(LAZADA).waitFor();
  });

  it('that is held down goes on with each answer of the server; separate presses all count', async () => {
    const { page, backend } = window;
    letWait(8, 3, 5, 1);
    await window.enter('/chat/all?lang=en');
    backend.hold(CALLS.chat.nextConversation.path);
    await page.keyboard.down('Alt');
    for (let press = 0; press < 6; press += 1) await page.keyboard.down('ArrowDown');
    await page.keyboard.up('ArrowDown');
    const asked = () => backend.calls.filter(({ path }) => path === CALLS.chat.nextConversation.path).length;
    await poll(asked).toBe(1);
    backend.release(CALLS.chat.nextConversation.path);
    await heading(8).waitFor();
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('ArrowDown');
    await heading(5).waitFor();
    await page.keyboard.up('Alt');
  });

  it('takes nobody away from a conversation that was chosen while the server was asked', async () => {
    const { page, backend } = window;
    letWait(8, 3, 5);
    await window.enter('/chat/all?lang=en');
    backend.hold(CALLS.chat.nextConversation.path);
    await next();
    await poll(() => backend.calls.some(({ path }) => path === CALLS.chat.nextConversation.path)).toBe(true);
    await open(page, nameOf(5));
    const answered = page.waitForResponse((response) => response.url().includes(CALLS.chat.nextConversation.path));
    backend.release(CALLS.chat.nextConversation.path);
    await (await answered).finished();
    await next();
    await heading(8).waitFor();
  });

  it('passes over the buyers of colleagues, and says that the rest is theirs', async () => {
    const { chat } = window.backend.model;
    letWait(8, 3, 5);
    for (const number of [8, 5]) {
      const id = idOf(number);
      const held = chat.conversations.get(id);
      if (held !== undefined) chat.conversations.set(id, { ...held, assigneeId: uuidOf('colleague') });
    }
    await window.enter('/chat/all?lang=en');
    await next();
    await heading(3).waitFor();
    await next();
    await window.page
      .locator('[popover]')
      .getByText('The other buyers who wait here are assigned to colleagues.')
      .waitFor();
  });

  it('keeps to the filter of the list, and says when nobody else fits it', async () => {
    const { page } = window;
    letWait(8, 3, 5);
    const id = idOf(5);
    const held = window.backend.model.chat.conversations.get(id);
    if (held !== undefined)
      window.backend.model.chat.conversations.set(id, { ...held, assigneeId: window.backend.model.member.memberId });
    await window.enter('/chat/all?lang=en');
    await list().getByRole('button', { name: 'Filters and saved views' }).click();
    await list().getByRole('combobox', { name: 'Assigned to' }).selectOption('mine');
    await list().getByRole('button', { name: 'Filters and saved views' }).click();
    await poll(names).toEqual([nameOf(5)]);
    await next();
    await heading(5).waitFor();
    await next();
    await page.locator('[popover]').getByText('Nobody else who fits the filter needs an answer.').waitFor();
  });

  it('says why it goes nowhere when the server cannot be reached', async () => {
    letWait(8, 3);
    await window.enter('/chat/all?lang=en');
    window.backend.broken.add(CALLS.chat.nextConversation.path);
    await next();
    await window.page.locator('[popover]').getByText('The server cannot be reached.').waitFor();
  });
});
