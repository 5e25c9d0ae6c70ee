import type { DistributedItemView } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { bulkSendScreen } from './bulk-send-helpers.ts';
import { poll } from './desk-helpers.ts';

const { window, enter, held, firstTask, make } = bulkSendScreen();

describe('the page', () => {
  it('has the tabs of the specification: a form begun stays while another tab is looked at', async () => {
    const page = await enter();
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await poll(() => tab('Task list').getAttribute('aria-selected')).toBe('true');
    await tab('Send').click();
    const form = page.getByRole('form', { name: 'New task' });
    await form.getByLabel('Name of the task').fill('Sale');
    await page.keyboard.press('Tab');
    await tab('Task list').click();
    await page.getByText('No tasks yet').waitFor();
    await tab('Task list').press('ArrowLeft');
    await poll(() => form.getByLabel('Name of the task').inputValue()).toBe('Sale');
    await page.getByRole('button', { name: 'Tag management' }).click();
    await page.getByRole('dialog', { name: 'Buyer tags' }).getByRole('button', { name: 'Close' }).click();
    await poll(() => form.getByLabel('Name of the task').inputValue()).toBe('Sale');
  });

  it('lists to whom tasks have written, by task, shop and result, with the workbook of a task', async () => {
    const page = await enter();
    await make(page);
    const { taskId } = firstTask();
    const [conversation, other] = window.backend.model.chat.conversations.values();
    if (conversation === undefined || other === undefined) throw new Error('no conversations');
    const item: DistributedItemView = {
      ...{ itemId: conversation.conversationId, conversationId: conversation.conversationId, taskId, taskName: 'Sale' },
      ...{ shopId: conversation.shopId, buyerName: conversation.buyer.name, orderNumber: '2611210001', detail: null },
      ...{ state: 'success', skipped: null, reason: null, sentAt: 1, endedAt: 2, isAnswered: true },
    };
    const skipped = { ...item, itemId: other.conversationId, buyerName: 'Mei', state: 'skip', skipped: 'cap' } as const;
    held().distributed = [{ ...skipped, taskId: other.conversationId, taskName: 'Last week', isAnswered: false }, item];
    await page.getByRole('tab', { name: 'Distribution list' }).click();
    const list = page.getByRole('table', { name: 'Distribution list' });
    await list.getByText('Answered within a day').waitFor();
    await list.getByText('Last week').waitFor();
    await list.getByText('the buyer has got the most automatic messages').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const rows = () => list.getByRole('row').count();
    await page.getByLabel('Result').selectOption({ label: 'Left out' });
    await poll(rows).toBe(2);
    await page.getByLabel('Result').selectOption({ label: 'All recipients' });
    await poll(rows).toBe(3);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await page.getByLabel('Task', { exact: true }).selectOption({ label: 'Sale' });
    await poll(rows).toBe(2);
    await page.getByRole('button', { name: 'Export' }).waitFor();
    await page.getByLabel('Result').selectOption({ label: 'Failed' });
    await page.getByText('Nobody').waitFor();
  });
});
