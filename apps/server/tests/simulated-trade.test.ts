import { CALLS } from '@pasar/api';
import { READING_LIMITS, READING_SUBJECTS } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { LOGINS, TradingServer, told } from './harness/trading-server.ts';
import type { Visitor } from './harness/web.ts';
import { readBook, type ShopBook } from './recount/books.ts';
import { recountCases, recountReviews, recountTabs } from './recount/counts.ts';
import { type Period, pointLine, recountFigures, sumsLine } from './recount/figures.ts';

/**
 * Days in the life of six shops. At each step the figures that the product shows are those that are counted from the
 * marketplaces' own books, order by order, by code that imports nothing of the product.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const { tradedDays } = inject('depth');
const SEED = 20_261_025;

const SHOPEE_LOGINS = 2;
const MEMBERS = [
  { username: 'shanghai@x', zone: 'Asia/Shanghai', identifiers: null },
  {
    username: 'trade:saopaulo',
    zone: 'America/Sao_Paulo',
    identifiers: ['chosang.vn', 'id@morningmarket.example', 'th@lampara.example'],
  },
  {
    username: 'trade:madrid',
    zone: 'Europe/Madrid',
    identifiers: ['zaoshi.tw', 'my@morningmarket.example', 'vn@lampara.example'],
  },
];
const PERIODS: readonly Period[] = ['real_time', 'yesterday', 'past7days', 'past30days'];

/** In Madrid the clocks go back on 25 October 2026 and forward on 28 March 2027, both at 01:00 UTC. */
const BEGINNINGS = tradedDays > 7 ? ['2026-10-05', '2027-03-08'] : ['2026-10-20'];
const CHANGES = [Date.UTC(2026, 9, 25, 1), Date.UTC(2027, 2, 28, 1)];
/** Moments around the change: half an hour after the midnights in Madrid, and half an hour on both sides of it. */
const AROUND_CHANGE_HOURS = [-2.5, -0.5, 0.5, 22.5, 46.5];

/** When the members look: two moments of each day, drawn, and those around a change of the clocks. */
function momentsFrom(beginsAt: number): readonly number[] {
  const minute = fc.noBias(fc.integer({ min: 0, max: 24 * 60 - 1 }));
  const drawn = fc.sample(fc.tuple(minute, minute), { seed: SEED, numRuns: tradedDays });
  const usual = drawn.flatMap((minutes, day) => minutes.map((each) => beginsAt + day * DAY_MS + each * 60_000));
  const endsAt = beginsAt + tradedDays * DAY_MS;
  const special = CHANGES.flatMap((at) => AROUND_CHANGE_HOURS.map((hours) => at + hours * HOUR_MS));
  return [...new Set([...usual, ...special.filter((at) => at > beginsAt && at < endsAt)])].toSorted(
    (one, other) => one - other,
  );
}

