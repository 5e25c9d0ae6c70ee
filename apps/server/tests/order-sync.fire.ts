import { CALLS } from '@pasar/api';
import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Lane, type Victim } from './fire/lane.ts';
import { linesAt, linesKept, ordersAt } from './fire/marketplace-orders.ts';
import { PageWatch } from './fire/page-watch.ts';

/** Orders of one page of each marketplace's list. */
const PAGE: Readonly<Record<Marketplace, number>> = { shopee: 40, lazada: 10, tiktok: 20 };
const HOUR_MS = 3_600_000;
/** The orders of the seed and of so many days fill at least seven pages at every marketplace. */
const LIVED_DAYS = 30;
/** Of the pages of the first reading, those at which a server may be killed. */
const FEWEST_PAGES = 7;

/**
 * When the server is killed: before a page is answered, right after it was answered, or in the middle of the transaction
 * that stores it.
 */
const MOMENTS = ['asked', 'answered', 'storing'] as const;
interface Cut {
  readonly page: number;
  readonly moment: (typeof MOMENTS)[number];
}
const cut = fc.record({
  page: fc.noBias(fc.integer({ min: 2, max: FEWEST_PAGES - 1 })),
  moment: fc.constantFrom(...MOMENTS),
});
/** Drawn for each seed: one or two deaths in the same reading, and how long the shop lives on while no server runs. */
const plan = fc.record({
  cuts: fc.array(cut, { minLength: 1, maxLength: 2 }),
  livedHours: fc.noBias(fc.integer({ min: 0, max: 30 })),
});

/** The marketplaces take turns, so that the short run has every moment too. */
const plansOf = (marketplace: Marketplace) =>
  fc
    .sample(plan, { seed: 20_261_125, numRuns: inject('depth').cutReadings * MARKETPLACES.length })
    .filter((_, index) => index % MARKETPLACES.length === MARKETPLACES.indexOf(marketplace));

interface Place {
  readonly state: string;
  readonly cursor: string | null;
  readonly found: number;
  /** 0 to 1, as the desk shows it. */
  readonly progress: number;
}

describe.each(MARKETPLACES)('a server that is killed while it reads orders, %s', (marketplace) => {
  const size = PAGE[marketplace];
  let lane: Lane;
  let server: Victim;
  let watch: PageWatch;
  beforeAll(async () => {
    lane = await Lane.open(marketplace);
    watch = new PageWatch(marketplace);
    await liveOn(LIVED_DAYS * 24);
    server = await lane.start();
  });
  afterAll(async () => {
    watch.close();
    await lane.close();
  });

  const named = plansOf(marketplace).map((each) => ({
    ...each,
    name: each.cuts.map(({ page, moment }) => `${page}, ${moment}`).join(' and '),
  }));
  test.each(named)('at page $name', async ({ cuts, livedHours }) => {
    // A case that failed may have left no server.
    if (server.child.exitCode !== null || server.child.signalCode !== null) await startAgain();
    await forget();
    let storedPages = 0;
    for (const [round, { page, moment }] of cuts.entries()) {
      watch.countAnew();
      const death = dieAt(page, moment);
      if (round === 0) await readNow();
      else await startAgain();
      await death;
      const { state, cursor, found, progress } = await placeOf();
      expect(state).toBe('running');
      expect(progress).toBeGreaterThan(0);
      expect(progress).toBeLessThan(1);
      storedPages = pagesBefore(cursor);
      // Each page is stored with the place behind it, or not at all. Later, what has changed is read twice.
      if (round === 0) expect([found, (await linesKept(lane)).length]).toEqual([storedPages * size, found]);
      await liveOn(livedHours);
    }
    watch.countAnew();
    await startAgain();
    await isDone();
    const pages = Math.ceil((await ordersAt(lane)).length / size);
    expect(watch.asked, 'pages behind the last that was stored').toBe(pages - storedPages);

    // What changed while no server ran has come to the front of the list, where the next reading finds it.
    watch.countAnew();
    await readNow();
    await isDone();
    expect(watch.asked, 'pages of the next reading').toBeLessThan(pages);
    expect(await linesKept(lane)).toEqual(await linesAt(lane));
  });

  /** Resolves when the server has died at this page of the present count. Called before the page can be asked for. */
  function dieAt(page: number, moment: Cut['moment']): Promise<void> {
    return new Promise((resolve, reject) => {
      const die = async (): Promise<void> => {
        if (moment === 'storing') await whileStoring(() => kill());
        else await kill();
      };
      watch.at(moment === 'answered' ? 'answered' : 'asked', page, () => void die().then(resolve, reject));
    });
  }
  async function kill(): Promise<void> {
    // A server that is started again is another one.
    const victim = server;
    victim.child.kill('SIGKILL');
    await victim.ended;
  }
  /** Holds up the writing of a page in the middle of its transaction, and lets go after `run`. */
  async function whileStoring(run: () => Promise<void>): Promise<void> {
    const { owner } = lane.database;
    await owner.query('begin');
    await owner.query('lock table shop_order_count in exclusive mode');
    await lane.until('a page that is being stored', async () => {
      const waiting = await owner.query(
        "select from pg_locks where not granted and relation = 'shop_order_count'::regclass",
      );
      return waiting.rowCount === 0 ? null : true;
    });
    await run();
    await owner.query('rollback');
  }
  async function startAgain(): Promise<void> {
    await lane.expireLeases();
    server = await lane.start();
  }

  /** As in an account that has read nothing yet. */
  async function forget(): Promise<void> {
    for (const table of ['reading_setting', 'reading', 'shop_order', 'shop_order_count', 'shop_order_hour']) {
      await lane.database.owner.query(`delete from ${table}`);
    }
  }
  async function readNow(): Promise<void> {
    const visitor = await lane.signIn(server);
    expect(await visitor.call(CALLS.readings.readNow, { subject: 'orders' })).toMatchObject({ result: 'success' });
  }
  const isDone = () =>
    lane.until('the end of the reading', async () => ((await placeOf()).state === 'done' ? true : null));
  async function placeOf(): Promise<Place> {
    const found = await lane.database.owner.query<Place>(
      `select state, cursor, found, (top_at - reached_at)::float / (top_at - floor_at) as progress
       from reading where subject = 'orders'`,
    );
    const [row] = found.rows;
    if (row === undefined) throw new Error('nothing reads orders');
    return row;
  }
  /** Shopee and Lazada name the next page, TikTok the orders before it. */
  const pagesBefore = (cursor: string | null): number =>
    marketplace === 'tiktok' ? Number(cursor ?? 0) / size : Number(cursor ?? 1) - 1;
  const liveOn = (hours: number) => lane.control('POST', '/sim/time', { forMs: hours * HOUR_MS, shop: lane.shop });
});
