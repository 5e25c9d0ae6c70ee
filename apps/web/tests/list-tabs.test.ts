import { uuidOf } from '@pasar/sync/testing/builders';
import { countersOf } from '@pasar/sync/testing/model/conversation-facts';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { BUYER_NAMES } from './builders.ts';
import { chooseList, poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ tab: null });
const MINUTE = 60_000;
const idOf = (number: number) => uuidOf(`conversation ${number}`);
const nameOf = (number: number): string => BUYER_NAMES[number] ?? '';

/** Only these buyers wait, each with the minutes that are left of the time for an answer. */
function letBeDue(...left: readonly (readonly [number, number])[]): void {
  const { chat, shops } = window.backend.model;
  const minutes = new Map(left.map(([number, minute]) => [idOf(number) as string, minute]));
  for (const [id, held] of chat.conversations) {
    const minute = minutes.get(id);
    const dueAt = minute === undefined ? null : Date.now() + minute * MINUTE + MINUTE / 2;
    const waitingSince = dueAt === null ? null : dueAt - 720 * MINUTE;
    chat.conversations.set(id, { ...held, dueAt, waitingSince, isUnreply: dueAt !== null, unreadCount: 0 });
  }
  const held = [...chat.conversations.values()];
  for (const [id, shop] of shops.byId) {
    shops.byId.set(id, { ...shop, ...countersOf(held.filter(({ shopId }) => shopId === id)) });
  }
}
const list = () => window.page.getByRole('region', { name: 'Conversations', exact: true });
const tab = (name: string) => list().getByRole('tab', { name, exact: true });
const row = (number: number) => list().getByRole('option', { name: nameOf(number), exact: true });
const names = () =>
  list()
    .getByRole('option')
    .evaluateAll((rows) =>
      rows
        .toSorted((left, right) => Number(left.ariaPosInSet) - Number(right.ariaPosInSet))
        .map((each) => each.getAttribute('aria-label')),
    );

