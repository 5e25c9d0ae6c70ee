import { CALLS } from '@pasar/api';
import { systemClock } from '@pasar/bridge';
import type { ConnectorSession, Outcome } from '@pasar/connector-kit';
import { PARCEL_LIMITS, type Parcel, refusal } from '@pasar/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDueParcels, readParcels } from '../src/engine/connection/parcels.ts';
import { SessionLost } from '../src/engine/connection/runner-context.ts';
import { NO_SHOP_CALLS } from './harness/no-shop-calls.ts';
import { orderCareBench } from './harness/order-care.ts';
import { openRunner, openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

const care = orderCareBench();
const { bench, told, write, target, remind, move, outcomes, MINUTE } = care;
const { clock, order, pass, texts } = bench;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SENT = { status: 'wait_receiver_confirm', word: '3' } as const;

/** What the marketplace tells of parcels, by order, and what it was asked. */
let events: Map<string, readonly { readonly at: number; readonly text: string }[]>;
let asked: string[];
let answer: Extract<Outcome<never>, { ok: false }> | null;
beforeEach(async () => {
  events = new Map();
  asked = [];
  answer = null;
});

const tells = (orderId: string, text: string, at = clock.now) =>
  events.set(orderId, [{ at, text }, ...(events.get(orderId) ?? [])]);

const session: Pick<ConnectorSession, 'calls'> = {
  calls: {
    ...NO_SHOP_CALLS,
    orders: {
      ...NO_SHOP_CALLS.orders,
      async logistics(shop, orderIds): Promise<Outcome<ReadonlyMap<string, readonly Parcel[]>>> {
        asked.push(...orderIds.map((orderId) => `${shop} ${orderId}`));
        if (answer !== null) return answer;
        const parcelOf = (orderId: string) => ({
          ...{ parcelId: `P${orderId}`, carrier: null, trackingNumber: null },
          events: events.get(orderId) ?? [],
        });
        return { ok: true, value: new Map(orderIds.map((orderId) => [orderId, [parcelOf(orderId)]])) };
      },
    },
  },
};

function openServed() {
  const [owner] = bench.tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  return { owner, clock: { ...systemClock, now: () => clock.now } };
}
const openContext = () => {
  const { owner, clock: clockOfBench } = openServed();
  return openRunnerContext(bench.database, owner, new ScriptedConnector(), { clock: clockOfBench });
};

/** The process that has the login looks until nothing is left, and gives whom it has asked for. */
async function look(): Promise<readonly string[]> {
  const context = openContext();
  const { length } = asked;
  try {
    for (let before = -1; asked.length > before; ) {
      before = asked.length;
      await readDueParcels(context, session, new AbortController().signal);
    }
  } finally {
    await context.batcher.close();
  }
  return asked.slice(length);
}

describe('the parcels of sent orders', () => {
  test('are read while a message by itself goes by them, of its shops alone, each order again after a while', async () => {
    await order('11', 'a', 'a', SENT);
    await order('11', 'b', 'b', { ...SENT, createdAt: clock.now - 31 * DAY });
    await order('11', 'c', 'c', { status: 'wait_seller_send' });
    await order('11', 'd', 'd', SENT);
    await order('12', 'e', 'e', SENT);
    for (const kind of ['shipped', 'review'] as const) await remind({ [kind]: 10 });
    expect(await look()).toEqual([]);
    await remind({ outForDelivery: 1 }, [bench.shopIdOf('11')]);
    tells('d', 'Delivered');
    expect((await look()).toSorted()).toEqual(['11 a', '11 d']);
    expect(await look()).toEqual([]);
    await remind({ delivered: 10 });
    // Only what no order list tells is read: at Shopee also that a parcel has arrived.
    expect(await look()).toEqual(['12 e']);
    clock.now += PARCEL_LIMITS.againMs;
    // What has arrived is not asked about again.
    expect((await look()).toSorted()).toEqual(['11 a', '12 e']);
    await care.become('12', 'tiktok');
    clock.now += PARCEL_LIMITS.againMs;
    expect(await look()).toEqual(['11 a']);
    await remind({});
    clock.now += PARCEL_LIMITS.againMs;
    expect(await look()).toEqual([]);
  });

  test('are read in the order in which they were looked at, one of each shop at a time, at a pace of their own', async () => {
    for (const name of ['a', 'b']) await order('11', name, name, SENT);
    await order('12', 'c', 'c', SENT);
    await bench.database.owner.query(
      "update shop_order set parcels_read_at = 1 where order_id = 'a' and account_id = $1",
      [bench.tenant.accountId],
    );
    await remind({ outForDelivery: 1 });
    const context = openContext();
    const round = readParcels({ context, session: session as ConnectorSession, signal: new AbortController().signal });
    expect(await round(true)).toBe(PARCEL_LIMITS.everyMs);
    expect(asked.toSorted()).toEqual(['11 b', '12 c']);
    clock.now += 4_000;
    // A message of a member wakes it.
    expect(await round(true)).toBe(PARCEL_LIMITS.everyMs - 4_000);
    expect(asked).toHaveLength(2);
    clock.now += PARCEL_LIMITS.everyMs - 4_000;
    expect(await round(false)).toBe(PARCEL_LIMITS.everyMs);
    expect(asked.slice(2)).toEqual(['11 a']);
    clock.now += PARCEL_LIMITS.everyMs;
    expect(await round(false)).toBeGreaterThan(PARCEL_LIMITS.everyMs);
    expect(asked).toHaveLength(3);
    await context.batcher.close();
  });

  test('wait while the login is lost, and a refused order waits for its next time', async () => {
    for (const name of ['a', 'b']) await order('11', name, name, SENT);
    await remind({ outForDelivery: 1 });
    const context = openContext();
    const { signal } = new AbortController();
    answer = { ok: false, refusal: refusal('shop_login_expired'), canRetry: true };
    await expect(readDueParcels(context, session, signal)).rejects.toThrow(SessionLost);
    answer = { ok: false, refusal: refusal('marketplace_error', 'no such order'), canRetry: false };
    expect(await readDueParcels(context, session, signal)).toBeGreaterThan(PARCEL_LIMITS.everyMs);
    answer = null;
    await readDueParcels(context, session, signal);
    await readDueParcels(context, session, signal);
    const [lost, refused, other, ...rest] = asked;
    expect(refused).toBe(lost);
    expect([refused, other].toSorted()).toEqual(['11 a', '11 b']);
    expect(rest).toEqual([]);
    // Another process has the login now, so what this one has read is not stored.
    await bench.database.owner.query('update connection_lease set token = token + 1');
    clock.now += PARCEL_LIMITS.againMs;
    tells('a', 'Out for delivery');
    tells('b', 'Out for delivery');
    await readDueParcels(context, session, signal);
    const known = await bench.database.owner.query(
      'select from shop_order where account_id = $1 and parcel_stage is not null',
      [bench.tenant.accountId],
    );
    expect(known.rowCount).toBe(0);
    await context.batcher.close();
  });

  test('are read by the process that has the login', async () => {
    await order('11', 'a', 'a', SENT);
    await remind({ outForDelivery: 1 });
    class ParcelConnector extends ScriptedConnector {
      override session(...asked: Parameters<ScriptedConnector['session']>): ConnectorSession {
        return { ...super.session(...asked), ...session };
      }
    }
    const { owner, clock: clockOfBench } = openServed();
    const { stop } = openRunner(bench.database, owner, new ParcelConnector(), undefined, clockOfBench);
    await expect.poll(() => asked, { timeout: 10_000 }).toEqual(['11 a']);
    await stop();
  });

  test('are read for a while after a member has asked for a preview, which counts what is still to be read', async () => {
    await order('11', 'a', 'a', SENT);
    await order('11', 'b', 'b', { ...SENT, createdAt: clock.now - 8 * DAY });
    await bench.buyers('11', 'a', 'b');
    await write('outForDelivery', 'today');
    await told(CALLS.readings.readNow, { subject: 'orders' });
    const preview = async (more: object = {}) => {
      const asked = target('outForDelivery', more);
      const { sendCount, unreadParcels } = await told(CALLS.orderCare.previewOrderCare, asked);
      return { sendCount, unreadParcels };
    };
    await told(CALLS.orderCare.previewOrderCare, target('pay'));
    expect(await look()).toEqual([]);
    expect(await preview({ range: '7' })).toEqual({ sendCount: 0, unreadParcels: 1 });
    expect(await preview()).toEqual({ sendCount: 0, unreadParcels: 2 });
    tells('a', 'Parcel is out for delivery');
    expect((await look()).toSorted()).toEqual(['11 a', '11 b']);
    expect(await preview()).toEqual({ sendCount: 1, unreadParcels: 0 });
    await told(CALLS.orderCare.createOrderCareTask, target('outForDelivery'));
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: today']);
    clock.now += PARCEL_LIMITS.wantedMs;
    expect(await look()).toEqual([]);
    expect(await preview()).toEqual({ sendCount: 0, unreadParcels: 2 });
  });
});

describe('a message of a parcel that is out for delivery', () => {
  test('goes out by itself once, when Pasar has read it, and not for what happened before it was switched on', async () => {
    await bench.buyers('11', 'a', 'before', 'slow');
    for (const name of ['a', 'before', 'slow']) await order('11', name, name, SENT);
    tells('before', 'Out for delivery');
    clock.now += 1;
    await write('outForDelivery', 'today, {buyer}');
    await remind({ outForDelivery: 1 });
    tells('a', 'At the sorting centre');
    await look();
    await pass(10 * MINUTE);
    expect(await texts()).toEqual([]);
    clock.now += PARCEL_LIMITS.againMs;
    tells('a', 'Out for delivery');
    await look();
    await pass(4 * MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: today, Buyer 11-a']);
    // The next morning it is out again, after a delivery that failed.
    for (const text of ['Delivery attempt failed', 'Out for delivery']) {
      clock.now += PARCEL_LIMITS.againMs;
      tells('a', text);
      await look();
      await pass(4 * MINUTE);
    }
    expect(await texts()).toHaveLength(1);
    // Pasar reads of it more than a day after it has happened.
    tells('slow', 'Out for delivery', clock.now);
    clock.now += DAY + HOUR;
    await look();
    await pass(4 * MINUTE);
    expect(await texts()).toHaveLength(1);
    expect(await outcomes()).toEqual(['a success']);
  });

  test.each([
    [
      'the parcels say so',
      async () => {
        clock.now += PARCEL_LIMITS.againMs;
        tells('a', 'Delivered');
        await look();
      },
    ],
    ['the order list says so', () => move('a', 'finished')],
    [
      'a day has passed since the event',
      async () => {
        clock.now += DAY;
      },
    ],
  ] as const)('is not sent when the parcel has arrived meanwhile: %s', async (_, arrive) => {
    await bench.buyers('11', 'a');
    await order('11', 'a', 'a', SENT);
    await write('outForDelivery', 'today');
    await remind({ outForDelivery: 1 });
    clock.now += 1;
    tells('a', 'Out for delivery');
    await look();
    await bench.database.owner.query("update connection set state = 'login_required' where account_id = $1", [
      bench.tenant.accountId,
    ]);
    await pass(4 * MINUTE);
    expect(await outcomes()).toEqual(['a wait']);
    await arrive();
    await bench.database.owner.query("update connection set state = 'live' where account_id = $1", [
      bench.tenant.accountId,
    ]);
    await pass(MINUTE);
    expect(await outcomes()).toEqual(['a skip stageOver']);
    expect(await texts()).toEqual([]);
  });
});

test('a message of a parcel that has arrived goes out by itself at Shopee', async () => {
  await bench.buyers('11', 'a');
  await order('11', 'a', 'a', SENT);
  await write('delivered', 'is all well?');
  await remind({ delivered: 60 });
  clock.now += 1;
  tells('a', 'Delivered');
  await look();
  await pass(59 * MINUTE);
  expect(await texts()).toEqual([]);
  await pass(4 * MINUTE);
  expect(await texts('confirmed')).toEqual(['11-a: is all well?']);
});
