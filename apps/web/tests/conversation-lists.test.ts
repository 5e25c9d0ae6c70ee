import { CALLS, type SavedConversationView } from '@pasar/api';
import { asConversationId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll, rows, showAll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

/** Filters and saved views. */
const { conversationLists: calls } = CALLS;
const window = windowOfEachTest();
const listed = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
const panel = (page: Page) => page.getByRole('region', { name: 'Filters', exact: true });
const views: SavedConversationView[] = [];

async function enter(locale = 'en'): Promise<Page> {
  views.length = 0;
  const { model } = window.backend;
  model.answerWith(calls.conversationViews, () => succeeded({ views: [...views] }));
  model.answerWith(calls.saveConversationView, ({ name, viewId = uuidOf(`view ${name}`), isShared, listing }) => {
    const others = views.filter((view) => view.viewId !== viewId);
    views.splice(0, views.length, ...others, { viewId, name, isShared, isMine: true, author: 'Demo', listing });
    return succeeded({ viewId });
  });
  model.answerWith(calls.removeConversationView, ({ viewId }) => {
    views.splice(0, views.length, ...views.filter((view) => view.viewId !== viewId));
    return succeeded({});
  });
  await window.enter(`/chat/all?lang=${locale}`);
  return window.page;
}

describe('filters', () => {
  it('narrow the list at once, stand as chips, and are taken away one by one', async () => {
    const { chat } = window.backend.model;
    const page = await enter();
    await showAll(page);
    const before = await listed(page);
    const [first = ''] = before;
    const found = [...chat.conversations.values()].find(({ buyer }) => buyer.name === first);
    chat.orderStatuses.set(found?.conversationId ?? '', ['wait_seller_send']);
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await panel(page).getByRole('combobox', { name: 'Order status' }).selectOption('To be sent');
    await poll(() => listed(page)).toEqual([first]);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await panel(page).waitFor({ state: 'detached' });
    const chips = page.getByRole('list', { name: 'Chosen filters' });
    await poll(() => chips.getByRole('button').allTextContents()).toEqual(['To be sent']);
    await chips.getByRole('button', { name: 'Remove the filter To be sent' }).click();
    await poll(() => listed(page)).toEqual(before);
    expect(await chips.count()).toBe(0);
  });

  const filterBy = async (page: Page, status: string) => {
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await panel(page).getByRole('combobox', { name: 'Order status' }).selectOption(status);
  };
  it('are taken away to search at the marketplace, which knows none of them', async () => {
    const page = await enter();
    await filterBy(page, 'To be sent');
    await page.getByRole('searchbox', { name: 'Search buyers' }).fill('long ago');
    const beyond = page.getByRole('button', { name: 'Search without the filters, to search at Shopee too' });
    await beyond.click();
    await page.getByRole('button', { name: 'Search at Shopee, too' }).waitFor();
    expect(await page.getByRole('list', { name: 'Chosen filters' }).count()).toBe(0);
  });

  const sought = () =>
    window.backend.calls.flatMap(({ path, input }) =>
      path === CALLS.chat.conversations.path && JSON.stringify(input).includes('wait_seller_send') ? [input] : [],
    );

  it('keep what was found while it cannot be asked for again, and ask when the connection is back', async () => {
    const { backend } = window;
    const { chat } = backend.model;
    const page = await enter();
    await showAll(page);
    const [first, second] = [...chat.conversations.values()].filter(({ buyer }) =>
      /^(John Tan|Wei Ling)$/.test(buyer.name),
    );
    if (first === undefined || second === undefined) throw new Error('no such buyers');
    for (const { conversationId } of [first, second]) chat.orderStatuses.set(conversationId, ['wait_seller_send']);
    await filterBy(page, 'To be sent');
    await poll(() => rows(page).count()).toBe(2);
    const before = sought().length;
    backend.broken.add(CALLS.chat.conversations.path);
    chat.receive(first.conversationId, { content: { type: 'text', text: 'Hello?' }, sentAt: Date.now() });
    // A call that cannot be made is tried again a few times.
    await poll(() => sought().length).toBeGreaterThan(before);
    backend.isSocketRefused = true;
    backend.cut();
    await page.locator('[data-live="offline"]').waitFor();
    await poll(() => rows(page).count()).toBe(2);
    chat.orderStatuses.delete(second.conversationId);
    backend.broken.clear();
    backend.isSocketRefused = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await poll(() => listed(page)).toEqual([first.buyer.name]);
  });

  it('fetch the first three pages again, and keep the rows behind them', async () => {
    const { chat } = window.backend.model;
    const [one] = chat.conversations.values();
    if (one === undefined) throw new Error('no conversation');
    for (let number = 0; number < 350; number += 1) {
      const conversationId = asConversationId(uuidOf(`further ${number}`));
      chat.conversations.set(conversationId, { ...one, conversationId, lastMessageAt: one.lastMessageAt - number });
      chat.orderStatuses.set(conversationId, ['wait_seller_send']);
    }
    const page = await enter();
    await showAll(page);
    await filterBy(page, 'To be sent');
    const size = () => rows(page).last().getAttribute('aria-setsize');
    await page.getByRole('listbox', { name: 'Conversations' }).focus();
    await poll(async () => {
      await page.keyboard.press('End');
      return size();
    }).toBe('350');
    const before = sought().length;
    chat.receive(uuidOf('further 340'), { content: { type: 'text', text: 'Hello?' }, sentAt: Date.now() });
    await poll(() => sought().length).toBe(before + 3);
    await poll(async () => {
      await page.keyboard.press('Home');
      return rows(page).first().getAttribute('id');
    }).toContain(uuidOf('further 340'));
    expect(await size()).toBe('350');
    expect(sought()).toHaveLength(before + 3);
  });

  it('say that nothing fits, and are cleared together', async () => {
    const page = await enter();
    await showAll(page);
    const before = await listed(page);
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await panel(page).getByRole('checkbox', { name: 'No open order' }).check();
    await panel(page).getByRole('combobox', { name: 'Order status' }).selectOption('Unpaid');
    await page.getByText('No conversation fits these filters').waitFor();
    await panel(page).getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await poll(() => listed(page)).toEqual(before);
  });

  it('are saved as a view, which brings them, its tab and its words back', async () => {
    const page = await enter();
    await showAll(page);
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await panel(page).getByText('Save the filters above as a view').waitFor();
    await panel(page).getByRole('combobox', { name: 'Order of the list' }).selectOption('Longest wait first');
    await panel(page).getByRole('textbox', { name: 'Name of the view' }).fill('Slow ones');
    await panel(page).getByRole('checkbox', { name: 'Share with the team' }).check();
    await panel(page).getByRole('button', { name: 'Save view' }).click();
    await panel(page).getByRole('button', { name: 'Slow ones', exact: true }).waitFor();
    expect(views).toMatchObject([{ name: 'Slow ones', isShared: true, listing: { tab: 'all', sort: 'longestWait' } }]);
    await panel(page).getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByRole('tab', { name: 'Unread', exact: true }).click();
    await panel(page).getByRole('button', { name: 'Slow ones', exact: true }).click();
    await page.getByRole('tab', { name: 'All', exact: true, selected: true }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter Longest wait first' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await panel(page).getByRole('combobox', { name: 'Order of the list' }).selectOption('Newest first');
    await panel(page).getByRole('textbox', { name: 'Name of the view' }).fill('slow ones');
    await panel(page).getByText('You have a view of this name.').waitFor();
    await poll(() => panel(page).getByRole('checkbox', { name: 'Share with the team' }).isChecked()).toBe(true);
    await panel(page).getByRole('button', { name: 'Replace view' }).click();
    await panel(page).getByRole('button', { name: 'slow ones', exact: true }).waitFor();
    expect(views).toMatchObject([{ name: 'slow ones', isShared: true, listing: { sort: 'newest' } }]);
    await panel(page).getByRole('button', { name: 'Remove the view slow ones' }).click();
    await poll(() => views.length).toBe(0);
  });

  it('are saved with the shop or the marketplace of the screen, and open there from another screen', async () => {
    const page = await enter();
    await showAll(page);
    const filters = () => page.getByRole('button', { name: 'Filters and saved views' }).click();
    const save = async (name: string) => {
      await panel(page).getByRole('textbox', { name: 'Name of the view' }).fill(name);
      await panel(page).getByRole('button', { name: 'Save view' }).click();
      await panel(page).getByRole('button', { name, exact: true }).waitFor();
    };
    const view = (name: string) => panel(page).getByRole('button', { name, exact: true });
    const shop = page
      .getByRole('region', { name: 'Shops', exact: true })
      .getByRole('option', { name: 'KL Beauty Lab' });
    await shop.click();
    await filters();
    await panel(page).getByRole('combobox', { name: 'Order of the list' }).selectOption('Newest first');
    await save('Of a shop');
    expect(views[0]?.listing).toMatchObject({ sort: 'newest', shopId: expect.any(String) });
    await page.getByRole('link', { name: 'Shopee' }).click();
    await page.getByRole('heading', { name: 'Shopee', level: 1 }).waitFor({ state: 'attached' });
    if (!(await view('Of a shop').isVisible())) await filters();
    await save('Of Shopee');
    expect(views[1]?.listing).toMatchObject({ marketplace: 'shopee' });
    // The shop is at Lazada, so its own screen shows it.
    await view('Of a shop').click();
    await page.getByRole('heading', { name: 'Lazada', level: 1 }).waitFor({ state: 'attached' });
    await poll(() => shop.getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: 'Remove the filter Newest first' }).waitFor();
    if (!(await view('Of Shopee').isVisible())) await filters();
    await view('Of Shopee').click();
    await page.getByRole('heading', { name: 'Shopee', level: 1 }).waitFor({ state: 'attached' });
    views.splice(
      0,
      1,
      ...views.slice(0, 1).map((one) => ({ ...one, listing: { ...one.listing, shopId: uuidOf('gone') as never } })),
    );
    window.backend.model.append({ kind: 'conversationViews' });
    if (!(await view('Of a shop').isVisible())) await filters();
    await poll(async () => {
      await view('Of a shop').click();
      return page.getByText('You do not see the shop of this view any more.').count();
    }).toBeGreaterThan(0);
  });
});

const TITLES = [
  ['zh-CN', '筛选与视图', '已存视图'],
  ['zh-TW', '篩選與檢視', '已存檢視'],
  ['th', 'ตัวกรองและมุมมองที่บันทึกไว้', 'มุมมองที่บันทึกไว้'],
] as const;

it.each(looks(TITLES, 0))('speaks %s', async (locale, button, title) => {
  const page = await enter(locale);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('region', { name: title, exact: true }).waitFor();
  await poll(() => page.locator('#conversation-filters').textContent()).not.toMatch(/sort\.|\{\{/);
});
