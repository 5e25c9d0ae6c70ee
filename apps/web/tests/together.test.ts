import { CALLS } from '@pasar/api';
import { CHAT_SETTING_LIMITS } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { beforeEach, expect, it } from 'vitest';
import { initials } from '../src/ui/initials.ts';
import { violationsOn } from './axe.ts';
import { MEMBER } from './builders.ts';
import { open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const JOHN = uuidOf('conversation 9');
const MEI = { memberId: uuidOf('Mei'), name: 'Mei Lin' };
const SUDA = { memberId: uuidOf('Suda'), name: 'Suda' };

async function enter(): Promise<void> {
  await window.enter('/chat/all?lang=en');
  await window.page.locator('[data-live="live"]').waitFor();
}
beforeEach(() => {
  window.backend.model.together.colleagues = [MEI, SUDA];
});
/** Mei's window, as the server tells of it. */
const present = (isTyping: boolean, conversationId: string | null = JOHN) =>
  window.backend.send({
    type: 'moment',
    moment: {
      kind: 'present',
      windows: [
        {
          windowId: uuidOf('window'),
          memberId: MEI.memberId,
          presence: 'here',
          conversationId: conversationId as never,
          isTyping,
        },
      ],
      gone: [],
    },
  });
const assigned = () => window.backend.model.chat.conversations.get(JOHN)?.assigneeId ?? null;

it('an answer names the member who gave it, or says that the member has left', async () => {
  const { page, backend } = window;
  await enter();
  await open(page, 'John Tan');
  const answer = (memberId: string, text: string) =>
    backend.model.chat.receive(JOHN, { author: 'seller', memberId, content: { type: 'text', text } });
  answer(MEI.memberId, 'By Mei');
  answer(uuidOf('Gone'), 'By somebody who left');
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  await messages.getByText('Mei Lin', { exact: true }).waitFor();
  await messages.getByText('Former member', { exact: true }).waitFor();
});

it('a conversation is assigned by the keyboard, with a reason; the row and the head say to whom', async () => {
  const { page, backend } = window;
  await enter();
  present(false, null);
  await open(page, 'John Tan');
  await page.getByRole('button', { name: 'Assign to…' }).waitFor();
  await page.keyboard.press('Alt+a');
  const dialog = page.getByRole('dialog', { name: 'Assign “John Tan”' });
  const options = dialog.getByRole('option');
  await expect
    .poll(() => options.allTextContents())
    .toEqual([`${initials(MEMBER.name)}Me (${MEMBER.name})Off`, 'MLMei LinHere', 'SSudanot online']);
  expect(await violationsOn(page)).toEqual([]);
  await poll(() => options.last().getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.type('mei');
  await dialog.getByRole('textbox', { name: 'Why (only colleagues see it)' }).fill('Speaks Thai');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await poll(assigned).toBe(MEI.memberId);
  await page.getByRole('button', { name: 'Assign to… Mei Lin' }).click();
  await dialog.getByRole('region', { name: 'Assigned so far' }).getByText('Speaks Thai').waitFor();
  await page.keyboard.press('Escape');
  const row = page.getByRole('option', { name: 'John Tan' });
  await row.getByText('Assigned to Mei Lin', { exact: false }).waitFor({ state: 'attached' });
  await row.getByText('ML', { exact: true }).waitFor();
  expect(backend.calls.filter(({ path }) => path === CALLS.together.assign.path)).toHaveLength(1);
});

it('a row gives its conversation up by the menu; what a colleague has meanwhile stays', async () => {
  const { page, backend } = window;
  await enter();
  const held = backend.model.chat.conversations.get(JOHN);
  if (held === undefined) throw new Error('no John');
  backend.model.chat.setConversation({ ...held, assigneeId: SUDA.memberId });
  const row = page.getByRole('option', { name: 'John Tan' });
  await row.getByText('S', { exact: true }).waitFor();
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Assign to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign “John Tan”' });
  await dialog.getByRole('option', { name: 'Nobody' }).waitFor();
  backend.model.nextResults.set(
    CALLS.together.assign.path,
    refused('conversation_of_another_member', 'This conversation belongs to another member.'),
  );
  await dialog.getByRole('option', { name: 'Nobody' }).click();
  await page.getByText('This conversation belongs to another member.').waitFor();
  expect(assigned()).toBe(SUDA.memberId);
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Assign to…' }).click();
  await dialog.getByRole('option', { name: 'Nobody' }).click();
  await poll(assigned).toBeNull();
  await row.getByText('S', { exact: true }).waitFor({ state: 'detached' });
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await poll(assigned).toBe(backend.model.member.memberId);
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Give it up' }).click();
  await poll(assigned).toBeNull();
});

it('a colleague at the limit cannot be given one more; who takes over is told of the limit', async () => {
  const { page, backend } = window;
  const { member } = backend.model;
  backend.model.together.waiting.set(MEI.memberId, CHAT_SETTING_LIMITS.promise);
  backend.model.together.waiting.set(member.memberId, CHAT_SETTING_LIMITS.promise + 1);
  await enter();
  present(false, null);
  await open(page, 'John Tan');
  // The key is known with the button.
  await page.getByRole('button', { name: 'Assign to…' }).waitFor();
  await page.keyboard.press('Alt+a');
  const mei = page.getByRole('option', { name: 'Mei Lin' });
  await mei.getByText('limit of 30 reached').waitFor();
  await poll(() => mei.getAttribute('aria-disabled')).toBe('true');
  await mei.click({ force: true });
  await page.getByRole('combobox', { name: 'Search colleagues' }).fill('Mei');
  await page.keyboard.press('Enter');
  expect(assigned()).toBeNull();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Search colleagues' }).fill('');
  await page.getByRole('option', { name: `Me (${member.name})` }).click();
  await page.getByText('now has 31 conversations in which a buyer waits. The limit is 30.', { exact: false }).waitFor();
  expect(assigned()).toBe(member.memberId);
  const held = backend.model.chat.conversations.get(JOHN);
  if (held === undefined) throw new Error('no John');
  backend.model.chat.setConversation({ ...held, status: 'closed' });
  await page.keyboard.press('Alt+a');
  await mei.getByText('the conversation is closed').waitFor();
  await poll(() => mei.getAttribute('aria-disabled')).toBe('true');
});

it('who took or was given a conversation stands between its messages, with the cause', async () => {
  const { page, backend } = window;
  const { together, chat, member } = backend.model;
  await enter();
  await open(page, 'John Tan');
  const lines = page.getByRole('log').locator('[data-assignment]');
  const texts = async () => (await lines.locator('span').allTextContents()).join(' | ');
  together.assignByRule(JOHN, MEI, 'Thai shops');
  await poll(texts).toBe('Assigned to Mei Lin by the rule “Thai shops”');
  await page.keyboard.press('Alt+a');
  await page.getByRole('option', { name: `Me (${member.name})` }).click();
  await poll(texts).toBe(`Assigned to Mei Lin by the rule “Thai shops” | ${member.name} took it over from Mei Lin`);
  expect(await violationsOn(page)).toEqual([]);
  // The next message stands below them.
  chat.receive(JOHN, { sentAt: Date.now() + 1_000, content: { type: 'text', text: 'And now?' } });
  const last = page.getByRole('article').filter({ hasText: 'And now?' });
  await last.waitFor();
  expect(await last.locator('[data-assignment]').count()).toBe(0);
  await poll(texts).toContain('took it over from Mei Lin');
});

it('a colleague who is added or renamed while the window is open is named at once', async () => {
  const { page, backend } = window;
  await enter();
  await open(page, 'John Tan');
  const { together, chat } = backend.model;
  await page.getByRole('button', { name: 'Assign to…' }).waitFor();
  const ana = { memberId: uuidOf('Ana'), name: 'Ana' };
  together.setColleagues([MEI, SUDA, ana]);
  const held = chat.conversations.get(JOHN);
  if (held === undefined) throw new Error('no such conversation');
  chat.setConversation({ ...held, assigneeId: ana.memberId });
  await page.getByRole('button', { name: 'Assign to… Ana' }).waitFor();
  together.setColleagues([MEI, SUDA, { ...ana, name: 'Ana Lima' }]);
  await page.getByRole('button', { name: 'Assign to… Ana Lima' }).waitFor();
});

it('an account of one member has nobody to choose from', async () => {
  const { page, backend } = window;
  backend.model.together.colleagues = [];
  await enter();
  await open(page, 'John Tan');
  await expect.poll(() => backend.calls.some(({ path }) => path === CALLS.chat.colleagues.path)).toBe(true);
  expect(await page.getByRole('button', { name: 'Assign to…' }).count()).toBe(0);
});

it('a colleague who has the conversation open is in its head and on its row; who writes is told, and holds the send', async () => {
  const { page, backend } = window;
  await enter();
  await open(page, 'John Tan');
  present(false);
  await page.getByRole('img', { name: 'Also open at Mei Lin' }).waitFor();
  const row = page.getByRole('option', { name: 'John Tan' });
  await row.getByText('Mei Lin has it open').waitFor({ state: 'attached' });
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Hello John, it ships today.');
  present(true);
  await page.getByText('Your colleague Mei Lin is answering…').waitFor();
  const sent = () => backend.calls.filter(({ path }) => path === CALLS.chat.sendText.path).length;
  await box.press('Enter');
  await page.getByRole('alert').getByText('Mei Lin is writing to this buyer too, or was a moment ago.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(sent()).toBe(0);
  await box.press('Enter');
  await poll(sent).toBe(1);
});

it('who ends the shift hands the waiting buyers over to a colleague who is here', async () => {
  const { page, backend } = window;
  backend.model.together.waiting.set(backend.model.member.memberId, 3);
  await enter();
  present(false);
  await page.getByRole('button', { name: MEMBER.name }).click();
  await page.getByRole('menuitemradio', { name: 'Off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over before you go?' });
  await dialog.getByText('3 buyers wait for your answer.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'To whom' }).selectOption('Mei Lin');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await page.getByText('3 conversations are handed over.').waitFor();
  const asked = backend.calls.find(({ path }) => path === CALLS.together.handOver.path);
  expect(asked?.input).toEqual({ to: MEI.memberId });
});

/** The words of logging out, in two languages. */
const GOING = [
  ['en', 'Log out', 'Hand over before you go?', 'To whom', 'Hand over and log out', 'Keep them and log out', 'Cancel'],
  ['zh-CN', '退出登录', '离岗前要交接吗？', '交接给', '交接并退出', '保留并退出', '取消'],
] as const;
it.each(GOING)('who logs out while buyers wait is asked to hand them over, in %s', async (...words) => {
  const [lang, logOut, title, toWhom, handOver, keep, cancel] = words;
  const { page, backend } = window;
  const { together, member } = backend.model;
  together.waiting.set(member.memberId, 3);
  await window.enter(`/chat/all?lang=${lang}`);
  await page.locator('[data-live="live"]').waitFor();
  present(false);
  const leave = async () => {
    await page.getByRole('button', { name: MEMBER.name }).click();
    await page.getByRole('menuitem', { name: logOut }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    return dialog;
  };
  const first = await leave();
  await first.getByText(lang === 'en' ? '3 buyers wait for your answer.' : '3 位买家在等您回复。').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await first.getByRole('button', { name: cancel }).click();
  await first.waitFor({ state: 'detached' });
  const handedOver = () => backend.calls.filter(({ path }) => path === CALLS.together.handOver.path);
  const loggedOut = () => backend.calls.filter(({ path }) => path === CALLS.account.loginOut.path).length;
  expect([handedOver().length, loggedOut()]).toEqual([0, 0]);
  // Who may not hand over stays, and is told why.
  backend.model.nextResults.set(CALLS.together.handOver.path, refused('target_not_online', 'The colleague is gone.'));
  const second = await leave();
  await second.getByRole('combobox', { name: toWhom }).selectOption(MEI.name);
  await second.getByRole('button', { name: handOver }).click();
  await page.getByText('The colleague is gone.').waitFor();
  expect(loggedOut()).toBe(0);
  await second.getByRole('button', { name: lang === 'en' ? handOver : keep }).click();
  await page.waitForURL('**/account/login');
  expect(handedOver().map(({ input }) => input)).toEqual(
    Array.from({ length: lang === 'en' ? 2 : 1 }, () => ({ to: MEI.memberId })),
  );
});

it('who leaves drafts and waiting buyers is asked of both, one after the other', async () => {
  const { page, backend } = window;
  backend.model.together.waiting.set(backend.model.member.memberId, 1);
  await enter();
  await open(page, 'John Tan');
  await page.getByRole('textbox', { name: 'Message' }).fill('half an answer');
  await page.getByRole('button', { name: MEMBER.name }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const first = page.getByRole('dialog', { name: 'Hand over before you go?' });
  await first.getByText('1 buyer waits for your answer.').waitFor();
  await first.getByRole('button', { name: 'Keep them and log out' }).click();
  const second = page.getByRole('dialog', { name: 'Keep your draft in this browser?' });
  await second.getByRole('button', { name: 'Keep and log out' }).click();
  await page.waitForURL('**/account/login');
});

const NOTE_BOX = { name: 'Note for colleagues' } as const;

it('a note is written in a composer of its own, mentions a colleague, stands behind the messages, and is no answer', async () => {
  const { page, backend } = window;
  await enter();
  await open(page, 'John Tan');
  const answer = page.getByRole('textbox', { name: 'Message' });
  await answer.fill('An answer that waits');
  await answer.press('Alt+t');
  const box = page.getByRole('textbox', NOTE_BOX);
  await box.waitFor();
  expect(await answer.count()).toBe(0);
  await page.getByText('Only colleagues see this note. The buyer does not.').waitFor();
  await box.pressSequentially('Please look @me');
  await page.getByRole('option', { name: 'Mei Lin' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await box.press('Enter');
  await poll(() => box.inputValue()).toBe('Please look @Mei Lin ');
  await box.press('Enter');
  await page.getByRole('log').getByText('Please look @Mei Lin').waitFor();
  expect(backend.model.together.notes).toMatchObject([{ text: 'Please look @Mei Lin', mentions: [MEI.memberId] }]);
  expect(backend.calls.filter(({ path }) => path === CALLS.chat.sendText.path)).toEqual([]);
  // The answer has waited.
  await poll(() => answer.inputValue()).toBe('An answer that waits');

  await page.getByRole('button', { name: 'Edit the note' }).click();
  await box.fill('Never mind');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('log').getByText('Never mind').waitFor();
  await page.getByRole('log').getByText('edited').waitFor();
  expect(backend.model.together.notes).toMatchObject([{ text: 'Never mind', mentions: [] }]);
  await page.getByRole('button', { name: 'Delete the note' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete this note?' });
  await sure.getByRole('button', { name: 'Delete the note' }).click();
  await page.getByRole('log').getByText('Never mind').waitFor({ state: 'detached' });
  expect(backend.model.together.notes).toEqual([]);
});

it('a mention is counted in the bar, whose list leads to the note; there it counts as seen', async () => {
  const { page, backend } = window;
  await enter();
  const { chat, together, member } = backend.model;
  const note = {
    noteId: uuidOf('note'),
    conversationId: JOHN as never,
    authorId: MEI.memberId,
    author: MEI.name,
    text: 'Do you know this buyer?',
    mentions: [member.memberId],
    writtenAt: Date.now(),
    changedAt: null,
    anchorPosition: chat.messages.get(JOHN)?.at(-1)?.position ?? null,
  };
  together.setNote(note);
  await page.getByRole('button', { name: 'Mentions of you: 1 new mention' }).click();
  await page.getByRole('menuitem', { name: 'Mei Lin about John Tan: Do you know this buyer?' }).click();
  await page.getByRole('log').getByText('Do you know this buyer?').waitFor();
  await page.getByRole('article', { name: 'Note by Mei Lin Do you know this buyer?' }).waitFor();
  // A colleague's note is not the member's to change.
  expect(await page.getByRole('button', { name: 'Edit the note' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Mentions of you: No new mention' }).waitFor();
  expect([...together.seen]).toEqual([note.noteId]);
});

it('what another device has written is in the composer; what a colleague had begun is offered to whom took it over', async () => {
  const { page, backend } = window;
  const { together, chat, member } = backend.model;
  together.drafts.set(JOHN, { conversationId: JOHN as never, text: 'Written on the phone', changedAt: 5 });
  together.left.set(JOHN, { name: MEI.name, text: 'Half an answer', changedAt: 1 });
  await enter();
  await open(page, 'John Tan');
  const box = page.getByRole('textbox', { name: 'Message' });
  await poll(() => box.inputValue()).toBe('Written on the phone');
  await box.fill('');
  await poll(() => together.drafts.get(JOHN)?.text).toBe('');
  const held = chat.conversations.get(JOHN);
  if (held === undefined) throw new Error('no John');
  const offer = page.getByText('Mei Lin had begun an answer:');
  expect(await offer.count()).toBe(0);
  chat.setConversation({ ...held, assigneeId: member.memberId });
  await offer.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go on with it' }).click();
  await poll(() => box.inputValue()).toBe('Half an answer');
  await offer.waitFor({ state: 'detached' });
  await poll(() => together.drafts.get(JOHN)?.text).toBe('Half an answer');
});
