import { CALLS } from '@pasar/api';
import { systemClock } from '@pasar/bridge';
import type { ConnectorSession, Outcome } from '@pasar/connector-kit';
import { BULK_SEND_LIMITS, type Follower, refusal } from '@pasar/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDueLists } from '../src/engine/connection/readings/read-lists.ts';
import { NO_SHOP_CALLS } from './harness/no-shop-calls.ts';
import { orderCareBench } from './harness/order-care.ts';
import { openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

const care = orderCareBench();
const { bench, told, become, opens, refused } = care;
const { calls, clock, buyers, order, task, save, codeOf, counts, preview, housekeep, pass, texts } = bench;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** The fans of each shop, and the pages that were asked for. */
let fans: Record<string, readonly string[]>;
let asked: string[];
let pageSize: number;
/** What the marketplace does instead of telling the page, counted from 0. */
let beforePage: (number: number) => Extract<Outcome<never>, { ok: false }> | null;
beforeEach(() => {
  fans = { '11': [], '12': [] };
  asked = [];
  pageSize = 20;
  beforePage = () => null;
});

const names = (count: number) => Array.from({ length: count }, (_, number) => `stranger-${number}`);
const session: Pick<ConnectorSession, 'calls'> = {
  calls: {
    ...NO_SHOP_CALLS,
    affairs: {
      ...NO_SHOP_CALLS.affairs,
      async listFollowers(shop, { cursor }) {
        const refused = beforePage(asked.length);
        asked.push(`${shop} ${cursor ?? 0}`);
        if (refused !== null) return refused;
        const from = Number(cursor ?? 0);
        const all = fans[shop] ?? [];
        const page = all
          .slice(from, from + pageSize)
          .map((userId): Follower => ({ userId, username: `Fan ${userId}`, platformShopId: null }));
        const next = from + pageSize < all.length ? String(from + pageSize) : null;
        return { ok: true, value: { items: page, next, unreadable: [] } };
      },
    },
  },
};
/** What the process does that has the login. */
async function serve(): Promise<void> {
  const [owner] = bench.tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const context = openRunnerContext(bench.database, owner, new ScriptedConnector(), {
    clock: { ...systemClock, now: () => clock.now },
  });
  try {
    await readDueLists(context, session, new AbortController().signal);
  } finally {
    await context.batcher.close();
  }
}
const ofFans = (...shops: readonly string[]) => ({
  kind: 'fans' as const,
  shopIds: shops.map(bench.shopIdOf) as never,
});
const read = (shops: readonly string[], by = bench.main) =>
  told(calls.readFans, { shopIds: shops.map(bench.shopIdOf) }, by);
/** Of each shop its state and how many fans it has. */
const known = async (by = bench.main) =>
  (await told(calls.shopFans, {}, by)).shops
    .map(({ shopId, state, fanCount }) => `${shopId === bench.shopIdOf('11') ? 11 : 12} ${state} ${fanCount}`)
    .toSorted();

describe('the fans of shops', () => {
  test('are read page by page to the end, once each, when a member asks, and nothing else is', async () => {
    // Somebody new follows while the list is read, so the last of the first page comes again.
    fans = { '11': names(45), '12': names(3) };
    await serve();
    expect(asked).toEqual([]);
    await read(['11', '12']);
    expect(await known()).toEqual(['11 waiting 0', '12 waiting 0']);
    beforePage = (number) => {
      if (number === 1) fans['11'] = ['new', ...names(45)];
      return null;
    };
    await serve();
    expect(asked.toSorted()).toEqual(['11 0', '11 20', '11 40', '12 0']);
    expect(await known()).toEqual(['11 done 45', '12 done 3']);
    clock.now += 10 * DAY;
    await serve();
    expect(asked).toHaveLength(4);
    // Who follows no longer is none of the next reading.
    fans['11'] = names(7);
    await read(['11']);
    await serve();
    expect(await known()).toEqual(['11 done 7', '12 done 3']);
    expect((await preview({ buyerListJson: ofFans('11') })).totalCount).toBe(7);
  });

  test('are those that a task takes at most, where a shop has more', async () => {
    pageSize = 2_000;
    fans['11'] = names(BULK_SEND_LIMITS.recipients + 50);
    await read(['11']);
    await serve();
    expect(asked).toHaveLength(BULK_SEND_LIMITS.recipients / pageSize);
    expect(await known()).toEqual([`11 done ${BULK_SEND_LIMITS.recipients}`]);
    expect((await preview({ buyerListJson: ofFans('11') })).totalCount).toBe(BULK_SEND_LIMITS.recipients);
  });

  test('wait for a lost login and go on at their page; a refusal that stays ends the reading with its reason', async () => {
    fans['11'] = names(50);
    await read(['11']);
    beforePage = (number) =>
      number === 1 ? { ok: false, refusal: refusal('shop_login_expired'), canRetry: false } : null;
    await expect(serve()).rejects.toThrow();
    clock.now += MINUTE;
    expect(await known()).toEqual(['11 running 20']);
    expect(await codeOf(task(ofFans('11')))).toBe('bulk_send_fans_unread');
    await serve();
    expect(asked).toEqual(['11 0', '11 20', '11 20', '11 40']);
    expect(await known()).toEqual(['11 done 50']);
    // What may pass is tried again from there, and the whole is read once.
    asked = [];
    beforePage = (number) =>
      number === 1 ? { ok: false, refusal: refusal('marketplace_error'), canRetry: true } : null;
    await read(['11']);
    await serve();
    expect(await known()).toEqual(['11 failed 20']);
    clock.now += 5 * MINUTE;
    await serve();
    clock.now += DAY;
    await serve();
    expect(asked).toEqual(['11 0', '11 20', '11 20', '11 40']);
    expect(await known()).toEqual(['11 done 50']);
    beforePage = () => ({ ok: false, refusal: refusal('marketplace_error', 'not today'), canRetry: false });
    await read(['11']);
    await serve();
    clock.now += DAY;
    await serve();
    expect(asked).toHaveLength(5);
    const { shops } = await told(calls.shopFans, {});
    expect(shops).toMatchObject([{ state: 'failed', refusal: { reason: 'marketplace_error', detail: 'not today' } }]);
  });

  test('are read where the marketplace lists them, and of shops that the member sees', async () => {
    fans = { '11': names(2), '12': names(2) };
    expect(await refused(calls.readFans, { shopIds: ['11', '12'].map(bench.shopIdOf) }, bench.anna)).toBe('not_found');
    expect((await read(['11'], bench.anna)).shopIds).toEqual([bench.shopIdOf('11')]);
    await become('12', 'lazada');
    expect((await read(['12'])).shopIds).toEqual([]);
    await become('12', 'shopee');
    await read(['12']);
    await serve();
    expect(await known(bench.anna)).toEqual(['11 done 2']);
    expect(await codeOf(task(ofFans('12')), bench.anna)).toBe('not_found');
  });

  test('are forgotten after 30 days, and when the buyer is erased, who does not come back', async () => {
    const [conversationId] = await buyers('11', 'a');
    fans['11'] = ['buyer-11-a', ...names(3)];
    await read(['11']);
    await serve();
    expect((await preview({ buyerListJson: ofFans('11') })).totalCount).toBe(4);
    expect(await refused(CALLS.buyers.eraseBuyer, { conversationId })).toBe('success');
    expect((await preview({ buyerListJson: ofFans('11') })).totalCount).toBe(3);
    clock.now += MINUTE;
    await read(['11']);
    await serve();
    expect(await known()).toEqual(['11 done 3']);
    clock.now += (BULK_SEND_LIMITS.fansKeptDays + 1) * DAY;
    expect(await codeOf(task(ofFans('11')))).toBe('bulk_send_fans_unread');
    await housekeep();
    const left = await bench.database.owner.query('select from shop_fan where account_id = $1', [
      bench.tenant.accountId,
    ]);
    expect(left.rowCount).toBe(0);
    expect(await known()).toEqual([]);
  });
});

describe('a message to fans', () => {
  test('goes to those who wrote or ordered lately, whose missing conversation is opened; the others are left out', async () => {
    await buyers('11', 'a');
    await buyers('12', 'c');
    await order('11', 'b', 'order of b');
    await order('11', 'old', 'old order', { createdAt: clock.now - 31 * DAY });
    fans = { '11': ['buyer-11-a', 'buyer-11-b', 'buyer-11-old', ...names(30)], '12': ['buyer-12-c', 'stranger-1'] };
    const message = task(ofFans('11', '12'));
    expect(await codeOf(message)).toBe('bulk_send_fans_unread');
    await read(['11', '12']);
    await serve();
    const { totalCount, sendCount, shops } = await preview({ buyerListJson: ofFans('11', '12') });
    expect([totalCount, sendCount]).toEqual([35, 3]);
    expect(shops.find(({ shopId }) => shopId === bench.shopIdOf('11'))).toMatchObject({
      sendCount: 2,
      skipped: [{ reason: 'outOfReach', count: 31 }],
    });
    const taskId = await save(message);
    // Nobody who follows later, and nothing that is read later, changes the task.
    fans['11'] = [];
    await read(['11']);
    await serve();
    const opened = opens('no session');
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-a: Hello Buyer 11-a', '12-c: Hello Buyer 12-c']);
    expect(await counts(taskId)).toEqual(['processing', 35, 0, 2, 0, 32]);
    expect(new Set(opened)).toEqual(new Set(['buyers.openConversation buyer-11-b']));
    opens();
    await pass(2 * MINUTE);
    expect(await texts()).toContain('opened buyer-11-b: Hello Fan buyer-11-b');
    expect(await counts(taskId)).toEqual(['success', 35, 0, 3, 0, 32]);
  });

  test('goes to nobody where all are strangers, and says why', async () => {
    fans['11'] = names(25);
    await read(['11']);
    await serve();
    const { sendCount, shops } = await preview({ buyerListJson: ofFans('11') });
    expect([sendCount, shops[0]?.skipped]).toEqual([0, [{ reason: 'outOfReach', count: 25 }]]);
    expect(await codeOf(task(ofFans('11')))).toBe('bulk_send_nobody');
  });
});
