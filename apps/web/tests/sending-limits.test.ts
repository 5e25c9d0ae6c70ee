import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });
const held = () => window.backend.model.bulkSend;

describe('the limits of automatic messages', () => {
  const switches = ['Limit how many a buyer gets', 'Keep quiet in some hours', 'Leave such buyers out for some days'];

  it('are changed by the main account, and tell at the field what is wrong', async () => {
    await window.signIn();
    const { page } = window;
    await page.goto(`${window.url}/bulk-send?lang=en`);
    await page.getByRole('link', { name: 'Limits and quiet hours' }).click();
    await page.getByRole('heading', { name: 'Automatic sending' }).waitFor();
    const save = page.getByRole('button', { name: 'Save' });
    const messages = page.getByLabel('Messages at most');
    await poll(() => messages.inputValue()).toBe('5');
    await poll(() => save.isDisabled()).toBe(true);
    await messages.fill('0');
    await save.click();
    await page.getByRole('alert').getByText('Enter a whole number of messages, from 1 to 100.').waitFor();
    expect(await messages.evaluate((field) => field === document.activeElement)).toBe(true);
    await messages.fill('2');
    await page.getByLabel('Keep quiet in some hours').check();
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) {
      await page.getByLabel(day).uncheck();
    }
    await save.click();
    await page.getByRole('alert').getByText('Choose at least one day', { exact: false }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Sun').check();
    await page.getByLabel('Other hours for a site…').selectOption('Thailand');
    const own = page.getByRole('group', { name: 'Thailand' });
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
      await own.getByLabel(day, { exact: true }).uncheck();
    await save.click();
    await page.getByRole('alert').getByText('Choose at least one day for Thailand', { exact: false }).waitFor();
    await own.getByLabel('Sat', { exact: true }).check();
    await page.getByLabel('Other hours for a site…').selectOption('Vietnam');
    await page.getByRole('group', { name: 'Vietnam' }).getByLabel('Quiet hours at this site').uncheck();
    await page.getByLabel('Other hours for a site…').selectOption('Malaysia');
    await page.getByRole('button', { name: 'Give Malaysia the common quiet hours again' }).click();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Leave such buyers out for some days').uncheck();
    // Another window changes another field meanwhile.
    held().setConfig({ orderCareDays: 9 });
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(held().config).toEqual({
      cap: { messages: 2, days: 7 },
      quiet: { from: 1_320, to: 480, days: [0] },
      ownQuiet: [
        { country: 'TH', quiet: { from: 1_320, to: 480, days: [6] } },
        { country: 'VN', quiet: null },
      ],
      orderCareDays: null,
    });
  });

  it('are read by sub-accounts, who see a change of the main account at once', async () => {
    window.backend.model.setKeys(['chat', 'batchReply']);
    await window.signIn();
    const { page } = window;
    await page.goto(`${window.url}/settings/sending?lang=en`);
    await page.getByText('Only the main account can change this.', { exact: false }).waitFor();
    for (const name of switches) expect(await page.getByLabel(name).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.locator('[data-live="live"]').waitFor();
    held().setConfig({ cap: { messages: 8, days: 30 } });
    await poll(() => page.getByLabel('Messages at most').inputValue()).toBe('8');
  });
});
