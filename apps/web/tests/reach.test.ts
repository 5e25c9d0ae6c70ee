import { ANY_BUYER } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { BUYER_NAMES } from './builders.ts';
import { open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';
import { enterTold, letNobodyWait, told } from './told.ts';

const window = windowOfEachTest();
const idOf = (number: number) => uuidOf(`conversation ${number}`);
const nameOf = (number: number): string => BUYER_NAMES[number] ?? '';
const settings = () => window.backend.model.chatSettings;

const enter = (how: { readonly isAway: boolean }): Promise<Page> => enterTold(window, how);
/** `ahead`: how many minutes the clock of the page is ahead of that of the test. */
const write = (number: number, text = 'Hello?', ahead = 0) =>
  window.backend.model.chat.receive(idOf(number), {
    content: { type: 'text', text },
    sentAt: Date.now() + ahead * 60_000,
  });
const icon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

beforeEach(() => letNobodyWait(window));

describe('a buyer who begins to wait', () => {
  it('is told of once, with name and shop, by sound, title and icon; the notification leads there', async () => {
    const page = await enter({ isAway: true });
    expect(await page.title()).toBe('Pasar');
    write(3);
    await poll(async () => (await told(page)).notifications.map(({ title }) => title)).toEqual([nameOf(3)]);
    const shopId = window.backend.model.chat.conversations.get(idOf(3))?.shopId;
    const shop = [...window.backend.model.shops.byId.values()].find((held) => held.shopId === shopId);
    expect((await told(page)).notifications[0]?.body).toBe(shop?.alias ?? shop?.name);
    await poll(() => page.title()).toBe('(1) Pasar');
    expect(await icon(page)).toBe('/favicon-waiting.svg');
    // Further messages of the same wait are not told; the next buyer is, which shows that they were not.
    write(3, 'Are you there?');
    write(4);
    await poll(async () => (await told(page)).notifications.length).toBe(2);
    expect(await told(page)).toMatchObject({ sounds: 2, notifications: [{ title: nameOf(3) }, { title: nameOf(4) }] });
    await poll(() => page.title()).toBe('(2) Pasar');
    await page.evaluate(() => document.dispatchEvent(new Event('press notification')));
    await page
      .getByRole('heading', { name: nameOf(3), exact: true, level: 2 })
      .or(page.getByRole('heading', { name: nameOf(4), exact: true, level: 2 }))
      .waitFor();
  });

  it('is told of to a member who types an answer when that is over, and by no notification to one who looks at the window', async () => {
    const page = await enter({ isAway: false });
    await open(page, nameOf(1));
    write(3);
    await poll(async () => (await told(page)).sounds).toBe(1);
    await page.locator('textarea[data-pane-focus]').pressSequentially('Dear');
    write(4);
    write(5);
    await poll(() => page.title()).toBe('(3) Pasar');
    expect(await told(page)).toMatchObject({ sounds: 1, notifications: [] });
    // Of both at once.
    await poll(async () => (await told(page)).sounds).toBe(2);
    expect((await told(page)).notifications).toEqual([]);
  });

  it('is not told of when somebody has answered until the member has typed', async () => {
    await window.page.clock.install();
    const page = await enter({ isAway: false });
    await open(page, nameOf(1));
    await page.locator('textarea[data-pane-focus]').pressSequentially('Dear');
    write(4);
    await poll(() => page.title()).toBe('(1) Pasar');
    const { chat } = window.backend.model;
    const held = chat.conversations.get(idOf(4));
    if (held === undefined) throw new Error('no such conversation');
    chat.setConversation({ ...held, waitingSince: null, isUnreply: false });
    await poll(() => page.title()).toBe('Pasar');
    await page.clock.runFor(10_000);
    expect((await told(page)).sounds).toBe(0);
    write(5);
    await poll(async () => (await told(page)).sounds).toBe(1);
  });

  it('is told of by one window when the member has ended to type in another one of the browser', async () => {
    const page = await enter({ isAway: false });
    write(3);
    await poll(async () => (await told(page)).sounds).toBe(1);
    const other = await window.context.newPage();
    // It tells of nobody itself, so that the first window would.
    await other.addInitScript(() => {
      navigator.locks.request = () => new Promise(() => undefined);
    });
    await other.goto(`${window.url}/chat/all?lang=en`);
    await other.locator('[data-live="live"]').waitFor();
    await open(other, nameOf(1));
    await other.locator('link[rel="icon"][href="/favicon-waiting.svg"]').waitFor({ state: 'attached' });
    await other.locator('textarea[data-pane-focus]').pressSequentially('Dear');
    write(4);
    await poll(() => page.title()).toBe('(2) Pasar');
    expect(await told(page)).toMatchObject({ sounds: 1, notifications: [] });
    await poll(async () => (await told(page)).sounds).toBe(2);
  });

  it('is told of by the rules of the member, as they are at the moment', async () => {
    const page = await enter({ isAway: true });
    const { model } = window.backend;
    const shopOf = (number: number) => model.chat.conversations.get(idOf(number))?.shopId ?? '';
    settings().setMember({ rules: [{ ...ANY_BUYER, shopIds: [shopOf(4)] }], hasSound: false });
    write(3);
    write(4);
    await poll(async () => (await told(page)).notifications).toMatchObject([{ title: nameOf(4) }]);
    model.buyerTags.give(idOf(6), 'Loyal', 'Suda');
    const [tag] = model.buyerTags.tags;
    const loyal = { ...ANY_BUYER, tagIds: tag === undefined ? [] : [tag.buyerTagId] };
    settings().setMember({ rules: [loyal] });
    write(5);
    write(6);
    await poll(async () => (await told(page)).notifications.at(-1)).toMatchObject({ title: nameOf(6) });
    await poll(() => page.title()).toBe('(4) Pasar');
    // The one switch takes the counts of title and icon as well.
    settings().setMember({ isReached: false, rules: [] });
    await poll(() => page.title()).toBe('Pasar');
    await poll(() => icon(page)).toBe('/favicon.svg');
    write(7);
    await page
      .getByRole('option', { name: nameOf(7) })
      .getByText('Hello?', { exact: true })
      .waitFor();
    expect(await page.title()).toBe('Pasar');
    settings().setMember({ isReached: true });
    await poll(() => page.title()).toBe('(5) Pasar');
    expect(await icon(page)).toBe('/favicon-waiting.svg');
    write(8);
    await poll(async () => (await told(page)).notifications.at(-1)).toMatchObject({ title: nameOf(8) });
    expect(await told(page)).toMatchObject({
      sounds: 0,
      notifications: [{ title: nameOf(4) }, { title: nameOf(6) }, { title: nameOf(8) }],
    });
  });

  it('is told of by the sound of the first rule that fits, as it is at the moment', async () => {
    const page = await enter({ isAway: false });
    const { model } = window.backend;
    const [rising, falling, triple] = [
      [660, 880],
      [784, 523],
      [880, 880, 1_175],
    ] as const;
    const played = () => told(page).then(({ pitches }) => pitches);
    model.buyerTags.give(idOf(6), 'Loyal', 'Suda');
    const loyal = { ...ANY_BUYER, tagIds: model.buyerTags.tags.map(({ buyerTagId }) => buyerTagId) };
    settings().setMember({ rules: [{ ...loyal, tone: 'triple' }, ANY_BUYER] });
    write(6);
    await poll(played).toEqual(triple);
    write(3);
    await poll(played).toEqual([...triple, ...rising]);
    // Another usual sound holds for rules that have none of their own.
    settings().setMember({ tone: 'falling' });
    write(4);
    await poll(played).toEqual([...triple, ...rising, ...falling]);
  });

  it('is told of unless the first rule that fits is quiet, by its own hours or by those of the member', async () => {
    const page = await enter({ isAway: true });
    const { model } = window.backend;
    const shopOf = (number: number) => model.chat.conversations.get(idOf(number))?.shopId ?? '';
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    const quietHours = { from: (minute + 1_380) % 1_440, to: (minute + 60) % 1_440, timeZone: 'UTC' };
    for (const number of [6, 7]) model.buyerTags.give(idOf(number), 'Loyal', 'Suda');
    const loyal = { ...ANY_BUYER, tagIds: model.buyerTags.tags.map(({ buyerTagId }) => buyerTagId), quietHours };
    const rings = { ...ANY_BUYER, shopIds: [shopOf(4)], quietHours: 'never' as const };
    const titles = async () => (await told(page)).notifications.map(({ title }) => title);
    settings().setMember({ quietHours, rules: [loyal, rings, ANY_BUYER] });
    for (const number of [3, 6, 4]) write(number);
    await poll(titles).toEqual([nameOf(4)]);
    settings().setMember({ quietHours: null, rules: [loyal, ANY_BUYER] });
    for (const number of [7, 5]) write(number);
    await poll(titles).toEqual([nameOf(4), nameOf(5)]);
  });

  it('who comes with others is told of by the sound of the rule that stands first', async () => {
    await window.page.clock.install();
    const page = await enter({ isAway: false });
    const { model } = window.backend;
    model.buyerTags.give(idOf(3), 'Loyal', 'Suda');
    const loyal = { ...ANY_BUYER, tagIds: model.buyerTags.tags.map(({ buyerTagId }) => buyerTagId) };
    settings().setMember({ againMinutes: 5, rules: [{ ...loyal, tone: 'triple' }, ANY_BUYER] });
    const played = () => told(page).then(({ pitches }) => pitches);
    write(6);
    await poll(played).toEqual([660, 880]);
    write(3);
    await poll(played).toEqual([660, 880, 880, 880, 1_175]);
    // Both are told of once more at the same time.
    await page.clock.fastForward('05:30');
    await poll(played).toEqual([660, 880, 880, 880, 1_175, 880, 880, 1_175]);
  });

  it('is told of once more when nobody has opened the conversation in the chosen time', async () => {
    window.backend.isTimeTold = false;
    await window.page.clock.install();
    settings().setMember({ againMinutes: 5 });
    const page = await enter({ isAway: true });
    const { chat } = window.backend.model;
    write(3);
    write(4);
    await poll(async () => (await told(page)).notifications.length).toBe(2);
    const opened = chat.conversations.get(idOf(4));
    if (opened === undefined) throw new Error('no such conversation');
    chat.setConversation({ ...opened, unreadCount: 0 });
    await page.clock.fastForward('04:00');
    write(5, 'Hello?', 4);
    await poll(async () => (await told(page)).notifications.length).toBe(3);
    await page.clock.fastForward('01:30');
    await poll(async () => (await told(page)).notifications.at(-1)?.title).toBe(`${nameOf(3)} still waits`);
    // It is the last time, and nobody else was told of.
    await page.clock.fastForward('02:00');
    write(6, 'Hello?', 7.5);
    await poll(async () => (await told(page)).notifications.at(-1)?.title).toBe(nameOf(6));
    expect((await told(page)).notifications.map(({ title }) => title)).toEqual([
      nameOf(3),
      nameOf(4),
      nameOf(5),
      `${nameOf(3)} still waits`,
      nameOf(6),
    ]);
  });
});
