import { CALLS } from '@pasar/api';
import { ANY_BUYER } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import { expect, it } from 'vitest';
import { BUYER_NAMES, fill } from './builders.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ tab: null, size: { width: 1280, height: 800 } });
const MINUTE = 60_000;
const idOf = (number: number) => uuidOf(`conversation ${number}`);
const nameOf = (number: number): string => BUYER_NAMES[number] ?? '';

/** Only these buyers wait, each with the minutes that are left. */
function letBeDue(...left: readonly (readonly [number, number])[]): void {
  const { chat } = window.backend.model;
  const minutes = new Map(left.map(([number, minute]) => [idOf(number) as string, minute]));
  for (const [id, held] of chat.conversations) {
    const minute = minutes.get(id);
    const dueAt = minute === undefined ? null : Math.round(Date.now() / MINUTE + minute) * MINUTE;
    const waitingSince = dueAt === null ? null : dueAt - 720 * MINUTE;
    chat.conversations.set(id, { ...held, dueAt, waitingSince, isUnreply: dueAt !== null, unreadCount: 0 });
  }
}
const warned = () => window.page.evaluate("JSON.parse(localStorage.getItem('pasar.warned') ?? '[]').length");
/** Nobody looks at the window. It notes its notifications, and cannot store of whom it has warned. */
async function hide(): Promise<void> {
  const { page } = window;
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.hasFocus = () => false;
    Storage.prototype.setItem = new Proxy(Storage.prototype.setItem, {
      apply: (set, storage, [key, value]) => {
        if (key === 'pasar.warned') throw new DOMException('full', 'QuotaExceededError');
        return Reflect.apply(set, storage, [key, value]);
      },
    });
    class Shown {
      static readonly permission = 'granted';
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        const { dataset } = document.documentElement;
        dataset.notified = `${dataset.notified ?? ''}${title}: ${body};`;
      }
    }
    Object.defineProperty(globalThis, 'Notification', { value: Shown });
  });
}
const notified = () => window.page.evaluate(() => document.documentElement.dataset.notified ?? '');
const toast = (words: RegExp) => window.page.getByRole('status').getByText(words);

it('tells once of a buyer whose answer is due soon, and leads to the conversation', async () => {
  const { page } = window;
  letBeDue([8, 20], [3, 31], [5, -5]);
  await window.enter('/chat/all?lang=en');
  await toast(new RegExp(`^${nameOf(8)} of .* waits for an answer: (19|20|21) minutes left\\.$`)).waitFor();
  expect(await warned()).toBe(1);
  await page.getByRole('status').getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: nameOf(8), level: 2 }).waitFor();
  // Another window of this browser, or the same after a reload, says nothing more.
  const second = await window.context.newPage();
  await second.goto(`${window.url}/chat/all?lang=en`);
  await second.locator('[data-live="live"]').waitFor();
  await second.getByRole('tab', { name: 'Due', exact: true }).click();
  await second.getByRole('option', { name: nameOf(5), exact: true }).waitFor();
  await second.waitForLoadState('networkidle');
  expect(await second.getByText(/waits for an answer: .* left/).count()).toBe(0);
  expect(await warned()).toBe(1);
});

it('tells of many as one, and leads to their list', async () => {
  const { page } = window;
  letBeDue(...Array.from({ length: 50 }, (_, number) => [number, 15] as const));
  await window.enter('/chat/all?lang=en');
  await toast(/^\d+ answers are due soon, the first in 1[456] min\.$/).waitFor();
  expect(await page.getByRole('status').getByRole('button', { name: 'Open' }).count()).toBe(0);
  await page.getByRole('status').getByRole('button', { name: 'Show them' }).click();
  await poll(() => page.getByRole('tab', { name: 'Due', exact: true }).getAttribute('aria-selected')).toBe('true');
});

it('warns of an answer that is due after 200 others, which the window did not get when it opened', async () => {
  const { page, backend } = window;
  // The last of them has the oldest message, and is not among the newest either.
  fill(backend.model, 300, () => 1);
  letBeDue(...Array.from({ length: 210 }, (_, number) => [number, -5] as const), [299, 20], [298, 90]);
  const asked = () => backend.calls.filter(({ path }) => path === CALLS.chat.conversations.path).length;
  await window.enter('/chat/all?lang=en');
  await toast(/ 299 of .* waits for an answer: (19|20|21) minutes left\.$/).waitFor();
  expect(asked()).toBe(1);
  expect(await warned()).toBe(1);
  // What begins to wait comes by itself; what was known is asked for no more.
  backend.model.chatSettings.setMember({ warnMinutes: 120 });
  await toast(/ 298 of .* waits for an answer: (89|90|91) minutes left\.$/).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked()).toBe(1);
});

