import { CALLS } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const box = () => window.page.getByRole('textbox', { name: 'Message', exact: true });
const warning = () => window.page.getByRole('alert').filter({ has: window.page.getByRole('list') });
const sent = () => window.backend.calls.filter(({ path }) => path === CALLS.chat.sendText.path).length;

beforeEach(async () => {
  const { backend, page } = window;
  backend.model.answerWith(CALLS.guard.guardWords, () => succeeded({ words: ['line', '加微信'], isDefault: false }));
  await window.enter('/chat/all?lang=en');
  const words = page.waitForResponse((response) => new URL(response.url()).pathname === CALLS.guard.guardWords.path);
  await open(page, 'John Tan');
  await (await words).finished();
});

describe('the guard before a text goes out', () => {
  it('holds a text with an address until Enter is pressed once more, and looks again when the text changes', async () => {
    await box().fill('call 0812345678');
    await box().press('Enter');
    await warning()
      .getByText(/“0812345678” leads away from/)
      .waitFor();
    expect(sent()).toBe(0);
    await poll(() => box().inputValue()).toBe('call 0812345678');
    await box().fill('call 0812345679');
    await poll(() => warning().count()).toBe(0);
    await box().press('Enter');
    await warning()
      .getByText(/“0812345679” leads away from/)
      .waitFor();
    await box().press('Enter');
    await log(window.page).getByText('call 0812345679').waitFor();
    await poll(sent).toBe(1);
    expect(await warning().count()).toBe(0);
  });

  it('says each reason, names the listed word, and sends by its button; a plain text goes out at once', async () => {
    await box().fill('hello, we ship today');
    await box().press('Enter');
    await log(window.page).getByText('hello, we ship today').waitFor();
    await box().fill('my LINE: 081-234-5678');
    await window.page.getByRole('button', { name: 'Send', exact: true }).click();
    await poll(() => warning().getByRole('listitem').count()).toBe(2);
    await poll(() => warning().innerText()).toMatch(/“081-234-5678” leads away from[\s\S]*“line” is on your list/);
    await warning().getByRole('button', { name: 'Send anyway (Enter)' }).click();
    await poll(sent).toBe(2);
  });

  it('lets the main account write the list, a line each', async () => {
    const saved: unknown[] = [];
    window.backend.model.answerWith(CALLS.guard.saveGuardWords, (input) => {
      saved.push(input);
      return succeeded({});
    });
    await box().fill('add me on Line');
    await box().press('Enter');
    await warning()
      .getByRole('button', { name: /Words to avoid in/ })
      .click();
    const dialog = window.page.getByRole('dialog', { name: /Words to avoid in/ });
    const words = dialog.getByRole('textbox', { name: 'Words, one a line' });
    await poll(() => words.inputValue()).toBe('line\n加微信');
    await words.fill('x'.repeat(61));
    await dialog.getByRole('alert').waitFor();
    await poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await words.fill(' zalo \n\n');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await poll(() => saved).toMatchObject([{ words: ['zalo'] }]);
    await poll(() => dialog.count()).toBe(0);
  });

  it('has its list in the menu of each shop, also when no word of it was found', async () => {
    const shops = window.page.getByRole('region', { name: 'Shops', exact: true });
    await shops.getByRole('option', { name: 'Bangkok Gadget House' }).click({ button: 'right' });
    await window.page.getByRole('menuitem', { name: 'Words to avoid in Thailand' }).click();
    const dialog = window.page.getByRole('dialog', { name: 'Words to avoid in Thailand' });
    await poll(() => dialog.getByRole('textbox', { name: 'Words, one a line' }).inputValue()).toBe('line\n加微信');
    await window.page.keyboard.press('Escape');
    await poll(() => dialog.count()).toBe(0);
  });
});
