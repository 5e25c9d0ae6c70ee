import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { BUYER_NAMES } from './builders.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';
import { enterTold, letNobodyWait, told } from './told.ts';

const window = windowOfEachTest();
const MEI = { memberId: uuidOf('Mei'), name: 'Mei Lin' };
const idOf = (number: number) => uuidOf(`conversation ${number}`);
const nameOf = (number: number): string => BUYER_NAMES[number] ?? '';
const conversation = (number: number) => {
  const held = window.backend.model.chat.conversations.get(idOf(number));
  if (held === undefined) throw new Error('no such conversation');
  return held;
};
const toasts = (page: Page) => page.locator('[data-tone="info"]');
const titles = async (page: Page) => (await told(page)).notifications.map(({ title }) => title);

beforeEach(() => {
  letNobodyWait(window);
  window.backend.model.together.colleagues = [MEI];
});

/** A colleague writes a note about the buyer, which mentions the member. */
function mention(number: number, text: string): void {
  const { together, member } = window.backend.model;
  together.setNote({
    noteId: uuidOf(text),
    conversationId: conversation(number).conversationId,
    authorId: MEI.memberId,
    author: MEI.name,
    text,
    mentions: [member.memberId],
    writtenAt: Date.now(),
    changedAt: null,
    anchorPosition: null,
  });
}
function give(number: number, content: string): void {
  const { remarks, member } = window.backend.model;
  const { conversationId, shopId, buyer } = conversation(number);
  const remark = remarks.add({ conversationId, shopId, buyerName: buyer.name, content });
  remarks.assignToMember(remark, member, MEI.name);
}

describe('a conversation that a colleague assigns to the member', () => {
  it('is told of once, with the reason, by a toast, a sound and a notification; the toast opens it', async () => {
    const page = await enterTold(window, { isAway: true });
    window.backend.model.together.assignToMember(idOf(3), MEI, 'Speaks Thai');
    const text = `Mei Lin assigned the conversation with ${nameOf(3)} to you: Speaks Thai`;
    await toasts(page).getByText(text, { exact: true }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await poll(() => titles(page)).toEqual([text]);
    expect((await told(page)).sounds).toBe(1);
    await toasts(page).getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: nameOf(3), exact: true, level: 2 }).waitFor();
  });

  it('is told of together with others that come within seconds, and without what is somebody else’s again', async () => {
    const page = await enterTold(window, { isAway: true });
    const { together, chat } = window.backend.model;
    for (const number of [3, 4, 5]) together.assignToMember(idOf(number), MEI, null);
    chat.setConversation({ ...conversation(4), assigneeId: MEI.memberId });
    const text = `2 conversations were assigned to you, the last one with ${nameOf(5)}.`;
    await toasts(page).getByText(text, { exact: true }).waitFor();
    await poll(() => titles(page)).toEqual([text]);
    await poll(() => toasts(page).count()).toBe(1);
    expect((await told(page)).sounds).toBe(1);
  });

  it('is told of by the toast alone where the member is not told of buyers, and not at all where it is muted', async () => {
    const page = await enterTold(window, { isAway: true });
    const { together, chat, chatSettings } = window.backend.model;
    chat.setConversation({ ...conversation(4), isMuted: true });
    chatSettings.setMember({ isReached: false });
    together.assignToMember(idOf(4), MEI, null);
    together.assignToMember(idOf(3), MEI, null);
    // A rule’s would be two otherwise.
    together.assignByRule(idOf(5), window.backend.model.member, 'All shops');
    await toasts(page)
      .getByText(`Mei Lin assigned the conversation with ${nameOf(3)} to you.`, { exact: true })
      .waitFor();
    // Behind what was before it.
    chatSettings.setMember({ isReached: true });
    together.assignToMember(idOf(6), MEI, null);
    const last = `Mei Lin assigned the conversation with ${nameOf(6)} to you.`;
    await poll(() => titles(page)).toEqual([last]);
    expect((await told(page)).sounds).toBe(1);
  });
});

it('a buyer whom a rule assigns to the member is told of as one who waits, and once', async () => {
  const page = await enterTold(window, { isAway: true });
  const { together, chat, member } = window.backend.model;
  chat.receive(idOf(3), { content: { type: 'text', text: 'Hello?' }, sentAt: Date.now() });
  together.assignByRule(idOf(3), member, 'All shops');
  await toasts(page)
    .getByText(`The rule “All shops” assigned the conversation with ${nameOf(3)} to you.`, { exact: true })
    .waitFor();
  // Behind what was before it.
  together.assignToMember(idOf(6), MEI, null);
  await poll(async () => (await titles(page)).length).toBe(2);
  expect((await titles(page))[0]).toBe(nameOf(3));
  expect((await told(page)).sounds).toBe(2);
});

it('a note that mentions the member is told of when it comes, and its toast leads to it', async () => {
  mention(4, 'Was before');
  const page = await enterTold(window, { isAway: true });
  await page.getByRole('button', { name: /Mentions of you: 1 new mention/ }).waitFor();
  mention(3, 'Please look at the refund');
  const text = `Mei Lin mentions you in a note about ${nameOf(3)}: Please look at the refund`;
  await toasts(page).getByText(text, { exact: true }).waitFor();
  await poll(() => titles(page)).toEqual([text]);
  await toasts(page).getByRole('button', { name: 'Open' }).click();
  await page.getByRole('log').getByText('Please look at the refund').waitFor();
});

it('a remark that is assigned to the member is told of, and its toast leads to the member’s remarks', async () => {
  const page = await enterTold(window, { isAway: true });
  give(3, 'Send the form');
  const text = `Mei Lin assigned a remark about ${nameOf(3)} to you.`;
  await toasts(page).getByText(text, { exact: true }).waitFor();
  await poll(() => titles(page)).toEqual([text]);
  await toasts(page).getByRole('button', { name: 'Open' }).click();
  await page.getByText('Send the form', { exact: true }).waitFor();
  expect(page.url()).toContain('/remarks?who=me');
});

it('a toast waits until a hidden window is looked at', async () => {
  const { page } = window;
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => 'isAside' in document.body.dataset });
  });
  await enterTold(window, { isAway: true });
  await page.evaluate(() => {
    document.body.dataset.isAside = '';
  });
  window.backend.model.together.assignToMember(idOf(3), MEI, null);
  await poll(async () => (await told(page)).sounds).toBe(1);
  await poll(() => titles(page)).toHaveLength(1);
  expect(await toasts(page).count()).toBe(0);
  await page.evaluate(() => {
    delete document.body.dataset.isAside;
  });
  await toasts(page).waitFor();
});