it('warns as early as the member wants, also when the member says so elsewhere', async () => {
  const { page, backend } = window;
  const { chatSettings } = backend.model;
  letBeDue([8, 50], [3, 100]);
  await window.enter('/chat/all?lang=en');
  await page.locator('[data-live="live"]').waitFor();
  expect(await warned()).toBe(0);
  chatSettings.setMember({ warnMinutes: 60 });
  await toast(/waits for an answer: (49|50|51) minutes left/).waitFor();
  await page.goto(`${window.url}/settings/answers?lang=en`);
  const choice = page.getByLabel('Warn me before an answer is due');
  await poll(() => choice.inputValue()).toBe('60');
  await choice.selectOption('120 minutes before');
  await poll(() => chatSettings.member.warnMinutes).toBe(120);
  await toast(/waits for an answer: (99|100|101) minutes left/).waitFor();
  await choice.selectOption('Not at all');
  await poll(() => chatSettings.member.warnMinutes).toBe(null);
  const before = await warned();
  letBeDue([1, 20]);
  await page.goto(`${window.url}/chat/all?lang=en`);
  await page.locator('[data-live="live"]').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await warned()).toBe(before);
});

it('warns of a colleague’s conversation half the time later', async () => {
  const { backend } = window;
  const { chat } = backend.model;
  const assign = (number: number, assigneeId: string) => {
    const held = chat.conversations.get(idOf(number));
    if (held !== undefined) chat.conversations.set(idOf(number), { ...held, assigneeId });
  };
  letBeDue([8, 20], [3, 12], [1, 25], [2, 28]);
  assign(8, uuidOf('Mei'));
  assign(3, uuidOf('Mei'));
  assign(1, backend.model.member.memberId);
  await window.enter('/chat/all?lang=en');
  // A busy window may tell of them one after the other.
  await poll(warned).toBe(3);
  expect(await window.page.evaluate("localStorage.getItem('pasar.warned')")).not.toContain(idOf(8));
});

it('warns of a colleague’s conversation only who is in the colleague’s group, from the moment they are', async () => {
  const { chat, together, member } = window.backend.model;
  const [mei, suda, ana] = ['Mei', 'Suda', 'Ana'].map((name) => ({ memberId: uuidOf(name), name }));
  if (mei === undefined || suda === undefined || ana === undefined) throw new Error('no colleagues');
  together.colleagues = [mei, suda, ana];
  for (const { memberId } of [mei, suda]) together.groups.set(memberId, 'Thailand');
  const assign = (number: number, assigneeId: string) => {
    const held = chat.conversations.get(idOf(number));
    if (held !== undefined) chat.conversations.set(idOf(number), { ...held, assigneeId });
  };
  letBeDue([8, 10], [3, 12]);
  assign(8, mei.memberId);
  // Ana is in no group.
  assign(3, ana.memberId);
  await window.enter('/chat/all?lang=en');
  await toast(new RegExp(`^${nameOf(3)} of .* waits for an answer: 1[123] minutes left\\.$`)).waitFor();
  expect(await warned()).toBe(1);
  together.groups.set(member.memberId, 'Thailand');
  together.setColleagues([mei, suda, ana]);
  await toast(new RegExp(`^${nameOf(8)} of .* waits for an answer: \\d+ minutes left\\.$`)).waitFor();
  expect(await warned()).toBe(2);
});

