import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk, type MessageRow } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { type Buyer, type Market, type MarketMessage, textOf } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();
const LONG = 100;
const FIVE_MINUTES_MS = 300_000;
/** Pixels that a row may move while older ones are put above it. */
const STILL_PX = 2;

/** The marketplaces' conversations as they were before the first journey. */
let seeded: ReturnType<Market['all']> | null = null;

/** The marketplace's longest read conversation among those whose buyer's name is unique. */
async function longest(marketplace: 'shopee' | 'lazada' | 'tiktok'): Promise<Buyer> {
  seeded ??= harness.demo.market.all();
  const all = await seeded;
  const isAlone = (name: string) => all.filter(({ buyer }) => buyer.name.includes(name)).length === 1;
  const [first] = all
    .filter(({ buyer, conversation }) => buyer.place.marketplace === marketplace && conversation.unreadCount === 0)
    .filter(({ buyer }) => isAlone(buyer.name))
    .sort((left, right) => right.conversation.messages.length - left.conversation.messages.length);
  if (first === undefined) throw new Error(`${marketplace} has no such conversation`);
  return first.buyer;
}

async function enter(buyer: Buyer): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS[buyer.place.marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  return desk;
}

/** Pages back once and checks that older rows do not move the held row. False at the beginning of the conversation. */
async function pageBack(desk: Desk): Promise<boolean> {
  if (await desk.log.getByText('This is where the conversation begins').isVisible()) return false;
  const gate = Promise.withResolvers<void>();
  const hold = '**/api/desk/messages?*before=*';
  await desk.page.route(hold, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await desk.scrollMessages(200);
  const before = await desk.hold();
  gate.resolve();
  await expect
    .poll(async () => {
      const isBeginning = await desk.log.getByText('This is where the conversation begins').isVisible();
      return isBeginning || (await desk.held()).index > before.index;
    }, PATIENT)
    .toBe(true);
  const after = await desk.held();
  await desk.page.unroute(hold);
  expect(after.isThere).toBe(true);
  expect(after.text).toBe(before.text);
  expect(Math.abs(after.offset - before.offset)).toBeLessThanOrEqual(STILL_PX);
  return true;
}

/** Reads every row from the first on, by scrolling through all of them. */
async function readAll(desk: Desk): Promise<readonly MessageRow[]> {
  const found = new Map<number, MessageRow>();
  for (let top = 0, left = 1; left > 0; top += 400) {
    left = (await desk.scrollMessages(top)).toEnd;
    for (const row of await desk.messageRows()) found.set(row.index, row);
  }
  return [...found.values()].sort((left, right) => left.index - right.index);
}

describe('history', () => {
  it.each(visited(['shopee', 'lazada', 'tiktok'] as const, 1))(
    'pages back through a long conversation of %s without a jump, to its first message',
    async (marketplace) => {
      const buyer = await longest(marketplace);
      const desk = await enter(buyer);
      await expect.poll(async () => (await desk.messageRows()).at(-1)?.isInView, PATIENT).toBe(true);
      for (let pages = 0; await pageBack(desk); pages += 1) expect(pages).toBeLessThan(20);
      const rows = await readAll(desk);
      const { messages } = await harness.demo.market.look(buyer.place);
      expect(messages.length).toBeGreaterThan(marketplace === 'shopee' ? LONG : LONG / 2);
      expect(rows.map(({ index }) => index)).toEqual(messages.map((_, index) => index));
      expect(rows.map(({ text }) => text)).toEqual(messages.map((message) => textOf(message) ?? ''));
      expectTimes(rows, messages);
    },
  );

  it('keeps the view where it is when a message comes, and offers the way down', async () => {
    const { market } = harness.demo;
    const buyer = await longest('tiktok');
    const desk = await enter(buyer);
    await expect.poll(async () => (await desk.messageRows()).at(-1)?.isInView, PATIENT).toBe(true);
    await expect.poll(() => desk.pill.count(), PATIENT).toBe(0);
    // The server may have stored so few rows that the first page leaves the view at the end.
    while (!(await desk.pill.isVisible())) expect(await pageBack(desk)).toBe(true);
    const before = await desk.hold();
    await market.post(buyer.place, 'One more thing:');
    await desk.pill.getByText('1 new message', { exact: true }).waitFor();
    await market.post(buyer.place, 'can you wrap it as a gift?');
    await desk.pill.getByText('2 new messages', { exact: true }).waitFor();
    const after = await desk.held();
    expect(Math.abs(after.offset - before.offset)).toBeLessThanOrEqual(STILL_PX);
    // No window has shown the two new messages yet.
    expect(await desk.unreadOf(buyer.name)).toBe(2);

    await desk.pill.click();
    await expect
      .poll(async () => (await desk.messageRows()).at(-1), PATIENT)
      .toMatchObject({
        text: 'can you wrap it as a gift?',
        isInView: true,
      });
    await expect.poll(() => desk.pill.count(), PATIENT).toBe(0);
    await expect.poll(() => desk.unreadOf(buyer.name), PATIENT).toBe(0);
  });

  it('follows the newest message while it is in view', async () => {
    const buyer = await longest('lazada');
    const desk = await enter(buyer);
    for (let count = 1; count <= 12; count += 1) {
      await harness.demo.market.post(buyer.place, `Line ${count}`);
      await expect
        .poll(async () => (await desk.messageRows()).at(-1), PATIENT)
        .toMatchObject({
          text: `Line ${count}`,
          isInView: true,
        });
    }
    await expect.poll(() => desk.pill.count(), PATIENT).toBe(0);
  });
});

/** A time stands beside the first message of a day, and otherwise only five minutes or more after the time before it. */
function expectTimes(rows: readonly MessageRow[], messages: readonly MarketMessage[]): void {
  let [lastShownAt, lastDay] = [Number.NEGATIVE_INFINITY, ''];
  const shown = rows.map(({ isTimeShown }) => isTimeShown);
  const wanted = messages.map(({ acceptedAt }) => {
    const day = new Date(acceptedAt).toDateString();
    const isShown = day !== lastDay || acceptedAt - lastShownAt >= FIVE_MINUTES_MS;
    lastDay = day;
    if (isShown) lastShownAt = acceptedAt;
    return isShown;
  });
  expect(shown).toEqual(wanted);
}
