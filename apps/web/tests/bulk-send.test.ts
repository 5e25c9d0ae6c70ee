import { CALLS, type SendRecipientView } from '@pasar/api';
import { BULK_SEND_LIMITS } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { bulkSendScreen } from './bulk-send-helpers.ts';
import { poll } from './desk-helpers.ts';

const { window, enter, openForm, held, firstTask, row, make } = bulkSendScreen();

describe('a new task', () => {
  it('starts only after the preview of what it sends, which says what the marketplaces forbid', async () => {
    const page = await enter();
    await page.getByText('No tasks yet').waitFor();
    const form = await openForm(page);
    await form.getByLabel('Name of the task').fill('Sale');
    const text = form.getByLabel('Text 1');
    await text.fill('Hello ');
    await form.getByRole('button', { name: 'Buyer', exact: true }).click();
    await poll(() => text.inputValue()).toBe('Hello {buyer}');
    const start = form.getByRole('button', { name: /^Send to/ });
    await poll(() => start.isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await form.getByText('treats promotions that are not sent by its own tools as spam').waitFor();
    await form.getByRole('table', { name: 'Buyers by shop' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await text.fill('Something else');
    await form.getByLabel('Add a language').selectOption({ label: 'Thai' });
    await text.fill('สวัสดี');
    await poll(() => start.isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Show the preview' }).click();
    window.backend.model.nextResults.set(
      CALLS.bulkSend.saveBatchSendTask.path,
      refused('task_create_failed', 'You have 20 tasks that wait or run.'),
    );
    await start.click();
    await form.getByRole('alert').getByText('You have 20 tasks that wait or run').waitFor();
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await start.click();
    await row(page).getByText('Running').waitFor();
    expect(firstTask().content).toEqual({
      parts: [{ kind: 'text', text: 'Something else' }],
      variants: [{ language: 'th', parts: [{ kind: 'text', text: 'สวัสดี' }] }],
    });
  });

  it('shows before it starts everybody by name with the filled-in message, by pages, and why others are left out', async () => {
    const page = await enter();
    const [first, second] = window.backend.model.shops.byId.values();
    if (first === undefined || second === undefined) throw new Error('no shops');
    const pictureId = crypto.randomUUID();
    const one = (number: number): SendRecipientView => ({
      ...{ shopId: first.shopId, buyerName: `Buyer ${number}`, orderNumber: null, skipped: null },
      parts: [
        {
          kind: 'text',
          text: `Hello Buyer ${number}, the summer sale of ${first.name} begins today.`,
          pictureId: null,
        },
        { kind: 'product', text: 'Desk lamp', pictureId: null },
        { kind: 'image', text: 'lamp.png', pictureId },
      ],
    });
    held().recipients = [
      ...Array.from({ length: 43 }, (_, number) => one(number + 1)),
      { ...one(99), shopId: second.shopId, buyerName: 'Mei', skipped: 'outOfReach', parts: [] },
    ];
    held().preview = {
      totalCount: 44,
      sendCount: 43,
      shops: [
        { shopId: first.shopId, sendCount: 43, skipped: [] },
        { shopId: second.shopId, sendCount: 0, skipped: [{ reason: 'outOfReach', count: 1 }] },
      ],
      unreadShopIds: [],
      durationMs: 600_000,
    };
    const form = await openForm(page);
    await form.getByLabel('Text 1').fill('Hello {buyer}');
    await form.getByRole('button', { name: 'Show the preview' }).click();
    const list = form.getByRole('region', { name: 'Who gets what' });
    await list.getByText('Hello Buyer 40, the summer sale').waitFor();
    await list.getByText('Product: Desk lamp').first().waitFor();
    await list.locator(`img[alt="lamp.png"][src*="${pictureId}"]`).first().waitFor();
    const rows = () => list.getByRole('row').count();
    expect(await rows()).toBe(41);
    await list.getByRole('button', { name: 'Show more' }).click();
    await list.getByText('Left out: the marketplace does not allow a message to the buyer now').last().waitFor();
    expect(await rows()).toBe(45);
    expect(await list.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await list.getByLabel('Show', { exact: true }).selectOption({ label: 'Who is left out' });
    await poll(rows).toBe(2);
    await list.getByLabel('Shop', { exact: true }).selectOption({ label: first.name });
    await list.getByText('Nobody').waitFor();
    await list.getByLabel('Show', { exact: true }).selectOption({ label: 'Who gets it' });
    await poll(rows).toBe(41);
  });

  it('cannot start when nobody gets it, and says who is left out and why', async () => {
    const page = await enter();
    const [conversation] = window.backend.model.chat.conversations.values();
    if (conversation === undefined) throw new Error('no conversation');
    held().preview = {
      totalCount: 2,
      sendCount: 0,
      shops: [{ shopId: conversation.shopId, sendCount: 0, skipped: [{ reason: 'outOfReach', count: 2 }] }],
      unreadShopIds: [],
      durationMs: 0,
    };
    const form = await openForm(page);
    await form.getByLabel('Text 1').fill('Hello');
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await form.getByText('2: the marketplace does not allow a message to the buyer now').waitFor();
    await poll(() => form.getByRole('button', { name: /^Send to/ }).isDisabled()).toBe(true);
  });

  it('says in its preview that orders are not read yet, and has them read', async () => {
    const page = await enter();
    const [shop] = window.backend.model.shops.byId.values();
    if (shop === undefined) throw new Error('no shop');
    const shops = [{ shopId: shop.shopId, sendCount: 1, skipped: [] }];
    held().preview = { totalCount: 1, sendCount: 1, shops, unreadShopIds: [shop.shopId], durationMs: 0 };
    const form = await openForm(page);
    await form.getByLabel('Text 1').fill('Hello');
    const look = form.getByRole('button', { name: 'Show the preview' });
    await look.click();
    await form.getByText('The orders of 1 shop have not all been read yet; more buyers may follow.').waitFor();
    await form.getByLabel('Only buyers without open orders').check();
    await look.click();
    await form.getByText('so its buyers with open orders may get the message too.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    window.backend.model.nextResults.set(CALLS.readings.readNow.path, succeeded({ shopIds: [shop.shopId] }));
    await form.getByRole('button', { name: 'Read orders now' }).click();
    await form.getByText('The orders are being read. Show the preview again when they are there.').waitFor();
    const asked = window.backend.calls.filter(({ path }) => path === CALLS.readings.readNow.path);
    expect(asked.map(({ input }) => input)).toEqual([{ subject: 'orders' }]);
  });

  it('has at most five messages; products need exactly one shop', async () => {
    const page = await enter();
    const form = await openForm(page);
    const add = form.getByRole('button', { name: 'Add a text' });
    for (let count = 1; count < 5; count += 1) await add.click();
    await form.getByLabel('Text 5').waitFor();
    await poll(() => add.isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Remove part 5' }).click();
    const product = form.getByRole('button', { name: 'Add a product' });
    await poll(() => product.isDisabled()).toBe(true);
    const [shop] = window.backend.model.shops.byId.values();
    await form.getByRole('checkbox', { name: shop?.alias ?? shop?.name ?? '' }).check();
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
    const chooseFile = (text: string) =>
      form
        .getByLabel('Choose a file')
        .setInputFiles({ name: 'numbers.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await chooseFile('100\n'.repeat(BULK_SEND_LIMITS.orderNumbers + 1));
    await form.getByText('A task takes at most 5,000 order numbers.').waitFor();
    // Nothing of the numbers before is taken for those of the file.
    expect(await form.getByText('Row 2: no order has the number 99.').count()).toBe(0);
    expect(await form.getByText('1 order is taken.').count()).toBe(0);
    await chooseFile('\n');
    await form.getByText('There is no order number.').waitFor();
  });

  it('goes to fans of Shopee shops, which are read first: how far, why not, and when', async () => {
    const page = await enter();
    const form = await openForm(page);
    await form.getByRole('radio', { name: 'Shop fans' }).focus();
    await page.keyboard.press('Space');
    await form
      .getByText('Most people who follow a shop have never written to it. Shopee lets a shop write only')
      .waitFor();
    const shops = [...window.backend.model.shops.byId.values()];
    const shopee = shops.filter(({ marketplace }) => marketplace === 'shopee');
    for (const { name, marketplace } of shops) {
      await poll(() => form.getByRole('checkbox', { name }).count()).toBe(marketplace === 'shopee' ? 1 : 0);
    }
    const [shop] = shopee;
    if (shop === undefined) throw new Error('no shop');
    await form.getByRole('checkbox', { name: shop.name }).check();
    const read = form.getByRole('list', { name: 'Fans of the shops' });
    await read.getByText('not read yet').waitFor();
    await form.getByRole('button', { name: 'Read the fans' }).press('Enter');
    await read.getByText('waits for its turn').waitFor();
    await poll(() => form.getByRole('button', { name: 'Read again' }).isDisabled()).toBe(true);
    const told = { shopId: shop.shopId, fanCount: 0, readAt: null, refusal: null };
    held().readFans({ ...told, state: 'running', fanCount: 40 });
    await read.getByText('is being read: 40 fans so far').waitFor();
    held().readFans({ ...told, state: 'failed', refusal: { reason: 'marketplace_error', detail: 'Come back later' } });
    await read.getByText('Come back later').waitFor();
    await form.getByRole('button', { name: 'Read the fans' }).waitFor();
    held().readFans({ ...told, state: 'done', readAt: 1 });
    await read.getByText('nobody follows this shop, or it hides its fans').waitFor();
    held().readFans({ ...told, state: 'done', fanCount: 45, readAt: 1 });
    await read.getByText(/45 fans, read /).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await form.getByRole('button', { name: 'Read again' }).click();
    await read.getByText('waits for its turn').waitFor();
    await form.getByLabel('Name of the task').fill('Sale');
    await form.getByLabel('Text 1').fill('Hello');
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await form.getByRole('button', { name: /^Send to/ }).click();
    await row(page).getByText('Shop fans').waitFor();
    await poll(() => held().tasks[0]?.buyerListJson).toEqual({ kind: 'fans', shopIds: [shop.shopId] });
  });

  it('goes to conversations of all shops of a marketplace, or of chosen shops, as a copy does', async () => {
    const page = await enter();
    const form = await openForm(page);
    await form.getByLabel('Name of the task').fill('Sale');
    await form.getByLabel('Text 1').fill('Hello');
    await form.getByRole('combobox', { name: 'Marketplace' }).selectOption('Shopee');
    const [first, second] = [...window.backend.model.shops.byId.values()];
    if (first === undefined || second === undefined) throw new Error('too few shops');
    const box = ({ alias, name }: typeof first) => form.getByRole('checkbox', { name: alias ?? name });
    await box(first).check();
    // The chosen shops say where.
    expect(await form.getByRole('combobox', { name: 'Marketplace' }).count()).toBe(0);
    await box(second).check();
    expect(await violationsOn(page)).toEqual([]);
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await form.getByRole('button', { name: /^Send to/ }).click();
    await row(page).waitFor();
    const shopIds = [first.shopId, second.shopId];
    await poll(() => held().tasks[0]?.buyerListJson).toEqual({ kind: 'matching', listing: { tab: 'all' }, shopIds });
    await row(page).getByRole('button', { name: 'Copy' }).click();
    expect([await box(first).isChecked(), await box(second).isChecked()]).toEqual([true, true]);
  });

  it('is opened with the conversations that were picked in the list', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('option', { name: 'John Tan' }).click({ modifiers: ['Control'] });
    await page.getByRole('region', { name: 'Picked conversations' }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Send a message to these' }).click();
    await page.getByText('conversation that you have picked in the list').waitFor();
    // All are of one shop, so its products may be sent.
    await page.getByRole('button', { name: 'Add a product' }).click();
    await page.getByRole('region', { name: /^Products of / }).waitFor();
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
    await row(page).getByText('Hello {buyer}', { exact: true }).waitFor();
    await row(page)
      .getByText(/ · made .* · a message every 15 seconds$/)
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    held().change(taskId, {
      interval: 60,
      buyerListJson: { kind: 'orders', days: 7, shopIds: [conversation.shopId] },
    });
    const { shops } = window.backend.model;
    const shop = shops.byId.get(conversation.shopId);
    await row(page)
      .getByText(`${shop?.alias ?? shop?.name} · Demo`, { exact: false })
      .waitFor();
    await row(page).getByText('a message every 60 seconds', { exact: false }).waitFor();
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
    await poll(() => form.getByLabel('Text 1').inputValue()).toBe('Hello {buyer}');
  });

  it('that waits for its time lets its name, start and pace be changed, and nothing that stays is sent', async () => {
    const page = await enter();
    await make(page);
    const { taskId } = firstTask();
    // Nearer than a new start may be.
    const soon = Math.floor(Date.now() / 60_000) * 60_000 + 180_000;
    held().change(taskId, { taskType: 'timed', state: 'wait', sendTime: soon, beginTime: null });
    await row(page).getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the task' });
    await dialog.getByLabel('Name of the task').fill('Night sale');
    await dialog.getByLabel('Seconds between two buyers of a shop').fill('60');
    const start = dialog.getByLabel('Start', { exact: true });
    const before = await start.inputValue();
    await start.fill('2000-01-01T08:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('at least 5 minutes', { exact: false }).waitFor();
    expect(await start.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    await start.fill(before);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(page, 'Night sale').waitFor();
    expect(firstTask()).toMatchObject({ taskName: 'Night sale', interval: 60, sendTime: soon });
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
