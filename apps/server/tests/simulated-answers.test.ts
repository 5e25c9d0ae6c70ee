import { CALLS } from '@pasar/api';
import type { Country, ResponseRule } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { LOGINS, TradingServer, told } from './harness/trading-server.ts';
import type { Visitor } from './harness/web.ts';
import { type BookedPlace, buyersOf, readChat } from './recount/chats.ts';
import { recountShares } from './recount/shares.ts';

/**
 * Days in the life of six shops whose buyers write at any hour and are answered soon, late or not at all: the shares that
 * the product shows are those that are counted from the marketplaces' own books by code that imports nothing of the
 * product.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const { tradedDays } = inject('depth');
const SEED = 20_261_126;
const BEGINS_AT = Date.parse('2026-10-20T00:00:00Z');
const ZONES: Readonly<Partial<Record<Country, string>>> = {
  TW: 'Asia/Taipei',
  VN: 'Asia/Ho_Chi_Minh',
  ID: 'Asia/Jakarta',
  MY: 'Asia/Kuala_Lumpur',
  TH: 'Asia/Bangkok',
};
/** Buyers of each shop who write, and looks at each of them in a day. */
const BUYERS = 8;
const STEPS_A_DAY = 12;
/** Of a hundred looks: at how many a buyer writes, and a buyer who waits is answered. */
const WRITES = 10;
const ANSWERED = 45;

const RULES: readonly Omit<ResponseRule, 'windowDays'>[] = [
  { withinMs: 5 * HOUR_MS, wantedPercent: 85, counts: 'all', quiet: null },
  {
    withinMs: 8 * HOUR_MS,
    wantedPercent: 90,
    counts: 'first',
    quiet: { from: 22 * 60, to: 8 * 60, days: [0, 1, 2, 3, 4, 5, 6] },
  },
  { withinMs: 2 * HOUR_MS, wantedPercent: 80, counts: 'all', quiet: { from: 0, to: 1_439, days: [0, 6] } },
];

let trade: TradingServer;
let main: Visitor;
beforeAll(async () => {
  trade = await TradingServer.open(BEGINS_AT, LOGINS, [{ username: 'answers@x', identifiers: null }]);
  main = await trade.signIn('answers@x');
});
afterAll(() => trade.close());

test('the shares of the shops are those of the marketplaces’ books', { timeout: tradedDays * 20_000 }, async () => {
  const { shops } = await told(main, CALLS.chat.snapshot, {});
  const platformIds = await trade.platformIds();
  await allAreLive();
  const rules = new Map<string, ResponseRule>();
  for (const [index, { marketplace, country }] of shops.entries()) {
    const rule = { ...(RULES[index % RULES.length] as (typeof RULES)[number]), windowDays: tradedDays };
    const quiet = rule.quiet && { ...rule.quiet, days: [...rule.quiet.days] };
    await told(main, CALLS.responseRules.saveResponseRule, { marketplace, country, rule: { ...rule, quiet } });
    rules.set(`${marketplace}/${country}`, rule);
  }
  const { controlOrigin } = trade.simulator;
  const writing: BookedPlace[] = [];
  for (const shop of trade.shops.values()) writing.push(...(await buyersOf(controlOrigin, shop)).slice(0, BUYERS));
  await live(writing);

  const expected = new Map<string, ReturnType<typeof recountShares>>();
  for (const { shopId, marketplace, country } of shops) {
    const platformId = platformIds.get(shopId) ?? '';
    const rule = rules.get(`${marketplace}/${country}`);
    const zone = ZONES[country];
    if (rule === undefined || zone === undefined) throw new Error(`no rule or zone for ${country}`);
    const chats = await Promise.all(
      (await buyersOf(controlOrigin, { marketplace, shopId: platformId })).map((place) =>
        readChat(controlOrigin, place),
      ),
    );
    const wanted = {
      withinMinutes: rule.withinMs / MINUTE_MS,
      windowDays: rule.windowDays,
      isFirstOnly: rule.counts === 'first',
      quiet: rule.quiet,
    };
    expected.set(shopId, recountShares(chats.flat(), wanted, { zone, now: trade.now }));
  }
  for (const { inTime, late } of expected.values()) {
    expect(inTime).toBeGreaterThan(0);
    expect(late).toBeGreaterThan(0);
  }
  await vi.waitFor(
    async () => {
      await trade.makeFigures();
      const { shares } = await told(main, CALLS.teamFigures.responseShares, {});
      const shown = shares.map(({ shopId, inTime, late, days }) => [
        shopId,
        { inTime, late, days: days.map((day) => [day.inTime, day.late]) },
      ]);
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
    },
    { timeout: 60_000, interval: 500 },
  );
});

const allAreLive = (): Promise<void> =>
  vi.waitFor(
    async () => {
      const { shops } = await told(main, CALLS.chat.snapshot, {});
      expect(shops).toHaveLength(LOGINS.length);
      for (const { connection } of shops) expect(connection.state).toBe('live');
    },
    { timeout: 30_000, interval: 50 },
  );

/** A day longer than the window, so that nothing of the seeded past is in it. */
async function live(places: readonly BookedPlace[]): Promise<void> {
  const steps = (tradedDays + 1) * STEPS_A_DAY;
  const drawn = fc.sample(fc.noBias(fc.integer({ min: 0, max: 99 })), { seed: SEED, numRuns: steps * places.length });
  const waiting = new Set<BookedPlace>();
  for (let step = 0; step < steps; step += 1) {
    for (const [index, place] of places.entries()) {
      const passed = ((step + index / places.length) * DAY_MS) / STEPS_A_DAY;
      // Whole minutes, because the recount reads a clock on the wall.
      trade.moveTo(BEGINS_AT + Math.floor(passed / MINUTE_MS) * MINUTE_MS);
      const chance = drawn[step * places.length + index] ?? 0;
      const waits = waiting.has(place);
      if (chance >= (waits ? ANSWERED : WRITES)) continue;
      // A buyer who waits may write again, which does not begin the wait anew.
      const isAnswer = waits && chance % 4 !== 0;
      const from = isAnswer ? 'sellerApp' : 'buyer';
      await trade.control('/sim/messages', { ...place, from, kind: 'text', content: `${from} at step ${step}` });
      if (isAnswer) waiting.delete(place);
      else waiting.add(place);
    }
  }
  trade.moveTo(BEGINS_AT + (tradedDays + 1) * DAY_MS);
}
