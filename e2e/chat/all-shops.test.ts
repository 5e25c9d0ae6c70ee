import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type ConversationRow, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer, MarketConversation } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
/** Rows from the top that a test compares; the rest of the list would prove nothing more. */
const LOOKED_AT = 150;

const isPinned = ({ facts }: ConversationRow): boolean => /(^|\. )Pinned\. /.test(facts);
const isUnread = ({ facts }: ConversationRow): boolean => /^\d+ unread/.test(facts);
/** A buyer's message that nobody has read, and that the buyer has not taken back. */
const isWaiting = ({ from, status, isReadBySeller }: MarketConversation['messages'][number]): boolean =>
  from === 'buyer' && status === 'available' && !isReadBySeller;
/** The buyer waits, or somebody has marked the conversation unread in the marketplace's own app, where that exists. */
const isUnreadThere = ({ messages, unreadCount }: MarketConversation): boolean =>
  unreadCount > 0 || messages.some(isWaiting);
const names = (rows: readonly ConversationRow[]): readonly string[] => rows.map(({ name }) => name);

/** The screen of all shops, with every pinned conversation in sight. */
async function enter(): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.all);
  await desk.showAllPinned();
  return desk;
}
async function quiet(marketplace: 'shopee' | 'lazada' | 'tiktok', country: string, nth: number): Promise<Buyer> {
  const buyer = (await harness.demo.market.quietBuyers(marketplace, country))[nth];
  if (buyer === undefined) throw new Error(`${country} has too few buyers`);
  return buyer;
}

