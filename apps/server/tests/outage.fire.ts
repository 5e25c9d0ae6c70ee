import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { CALLS } from '@pasar/api';
import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { BreakableDatabase, OUTAGES, type Outage } from './fire/breakable-database.ts';
import { Lane, type Target, type Victim } from './fire/lane.ts';
import type { Visitor } from './harness/web.ts';

/** The longest time of a health check, with some room for a busy machine. */
const ANSWERED_WITHIN_MS = 2_500;
/** The longest time that a server takes to stop, whatever the database does. */
const STOPPED_WITHIN_MS = 10_000;
/** A server at rest has about a hundred open files; one that piles up connections has thousands. */
const MOST_FILES = 300;
const TARGETS = 4;
const { outages, longestOutageMs } = inject('depth');

interface Case {
  readonly number: number;
  readonly marketplace: Marketplace;
  readonly outage: Outage;
  /** How long the load runs before the outage begins. */
  readonly afterMs: number;
  readonly awayMs: number;
}
/**
 * The kinds take turns, and the marketplaces: twelve outages in a row have every kind at every marketplace. How long and
 * when is drawn.
 */
const CASES = fc
  .sample(
    fc.record({
      afterMs: fc.noBias(fc.integer({ min: 0, max: 2_000 })),
      // From 0.5 s, each doubling is as likely as the next, so that there are as many short outages as long ones.
      share: fc.noBias(fc.integer({ min: 0, max: 1_000 })),
    }),
    { seed: 20_261_123, numRuns: outages },
  )
  .map(({ afterMs, share }, number): Case => {
    const awayMs = Math.round(500 * (longestOutageMs / 500) ** (share / 1_000));
    const outage = OUTAGES[number % OUTAGES.length] ?? 'stopped';
    const marketplace = MARKETPLACES[number % MARKETPLACES.length] ?? 'shopee';
    return { number, marketplace, outage, afterMs, awayMs };
  });

interface Sent {
  readonly target: Target;
  readonly clientId: string;
  readonly text: string;
}

/**
 * Buyers write and an agent answers until `isOver`; an answer that is not acknowledged is sent again, as a window does.
 */
async function load(lane: Lane, visitor: Visitor, targets: readonly Target[], label: string, isOver: () => boolean) {
  const sent: Sent[] = [];
  const answers = async () => {
    for (let number = 0; !isOver(); number += 1) {
      const target = targets[number % TARGETS];
      if (target === undefined) throw new Error('no conversation');
      const clientId = crypto.randomUUID();
      const message = { target, clientId, text: `answer ${label} ${clientId}` };
      sent.push(message);
      const input = { conversationId: target.conversationId, clientId, text: message.text };
      await lane.until('an acknowledged answer', () => acknowledged(visitor, input), 300_000);
      await pause(700);
    }
  };
  const buyers = async () => {
    let number = 0;
    for (; !isOver(); number += 1) {
      const target = targets[number % TARGETS];
      if (target) await lane.say(target, `buyer ${label} ${number}`);
      await pause(250);
    }
    return number;
  };
  const [written] = await Promise.all([buyers(), answers()]);
  return { sent, written };
}

async function acknowledged(visitor: Visitor, input: object): Promise<true | null> {
  const answer = await visitor.call(CALLS.chat.sendText, input);
  return answer.result === 'success' ? true : null;
}

/** Asks for health all the time; every answer must come in time. */
async function watch(server: Victim, isOver: () => boolean) {
  const seen = { statuses: new Set<number>(), slowestMs: 0, mostFiles: 0 };
  while (!isOver()) {
    const askedAt = performance.now();
    const { status } = await fetch(`${server.url}/api/health`);
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - askedAt);
    seen.statuses.add(status);
    seen.mostFiles = Math.max(seen.mostFiles, readdirSync(`/proc/${server.child.pid}/fd`).length);
    await pause(100);
  }
  return seen;
}

