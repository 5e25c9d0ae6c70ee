import { CALLS } from '@pasar/api';
import { refused } from '@pasar/sync/testing/model/answers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { openWindow, type Window } from './browser.ts';
import { chooseList, log, poll } from './desk-helpers.ts';
import { openScreenHarness, type ScreenHarness } from './screen-harness.ts';

let harness: ScreenHarness;
let window: Window;
beforeAll(async () => {
  harness = await openScreenHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  window = await openWindow(harness);
  await window.enter('/chat/all?lang=en');
});
afterEach(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const row = (name: string) =>
  window.page.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name, exact: true });
const open = async (name: string) => {
  await row(name).click({ button: 'right' });
  await window.page.getByRole('menu', { name }).waitFor();
};
const items = () => window.page.getByRole('menuitem').allInnerTexts();

it('the menu of a conversation offers what its marketplace has, and disables the rest; a favourite shows it in its row', async () => {
  const { page, backend } = window;
  // Of TikTok Shop.
  await open('John Tan');
  expect((await items()).slice(-4)).toEqual(['Mute', 'Add to favourites', 'Close the conversation', 'Delete…']);
  expect(await page.getByRole('menu', { name: 'John Tan' }).getByText('has no way').count()).toBe(0);
  const favoriteRefused = refused('no_permission', 'Ask the main account.');
  backend.model.nextResults.set(CALLS.chat.favoriteConversation.path, favoriteRefused);
  await page.getByRole('menuitem', { name: 'Add to favourites' }).click();
  await page.getByText(/^The conversation was not made a favourite/).waitFor();
  const svgs = await row('John Tan').locator('svg').count();
  const { chat } = backend.model;
  const john = [...chat.conversations.values()].find(({ buyer }) => buyer.name === 'John Tan');
  if (john === undefined) throw new Error('no conversation');
  chat.setConversation({ ...john, isFavorite: true, isMuted: true });
  await poll(() => row('John Tan').locator('svg').count()).toBe(svgs + 2);
  await open('John Tan');
  expect((await items()).slice(-4)).toEqual(['Unmute', 'Remove from favourites', 'Close the conversation', 'Delete…']);
  await page.keyboard.press('Escape');
  // Of Shopee.
  await open('สมชาย ใจดี');
  const favorite = page.getByRole('menuitem', { name: 'Add to favourites' });
  await poll(() => favorite.getAttribute('aria-disabled')).toBe('true');
  await favorite.click({ force: true });
  await page
    .getByText('Add to favourites and Close the conversation: Shopee has no way for other software to do this.')
    .waitFor();
  expect(backend.calls.filter(({ path }) => path === CALLS.chat.muteConversation.path)).toEqual([]);
});