describe('the tab of the answers that are due', () => {
  it('has those of the next two hours and the overdue ones, the soonest first, and their number', async () => {
    letBeDue([8, 119], [3, -30], [5, 45], [1, 121]);
    await window.enter('/chat/all?lang=en');
    await tab('Due').click();
    await poll(names).toEqual([nameOf(3), nameOf(5), nameOf(8)]);
    await poll(() => tab('Due').innerText()).toContain('3');
    await poll(() => tab('Due').getAttribute('aria-description')).toBe('3 answers are due within two hours or overdue');
    const urgency = (number: number) => row(number).locator('[data-urgency]').getAttribute('data-urgency');
    expect([await urgency(3), await urgency(5)]).toEqual(['overdue', 'soon']);
    expect(await row(3).locator('[data-urgency]').getAttribute('data-tip')).toMatch(
      /^Waiting for 12 h\nThe answer was due at .*: 29 min over\.$/,
    );
    expect(await violationsOn(window.page)).toEqual([]);
    // Who is answered leaves it, and who becomes urgent comes in at the right place.
    const { chat } = window.backend.model;
    chat.receive(idOf(5), { author: 'seller' });
    await poll(names).toEqual([nameOf(3), nameOf(8)]);
    const held = chat.conversations.get(idOf(1));
    if (held === undefined) throw new Error('no conversation');
    chat.setConversation({ ...held, dueAt: Date.now() + 5 * MINUTE });
    await poll(names).toEqual([nameOf(3), nameOf(1), nameOf(8)]);
  });

  it.each(looks(['en', 'zh-CN', 'zh-TW', 'th'], 0))(
    'stands on the row of everybody who waits, whole beside the other marks at 1280 pixels, in %s',
    async (locale) => {
      const { page, backend } = window;
      const { chat, shops } = backend.model;
      letBeDue([8, 23 * 60 + 59], [3, -59], [5, 119], [1, 3 * 1_440], [4, 121]);
      for (const number of [8, 3, 5, 1, 4]) {
        const held = chat.conversations.get(idOf(number));
        const shop = held && shops.byId.get(held.shopId);
        if (held === undefined || shop === undefined) throw new Error('no conversation');
        chat.conversations.set(idOf(number), { ...held, assigneeId: backend.model.member.memberId });
        shops.byId.set(shop.shopId, { ...shop, alias: 'ร้านแม่บ้านญี่ปุ่น 深圳优选旗舰店 Official Flagship Store' });
      }
      await page.setViewportSize({ width: 1_280, height: 800 });
      await window.enter(`/chat/all?lang=${locale}`);
      const due = (number: number) =>
        page.getByRole('option', { name: nameOf(number), exact: true }).locator('[data-urgency]');
      const urgencies = [];
      for (const number of [1, 8, 4, 5, 3]) {
        await due(number).waitFor();
        urgencies.push(await due(number).getAttribute('data-urgency'));
        const isWhole = await due(number).evaluate((mark) => {
          const row = mark.closest('[role=option]');
          const { right, height } = mark.getBoundingClientRect();
          return (
            row !== null && row.clientHeight === 64 && height <= 16 && right <= row.getBoundingClientRect().right - 8
          );
        });
        expect(isWhole, `${number}`).toBe(true);
      }
      expect(urgencies).toEqual(['calm', 'calm', 'calm', 'soon', 'overdue']);
      if (locale !== 'en') return;
      const texts = await Promise.all([1, 8, 4, 5, 3].map((number) => due(number).innerText()));
      expect(texts).toEqual(['3 d', '23 h', '2 h', '1 h left', '58 min over']);
    },
  );

  it('says that it may have more than the window has loaded', async () => {
    letBeDue(...Array.from({ length: 230 }, (_, number) => [number, 10] as const));
    await window.enter('/chat/all?lang=en');
    await tab('Due').waitFor();
    // The snapshot has the first 200. Others come with the newest conversations and the first pages of the list.
    await poll(() => tab('Due').getAttribute('aria-description')).toMatch(
      /^2[0-3]\d\+ answers are due within two hours/,
    );
    await tab('Due').click();
    await list().getByRole('listbox').focus();
    await poll(async () => {
      await window.page.keyboard.press('End');
      return tab('Due').getAttribute('aria-description');
    }).toBe('230 answers are due within two hours or overdue');
  });

  it('tells of a shop whose only overdue answer is behind those that the window has', async () => {
    const { chat } = window.backend.model;
    const shopOf = (number: number) => chat.conversations.get(idOf(number))?.shopId;
    const others = Array.from({ length: chat.conversations.size }, (_, number) => number);
    const behind = others.length - 1;
    letBeDue(...others.filter((number) => shopOf(number) !== shopOf(behind)).map((number) => [number, -10] as const), [
      behind,
      -2,
    ]);
    await window.enter('/chat/all?lang=en');
    const shop = window.page.locator(`#shop-${shopOf(behind)}`);
    const rail = window.page.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
    await poll(() => shop.getAttribute('aria-description')).toContain('An answer is overdue');
    await poll(() => rail.getAttribute('aria-description')).toMatch(/2\d\d\+ answers are overdue/);
    // The window has never had the conversation.
    chat.receive(idOf(behind), { author: 'seller' });
    await poll(() => shop.getAttribute('aria-description')).not.toContain('An answer is overdue');
  });

  it('says that nothing is due while the others have time, and asks the server for none of them', async () => {
    letBeDue([8, 300], [3, 400]);
    await window.enter('/chat/all?lang=en');
    await tab('Due').click();
    await list().getByText('No answer is due').waitFor();
    await poll(() => tab('Due').getAttribute('aria-description')).toBeNull();
    await poll(() => tab('To answer').innerText()).toMatch(/^To answer/);
  });

  it('goes with a mark of the shops and groups whose answers are due soon or overdue', async () => {
    const { page, backend } = window;
    const shopOf = (number: number) => backend.model.chat.conversations.get(idOf(number))?.shopId;
    letBeDue([8, 30], [3, -1], [5, 300]);
    await window.enter('/chat/all?lang=en');
    const shop = (number: number) => page.locator(`#shop-${shopOf(number)}`);
    const factsOf = async (number: number) => [
      await shop(number).locator('[data-urgency]').getAttribute('data-urgency'),
      /An answer [^\n]*/.exec((await shop(number).getAttribute('aria-description')) ?? '')?.[0],
      /An answer [^\n]*/.exec((await shop(number).getAttribute('data-tip')) ?? '')?.[0],
    ];
    const both = (text: string) => [text, text];
    await poll(() => factsOf(3)).toEqual(['overdue', ...both('An answer is overdue')]);
    expect(await factsOf(8)).toEqual(['soon', ...both('An answer is due within two hours')]);
    expect(await factsOf(5)).toEqual(['calm', undefined, undefined]);
    const headings = page.locator('[data-heading] [data-urgency]');
    expect(new Set(await headings.evaluateAll((all) => all.map((each) => each.getAttribute('data-urgency'))))).toEqual(
      new Set(['soon', 'overdue', 'calm']),
    );
    backend.model.chat.receive(idOf(3), { author: 'seller' });
    await poll(() => page.locator('[data-urgency="overdue"]').count()).toBe(0);
  });
});