it('leaves a colleague’s buyer to who has opened the conversation since the first warning, until the answer is overdue', async () => {
  const { backend } = window;
  const { chat } = backend.model;
  const mei = uuidOf('Mei');
  const assign = (number: number) => {
    const held = chat.conversations.get(idOf(number));
    if (held !== undefined) chat.conversations.set(idOf(number), { ...held, assigneeId: mei });
  };
  const stand = (number: number | null, presence: 'here' | 'away' = 'here', memberId = mei) =>
    backend.send({
      type: 'moment',
      moment: {
        kind: 'present',
        windows: [
          {
            windowId: uuidOf(`window of ${memberId}`),
            memberId,
            presence,
            conversationId: number === null ? null : (idOf(number) as never),
            isTyping: false,
          },
        ],
        gone: [],
      },
    });
  letBeDue([8, 12], [3, 40], [5, 40], [6, 40]);
  for (const number of [8, 3, 5, 6]) assign(number);
  await window.enter('/chat/all?lang=en');
  await toast(new RegExp(`^${nameOf(8)} of .* waits for an answer`)).waitFor();
  // One is left again, one stands on the screen of somebody who is there, and one on that of somebody who is away.
  stand(3);
  stand(5);
  stand(6, 'away', uuidOf('Suda'));
  backend.model.chatSettings.setMember({ warnMinutes: 120 });
  await toast(new RegExp(`^${nameOf(6)} of .* waits for an answer`)).waitFor();
  expect(await warned()).toBe(2);
  for (const number of [3, 5]) {
    const held = chat.conversations.get(idOf(number));
    if (held === undefined) throw new Error('no conversation');
    chat.setConversation({ ...held, dueAt: Date.now() - MINUTE });
  }
  backend.model.chatSettings.setMember({ warnMinutes: 60 });
  await toast(/^2 answers are overdue or due soon\.$/).waitFor();
  expect(await warned()).toBe(4);
});

it('warns in a hidden window by a notification or not at all, and once, also where nothing can be stored', async () => {
  const { page, backend } = window;
  letBeDue([8, 20]);
  backend.model.chatSettings.setMember({ hasNotifications: false });
  await page.clock.install();
  await hide();
  const words = /waits for an answer: \d+ minutes left\./;
  await window.enter('/chat/all?lang=en');
  await page.locator('[data-live="live"]').waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(31_000);
  expect([await toast(words).count(), await notified()]).toEqual([0, '']);
  backend.model.chatSettings.setMember({ hasNotifications: true });
  await poll(async () => {
    await page.clock.runFor(31_000);
    return notified();
  }).toMatch(new RegExp(`^${nameOf(8)}: ${nameOf(8)} of .* waits for an answer: \\d+ minutes left\\.;$`));
  const before = await notified();
  await page.clock.runFor(61_000);
  expect([await toast(words).count(), await notified()]).toEqual([0, before]);
});

it('warns in a hidden window by the quiet hours of the rule that decides about each buyer', async () => {
  const { page, backend } = window;
  const { buyerTags, chatSettings } = backend.model;
  letBeDue([8, 20], [3, 20]);
  buyerTags.give(idOf(8), 'VIP', 'Suda');
  const vip = { ...ANY_BUYER, tagIds: buyerTags.tags.map(({ buyerTagId }) => buyerTagId) };
  const minute = Math.floor(Date.now() / MINUTE);
  const quietHours = { from: (minute + 1_380) % 1_440, to: (minute + 60) % 1_440, timeZone: 'UTC' };
  chatSettings.setMember({ quietHours, rules: [{ ...vip, quietHours: 'never' }, ANY_BUYER] });
  await page.clock.install();
  await hide();
  await window.enter('/chat/all?lang=en');
  await page.locator('[data-live="live"]').waitFor();
  const told = (number: number) => new RegExp(`${nameOf(number)}: ${nameOf(number)} of [^;]* minutes left\\.;$`);
  const next = async () => {
    await page.clock.runFor(31_000);
    return notified();
  };
  await poll(next).toMatch(told(8));
  expect(await notified()).not.toMatch(/;.*;/);
  // The other way round: the tagged buyer is quiet now, and the others are not.
  chatSettings.setMember({ quietHours: null, rules: [{ ...vip, quietHours }, ANY_BUYER] });
  await poll(next).toMatch(told(3));
  // Both wait anew. The window has the new rules, by which it has told of buyer 3. It hears of buyer 8 first, so that a warning of
  // buyer 8 would stand before the second of buyer 3.
  for (const number of [8, 3]) {
    const held = backend.model.chat.conversations.get(idOf(number));
    if (held === undefined) throw new Error('no conversation');
    const dueAt = Date.now() + 25 * MINUTE;
    backend.model.chat.setConversation({ ...held, dueAt, waitingSince: dueAt - 700 * MINUTE });
  }
  const buyers = async () => (await next()).split(';').map((text) => text.split(':')[0]);
  await poll(buyers).toEqual([nameOf(8), nameOf(3), nameOf(3), '']);
});

it('counts by the server’s clock where that of the computer is an hour behind', async () => {
  const { page } = window;
  letBeDue([8, 20]);
  await page.clock.install({ time: Date.now() - 60 * MINUTE });
  await window.enter('/chat/all?lang=en');
  await toast(new RegExp(`^${nameOf(8)} of .* waits for an answer: (19|20|21) minutes left\\.$`)).waitFor();
});
