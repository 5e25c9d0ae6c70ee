import { CALLS, contentView } from '@pasar/api';
import { shownContent } from '@pasar/domain';
import { refused } from '@pasar/sync/testing/model/answers';
import { describe, expect, it } from 'vitest';
import { log, open, poll, write } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const sent = () =>
  window.backend.calls
    .filter(({ path }) => path === '/api/desk/sendText')
    .map(({ input }) => input as { text: string });
const dismissed = () => window.backend.calls.filter(({ path }) => path === '/api/desk/dismissDelivery');
const doubt = () => window.page.locator('[data-mark="unconfirmed"]');

async function inDoubt(text: string): Promise<void> {
  await window.enter('/chat/all');
  await open(window.page, 'John Tan');
  window.backend.model.chat.fate = 'unconfirmed';
  await write(window.page, text);
  await doubt().waitFor();
  window.backend.model.chat.fate = 'confirmed';
}

describe('a message that failed', () => {
  it('says what happened and what to do, and goes out again', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    backend.model.chat.fate = 'failed';
    await write(page, 'blocked?');
    const failed = page.locator('[data-mark="failed"]');
    await failed.getByText('The buyer has blocked this shop').waitFor();
    await failed.getByText('Details').click();
    await failed.getByText('code 20013: blocked').waitFor();
    await failed.getByRole('button', { name: 'Retry' }).click();
    await failed.waitFor({ state: 'detached' });
    await page.locator('[data-mark="sent"]').last().waitFor();
  });

  it('goes back into the composer to be written otherwise, before what stands there, and is gone', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    backend.model.chat.fate = 'failed';
    await write(page, 'call me on 0812');
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('half a sentence');
    await page.locator('[data-mark="failed"]').getByRole('button', { name: 'Edit' }).click();
    await page.locator('[data-mark="failed"]').waitFor({ state: 'detached' });
    await poll(() => box.inputValue()).toBe('call me on 0812\nhalf a sentence');
    expect(await box.evaluate((area) => area === document.activeElement)).toBe(true);
    expect(dismissed()).toHaveLength(1);
    expect(await log(page).getByText('call me on 0812').count()).toBe(0);
  });
});

describe('a message that the server cannot store, because its database is away', () => {
  it('waits, and is posted again by itself with the same client id', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    backend.model.nextResults.set(CALLS.chat.sendText.path, refused('database_away', 'words of the server'));
    await write(page, 'is it known?');
    await poll(() => sent().length).toBe(1);
    expect(await page.locator('[data-mark="failed"]').count()).toBe(0);
    await log(page).getByText('is it known?').waitFor();
    await poll(() => sent().length).toBe(2);
    await page.locator('[data-mark="sent"]').last().waitFor();
    expect(new Set(sent().map((input) => JSON.stringify(input))).size).toBe(1);
    await poll(() => log(page).getByText('is it known?').count()).toBe(1);
  });
});

describe('a message in doubt', () => {
  it('is looked for again', async () => {
    await inDoubt('in doubt');
    await doubt().getByRole('button', { name: 'Check again' }).click();
    await doubt().waitFor({ state: 'detached' });
    await poll(() => log(window.page).getByText('in doubt').count()).toBe(1);
  });

  it('is sent as a new one only when the person has read that it may come twice', async () => {
    const { page } = window;
    await inDoubt('on its way?');
    await doubt().getByRole('button', { name: 'Send as a new message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this message again?' });
    await dialog.getByText('John Tan gets the same message twice').waitFor();
    await dialog.getByText('on its way?').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(sent()).toHaveLength(1);
    await doubt().getByRole('button', { name: 'Send as a new message' }).click();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await doubt().waitFor({ state: 'detached' });
    await page.locator('[data-mark="sent"]').last().waitFor();
    expect(sent().map(({ text }) => text)).toEqual(['on its way?', 'on its way?']);
    expect(new Set(sent().map((input) => JSON.stringify(input))).size).toBe(2);
    expect(dismissed()).toHaveLength(1);
    await poll(() => log(page).getByText('on its way?').count()).toBe(1);
  });

  it('is done with when the person has looked, and comes back when it turns up after all', async () => {
    const { page, backend } = window;
    await inDoubt('seen in the app');
    const [delivery] = [...backend.model.chat.deliveries.values()];
    await doubt().getByRole('button', { name: 'Dismiss (I checked)' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await poll(() => doubt().count()).toBe(1);
    await doubt().getByRole('button', { name: 'Dismiss (I checked)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop showing it' }).click();
    await log(page).getByText('seen in the app').waitFor({ state: 'detached' });
    expect(sent()).toHaveLength(1);
    if (delivery === undefined) throw new Error('no delivery');
    const content = contentView.parse(shownContent(delivery.content));
    backend.model.chat.receive(delivery.conversationId, { author: 'seller', content, clientId: delivery.clientId });
    await log(page).getByText('seen in the app').waitFor();
  });

  it('that is confirmed while the person hesitates takes the question away', async () => {
    const { page, backend } = window;
    await inDoubt('just late');
    await doubt().getByRole('button', { name: 'Send as a new message' }).click();
    await page.getByRole('dialog').waitFor();
    const [clientId = ''] = [...backend.model.chat.deliveries.keys()];
    backend.model.chat.settle(clientId, 'confirmed');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(sent()).toHaveLength(1);
  });
});
