import { CALLS } from '@pasar/api';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { openWindow, type Window } from './browser.ts';
import { chooseList, open as openConversation, poll } from './desk-helpers.ts';
import { openScreenHarness, type ScreenHarness } from './screen-harness.ts';

/** Closing a conversation of TikTok Shop, restarting it, and asking the buyer for a rating. */
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

const NAME = 'John Tan';
const chat = () => window.backend.model.chat;
function john() {
  const found = [...chat().conversations.values()].find(({ buyer }) => buyer.name === NAME);
  if (found === undefined) throw new Error('no conversation');
  return found;
}
const row = () =>
  window.page.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name: NAME, exact: true });
async function choose(item: string): Promise<void> {
  await row().click({ button: 'right' });
  await window.page.getByRole('menuitem', { name: item, exact: true }).click();
}
const toAnswer = () => window.page.getByRole('tab', { name: 'To answer' }).click();
const dialog = () => window.page.getByRole('dialog', { name: `Close the conversation with ${NAME}?` });
const restart = () => window.page.getByRole('button', { name: 'Restart', exact: true });
const closings = () => window.backend.calls.filter(({ path }) => path === CALLS.closing.closeConversation.path);

it('an answered conversation is closed at once, says by whom, and is restarted where it is open', async () => {
  const { page } = window;
  chat().setConversation({ ...john(), waitingSince: null, dueAt: null, isUnreply: false });
  await chooseList(page, 'All');
  await openConversation(page, NAME);
  await page.keyboard.press('Alt+c');
  await page.getByText(/^Closed by .+ · /).waitFor();
  expect(await dialog().count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  expect(john()).toMatchObject({ status: 'closed', closing: { reason: null } });
  await restart().click();
  await restart().waitFor({ state: 'detached' });
  expect(john()).toMatchObject({ status: 'activated', closing: null });
});

it('where the buyer waits a person is asked first; the buyer then leaves the queue until writing again', async () => {
  const { page } = window;
  // The list draws its visible part alone; John is in that part wherever he stands when nobody else waits.
  for (const other of [...chat().conversations.values()]) {
    if (other.buyer.name !== NAME) chat().setConversation({ ...other, waitingSince: null, dueAt: null });
  }
  chat().setConversation({ ...john(), waitingSince: 1, dueAt: null, isUnreply: true });
  await toAnswer();
  await row().waitFor();
  await choose('Close the conversation');
  await dialog().getByText(`${NAME} still waits for an answer.`, { exact: false }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const confirm = dialog().getByRole('button', { name: 'Close the conversation' });
  await poll(() => confirm.isDisabled()).toBe(true);
  await dialog().getByRole('radio', { name: 'Another reason' }).check();
  await poll(() => confirm.isDisabled()).toBe(true);
  await dialog().getByRole('textbox', { name: 'What is the reason?' }).fill('answered by phone');
  await confirm.click();
  await row().waitFor({ state: 'detached' });
  expect(closings()).toHaveLength(1);
  expect(john().closing).toMatchObject({ reason: 'other', words: 'answered by phone' });
  await chooseList(page, 'All');
  await openConversation(page, NAME);
  await page.getByText(/^Closed by .+ · answered by phone · /).waitFor();
  chat().setConversation({ ...john(), status: 'activated', closing: null });
  chat().receive(john().conversationId);
  await restart().waitFor({ state: 'detached' });
  await toAnswer();
  await row().waitFor();
});

it('a reason that the marketplace wants is asked for, and closes the conversation', async () => {
  const { page } = window;
  // No answer is needed, as a member said; the marketplace does not know that.
  chat().setConversation({ ...john(), waitingSince: null, dueAt: null, isUnreply: true, isSetAside: true });
  await chooseList(page, 'All');
  await choose('Close the conversation');
  await dialog().getByText('TikTok Shop wants to know why you close this conversation.').waitFor();
  expect(john().status).toBe('activated');
  await dialog().getByRole('radio', { name: 'The question is solved' }).check();
  await dialog().getByRole('button', { name: 'Close the conversation' }).click();
  await dialog().waitFor({ state: 'detached' });
  await poll(async () => john().closing?.reason).toBe('solved');
});

it('a restart is taken back, with the reason, while another member chats with the buyer', async () => {
  const { page } = window;
  chat().setConversation({ ...john(), status: 'closed', waitingSince: null, dueAt: null, isUnreply: false });
  window.backend.model.closing.seats.add(john().conversationId);
  await chooseList(page, 'All');
  await openConversation(page, NAME);
  await page.getByText('This conversation is closed.').waitFor();
  await restart().click();
  await page
    .getByText(
      'The conversation is still closed. Another member is chatting with this buyer. Wait until they are done.',
    )
    .waitFor();
  await restart().waitFor();
});

it('a rating card is sent, and shows the stars that the buyer gives', async () => {
  const { page } = window;
  chat().fate = 'confirmed';
  await chooseList(page, 'All');
  await openConversation(page, NAME);
  await page.getByRole('button', { name: 'Send from the shop' }).click();
  const picker = page.getByRole('dialog', { name: `Send to ${NAME}` });
  await picker.getByRole('tab', { name: 'Rating card' }).click();
  await picker.getByRole('button', { name: 'Ask for a rating' }).click();
  const card = page.locator('[data-author="seller"] [data-card="rating"]').last();
  await card.getByText('The buyer is asked to rate the service').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const sent = (chat().messages.get(john().conversationId) ?? []).at(-1);
  if (sent === undefined || sent.content.type !== 'rating') throw new Error('no card');
  chat().changeMessage({ ...sent, content: { ...sent.content, rating: { ...sent.content.rating, stars: 4 } } });
  await card.getByRole('img', { name: '4 of 5 stars' }).waitFor();
});
