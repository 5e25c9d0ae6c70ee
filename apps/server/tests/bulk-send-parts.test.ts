import { CALLS } from '@pasar/api';
import { refusal } from '@pasar/domain';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { recordIntent } from '../src/engine/delivery/ledger.ts';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const { calls, clock, buyers, named, task, save, taskOf, counts, items, pass, ledger, isLocked, apply, refuse, texts } =
  bench;
const MINUTE = 60_000;

describe('the parts of a message', () => {
  const two = { content: { parts: ['one', 'two'].map((text) => ({ kind: 'text', text })) } };
  const move = (id: string | undefined, state: string) =>
    bench.database.owner.query(
      'update delivery set state = $2, attempt = 1, intent_at = $3, claim_token = 1 where delivery_id = $1',
      [id, state, clock.now],
    );
  const accept = (id = '') => apply(id, { event: 'accept', platformMessageId: `m-${id}` as never });

  test('a failed part stays failed when the part behind it is claimed, and both are sent once on request', async () => {
    const taskId = await save(task(named(await buyers('11', 'a')), two));
    await pass(0, null);
    const [first, second] = await ledger('pending');
    await apply(first?.delivery_id ?? '', { event: 'refuse', refusal: refusal('blocked_by_user', 'no') });
    await move(second?.delivery_id, 'claimed');
    expect(await items(taskId)).toMatchObject([{ state: 'fail' }]);
    expect(await bench.main.call(calls.retryBulkSend, { taskId })).toMatchObject({ code: 'bulk_send_state' });
    await apply(second?.delivery_id ?? '', { event: 'withdraw' });
    expect(await items(taskId)).toMatchObject([{ state: 'fail', reason: 'blocked_by_user', detail: 'no' }]);
    clock.now += MINUTE;
    await bench.main.call(calls.retryBulkSend, { taskId });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: one', '11-a: two']);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
  });

  test('only the part that has failed is sent again, also when a later one has arrived', async () => {
    const taskId = await save(task(named(await buyers('11', 'a')), two));
    await pass(0, null);
    const [first, second] = await ledger('pending');
    await move(first?.delivery_id, 'intent');
    await accept(second?.delivery_id);
    await apply(first?.delivery_id ?? '', { event: 'refuse', refusal: refusal('blocked_by_user', 'no') });
    expect(await items(taskId)).toMatchObject([{ state: 'fail' }]);
    clock.now += MINUTE;
    await bench.main.call(calls.retryBulkSend, { taskId });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: two', '11-a: one']);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
  });

  test('a part that waits behind a failed one goes out once, and one that was put away ends its recipient', async () => {
    const taskId = await save(task(named(await buyers('11', 'a')), two));
    await pass(0, null);
    const [first] = await ledger('pending');
    await apply(first?.delivery_id ?? '', { event: 'refuse', refusal: refusal('blocked_by_user', 'no') });
    await apply(first?.delivery_id ?? '', { event: 'dismiss' });
    clock.now += MINUTE;
    await bench.main.call(calls.retryBulkSend, { taskId });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: one', '11-a: two']);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
  });

  test('the parts of a message stay what they were, whatever becomes known', async () => {
    await buyers('11', 'a');
    await bench.order('11', 'a', '2600000010');
    const target = { kind: 'orders', shopIds: [bench.shopIdOf('11')], days: 7 };
    const parts = ['Parcel {tracking}', 'one', 'two'].map((text) => ({ kind: 'text', text }));
    const taskId = await save(task(target as never, { content: { parts } }));
    await pass(0, async () => {
      const [first] = await ledger('pending');
      if (first) await accept(first.delivery_id);
      await refuse();
    });
    await bench.database.owner.query(
      `update shop_order set record = record || '{"trackingNumber":"T1"}' where account_id = $1`,
      [bench.tenant.accountId],
    );
    clock.now += MINUTE;
    await bench.main.call(calls.retryBulkSend, { taskId });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: one', '11-a: two']);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
  });

  test('an unconfirmed part is not sent again after a stop, also when a person has put it away', async () => {
    const taskId = await save(task(named(await buyers('11', 'a')), two));
    await pass(0, null);
    const [first] = await ledger('pending');
    await move(first?.delivery_id, 'intent');
    await apply(first?.delivery_id ?? '', { event: 'doubt', lookUntil: clock.now + 1 });
    await apply(first?.delivery_id ?? '', { event: 'giveUp' });
    await bench.main.call(calls.stopBulkSend, { taskId });
    await apply(first?.delivery_id ?? '', { event: 'dismiss' });
    clock.now += MINUTE;
    await bench.main.call(calls.continueBulkSend, { taskId });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: two']);
    expect(await items(taskId)).toMatchObject([{ state: 'unconfirmed' }]);
    expect(await taskOf(taskId)).toMatchObject({ state: 'finish', sentCount: 0 });
  });
});

