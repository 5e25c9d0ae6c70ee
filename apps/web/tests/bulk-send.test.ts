import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });

async function enter(): Promise<Page> {
  await window.signIn();
  await window.page.goto(`${window.url}/bulk-send?lang=en`);
  await window.page.getByRole('heading', { name: 'Bulk send', level: 1 }).waitFor();
  return window.page;
}
async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('form', { name: 'New task' });
  await form.waitFor();
  return form;
}
const held = () => window.backend.model.bulkSend;
const firstTask = () => {
  const [task] = held().tasks;
  if (task === undefined) throw new Error('no task');
  return task;
};
const row = (page: Page, name = 'Sale'): Locator =>
  page.getByRole('list', { name: 'Tasks' }).locator(':scope > li').filter({ hasText: name });

/** A task that is made by the form. */
async function make(page: Page): Promise<void> {
  const form = await openForm(page);
  await form.getByLabel('Name of the task').fill('Sale');
  await form.getByLabel('Text 1').fill('Hello {buyer}');
  await form.getByRole('button', { name: 'Show the preview' }).click();
  await form.getByRole('button', { name: /^Send to/ }).click();
  await row(page).waitFor();
}

describe('a new task', () => {
  it('starts only after the preview of what it sends, which says what the marketplaces forbid', async () => {
    const page = await enter();
    await page.getByText('No tasks yet').waitFor();
    const form = await openForm(page);
    await form.getByLabel('Name of the task').fill('Sale');
    const text = form.getByLabel('Text 1');
    await text.fill('Hello ');
    await form.getByRole('button', { name: 'Buyer', exact: true }).click();
    expect(await text.inputValue()).toBe('Hello {buyer}');
    const start = form.getByRole('button', { name: /^Send to/ });
    expect(await start.isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await form.getByText('treats promotions that are not sent by its own tools as spam').waitFor();
    await form.getByRole('table', { name: 'Buyers by shop' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await text.fill('Something else');
    await form.getByLabel('Add a language').selectOption({ label: 'Thai' });
    await text.fill('สวัสดี');
    expect(await start.isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await start.click();
    await row(page).getByText('Running').waitFor();
    expect(firstTask().content).toEqual({
      parts: [{ kind: 'text', text: 'Something else' }],
      variants: [{ language: 'th', parts: [{ kind: 'text', text: 'สวัสดี' }] }],
    });
  });

  it('cannot start when nobody gets it, and says who is left out and why', async () => {
    const page = await enter();
    const [conversation] = window.backend.model.chat.conversations.values();
    if (conversation === undefined) throw new Error('no conversation');
    held().preview = {
      totalCount: 2,
      sendCount: 0,
      shops: [{ shopId: conversation.shopId, sendCount: 0, skipped: [{ reason: 'outOfReach', count: 2 }] }],
      examples: [],
      durationMs: 0,
    };
    const form = await openForm(page);
    await form.getByLabel('Text 1').fill('Hello');
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await form.getByText('2: the marketplace does not allow a message to the buyer now').waitFor();
    expect(await form.getByRole('button', { name: /^Send to/ }).isDisabled()).toBe(true);
  });

  it('has at most five messages; products need exactly one shop', async () => {
    const page = await enter();
    const form = await openForm(page);
    const add = form.getByRole('button', { name: 'Add a text' });
    for (let count = 1; count < 5; count += 1) await add.click();
    await form.getByLabel('Text 5').waitFor();
    expect(await add.isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Remove part 5' }).click();
    const product = form.getByRole('button', { name: 'Add a product' });
    expect(await product.isDisabled()).toBe(true);
    await form.getByLabel('Shop', { exact: true }).selectOption({ index: 1 });
    await poll(() => product.isDisabled()).toBe(false);
  });

  it('takes order numbers, and names the rows that are wrong', async () => {
    const page = await enter();
    const form = await openForm(page);
    await form.getByRole('radio', { name: 'Order numbers' }).check();
    await form.getByLabel('Order numbers, one a line').fill('100\n99');
    await form.getByRole('button', { name: 'Check the numbers' }).click();
    await form.getByText('1 order is taken.').waitFor();
    await form.getByText('Row 2: no order has the number 99.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it('is opened with the conversations that were picked in the list', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('option', { name: 'John Tan' }).click({ modifiers: ['Control'] });
    await page.getByRole('region', { name: 'Picked conversations' }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Send a message to these' }).click();
    await page.getByText('conversation that you have picked in the list').waitFor();
  });
});

describe('a task', () => {
  it('shows how far it has come as it goes on, why it waits, and can be stopped, continued, retried and deleted', async () => {
    const page = await enter();
    await make(page);
    const { taskId, totalCount } = firstTask();
    const [conversation] = window.backend.model.chat.conversations.values();
    if (conversation === undefined) throw new Error('no conversation');
    held().change(taskId, {
      sentCount: 1,
      successCount: 2,
      answeredCount: 1,
      pauses: [{ shopId: conversation.shopId, pause: 'notLoggedIn' }],
    });
    for (const words of [`Buyers: ${totalCount}`, 'On the way: 1', 'Succeeded: 2', 'Answered within a day: 1']) {
      await row(page).getByText(words, { exact: true }).waitFor();
    }
    await row(page).getByText('Waiting because these shops are not logged in').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await row(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await row(page).getByText('Stopped', { exact: true }).waitFor();
    await row(page).getByRole('button', { name: 'Go on' }).click();
    await row(page).getByText('Running', { exact: true }).waitFor();
    held().change(taskId, { state: 'finish', failCount: 1, sentCount: 0, pauses: [] });
    await row(page).getByRole('button', { name: 'Retry failed' }).click();
    await row(page).getByText('Running', { exact: true }).waitFor();
    await row(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No tasks yet').waitFor();
  });

  it('that missed its start says so; its copy has the same message', async () => {
    const page = await enter();
    await make(page);
    held().change(firstTask().taskId, { state: 'cancel', reason: 'task_not_run_in_time' });
    await row(page).getByText('The task was not run in time, so nothing was sent.').waitFor();
    await row(page).getByRole('button', { name: 'Copy' }).click();
    const form = page.getByRole('form', { name: 'New task' });
    expect(await form.getByLabel('Text 1').inputValue()).toBe('Hello {buyer}');
  });

  it('lists its recipients with what became of each', async () => {
    const page = await enter();
    await make(page);
    const [conversation] = window.backend.model.chat.conversations.values();
    if (conversation === undefined) throw new Error('no conversation');
    const { conversationId, shopId, buyer } = conversation;
    const item = {
      itemId: conversationId,
      shopId,
      conversationId,
      buyerName: buyer.name,
      orderNumber: null,
      state: 'fail' as const,
      skipped: null,
      reason: 'blocked_by_user' as const,
      detail: 'their words',
      sentAt: 1,
      endedAt: 2,
      isAnswered: false,
    };
    held().items = [item];
    await row(page).getByRole('button', { name: 'Recipients' }).click();
    const table = page.getByRole('table', { name: 'Recipients of Sale' });
    await table.getByText('their words').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await table.getByRole('button', { name: buyer.name }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });
});