const isHealthy = async (server: Victim): Promise<true | null> =>
  (await fetch(`${server.url}/api/health`)).status === 200 ? true : null;

describe.each([...Map.groupBy(CASES, ({ marketplace }) => marketplace)])(
  'a database that goes away under load, at %s',
  (marketplace, cases) => {
    let database: BreakableDatabase;
    let lane: Lane;
    let server: Victim;
    let targets: Target[];
    beforeAll(async () => {
      database = await BreakableDatabase.open();
      lane = await Lane.open(marketplace, database);
      server = await lane.start();
      targets = [];
      for (let number = 0; number < TARGETS; number += 1) targets.push(await lane.nextTarget());
    });
    afterAll(() => lane.close());

    test.each(cases)(
      '$number: $outage for $awayMs ms, $afterMs ms later',
      async ({ outage, afterMs, awayMs, number }) => {
        const visitor = await lane.signIn(server);
        const window = await visitor.live(0);
        let isOver = false;
        const loaded = load(lane, visitor, targets, `${number}`, () => isOver);
        const watched = watch(server, () => isOver);
        await pause(afterMs);
        const heal = await database.fail(outage);
        await pause(awayMs);
        await heal();
        await lane.until('a healthy server', () => isHealthy(server));
        await pause(1_000);
        isOver = true;
        const [{ sent, written }, seen] = await Promise.all([loaded, watched]);
        expect(seen.slowestMs).toBeLessThan(ANSWERED_WITHIN_MS);
        expect(seen.mostFiles).toBeLessThan(MOST_FILES);
        // What is away for less than a health check waits may pass unseen.
        if (awayMs > ANSWERED_WITHIN_MS) expect([...seen.statuses]).toContain(503);
        expect(sent.length).toBeGreaterThan(0);
        for (const message of sent) await expectSentOnce(lane, message);
        for (const target of targets) await expectTheSame(lane, target);
        expect(written).toBeGreaterThan(0);
        window.close();
        // After a crash the window is told to load everything anew. In any case it is told of what comes now.
        const again = await visitor.live(0);
        await again.until(({ frames }) => frames.length > 0);
        const last = `buyer ${number} afterwards`;
        if (targets[0]) await lane.say(targets[0], last);
        await again.until(({ changes }) => JSON.stringify(changes).includes(last));
        again.close();
      },
      360_000,
    );

    test.each(cases)('$number: $outage: the server stops in time', async ({ outage }) => {
      const other = await lane.start();
      const heal = await database.fail(outage);
      const askedAt = performance.now();
      other.child.kill('SIGTERM');
      await other.ended;
      expect(performance.now() - askedAt).toBeLessThan(STOPPED_WITHIN_MS);
      await heal();
      await lane.until('a healthy server', () => isHealthy(server));
    });
  },
);

/** The marketplace has the answer once, and the desk says so and shows it once. */
async function expectSentOnce(lane: Lane, { target, clientId, text }: Sent): Promise<void> {
  let state: string | null = null;
  const isSent = async (): Promise<true | null> => {
    state = await lane.deliveryState(clientId);
    return state === 'confirmed' ? true : null;
  };
  await lane.until('the word sent', isSent).catch((error) => {
    throw new Error(`the delivery is ${state}`, { cause: error });
  });
  expect(await lane.accepted(target, text)).toBe(1);
  const shown = await lane.database.owner.query(
    "select client_id from message where conversation_id = $1 and content->>'text' = $2",
    [target.conversationId, text],
  );
  expect(shown.rows).toEqual([{ client_id: clientId }]);
}

/** The desk has the newest part of the marketplace's messages, and counts the same as unread. */
async function expectTheSame(lane: Lane, target: Target): Promise<void> {
  const held = await lane.held(target);
  await lane.until('the same history', async () => {
    const { texts, unreadCount } = await lane.stored(target);
    const isSame = JSON.stringify(texts) === JSON.stringify(held.texts.slice(-texts.length));
    return texts.length > 0 && isSame && unreadCount === held.unreadCount ? true : null;
  });
}