it('the buyer of a conversation is given a tag and loses it, without opening the conversation', async () => {
  const { page, backend } = window;
  backend.model.buyerTags.add('Loyal', 'green');
  await open('John Tan');
  await page.getByRole('menuitem', { name: 'Tags…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags of John Tan' });
  await dialog.getByText('No tags yet.').waitFor();
  await dialog.getByRole('combobox', { name: 'Add a tag' }).fill('lo');
  await dialog.getByRole('option', { name: 'Loyal' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  // The first Escape closes the suggestions, and not the dialog.
  await page.keyboard.press('Escape');
  await dialog.getByRole('option').waitFor({ state: 'detached' });
  await dialog.getByRole('combobox').fill('Loyal');
  await page.keyboard.press('Enter');
  await dialog.getByRole('listitem').getByText('Loyal', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Remove the tag Loyal' }).click();
  await dialog.getByText('No tags yet.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { name: 'John Tan', level: 2 }).count()).toBe(0);
});

it('a conversation is deleted after asking, stands in a list of its own, and is put back where it is open', async () => {
  const { page, backend } = window;
  const { chat } = backend.model;
  const john = [...chat.conversations.values()].find(({ buyer }) => buyer.name === 'John Tan');
  if (john === undefined) throw new Error('no conversation');
  chat.setConversation({ ...john, waitingSince: 1, dueAt: null });
  await open('John Tan');
  const action = page.getByRole('menuitem', { name: 'Delete…' });
  await poll(() => action.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('A conversation whose buyer waits cannot be deleted.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  chat.setConversation({ ...john, waitingSince: null, dueAt: null });
  await open('John Tan');
  await action.click();
  const dialog = page.getByRole('dialog', { name: 'Delete this conversation?' });
  await dialog.getByText('John Tan', { exact: true }).waitFor();
  await dialog.getByText(/and TikTok Shop is told/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await poll(() => row('John Tan').count()).toBe(1);
  await open('John Tan');
  await action.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await poll(() => row('John Tan').count()).toBe(0);
  await chooseList(page, 'Deleted');
  await open('John Tan');
  expect(await items()).not.toContain('Mark unread');
  await page.keyboard.press('Escape');
  await row('John Tan').click();
  const line = page.getByText('This conversation is deleted: until somebody writes, only the list “Deleted” has it.');
  await line.waitFor();
  await page.getByRole('button', { name: 'Put back into the lists' }).click();
  await poll(() => line.count()).toBe(0);
  await poll(() => row('John Tan').count()).toBe(0);
  await page.getByText('No deleted conversation').waitFor();
  await chooseList(page, 'All');
  await row('John Tan').waitFor();
});

it('a menu near the right edge ends with its button, and the facts in the member menu are no choices', async () => {
  const { page } = window;
  const button = page.getByRole('button', { name: '林小芳 Lin' });
  await button.click();
  const menu = page.getByRole('menu', { name: '林小芳 Lin' });
  await menu.getByText('Main account', { exact: true }).waitFor();
  for (const fact of [/^Shops: \d+ of 40$/, 'Customer group: QQ 123456789', /^Version /]) {
    await menu.getByText(fact).waitFor();
  }
  expect(await items()).toEqual([
    'Login and security',
    'Chat settings',
    'Automatic answers',
    'Keyboard shortcuts',
    'Log out',
  ]);
  const [box, of] = await Promise.all([menu.boundingBox(), button.boundingBox()]);
  if (box === null || of === null) throw new Error('no menu');
  expect(Math.abs(box.x + box.width - (of.x + of.width))).toBeLessThan(1);
  await page.getByRole('menuitem', { name: 'Login and security' }).press('Enter');
  await page.waitForURL('**/settings/login');
  const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await sections.first().waitFor();
  expect((await sections.allTextContents()).slice(0, 2)).toEqual(['Team', 'Login and security']);
});

it('a conversation that a colleague marks unread stays so where it is open, until the buyer writes', async () => {
  const { page, backend } = window;
  const { chat } = backend.model;
  await page.clock.install();
  await page.reload();
  const john = [...chat.conversations.values()].find(({ buyer }) => buyer.name === 'John Tan');
  if (john === undefined) throw new Error('no conversation');
  const held = () => chat.conversations.get(john.conversationId) ?? john;
  const calls = () => backend.calls.filter(({ path }) => path === CALLS.chat.markRead.path).map(({ input }) => input);
  await row('John Tan').click();
  // What is marked unread before its messages are shown is read with them.
  await log(page).getByRole('article').last().waitFor();
  await poll(() => held().unreadCount).toBe(0);
  const before = calls().length;
  chat.setConversation({ ...held(), unreadCount: 1 });
  await row('John Tan')
    .getByText(/^1 unread message/)
    .waitFor({ state: 'attached' });
  await page.clock.runFor(5_000);
  expect(calls()).toHaveLength(before);
  const { position } = chat.receive(john.conversationId, { content: { type: 'text', text: 'One more thing' } });
  await poll(() => calls().at(-1)).toEqual({ conversationId: john.conversationId, position });
  await poll(() => held().unreadCount).toBe(0);
});

it('a conversation that was marked unread is read again by Undo, apart from what the buyer wrote since', async () => {
  const { page, backend } = window;
  const { chat } = backend.model;
  const john = () => {
    const found = [...chat.conversations.values()].find(({ buyer }) => buyer.name === 'John Tan');
    if (found === undefined) throw new Error('no conversation');
    return found;
  };
  const calls = () => backend.calls.filter(({ path }) => path === CALLS.chat.markRead.path).map(({ input }) => input);
  await row('John Tan').click();
  await poll(() => john().unreadCount).toBe(0);
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  const mark = async () => {
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Mark unread' }).click();
    await page.getByText('John Tan is marked unread.').waitFor();
    await poll(() => john().unreadCount).toBe(1);
  };
  await mark();
  await undo.click();
  await poll(() => john().unreadCount).toBe(0);
  const { conversationId, sellerReadPosition } = john();
  expect(calls().at(-1)).toEqual({ conversationId, position: sellerReadPosition });

  await row('John Tan').click();
  await mark();
  const { position } = chat.receive(conversationId, { content: { type: 'text', text: 'One more thing' } });
  await row('John Tan').getByText('One more thing', { exact: true }).waitFor();
  await undo.click();
  await poll(() => calls().at(-1)).toEqual({ conversationId, position: sellerReadPosition });
  expect(position).not.toBe(sellerReadPosition);
  expect(john().unreadCount).toBe(1);
  // The row never says that the new message was read.
  await row('John Tan')
    .getByText(/^1 unread message/)
    .waitFor({ state: 'attached' });
});