describe('the tabs', () => {
  it('are three and the last that was chosen of the others, which a menu has', async () => {
    const { page } = window;
    letBeDue([8, 300]);
    const aside = window.backend.model.chat.conversations.get(idOf(3));
    if (aside === undefined) throw new Error('no conversation');
    window.backend.model.chat.conversations.set(idOf(3), { ...aside, isUnreply: true, isSetAside: true });
    await window.enter('/chat/all?lang=en');
    const tabs = () =>
      list()
        .getByRole('tab')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-tab')));
    expect(await tabs()).toEqual(['waiting', 'due', 'unread', 'all']);
    await chooseList(page, 'Unreplied');
    expect(await tabs()).toEqual(['waiting', 'due', 'unread', 'unreplied']);
    await poll(() => tab('Unreplied').getAttribute('aria-selected')).toBe('true');
    await poll(() => names().then((found) => found.toSorted())).toEqual([nameOf(3), nameOf(8)].toSorted());
    await tab('To answer').click();
    await poll(names).toEqual([nameOf(8)]);
    await page.keyboard.press('ArrowLeft');
    await poll(() => tab('Unreplied').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await poll(() => tab('Deleted').getAttribute('aria-selected')).toBe('true');
  });

  it.each(looks(['en', 'zh-CN', 'zh-TW', 'th'], 3))('stand in one line at 300 pixels, in %s', async (locale) => {
    const { page } = window;
    letBeDue(...Array.from({ length: 30 }, (_, number) => [number, 10] as const));
    await page.addInitScript("localStorage.setItem('pasar.layout', JSON.stringify({ conversations: 300 }))");
    await window.enter(`/chat/all?lang=${locale}`);
    const bar = page.locator('[role=tablist]').first();
    await bar.waitFor();
    const ends = await bar.locator('[role=tab]').evaluateAll((all) =>
      all.map((each) => {
        const { left, right, top } = each.getBoundingClientRect();
        return { left, right, top };
      }),
    );
    const end = await bar.evaluate((box) => box.getBoundingClientRect().right);
    expect(new Set(ends.map(({ top }) => top)).size).toBe(1);
    expect(Math.max(...ends.map(({ right }) => right))).toBeLessThanOrEqual(end + 1);
    // Each of the first three shows its whole name.
    const cut = await bar
      .locator('[role=tab] > span:first-child')
      .evaluateAll((all) => all.map((each) => each.scrollWidth > each.clientWidth + 1));
    expect(cut.slice(0, 3)).toEqual([false, false, false]);
  });

  it('of a window that an earlier version has used is that of the buyers who wait', async () => {
    const { page } = window;
    const chosen = { shopId: null, tab: 'unreplied', conversationId: null };
    const all = { all: chosen, shopee: { ...chosen, tab: 'pinned' }, lazada: chosen, tiktok: chosen };
    await page.addInitScript(
      `sessionStorage.getItem('pasar.place') ?? sessionStorage.setItem('pasar.selection', '${JSON.stringify(all)}')`,
    );
    await window.enter('/chat/all?lang=en');
    await poll(() => tab('To answer').getAttribute('aria-selected')).toBe('true');
    await page.goto(`${window.url}/chat/index?lang=en`);
    await poll(() => tab('Pinned').getAttribute('aria-selected')).toBe('true');
  });
});