describe('all shops', () => {
  it('puts the conversations of all marketplaces into one list, pinned on top, each part newest first', async () => {
    const desk = await enter();
    const shops = await harness.demo.market.demoShops();
    const total = shops.reduce((sum, { buyers }) => sum + buyers.length, 0);
    await desk.loadRows(total);
    const rows = await desk.topRows(total);
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.length).toBe(total);
    const pinned = rows.filter(isPinned);
    expect(pinned.length).toBeGreaterThan(0);
    expect(names(rows.slice(0, pinned.length))).toEqual(names(pinned));
    for (const part of [pinned, rows.slice(pinned.length)]) {
      expect(part.map(({ lastAt }) => lastAt)).toEqual(part.map(({ lastAt }) => lastAt).sort((a, b) => b - a));
    }
    for (const name of ['Shopee ', 'Lazada ', 'TikTok Shop ']) {
      expect(rows.filter(({ facts }) => facts.includes(`. ${name}`) || facts.startsWith(name)).length).toBe(
        shops.filter(({ marketplace }) => name.toLowerCase().startsWith(marketplace)).flatMap(({ buyers }) => buyers)
          .length,
      );
    }
  });

  it('folds a wall of pinned conversations, but for the first few and those that wait', async () => {
    const desk = await enter();
    const whole = (await desk.topRows(LOOKED_AT)).filter(isPinned);
    await desk.conversations.getByRole('button', { name: 'Show fewer pinned' }).click();
    await desk.conversations.getByRole('button', { name: `Show all ${whole.length} pinned` }).waitFor();
    const folded = await desk.topRows(LOOKED_AT);
    const shown = folded.filter(isPinned);
    expect(names(shown)).toEqual(names(whole.filter((row, index) => index < 3 || isUnread(row))));
    expect(names(folded.slice(0, shown.length))).toEqual(names(shown));
    // The fold is remembered for the next visit.
    await desk.open(CHAT_PATHS.all);
    await desk.conversations.getByRole('button', { name: `Show all ${whole.length} pinned` }).waitFor();
  });

  it('keeps unread and pinned conversations in tabs of their own', async () => {
    const desk = await enter();
    const all = (await harness.demo.market.all()).map(({ conversation }) => conversation);
    await desk.tab('Unread').click();
    await desk.loadRows(all.filter(isUnreadThere).length);
    expect((await desk.topRows(all.length)).every(isUnread)).toBe(true);
    await desk.chooseList('Pinned');
    await desk.loadRows(all.filter((conversation) => conversation.isPinned).length);
    expect((await desk.topRows(all.length)).every(isPinned)).toBe(true);
    await desk.chooseList('All');
    await desk.loadRows(all.length);
  });

  it("shows as unread what was marked unread in the marketplace's own app", async () => {
    const desk = await enter();
    const all = await harness.demo.market.all();
    const marked = all
      .filter(({ conversation }) => conversation.unreadCount > 0 && !conversation.messages.some(isWaiting))
      .map(({ buyer }) => buyer.name);
    expect(marked.length).toBeGreaterThan(0);
    await desk.tab('Unread').click();
    await desk.loadRows(all.filter(({ conversation }) => isUnreadThere(conversation)).length);
    expect(names(await desk.topRows(all.length))).toEqual(expect.arrayContaining(marked));
  });

  it('moves a pinned conversation to the top, here and at the marketplace, and back', async () => {
    const desk = await enter();
    const buyer = await quiet('lazada', 'PH', 0);
    await desk.find(buyer.name);
    await desk.messages.getByRole('button', { name: 'Pin', exact: true }).click();
    const place = async () => {
      const rows = await desk.topRows(LOOKED_AT);
      // After other journeys a conversation that is not pinned may stand further down.
      const index = rows.findIndex(({ name }) => name === buyer.name);
      const found = rows[index];
      return { isPinned: found !== undefined && isPinned(found), isOnTop: rows.slice(0, index).every(isPinned) };
    };
    await expect.poll(place, PATIENT).toEqual({ isPinned: true, isOnTop: true });
    await expect.poll(async () => (await harness.demo.market.look(buyer.place)).isPinned, PATIENT).toBe(true);

    await desk.messages.getByRole('button', { name: 'Unpin', exact: true }).click();
    await expect.poll(async () => (await place()).isPinned, PATIENT).toBe(false);
    await expect.poll(async () => (await harness.demo.market.look(buyer.place)).isPinned, PATIENT).toBe(false);
  });

  it('finds a buyer of any shop by a part of the name, and says when there is none', async () => {
    const desk = await enter();
    const search = desk.conversations.getByRole('searchbox', { name: 'Search buyers' });
    for (const buyer of [await quiet('shopee', 'BR', 1), await quiet('tiktok', 'VN', 1)]) {
      await search.fill(buyer.name.slice(0, -1).toUpperCase());
      await expect.poll(async () => names(await desk.rows()), PATIENT).toContain(buyer.name);
      const part = buyer.name.slice(0, -1).toLowerCase();
      expect(names(await desk.rows()).filter((name) => !name.toLowerCase().includes(part))).toEqual([]);
    }
    await search.fill('nobody is called this');
    await desk.conversations.getByText('No buyer found').waitFor();
    await search.press('Escape');
    await expect.poll(async () => (await desk.rows()).length, PATIENT).toBeGreaterThan(5);
  });

  it('moves a conversation up when its buyer writes, and no other', async () => {
    const desk = await enter();
    const before = await desk.topRows(LOOKED_AT);
    const pinnedCount = before.filter(isPinned).length;
    const writers = [
      await quiet('shopee', 'TW', 2),
      await quiet('lazada', 'TH', 2),
      await quiet('tiktok', 'MY', 2),
    ] as const;
    const rest = names(before).filter((name) => writers.every((writer) => writer.name !== name));
    for (const [index, writer] of writers.entries()) {
      const question = `Question ${index} of ${writer.name}`;
      await harness.demo.market.post(writer.place, question);
      const newest = async () => (await desk.topRows(pinnedCount + 1))[pinnedCount];
      await expect.poll(newest, PATIENT).toMatchObject({ name: writer.name, facts: expect.stringContaining(question) });
    }
    const after = names(await desk.topRows(LOOKED_AT));
    expect(after.slice(pinnedCount, pinnedCount + writers.length)).toEqual(
      writers.map(({ name }) => name).toReversed(),
    );
    const others = after.filter((name) => writers.every((writer) => writer.name !== name));
    const compared = Math.min(others.length, rest.length);
    expect(compared).toBeGreaterThan(LOOKED_AT / 2);
    expect(others.slice(0, compared)).toEqual(rest.slice(0, compared));
  });
});
