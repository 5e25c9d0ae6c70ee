import { CALLS } from '@pasar/api';
import { REMARK_LIMITS } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });
const side = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Buyer' });
const section = (page: Page): Locator => side(page).getByRole('region', { name: 'Remarks', exact: true });
const items = (page: Page): Locator => section(page).getByRole('list', { name: 'Remarks' }).locator(':scope > li');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string, buffer = PNG, mimeType = 'image/png') => ({ name, mimeType, buffer });

/** A conversation of the model by its buyer's name. */
function conversationWith(name: string) {
  const found = [...window.backend.model.chat.conversations.values()].find(({ buyer }) => buyer.name === name);
  if (found === undefined) throw new Error(`no conversation with ${name}`);
  return found;
}
function remarkAbout(name: string, content: string, more: object = {}) {
  const { conversationId, shopId, buyer } = conversationWith(name);
  return window.backend.model.remarks.add({ conversationId, shopId, buyerName: buyer.name, content, ...more });
}
async function enter(buyer: string): Promise<Page> {
  await window.enter('/chat/all?lang=en');
  await open(window.page, buyer);
  return window.page;
}
async function openForm(page: Page): Promise<Locator> {
  await section(page).getByRole('button', { name: 'Add a remark' }).click();
  const form = section(page).getByRole('form', { name: 'New remark' });
  await form.waitFor();
  return form;
}

