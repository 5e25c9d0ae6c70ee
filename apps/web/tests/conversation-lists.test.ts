import { type BulkActionView, CALLS, type CallInput, type SavedConversationView } from '@pasar/api';
import { asConversationId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

/** Filters, saved views and actions on many conversations. */
const { conversationLists: calls } = CALLS;
const window = windowOfEachTest();
const rows = (page: Page) => page.getByRole('listbox', { name: 'Conversations' }).getByRole('option');
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
const all = async (page: Page) => {
  await page.getByRole('tab', { name: 'All', exact: true }).click();
  await poll(() => rows(page).count()).toBeGreaterThan(3);
};

describe('filters', () => {
  it('narrow the list at once, stand as chips, and are taken away one by one', async () => {
    const { chat } = window.backend.model;
    const page = await enter();
    await all(page);
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
    expect(await chips.getByRole('button').allTextContents()).toEqual(['To be sent']);
    await chips.getByRole('button', { name: 'Remove the filter To be sent' }).click();
    await poll(() => listed(page)).toEqual(before);
    expect(await chips.count()).toBe(0);
  });

  const filterBy = async (page: Page, status: string) => {
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await panel(page).getByRole('combobox', { name: 'Order status' }).selectOption(status);
  };
  const sought = () =>
    window.backend.calls.flatMap(({ path, input }) =>
      path === CALLS.chat.conversations.path && JSON.stringify(input).includes('wait_seller_send') ? [input] : [],
    );

  it('keep what was found while it cannot be asked for again, and ask when the connection is back', async () => {
    const { backend } = window;
    const { chat } = backend.model;
    const page = await enter();
    await all(page);
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
    expect(await rows(page).count()).toBe(2);
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
    await all(page);
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
    await all(page);
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
    await all(page);
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
    expect(await panel(page).getByRole('checkbox', { name: 'Share with the team' }).isChecked()).toBe(true);
    await panel(page).getByRole('button', { name: 'Replace view' }).click();
    await panel(page).getByRole('button', { name: 'slow ones', exact: true }).waitFor();
    expect(views).toMatchObject([{ name: 'slow ones', isShared: true, listing: { sort: 'newest' } }]);
    await panel(page).getByRole('button', { name: 'Remove the view slow ones' }).click();
    await poll(() => views.length).toBe(0);
  });

  it('are saved with the shop or the marketplace of the screen, and open there from another screen', async () => {
    const page = await enter();
    await all(page);
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

describe('actions on many conversations', () => {
  const asked: CallInput<typeof calls.beginBulk>[] = [];
  let action: BulkActionView | null = null;
  const tell = (part: Partial<BulkActionView>) => {
    if (action === null) throw new Error('no action');
    action = { ...action, ...part };
    window.backend.model.append({ kind: 'bulkActions' });
  };
  async function enterBulk(begun: BulkActionView | null = null): Promise<Page> {
    asked.length = 0;
    action = begun;
    const { model } = window.backend;
    model.answerWith(calls.beginBulk, (input) => {
      asked.push(input);
      const total = input.target.kind === 'named' ? input.target.conversationIds.length : 600;
      action = {
        bulkId: uuidOf(`bulk ${asked.length}`),
        setting: input.setting,
        state: 'running',
        total,
        changedCount: 0,
        sameCount: 0,
        failedCount: 0,
        toTell: 0,
        canUndo: false,
        begunAt: Date.now(),
        endedAt: null,
      };
      return succeeded({ action });
    });
    model.answerWith(calls.bulkActions, () => succeeded({ actions: action === null ? [] : [action] }));
    model.answerWith(calls.bulkFailures, ({ cursor }) => {
      const [first, second] = model.chat.conversations.values();
      if (first === undefined || second === undefined) throw new Error('no conversations');
      const { conversationId, shopId, buyer } = cursor === undefined ? first : second;
      return succeeded({
        failures: [{ conversationId, shopId, buyerName: buyer.name, reason: 'not_offered' as const }],
        next: cursor === undefined ? conversationId : null,
      });
    });
    const mei = { memberId: uuidOf('Mei'), name: 'Mei' };
    model.together.colleagues = [mei, { memberId: uuidOf('Suda'), name: 'Suda' }];
    const page = await enter();
    await all(page);
    const here = { windowId: uuidOf('window'), presence: 'here', memberId: mei.memberId } as const;
    const windows = [{ ...here, conversationId: null, isTyping: false }];
    window.backend.send({ type: 'moment', moment: { kind: 'present', windows, gone: [] } });
    return page;
  }
  const bar = (page: Page) => page.getByRole('region', { name: 'Picked conversations' });
  const progress = (page: Page) => page.getByRole('region', { name: 'Progress' });
  const act = async (page: Page, name: string) => {
    await bar(page).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menu', { name: 'Actions' }).getByRole('menuitem', { name, exact: true }).click();
  };

  it('are shown to a window that opens until the marketplaces were told, however long ago they ended', async () => {
    const anHourAgo = Date.now() - 3_600_000;
    const page = await enterBulk({
      bulkId: uuidOf('bulk of before'),
      setting: { kind: 'pin', isOn: true },
      state: 'done',
      total: 50_000,
      changedCount: 50_000,
      sameCount: 0,
      failedCount: 0,
      toTell: 20_000,
      canUndo: false,
      begunAt: anHourAgo,
      endedAt: anHourAgo,
    });
    await progress(page).getByText('The marketplaces must still be told of 20000.').waitFor();
    const told = progress(page).getByRole('progressbar', { name: 'Telling the marketplaces' });
    expect(await told.getAttribute('value')).toBe('30000');
    tell({ toTell: 0 });
    await told.waitFor({ state: 'detached' });
    await progress(page).getByText('50000 conversations changed.').waitFor();
  });

  it('change the rows that were picked by clicks with Control and Shift, and show their progress', async () => {
    const page = await enterBulk();
    await rows(page)
      .nth(0)
      .click({ modifiers: ['Control'] });
    await rows(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await bar(page).getByText('3 picked').waitFor();
    expect(await rows(page).evaluateAll((each) => each.slice(0, 4).map((row) => row.ariaChecked))).toEqual([
      'true',
      'true',
      'true',
      'false',
    ]);
    expect(await violationsOn(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Assign to me', exact: true }).waitFor();
    // Mei has the desk open, Suda has not.
    await page.getByRole('menuitem', { name: 'Assign to Mei', exact: true }).waitFor();
    const absent = page.getByRole('menuitem', { name: 'Assign to Suda (not online)' });
    await absent.click({ force: true });
    expect(await absent.getAttribute('aria-disabled')).toBe('true');
    await page
      .getByRole('menu')
      .getByText('Conversations cannot be assigned to a colleague who is not online.')
      .waitFor();
    expect(asked).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await act(page, 'Pin');
    await progress(page).getByText('0 of 3').waitFor();
    expect(asked).toMatchObject([{ setting: { kind: 'pin', isOn: true }, target: { kind: 'named' } }]);
    expect(await bar(page).count()).toBe(0);
    tell({ changedCount: 2, failedCount: 1, state: 'done', toTell: 1, canUndo: true });
    await progress(page).getByText('2 conversations changed. The marketplace must still be told of 1.').waitFor();
    await progress(page).getByRole('progressbar', { name: 'Telling the marketplaces' }).waitFor();
    await progress(page).getByRole('button', { name: '1 failed' }).click();
    const why = progress(page).getByText('The marketplace does not offer this.');
    await why.waitFor();
    await progress(page).getByRole('button', { name: 'Show more' }).click();
    await poll(() => why.count()).toBe(2);
    await progress(page).getByRole('button', { name: 'Undo' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await progress(page).getByRole('button', { name: 'Close' }).click();
    expect(await progress(page).count()).toBe(0);
    // A deletion is asked about, also of few.
    await rows(page)
      .nth(1)
      .click({ modifiers: ['Control'] });
    await act(page, 'Delete…');
    const question = page.getByRole('dialog', { name: 'Delete these conversations?' });
    expect(asked).toHaveLength(1);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await progress(page).getByText('0 of 1').waitFor();
    const most = progress(page).getByText('An action changes at most 100,000 conversations.');
    expect(await most.count()).toBe(0);
    tell({ total: 100_000 });
    await most.waitFor();
    expect(asked[1]).toMatchObject({ setting: { kind: 'delete', isOn: true }, target: { kind: 'named' } });
  });

  it('are still shown when the list opens again, until they are closed or ended ten minutes ago', async () => {
    const page = await enterBulk();
    await rows(page)
      .nth(0)
      .click({ modifiers: ['Control'] });
    await act(page, 'Pin');
    await progress(page).getByText('0 of 1').waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await rows(page).first().waitFor({ state: 'detached' });
    tell({ failedCount: 1, state: 'done', canUndo: true, endedAt: Date.now() });
    await page.goBack();
    await progress(page).getByRole('button', { name: 'Undo' }).waitFor();
    await progress(page).getByRole('button', { name: '1 failed' }).click();
    await progress(page).getByText('The marketplace does not offer this.').waitFor();
    // Another window of the member, or this one anew.
    await page.reload();
    await progress(page).getByRole('button', { name: 'Undo' }).waitFor();
    const looked = () => window.backend.calls.filter(({ path }) => path === calls.bulkActions.path).length;
    const isNotShown = async (leave: () => Promise<unknown>) => {
      const before = looked();
      await leave();
      await poll(looked).toBeGreaterThan(before);
      await rows(page)
        .nth(0)
        .click({ modifiers: ['Control'] });
      await bar(page).waitFor();
      expect(await progress(page).count()).toBe(0);
    };
    await progress(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await rows(page).first().waitFor({ state: 'detached' });
    await isNotShown(() => page.goBack());
    tell({ endedAt: Date.now() - 600_000 });
    await isNotShown(() => page.reload());
  });

  it('change everything that the list has, after one question, by keys alone', async () => {
    const page = await enterBulk();
    await rows(page).nth(0).click();
    await page.getByRole('listbox', { name: 'Conversations' }).focus();
    await page.keyboard.press('Space');
    await bar(page).getByText('1 picked').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+a');
    await bar(page).getByRole('button', { name: 'Pick everything in this list' }).press('Enter');
    await bar(page).getByText('Everything in this list').waitFor();
    await act(page, 'Mark read');
    const question = page.getByRole('dialog', { name: 'Mark read' });
    await question.getByText('This changes every conversation that this list has now').waitFor();
    expect(asked).toEqual([]);
    await question.getByRole('button', { name: 'Change all' }).click();
    await progress(page).getByText('0 of 600').waitFor();
    expect(asked).toMatchObject([{ setting: { kind: 'read' }, target: { kind: 'matching', listing: { tab: 'all' } } }]);
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
  expect(await page.locator('#conversation-filters').textContent()).not.toMatch(/sort\.|\{\{/);
});