describe('a stop', () => {
  test('takes back what waits, and a later start sends it once', async () => {
    const taskId = await save(task(named(await buyers('11', 'a', 'b'))));
    await pass(0, null);
    expect(await texts('pending')).toHaveLength(1);
    await bench.main.call(calls.stopBulkSend, { taskId });
    expect(await ledger('pending')).toEqual([]);
    expect(await counts(taskId)).toEqual(['cancel', 2, 0, 0, 0, 0]);
    expect(await taskOf(taskId)).toMatchObject({ endTime: clock.now });
    await pass(10 * MINUTE);
    expect(await texts('confirmed')).toEqual([]);
    await bench.main.call(calls.continueBulkSend, { taskId });
    expect(await taskOf(taskId)).toMatchObject({ endTime: null });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: Hello Buyer 11-a', '11-b: Hello Buyer 11-b']);
    expect(await counts(taskId)).toEqual(['success', 2, 0, 2, 0, 0]);
  });

  test('and a new start keep the pace of the shop, and what failed is not sent again while it is stopped', async () => {
    const taskId = await save(task(named(await buyers('11', 'a', 'b'))));
    await pass(0, refuse);
    expect(await counts(taskId)).toEqual(['processing', 2, 0, 0, 1, 0]);
    await bench.main.call(calls.stopBulkSend, { taskId });
    expect(await bench.main.call(calls.retryBulkSend, { taskId })).toMatchObject({ code: 'bulk_send_state' });
    await bench.main.call(calls.continueBulkSend, { taskId });
    await pass(9_000);
    expect(await texts()).toHaveLength(1);
    await pass(MINUTE);
    expect(await texts()).toHaveLength(2);
  });

  test('takes the recipients before the task, like a message that settles', async () => {
    const taskId = await save(task(named(await buyers('11', 'a'))));
    await pass(0, null);
    const other = new pg.Client(bench.database.config);
    await other.connect();
    await other.query('begin');
    await other.query('select from bulk_send_item where task_id = $1 for update', [taskId]);
    const stop = bench.main.call(calls.stopBulkSend, { taskId });
    await isLocked();
    await other.query('select from bulk_send_task where task_id = $1 for update', [taskId]);
    await other.query('commit');
    await other.end();
    expect(await stop).toMatchObject({ result: 'success' });
  });

  test('of a task that has ended is refused', async () => {
    const taskId = await save(task(named(await buyers('11', 'a'))));
    await pass(MINUTE);
    expect(await bench.main.call(calls.stopBulkSend, { taskId })).toMatchObject({ code: 'bulk_send_state' });
    expect(await bench.main.call(calls.continueBulkSend, { taskId })).toMatchObject({ code: 'bulk_send_state' });
  });

  const claim = (id: string | undefined) =>
    bench.database.owner.query(
      "update delivery set state = 'claimed', attempt = 1, claim_token = 1 where delivery_id = $1",
      [id],
    );
  const intend = (id = '') => {
    const [owner] = bench.tenant.connections;
    const context = { owner, database: bench.database.engine, clock: { now: () => clock.now } };
    return recordIntent(context as never, id);
  };

  test('also stops a message that is claimed, and it is sent once later', async () => {
    const taskId = await save(task(named(await buyers('11', 'a', 'b'))));
    await pass(0, null);
    const [row] = await ledger('pending');
    await claim(row?.delivery_id);
    await bench.main.call(calls.stopBulkSend, { taskId });
    expect(await intend(row?.delivery_id)).toBe('over');
    await apply(row?.delivery_id ?? '', { event: 'withdraw' });
    expect(await counts(taskId)).toEqual(['cancel', 2, 0, 0, 0, 0]);
    await bench.main.call(calls.continueBulkSend, { taskId });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: Hello Buyer 11-a', '11-b: Hello Buyer 11-b']);
  });

  test('of everything automatic also holds a message that is claimed, which is sent when it ends', async () => {
    const taskId = await save(task(named(await buyers('11', 'a'))));
    await pass(0, null);
    const [row] = await ledger('pending');
    await claim(row?.delivery_id);
    await bench.main.call(CALLS.automation.stopAutomatic, {});
    expect(await intend(row?.delivery_id)).toBe('held');
    await apply(row?.delivery_id ?? '', { event: 'abandon' });
    await pass(MINUTE, null);
    expect(await texts('confirmed')).toEqual([]);
    expect(await taskOf(taskId)).toMatchObject({ state: 'processing', pauses: [{ pause: 'automaticStopped' }] });
    await bench.main.call(CALLS.automation.resumeAutomatic, {});
    await claim(row?.delivery_id);
    expect(await intend(row?.delivery_id)).toBe('recorded');
    await apply(row?.delivery_id ?? '', { event: 'accept', platformMessageId: 'm1' as never });
    expect(await texts('confirmed')).toEqual(['11-a: Hello Buyer 11-a']);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
  });

  test('lets the claimed part of a message go of which another part has arrived', async () => {
    const parts = ['one', 'two'].map((text) => ({ kind: 'text', text }));
    const taskId = await save(task(named(await buyers('11', 'a')), { content: { parts } }));
    await pass(0, null);
    const [first, second] = await ledger('pending');
    await apply(first?.delivery_id ?? '', { event: 'accept', platformMessageId: 'm1' as never });
    await claim(second?.delivery_id);
    await bench.main.call(calls.stopBulkSend, { taskId });
    expect(await intend(second?.delivery_id)).toBe('recorded');
  });

  test('is not needed where quiet hours begin with a change of them: what waits in the ledger is decided again', async () => {
    const taskId = await save(task(named(await buyers('11', 'a'))));
    // The run of the shop ends with its last recipient.
    await pass(2 * MINUTE, null);
    expect((await ledger()).map(({ state }) => state)).toEqual(['pending']);
    const quiet = { from: 10 * 60, to: 14 * 60, days: [0, 1, 2, 3, 4, 5, 6] };
    await bench.main.call(calls.saveConfig, { quiet });
    expect((await ledger()).map(({ state }) => state)).toEqual(['dismissed']);
    await pass(MINUTE);
    expect(await taskOf(taskId)).toMatchObject({ state: 'processing', pauses: [{ pause: 'quiet' }] });
    await bench.main.call(calls.saveConfig, { quiet: null });
    await pass(10 * MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: Hello Buyer 11-a']);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
  });

  test('is not needed in quiet hours: what still waits is withdrawn, and sent after them', async () => {
    const quiet = { from: 11 * 60 + 30, to: 12 * 60, days: [0, 1, 2, 3, 4, 5, 6] };
    await bench.main.call(calls.saveConfig, { quiet });
    clock.now = Date.parse('2030-01-07T03:00:00Z');
    const taskId = await save(task(named(await buyers('11', 'a'))));
    await pass(0, null);
    const [row] = await ledger('pending');
    await claim(row?.delivery_id);
    clock.now += 30 * MINUTE;
    expect(await intend(row?.delivery_id)).toBe('over');
    await apply(row?.delivery_id ?? '', { event: 'withdraw' });
    await pass(29 * MINUTE);
    expect(await texts('confirmed')).toEqual([]);
    await pass(2 * MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: Hello Buyer 11-a']);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
  });

  test('lets a buyer who has a part of the message get the others', async () => {
    const parts = ['one', 'two'].map((text) => ({ kind: 'text', text }));
    const taskId = await save(task(named(await buyers('11', 'a')), { content: { parts } }));
    await pass(0, null);
    const [first] = await ledger('pending');
    await bench.database.owner.query("update delivery set state = 'claimed' where delivery_id = $1", [
      first?.delivery_id,
    ]);
    await bench.main.call(calls.stopBulkSend, { taskId });
    expect((await ledger()).map((row) => row.state)).toEqual(['claimed', 'pending']);
  });
});