describe('beside the conversation', () => {
  it('a remark is written, planned, finished and deleted; a colleague’s comes by itself', async () => {
    const page = await enter('nguyen_thi_mai');
    await section(page).getByText('No remarks yet.').waitFor();
    const form = await openForm(page);
    const save = form.getByRole('button', { name: 'Save remark' });
    await poll(() => save.isDisabled()).toBe(true);
    await form.getByRole('radio', { name: 'After-sales' }).check();
    await form.getByLabel('What is to be done').fill('Send the refund form');
    await form.getByLabel('Order number').fill('240101ABC');
    await form.getByLabel('Assigned to').selectOption('Anna');
    await form.getByLabel('Due').fill('2020-01-31');
    expect(await violationsOn(page)).toEqual([]);
    await form.getByLabel('What is to be done').press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    await poll(() => items(page).count()).toBe(1);
    const item = items(page).first();
    for (const text of ['After-sales', 'Send the refund form', 'Order 240101ABC', 'Assigned to Anna']) {
      await item.getByText(text, { exact: true }).waitFor();
    }
    await item.getByText('Overdue since 2020-01-31').waitFor();
    await item.getByRole('button', { name: 'Assign or set a due date' }).click();
    await item.getByLabel('Assigned to').selectOption('Nobody');
    await item.getByLabel('Due').fill('');
    await item.getByRole('button', { name: 'Save' }).click();
    await item.getByText('Assigned to Anna').waitFor({ state: 'detached' });
    expect(await item.getByText('Overdue').count()).toBe(0);
    remarkAbout('nguyen_thi_mai', 'Ask for the size');
    await poll(() => items(page).count()).toBe(2);
    await items(page).filter({ hasText: 'refund' }).getByRole('button', { name: 'Mark as processed' }).click();
    // What is done stands below what is still to be done.
    await items(page).last().getByText('Processed', { exact: true }).waitFor();
    await items(page).last().getByText('Send the refund form').waitFor();
    expect(await items(page).last().getByRole('button', { name: 'Mark as processed' }).count()).toBe(0);
    await items(page).last().getByRole('button', { name: 'Set back to pending' }).click();
    await items(page).getByText('Processed', { exact: true }).waitFor({ state: 'detached' });
    await items(page).filter({ hasText: 'refund' }).getByRole('button', { name: 'Mark as processed' }).click();
    await items(page).last().getByText('Processed', { exact: true }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await items(page).last().getByRole('button', { name: 'Delete the remark' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this remark?' });
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await poll(() => items(page).count()).toBe(2);
    await items(page).last().getByRole('button', { name: 'Delete the remark' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await poll(() => items(page).count()).toBe(1);
  });

  it('pictures are stored at once; one that fails is named, and the remark is saved without it', async () => {
    const { model } = window.backend;
    const page = await enter('nguyen_thi_mai');
    const form = await openForm(page);
    await form.getByLabel('What is to be done').fill('See the picture');
    const input = form.locator('input[type=file]');
    const rows = form.getByRole('list').getByRole('listitem');
    await input.setInputFiles([picture('lid.png'), picture('scan.pdf', PNG, 'application/pdf')]);
    await poll(() => rows.count()).toBe(2);
    await rows.first().getByText('lid.png', { exact: true }).waitFor();
    await rows.last().getByRole('alert').getByText('scan.pdf is not stored').waitFor();
    model.nextResults.set(
      CALLS.remarks.saveRemarkPicture.path,
      refused('image_data_missing', 'The picture is damaged.'),
    );
    await input.setInputFiles(picture('torn.png'));
    await rows.nth(2).getByText('torn.png is not stored: The picture is damaged.').waitFor();
    await form.getByRole('button', { name: 'Save without 2 pictures' }).waitFor();
    await rows.nth(2).getByRole('button', { name: 'Try torn.png again' }).click();
    await rows.nth(2).getByText('torn.png', { exact: true }).waitFor();
    await input.setInputFiles(picture('large.png', Buffer.alloc(2 * 1024 * 1024 + 1)));
    await rows.nth(3).getByRole('alert').getByText('large.png is not stored').waitFor();
    await input.setInputFiles([picture('five.png'), picture('six.png')]);
    await page.getByText('A remark holds at most 5 pictures.').waitFor();
    await poll(() => rows.count()).toBe(5);
    expect(await violationsOn(page)).toEqual([]);
    for (const name of ['scan.pdf', 'five.png']) await form.getByRole('button', { name: `Remove ${name}` }).click();
    await form.getByRole('button', { name: 'Save without 1 picture' }).click();
    await form.waitFor({ state: 'detached' });
    expect(model.remarks.all[0]?.pictureIds).toHaveLength(2);
    await poll(() =>
      items(page)
        .getByRole('img', { name: /Picture/ })
        .count(),
    ).toBe(2);
  });

  it('pictures are pasted and dropped', async () => {
    const page = await enter('nguyen_thi_mai');
    const form = await openForm(page);
    const put = (selector: string, event: 'paste' | 'drop') =>
      form.locator(selector).evaluate((element, kind) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([1])], `${kind}.png`, { type: 'image/png' }));
        const more = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...more, clipboardData: data })
            : new DragEvent('drop', { ...more, dataTransfer: data }),
        );
      }, event);
    await put('textarea', 'paste');
    await form.getByText('paste.png', { exact: true }).waitFor();
    await put('fieldset', 'drop');
    await form.getByText('drop.png', { exact: true }).waitFor();
  });

  it('what is written stays with its conversation, and with the form when it could not be saved', async () => {
    const page = await enter('nguyen_thi_mai');
    const form = await openForm(page);
    await form.getByLabel('What is to be done').fill('half a remark');
    await open(page, 'John Tan');
    await section(page).getByRole('button', { name: 'Add a remark' }).waitFor();
    await open(page, 'nguyen_thi_mai');
    await poll(() => form.getByLabel('What is to be done').inputValue()).toBe('half a remark');
    const { path } = CALLS.remarks.addBuyerRemark;
    window.backend.model.nextResults.set(path, refused('remarks_full', 'There are too many remarks.'));
    await form.getByRole('button', { name: 'Save remark' }).click();
    await page.getByText('The remark is not saved: There are too many remarks.').waitFor();
    await poll(() => form.getByLabel('What is to be done').inputValue()).toBe('half a remark');
    const sent = () => window.backend.calls.filter((call) => call.path === path).map(({ input }) => input);
    await form.getByRole('button', { name: 'Save remark' }).click();
    await form.waitFor({ state: 'detached' });
    const remarkId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(sent()).toMatchObject([{ remarkId }, { remarkId }]);
    expect(sent()[1]).toEqual(sent()[0]);
    await (await openForm(page)).getByLabel('What is to be done').fill('another');
    await form.getByRole('button', { name: 'Save remark' }).click();
    await form.waitFor({ state: 'detached' });
    expect(sent()[2]).not.toMatchObject({ remarkId: (sent()[0] as { remarkId: string }).remarkId });
    await (await openForm(page)).getByLabel('What is to be done').fill('given up');
    await form.getByRole('button', { name: 'Cancel' }).click();
    expect(await (await openForm(page)).getByLabel('What is to be done').inputValue()).toBe('');
  });

  it('pending ones come first whatever their age, page by page, with the count of all', async () => {
    await window.enter('/chat/all?lang=en');
    remarkAbout('nguyen_thi_mai', 'still to do');
    for (let number = 1; number <= 60; number += 1) {
      remarkAbout('nguyen_thi_mai', `done ${number}`, { status: 'finished', finishedAt: 1, finishedBy: 'Anna' });
    }
    const { page } = window;
    await open(page, 'nguyen_thi_mai');
    await items(page).first().getByText('still to do').waitFor();
    await section(page).getByRole('button', { name: 'Show more (3 of 61 remarks shown)' }).click();
    await poll(() => items(page).count()).toBe(50);
    await section(page).getByRole('button', { name: 'Show more (50 of 61 remarks shown)' }).click();
    await poll(() => items(page).count()).toBe(61);
    await items(page).last().getByText('done 1', { exact: true }).waitFor();
    expect(await section(page).getByRole('button', { name: 'Show' }).count()).toBe(0);
    await open(page, 'John Tan');
    await section(page).getByText('No remarks yet.').waitFor();
  });

  it('three are shown until all are asked for; without the key nothing is', async () => {
    await window.enter('/chat/all?lang=en');
    for (const content of ['one', 'two', 'three', 'four']) remarkAbout('nguyen_thi_mai', content);
    const { page } = window;
    await open(page, 'nguyen_thi_mai');
    await poll(() => items(page).count()).toBe(3);
    await section(page).getByRole('button', { name: 'Show all 4 remarks' }).click();
    await poll(() => items(page).count()).toBe(4);
    window.backend.model.withdraw('remark');
    await section(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'Remarks' }).count()).toBe(0);
  });
});

