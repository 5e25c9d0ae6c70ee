import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Quick replies' });
async function enter(): Promise<Page> {
  await window.enter('/chat/all?lang=en');
  await open(window.page, 'John Tan');
  return window.page;
}

describe('a slash in the composer', () => {
  it('without any reply offers to make one, and names no keys that do nothing', async () => {
    const page = await enter();
    const box = composer(page);
    await box.pressSequentially('/');
    await page.getByText('No quick reply for this shop yet.').waitFor();
    expect(await page.getByText('Enter inserts').count()).toBe(0);
    await list(page).getByRole('option', { name: 'New quick reply', selected: true }).waitFor();
    await box.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New quick reply' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Welcome');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await poll(() => box.evaluate((area) => area === document.activeElement)).toBe(true);
    await poll(() => box.inputValue()).toBe('/');
    expect(await log(page).getByText('/', { exact: true }).count()).toBe(0);
  });

  it('without any reply tells a member without the key who can make one', async () => {
    const { model } = window.backend;
    model.member = { ...model.member, isMain: false, permissionCodeList: ['chat'] };
    const page = await enter();
    await composer(page).pressSequentially('/');
    await page
      .getByText('Only members with the permission for quick replies can make one.', { exact: false })
      .waitFor();
    expect(await list(page).count()).toBe(0);
  });
});