describe.each(BEGINNINGS)('trade from %s on', (beginning) => {
  const beginsAt = Date.parse(`${beginning}T00:00:00Z`);
  const readFrom = beginsAt - READING_LIMITS.reviews.firstDays * DAY_MS;
  let trade: TradingServer;
  let people: readonly { readonly visitor: Visitor; readonly zone: string; readonly identifiers: readonly string[] }[];
  let platformIds: ReadonlyMap<string, string>;

  beforeAll(async () => {
    trade = await TradingServer.open(beginsAt, LOGINS, MEMBERS);
    platformIds = await trade.platformIds();
    people = await Promise.all(
      MEMBERS.map(async ({ username, zone, identifiers }) => ({
        visitor: await trade.signIn(username),
        zone,
        identifiers: identifiers ?? LOGINS,
      })),
    );
  });
  afterAll(() => trade.close());
  const main = (): Visitor => {
    const [first] = people;
    if (first === undefined) throw new Error('nobody is signed in');
    return first.visitor;
  };

  test('the figures at every step are those of the marketplaces’ books', { timeout: tradedDays * 20_000 }, async () => {
    await readAllNow();
    await everythingIsRead();
    const before = await books(LOGINS);
    for (const [step, at] of momentsFrom(beginsAt).entries()) {
      // Before the clock moves, because the product reads as soon as it has moved.
      await answerAsSeller(step);
      const passed = at - trade.now;
      trade.moveTo(at);
      // What is read by itself only later, a member has read now.
      if (passed <= HOUR_MS) await readAllNow();
      await everythingIsRead();
      for (const person of people) await compare(person);
    }
    expectLife(before, await books(LOGINS));
  });

  test('the fans of all shops are read from the marketplace, and most of them may not be written to', async () => {
    const { readings } = await told(main(), CALLS.readings.readings, { subject: 'returns' });
    const shopIds = readings.map(({ shopId }) => shopId);
    await told(main(), CALLS.bulkSend.readFans, { shopIds });
    await vi.waitFor(
      async () => {
        const { shops } = await told(main(), CALLS.bulkSend.shopFans, {});
        expect(shops.map(({ state, fanCount }) => [state, fanCount])).toEqual(shopIds.map(() => ['done', 45]));
      },
      { timeout: 30_000, interval: 20 },
    );
    const { totalCount, shops } = await told(main(), CALLS.bulkSend.previewBulkSend, {
      content: { parts: [{ kind: 'text', text: 'Hello' }], variants: [] },
      buyerListJson: { kind: 'fans', shopIds },
    });
    expect(totalCount).toBe(45 * shopIds.length);
    // Thirty fans of a shop have neither written nor ordered.
    for (const { skipped } of shops) {
      expect(skipped.map(({ reason }) => reason)).toEqual(['outOfReach']);
      expect(skipped[0]?.count).toBeGreaterThanOrEqual(30);
    }
  });

  const books = (identifiers: readonly string[]): Promise<readonly ShopBook[]> =>
    Promise.all(
      identifiers.map((identifier) => {
        const shop = trade.shops.get(identifier);
        if (shop === undefined) throw new Error(`no shop of ${identifier}`);
        return readBook(trade.simulator.controlOrigin, shop.marketplace, shop.shopId);
      }),
    );

  async function readAllNow(): Promise<void> {
    for (const subject of READING_SUBJECTS) await told(main(), CALLS.readings.readNow, { subject });
  }
  /** Waits until no list is due any more. */
  const everythingIsRead = (): Promise<void> =>
    vi.waitFor(
      async () => {
        for (const subject of READING_SUBJECTS) {
          const { readings } = await told(main(), CALLS.readings.readings, { subject });
          expect(readings).toHaveLength(subject === 'orders' ? LOGINS.length : SHOPEE_LOGINS);
          for (const { state, nextAt, unreadable } of readings) {
            expect({ state, isDue: nextAt !== null && nextAt <= trade.now, unreadable }).toEqual({
              state: 'done',
              isDue: false,
              unreadable: 0,
            });
          }
        }
      },
      { timeout: 30_000, interval: 20 },
    );

  /** Of what waits for the seller, a third is agreed to, a third refused, and a third left to the marketplace. */
  async function answerAsSeller(step: number): Promise<void> {
    for (const { marketplace, shopId, orders, returns } of await books(LOGINS)) {
      const answer = async (orderId: string, answers: readonly string[]): Promise<void> => {
        const taken = answers[(Number(orderId.slice(-4)) + step) % 3];
        if (taken !== undefined) await trade.control('/sim/orders/step', { marketplace, shopId, orderId, step: taken });
      };
      for (const { orderId, status } of orders) {
        if (status === 'cancelRequested') await answer(orderId, ['acceptCancel', 'rejectCancel']);
      }
      for (const { order, status } of returns) {
        const isWaiting = order.status === 'returning' && (status === 1 || status === 4);
        if (isWaiting) await answer(order.orderId, ['acceptReturn', 'refuseReturn']);
      }
    }
  }

  async function compare({ visitor, zone, identifiers }: (typeof people)[number]): Promise<void> {
    const own = await books(identifiers);
    const { now } = trade;
    const when = `${new Date(now).toISOString()} in ${zone}`;
    for (const period of PERIODS) {
      const shown = await told(visitor, CALLS.statistics.figures, { period, timeZone: zone });
      expect(shown.asOf).toBe(now);
      const line = (shop: string, row: (typeof shown.totals)[number]): string =>
        `${shop} ${row.currency}: ${sumsLine(row.now)}; before ${sumsLine(row.before)}`;
      const sums = [
        ...shown.totals.map((row) => line('all', row)),
        ...shown.shops.map((row) => line(platformIds.get(row.shopId) ?? '', row)),
      ];
      const series = shown.series.map((point) =>
        pointLine(shown.edges[point.bucket] ?? Number.NaN, point.currency, point.orders, point.sales),
      );
      const counted = recountFigures(own, { zone, period, now });
      expect({ sums: sums.toSorted(), series: series.toSorted() }, `${period}, ${when}`).toEqual(counted);
    }
    const tabs = await told(visitor, CALLS.orderBook.getTabAndOrderCountMap, {});
    expect(tabs, `tabs, ${when}`).toEqual({ tabs: recountTabs(own), unknown: 0 });
    const cases = await told(visitor, CALLS.afterSales.afterSalesCounts, {});
    expect(cases.tabs, `after-sales, ${when}`).toEqual(recountCases(own, now));
    expect(await reviewsOf(visitor), `reviews, ${when}`).toEqual(recountReviews(own, readFrom));
  }

  /** The counters, without what the first reading has found beyond its 90 days at the end of its last page. */
  async function reviewsOf(visitor: Visitor): Promise<readonly string[]> {
    const counted = await told(visitor, CALLS.reviews.reviewCounts, {});
    const older = await told(visitor, CALLS.reviews.listReviews, { createdTo: readFrom, pageSize: 200 });
    const count = (each: number): number =>
      (counted.stars.find(({ stars }) => stars === each)?.count ?? 0) -
      older.reviews.filter(({ stars }) => stars === each).length;
    const unanswered = counted.unanswered - older.reviews.filter(({ reply }) => reply === null).length;
    return [...[1, 2, 3, 4, 5].map((each) => `${each}: ${count(each)}`), `unanswered: ${unanswered}`];
  }

  /** Without life, equal figures would say little. */
  function expectLife(before: readonly ShopBook[], after: readonly ShopBook[]): void {
    for (const [index, book] of after.entries()) {
      const known = new Map(before[index]?.orders.map((order) => [order.orderId, order.status]));
      const placed = book.orders.filter(({ orderId }) => !known.has(orderId));
      expect(placed.length, `orders placed at ${book.marketplace}`).toBeGreaterThan(tradedDays);
    }
    const changes = after.flatMap(({ orders }, index) => {
      const known = new Map(before[index]?.orders.map((order) => [order.orderId, order.status]));
      return orders.flatMap(({ orderId, status }) => (known.get(orderId) === status ? [] : [status]));
    });
    const happened = ['toShip', 'shipping', 'completed', 'cancelled', 'returning'];
    expect(happened.filter((status) => !changes.some((change) => change === status))).toEqual([]);
    const count = (all: readonly ShopBook[], of: 'returns' | 'ratings') =>
      all.filter(({ marketplace }) => marketplace === 'shopee').reduce((sum, book) => sum + book[of].length, 0);
    expect(count(after, 'returns')).toBeGreaterThan(count(before, 'returns'));
    expect(count(after, 'ratings')).toBeGreaterThan(count(before, 'ratings'));
  }
});
