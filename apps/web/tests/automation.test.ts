import { CALLS, type DeliveryView, type TimerEntryView } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { aDelivery, uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1280, height: 800 } });
const model = () => window.backend.model.automation;
const bar = () => window.page.getByRole('banner');
const entry = (name: string | RegExp) => bar().getByRole('button', { name, exact: true });
const JOHN = uuidOf('conversation 9');

describe('the stop', () => {
  it('is one button in the bar, asks once, then shows who stopped what, until a member lets it go on', async () => {
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    await entry('Automatic messages').click();
    await page.getByRole('menuitem', { name: 'Stop them in the whole account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop all automatic messages?' });
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await poll(() => model().stops).toMatchObject([{ shopId: null }]);
    await entry('Automatic messages are stopped').click();
    await page.getByText('In the whole account').waitFor();
    await page.getByText(`${window.backend.model.member.name}, since `, { exact: false }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Let them go on: In the whole account' }).click();
    await entry('Automatic messages').waitFor();
    expect(model().stops).toEqual([]);
  });

  it('is of one shop as well, and leads to the rules', async () => {
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    await entry('Automatic messages').click();
    await page.getByRole('menuitem', { name: 'Stop them in one shop…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop the automatic messages of one shop' });
    expect(await dialog.getByRole('button', { name: 'Stop' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Shop').selectOption('Snack Haul');
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await entry('Automatic messages are stopped in 1 shop').click();
    await page.getByRole('menuitem', { name: 'Let them go on: Snack Haul' }).waitFor();
    await page.getByRole('menuitem', { name: 'Rules of automatic answers' }).click();
    await page.getByRole('heading', { name: 'Automatic answers' }).waitFor();
  });

  it('of another window is told by the stream, and is ended only by members who may change settings', async () => {
    window.backend.model.setKeys(['chat']);
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    await entry('Automatic messages').waitFor();
    await page.locator('[data-live="live"]').waitFor();
    model().set([{ shopId: asShopId(uuidOf('hidden shop')), stoppedAt: Date.now(), stoppedBy: 'Mei' }]);
    await entry('Automatic messages are stopped in 1 shop').click();
    await page.getByText('In a shop that you do not see').waitFor();
    await page.getByText('Only members who may change settings can let them go on.').waitFor();
    expect(await page.getByRole('menuitem', { name: /^Let them go on/ }).count()).toBe(0);
  });

  it('serves members who may send to many but not chat: they stop everything, and give a message its picture', async () => {
    window.backend.model.setKeys(['batchReply']);
    await window.signIn();
    const { page } = window;
    await page.goto(`${window.url}/bulk-send?lang=en`);
    await page.locator('[data-live="live"]').waitFor();
    await entry('Automatic messages').click();
    expect(await page.getByRole('menuitem', { name: 'Rules of automatic answers' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Stop them in the whole account…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await entry('Automatic messages are stopped').waitFor();
    await page.getByRole('button', { name: 'New task' }).click();
    expect(await page.getByRole('button', { name: 'Tag management' }).count()).toBe(0);
    const form = page.getByRole('form', { name: 'New task' });
    await form.locator('input[type=file]').setInputFiles({
      name: 'lamp.png',
      mimeType: 'image/png',
      buffer: Buffer.from('a picture'),
    });
    await form.getByLabel('Text 1').fill('Hello');
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await form.getByRole('region', { name: 'Preview' }).waitFor();
    const { path } = CALLS.automation.saveAutomaticPicture;
    expect(window.backend.calls.filter((call) => call.path === path)).toHaveLength(1);
  });

  it('is not shown to members who may not send', async () => {
    window.backend.model.setKeys(['order']);
    await window.signIn();
    await window.page.goto(`${window.url}/orders?lang=en`);
    await bar().getByRole('button', { name: 'Theme' }).waitFor();
    await window.page.locator('[data-live="live"]').waitFor();
    expect(await entry('Automatic messages').count()).toBe(0);
    expect(window.backend.calls.filter(({ path }) => path === '/api/desk/automaticStops')).toEqual([]);
  });
});

describe('a message that nobody wrote', () => {
  const given = (number: number, over: Partial<DeliveryView>) => {
    const { chat, member } = window.backend.model;
    const conversation = chat.conversations.get(JOHN);
    if (conversation === undefined) throw new Error('no such conversation');
    const { conversationId, shopId } = conversation;
    const { memberId } = member;
    const anchorPosition = chat.messages.get(JOHN)?.at(-1)?.position ?? null;
    const told = { conversationId, shopId, memberId, anchorPosition, createdAt: Date.now() };
    chat.setDelivery(aDelivery(number, 1, { ...told, ...over }));
  };
  const row = (text: string) => log(window.page).locator('[data-author="robot"]').filter({ hasText: text });

  it('has the label of its cause while it is on its way and when it has arrived', async () => {
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    await open(page, 'John Tan');
    await page.locator('[data-live="live"]').waitFor();
    given(1, { cause: 'autoReply', content: { type: 'text', text: 'answer by rule' } });
    given(2, { cause: 'bulkSend', content: { type: 'text', text: 'to many' } });
    window.backend.model.chat.receive(JOHN, {
      author: 'robot',
      cause: 'orderCare',
      content: { type: 'text', text: 'your parcel' },
    });
    window.backend.model.chat.receive(JOHN, { author: 'robot', content: { type: 'text', text: 'of the marketplace' } });
    await row('answer by rule').getByText('Auto-reply').first().waitFor();
    await row('to many').getByText('Bulk message').first().waitFor();
    await row('your parcel').getByText('Order care').first().waitFor();
    await row('of the marketplace').getByText('Auto-reply').first().waitFor();
  });

  it('that failed can only be put away, and is not told as an answer of the member', async () => {
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    await open(page, 'John Tan');
    await page.locator('[data-live="live"]').waitFor();
    const refusal = { reason: 'blocked_by_user', detail: null } as const;
    const content = { type: 'text', text: 'answer by rule' } as const;
    given(1, { cause: 'autoReply', content });
    await row('answer by rule').waitFor();
    given(1, { cause: 'autoReply', content, mark: 'failed', refusal });
    const failed = row('answer by rule').locator('[data-mark="failed"]');
    await failed.getByRole('button', { name: 'Remove' }).waitFor();
    for (const name of ['Retry', 'Edit']) expect(await failed.getByRole('button', { name }).count()).toBe(0);
    given(3, { cause: 'autoReply', content: { type: 'text', text: 'in doubt' }, mark: 'unconfirmed' });
    const doubt = row('in doubt').locator('[data-mark="unconfirmed"]');
    await doubt.getByRole('button', { name: 'Check again' }).waitFor();
    expect(await doubt.getByRole('button', { name: 'Send as a new message' }).count()).toBe(0);
    expect(
      await bar()
        .getByRole('button', { name: /^Not (sent|confirmed)/ })
        .count(),
    ).toBe(0);
    expect(await page.getByRole('option', { name: 'John Tan' }).locator('[data-undelivered]').count()).toBe(0);
    await failed.getByRole('button', { name: 'Remove' }).click();
    await row('answer by rule').waitFor({ state: 'detached' });
  });
});

describe('timed work', () => {
  const entry = (taskId: string, more: Partial<TimerEntryView>): TimerEntryView => ({
    taskId,
    kind: 'autoReply',
    state: 'waiting',
    subject: 'John Tan',
    shopId: null,
    dueAt: Date.now() + 60_000,
    tries: 0,
    mostTries: 20,
    error: null,
    lasting: null,
    ...more,
  });
  const failed = {
    state: 'failed',
    kind: 'bulkSend',
    subject: 'Sale',
    tries: 20,
    error: 'no such row',
    lasting: null,
  } as const;

  it('shows what failed and what is due; a failed task is tried again, and a due answer is taken out', async () => {
    const upkeep = entry('3', { kind: 'upkeep', subject: null, lasting: 'upkeep' });
    let entries = [entry('1', failed), entry('2', {}), upkeep];
    const { model } = window.backend;
    model.answerWith(CALLS.timer.timerQueue, ({ state, kind, after }) => {
      const meant = entries.filter(
        (one) => (state === undefined || one.state === state) && (kind === undefined || one.kind === kind),
      );
      // A page has two tasks here.
      return succeeded({
        entries: after === undefined ? meant.slice(0, 2) : meant.slice(2),
        counts: entries.map((one) => ({ kind: one.kind, state: one.state, count: 1 })),
        next: after === undefined && meant.length > 2 ? '3/1/2' : null,
      });
    });
    model.answerWith(CALLS.timer.retryTimerTask, () => {
      entries = entries.map((one) =>
        one.taskId === '1' ? entry('1', { ...failed, state: 'running', error: null }) : one,
      );
      return succeeded({});
    });
    model.answerWith(CALLS.timer.stopTimerTask, ({ taskId }) => {
      entries = entries.filter((one) => one.taskId !== taskId);
      return succeeded({});
    });
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    await bar().getByRole('button', { name: 'Automatic messages', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Timed work' }).click();
    const rows = page.getByRole('table', { name: 'Tasks' }).getByRole('row');
    await rows.filter({ hasText: 'Error: no such row' }).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.filter({ hasText: 'Cannot be stopped: the account needs it' }).waitFor();
    await poll(() => rows.count()).toBe(4);
    expect(await page.getByRole('button', { name: 'Stop: Upkeep' }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('What').selectOption({ label: 'Upkeep 1' });
    await poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Failed 0' }).click();
    await page.getByText('No task matches.').waitFor();
    await page.getByLabel('What').selectOption({ label: 'All kinds' });
    await page.getByRole('button', { name: 'Failed 1' }).click();
    await poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Try again: Message to many buyers, Sale' }).click();
    await rows.filter({ hasText: 'Runs now' }).waitFor();
    await page.getByRole('button', { name: 'Stop: Automatic answer, John Tan' }).click();
    await page
      .getByRole('dialog', { name: 'Stop this task?' })
      .getByRole('button', { name: 'Stop', exact: true })
      .click();
    await rows.filter({ hasText: 'John Tan' }).waitFor({ state: 'detached' });
  });

  it('is closed before the login: it shows nothing, asks for nothing, and leads there', async () => {
    const { page, url, backend } = window;
    await page.goto(`${url}/timer/index?lang=en`);
    await page.getByText('Log in to see what Pasar does by itself for your shops.').waitFor();
    expect(backend.calls.map(({ path }) => path)).not.toContain(CALLS.timer.timerQueue.path);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/account\/login\?redirect=%2Ftimer%2Findex/);
  });
});