describe('the page of remarks', () => {
  it('is reached from the bar, which counts the pending ones, and from the palette', async () => {
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    const link = page.getByRole('banner').getByRole('link', { name: 'Remarks' });
    await link.waitFor();
    remarkAbout('nguyen_thi_mai', 'one', { kind: 'after_sales' });
    remarkAbout('John Tan', 'two');
    await link.getByText('2').waitFor();
    expect(await link.getAttribute('aria-description')).toBe(
      '1 pre-sales remark pending. 1 after-sales remark pending',
    );
    await link.click();
    await page.getByRole('heading', { name: 'Remarks' }).waitFor();
    await page.goto(`${window.url}/chat/all?lang=en`);
    await link.waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill('Remarks');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Remarks' }).waitFor();
  });

  it('narrows by status, kind, member, due day and words, and leads to the conversation', async () => {
    await window.signIn();
    remarkAbout('nguyen_thi_mai', 'Send the form', { kind: 'after_sales', dueAt: 1 });
    remarkAbout('John Tan', 'Ask for the size', { orderNumber: 'SN77' });
    remarkAbout('John Tan', 'Done', { status: 'finished', finishedAt: 1, finishedBy: 'Anna' });
    const { page } = window;
    await page.goto(`${window.url}/remarks?lang=en`);
    const rows = page.getByRole('list', { name: 'Remarks' }).locator(':scope > li');
    await poll(() => rows.count()).toBe(2);
    await page.getByRole('tab', { name: 'Processed 1' }).click();
    await rows.first().getByText('Processed by Anna').waitFor();
    await page.getByRole('tab', { name: 'All 3' }).click();
    await poll(() => rows.count()).toBe(3);
    await page.getByRole('tab', { name: 'Pending 2' }).click();
    await page.getByLabel('Kind').selectOption('After-sales');
    await poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Send the form')]);
    await page.getByRole('tab', { name: 'Pending 1' }).waitFor();
    await page.getByLabel('Kind').selectOption('All kinds');
    await page.getByLabel('Due', { exact: true }).selectOption('Overdue');
    await poll(() => rows.count()).toBe(1);
    // The counts do not know due days.
    await page.getByRole('tab', { name: 'Pending', exact: true }).waitFor();
    await page.getByLabel('Due', { exact: true }).selectOption('Due at any time');
    await page.getByRole('tab', { name: 'Pending 2' }).waitFor();
    await page.getByLabel('Assigned to').selectOption('Anna');
    await page.getByText('No remark matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.getByRole('searchbox', { name: 'Search remarks' }).fill('SN77');
    await poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Ask for the size')]);
    expect(new URL(page.url()).searchParams.get('words')).toBe('SN77');
    expect(await violationsOn(page)).toEqual([]);
    await rows.first().getByRole('button', { name: 'Open conversation' }).click();
    await page.getByRole('log').waitFor();
    await side(page).getByRole('heading', { name: 'John Tan' }).waitFor();
  });

  it('takes at most 200 at once, and the others stay chosen', async () => {
    await window.signIn();
    for (let number = 0; number <= REMARK_LIMITS.atOnce; number += 1) remarkAbout('John Tan', `remark ${number}`);
    const { page } = window;
    await page.goto(`${window.url}/remarks?lang=en`);
    const rows = page.getByRole('list', { name: 'Remarks' }).locator(':scope > li');
    await poll(() => rows.count()).toBe(REMARK_LIMITS.atOnce + 1);
    const bar = page.getByRole('toolbar', { name: 'Several remarks' });
    await bar.getByRole('checkbox').check();
    await rows.last().getByRole('checkbox').check();
    await bar.getByRole('button', { name: 'Mark chosen as processed' }).click();
    await poll(() => rows.count()).toBe(1);
    await bar.getByText('1 remark chosen').waitFor();
  });

  it('finishes, takes and deletes several at once, and saves the list as a workbook', async () => {
    await window.signIn();
    for (const content of ['one', 'two', 'three']) remarkAbout('John Tan', content);
    const { page, backend } = window;
    const asked: unknown[] = [];
    backend.model.answerWith(CALLS.remarks.exportRemarks, (input) => {
      asked.push(input);
      return succeeded({ fileName: 'remarks.xlsx', file: '', isWhole: false });
    });
    await page.goto(`${window.url}/remarks?lang=en`);
    const rows = page.getByRole('list', { name: 'Remarks' }).locator(':scope > li');
    await poll(() => rows.count()).toBe(3);
    await rows.nth(0).getByRole('checkbox').check();
    await rows.nth(1).getByRole('checkbox').check();
    const bar = page.getByRole('toolbar', { name: 'Several remarks' });
    await bar.getByText('2 remarks chosen').waitFor();
    await bar.getByRole('button', { name: 'Mark chosen as processed' }).click();
    await poll(() => rows.count()).toBe(1);
    await bar.getByText('Choose all shown').waitFor();
    const told = page.getByRole('status').filter({ hasText: '2 remarks are marked as processed.' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await poll(() => rows.count()).toBe(3);
    await rows.nth(0).getByRole('button', { name: 'Mark as processed' }).click();
    await poll(() => rows.count()).toBe(2);
    await page.getByRole('tab', { name: 'All 3' }).click();
    await poll(() => rows.count()).toBe(3);
    await bar.getByRole('checkbox').check();
    expect(await violationsOn(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Delete chosen' }).click();
    await page.getByRole('dialog', { name: 'Delete 3 remarks?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No remarks here').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await saved).suggestedFilename()).toBe('remarks.xlsx');
    await page.getByText('The file holds the first 10,000 remarks.').waitFor();
    expect(asked).toEqual([expect.objectContaining({ locale: 'en', sort: 'newest' })]);
  });
});
