import { type BulkActionView, CALLS, type CallInput } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll, rows, showAll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const { conversationLists: calls } = CALLS;
const window = windowOfEachTest();

async function enter(): Promise<Page> {
  await window.enter('/chat/all?lang=en');
  return window.page;
}

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
        isDoneHere: false,
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
      const reason = cursor === undefined ? ('not_offered' as const) : ('buyer_tags_of_buyer_full' as const);
      return succeeded({
        failures: [{ conversationId, shopId, buyerName: buyer.name, reason }],
        next: cursor === undefined ? conversationId : null,
      });
    });
    const mei = { memberId: uuidOf('Mei'), name: 'Mei' };
    model.together.colleagues = [mei, { memberId: uuidOf('Suda'), name: 'Suda' }];
    const page = await enter();
    await showAll(page);
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
      state: 'running',
      isDoneHere: true,
      total: 50_000,
      changedCount: 50_000,
      sameCount: 0,
      failedCount: 0,
      toTell: 20_000,
      canUndo: true,
      begunAt: anHourAgo,
      endedAt: null,
    });
    await progress(page).getByText('Here: 50,000 of 50,000. Marketplaces told: 30,000 of 50,000.').waitFor();
    const here = progress(page).getByRole('progressbar', { name: 'Progress' });
    await poll(() => here.getAttribute('value')).toBe('50000');
    expect(await progress(page).getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await progress(page).getByRole('button', { name: 'Undo' }).waitFor();
    const told = progress(page).getByRole('progressbar', { name: 'Telling the marketplaces' });
    await poll(() => told.getAttribute('value')).toBe('30000');
    tell({ toTell: 0, state: 'done', endedAt: Date.now() });
    await told.waitFor({ state: 'detached' });
    await progress(page).getByText('50,000 conversations changed.').waitFor();
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
    await poll(() => absent.getAttribute('aria-disabled')).toBe('true');
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
    tell({ changedCount: 2, failedCount: 1, isDoneHere: true, toTell: 1, canUndo: true });
    await progress(page).getByText('Here: 3 of 3. Marketplaces told: 1 of 2.').waitFor();
    await progress(page).getByRole('progressbar', { name: 'Telling the marketplaces' }).waitFor();
    await progress(page).getByRole('button', { name: '1 failed' }).click();
    await progress(page).getByText('The marketplace does not offer this.').waitFor();
    await progress(page).getByRole('button', { name: 'Show more' }).click();
    await progress(page).getByText('The buyer has 20 tags already. Remove one, then try again.').waitFor();
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
    await progress(page).getByText('Here: 0 of 1.').waitFor();
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
    await progress(page).getByText('Here: 0 of 1.').waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await rows(page).first().waitFor({ state: 'detached' });
    tell({ failedCount: 1, state: 'done', isDoneHere: true, canUndo: true, endedAt: Date.now() });
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
    await progress(page).getByText('Here: 0 of 600.').waitFor();
    expect(asked).toMatchObject([{ setting: { kind: 'read' }, target: { kind: 'matching', listing: { tab: 'all' } } }]);
  });
});
