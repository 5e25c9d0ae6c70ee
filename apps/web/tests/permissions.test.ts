import { CALLS } from '@pasar/api';
import { PERMISSION_KEYS } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const CLOSED = 'You have no permission to read conversations';

describe('an account without the key for conversations', () => {
  it('has its shops, and is told so in place of conversations; nothing of them is asked for', async () => {
    const { page, backend } = window;
    backend.model.withdraw('chat');
    await window.signIn();
    await page.goto(`${window.url}/chat/all?lang=en`);
    await page.getByText(CLOSED).waitFor();
    const before = backend.calls.length;
    await page.getByRole('region', { name: 'Shops' }).getByRole('option', { name: 'Snack Haul' }).click();
    expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox');
    await palette.fill('john');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Lazada' }).click();
    await page.getByText(CLOSED).waitFor();
    const asked = backend.calls.slice(before).map(({ path }) => path);
    for (const call of [CALLS.chat.conversations, CALLS.chat.messages]) expect(asked).not.toContain(call.path);
  });

  it('loses what is on the screen when the key is taken away, and has it back when it is given', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await open(page, 'John Tan');
    await log(page).waitFor();
    backend.model.withdraw('chat');
    await page.getByText(CLOSED).waitFor();
    expect(await page.getByText('John Tan').count()).toBe(0);
    backend.model.withdraw();
    await page.getByRole('option', { name: 'John Tan', exact: true }).waitFor();
    await log(page).waitFor();
  });
});

describe('an account without the key for shops', () => {
  it('loses what is open about them', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await page.getByRole('button', { name: 'Shop management' }).click();
    await page.getByRole('dialog').waitFor();
    backend.model.withdraw('shopManager');
    await poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Shop management' }).count()).toBe(0);
  });
});

it('an empty list means every key where the server says so, and none elsewhere', async () => {
  const { page, backend } = window;
  backend.model.withdraw(...PERMISSION_KEYS);
  await window.signIn();
  await page.goto(`${window.url}/chat/all?lang=en`);
  await page.getByText(CLOSED).waitFor();
  expect(await page.getByRole('button', { name: 'Shop management' }).count()).toBe(0);
  backend.model.member.emptyMeansAll = true;
  await page.reload();
  await page.getByRole('option', { name: 'John Tan', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Shop management' }).waitFor();
});
