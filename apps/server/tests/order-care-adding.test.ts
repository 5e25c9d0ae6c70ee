import { CALLS } from '@pasar/api';
import { BULK_SEND_LIMITS } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { makeTenant } from './harness/database.ts';
import { orderCareBench } from './harness/order-care.ts';

const care = orderCareBench();
const { bench, told, write, target, create, refused, tasks, items, outcomes, move, MINUTE } = care;
const { order, pass, texts } = bench;
const calls = CALLS.orderCare;

const SECOND = 1_000;
const named = (shop: string, ...orders: readonly string[]) =>
  orders.map((orderId) => ({ shopId: bench.shopIdOf(shop), orderId }));
const add = async (taskId: string, ...orders: readonly string[]) =>
  (await told(calls.saveOrderCareTaskItemList, { taskId, orders: named('11', ...orders) })).addedCount;

/** Unpaid orders of buyers of the same names in the shop 11, and a task that is about the first of them. */
async function taskOfFirst(...orders: readonly [string, ...string[]]): Promise<string> {
  await bench.buyers('11', ...orders);
  const [first, ...others] = orders;
  await order('11', first, first, { status: 'unpaid' });
  await write('pay', 'please pay for {order}');
  const taskId = await create('pay');
  for (const one of others) await order('11', one, one, { status: 'unpaid' });
  return taskId;
}

describe('orders that are added to a task', () => {
  test('get the message that the task was made with, and it begins again where it had ended', async () => {
    const taskId = await taskOfFirst('a', 'b', 'c');
    expect(await add(taskId, 'b')).toBe(1);
    expect(await tasks()).toMatchObject([{ taskId, state: 'wait', totalCount: 2 }]);
    await write('pay', 'changed meanwhile');
    await pass(MINUTE);
    expect(await tasks()).toMatchObject([{ taskId, state: 'finish', totalCount: 2, successCount: 2 }]);
    expect(await add(taskId, 'c')).toBe(1);
    expect(await tasks()).toMatchObject([{ taskId, state: 'wait', endTime: null, totalCount: 3 }]);
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['a', 'b', 'c'].map((one) => `11-${one}: please pay for ${one}`));
    expect(await tasks()).toMatchObject([{ taskId, state: 'finish', totalCount: 3, successCount: 3 }]);
    expect((await items()).map((item) => item.taskId)).toEqual([taskId, taskId, taskId]);
  });

  test('wait with the others while the task is stopped', async () => {
    const taskId = await taskOfFirst('a', 'b');
    await told(calls.stopOrderCare, { taskId });
    expect(await add(taskId, 'b')).toBe(1);
    await pass(10 * MINUTE);
    expect([await texts(), await outcomes()]).toEqual([[], ['a wait', 'b wait']]);
    expect(await tasks()).toMatchObject([{ taskId, state: 'stopped' }]);
    await told(calls.continueOrderCare, { taskId });
    await pass(MINUTE);
    expect(await outcomes()).toEqual(['a success', 'b success']);
  });

  test('stand in it once, however often they are added', async () => {
    const taskId = await taskOfFirst('a');
    for (let times = 0; times < 3; times += 1) expect(await add(taskId, 'a')).toBe(0);
    await pass(MINUTE);
    expect(await add(taskId, 'a')).toBe(0);
    expect(await tasks()).toMatchObject([{ taskId, state: 'finish', totalCount: 1, successCount: 1, skipCount: 0 }]);
    expect(await outcomes()).toEqual(['a success']);
  });

  test('do not shorten the pause of its shop', async () => {
    const taskId = await taskOfFirst('a', 'b', 'c');
    expect(await add(taskId, 'b')).toBe(1);
    await pass(SECOND);
    expect((await texts()).length).toBe(1);
    expect([await add(taskId, 'a'), await add(taskId, 'c')]).toEqual([0, 1]);
    // The usual interval is 15 s.
    await pass(14 * SECOND - 1);
    expect((await texts()).length).toBe(1);
    await pass(MINUTE);
    expect(await outcomes()).toEqual(['a success', 'b success', 'c success']);
  });

  test('get the message of a kind once, however often and to whatever task they are added', async () => {
    const taskId = await taskOfFirst('a', 'b');
    expect(await add(taskId, 'b', 'b')).toBe(1);
    expect([await add(taskId, 'b'), await add(taskId, 'a', 'b')]).toEqual([0, 0]);
    await pass(MINUTE);
    expect(await add(taskId, 'a', 'b')).toBe(0);
    await bench.buyers('11', 'c', 'd');
    for (const one of ['c', 'd']) await order('11', one, one, { status: 'unpaid' });
    const other = (await told(calls.saveOrderCareTaskItemList, { kind: 'pay', orders: named('11', 'c') })).taskId;
    expect(await add(other, 'a', 'b')).toBe(0);
    // Two members name the same order at the same moment.
    const both = await Promise.all([add(taskId, 'd'), add(other, 'd')]);
    expect(both.toSorted()).toEqual([0, 1]);
    await pass(10 * MINUTE);
    expect((await texts()).toSorted()).toEqual(['a', 'b', 'c', 'd'].map((one) => `11-${one}: please pay for ${one}`));
    const got = (await items()).filter(({ state }) => state !== 'skip');
    expect(got.map(({ orderId, state }) => `${orderId} ${state}`).toSorted()).toEqual(
      ['a', 'b', 'c', 'd'].map((one) => `${one} success`),
    );
    expect(new Set((await items({ state: 'skip' })).map(({ skipped }) => skipped))).toEqual(new Set(['caredFor']));
    // A message of another kind is another one.
    await move('a', 'wait_seller_send');
    await write('paid', 'thank you');
    const paid = await create('paid');
    expect(await outcomes({ taskId: paid })).toEqual(['a wait']);
    expect(await add(paid, 'b')).toBe(0);
    await pass(MINUTE);
    expect((await texts()).filter((text) => text.includes('thank you'))).toEqual(['11-a: thank you']);
  });

  test('are refused for a task that is another account’s, a colleague’s or of another feature, which stays as it is', async () => {
    const taskId = await taskOfFirst('a', 'b');
    const { database } = bench;
    const neighbour = await makeTenant(database, `${bench.username}-neighbour`, [['21']]);
    const copied = await database.owner.query<{ task_id: string }>(
      `insert into bulk_send_task (account_id, author, name, type, interval_seconds, target, conditions, content, state,
         created_at, cause, care_kind)
       select $2, author, name, type, interval_seconds, target, conditions, content, state, created_at, cause, care_kind
       from bulk_send_task where task_id = $1 returning task_id`,
      [taskId, neighbour.accountId],
    );
    const foreign = copied.rows[0]?.task_id;
    const [a = ''] = await bench.conversationIds('11-a');
    const bulk = await bench.save(bench.task(bench.named([a])));
    const asked = { taskId, orders: named('11', 'b') };
    expect(await refused(calls.saveOrderCareTaskItemList, { ...asked, taskId: foreign })).toBe('not_found');
    expect(await refused(calls.saveOrderCareTaskItemList, { ...asked, taskId: bulk })).toBe('not_found');
    expect(await refused(calls.saveOrderCareTaskItemList, { ...asked, taskId: crypto.randomUUID() })).toBe('not_found');
    expect(await refused(calls.saveOrderCareTaskItemList, asked, bench.anna)).toBe('not_found');
    const [shopId] = neighbour.connections[0]?.shopIds.values() ?? [];
    for (const orders of [[{ shopId, orderId: 'b' }], [...named('11', 'b'), ...named('11', 'unknown')]]) {
      expect(await refused(calls.saveOrderCareTaskItemList, { taskId, orders })).toBe('not_found');
    }
    expect(await refused(calls.saveOrderCareTaskItemList, { ...asked, kind: 'pay' })).toBe('invalid_request');
    const held = await database.owner.query(
      'select task_id, order_id from bulk_send_item where task_id = any($1::uuid[]) and care_kind is not null',
      [[taskId, foreign, bulk]],
    );
    expect(held.rows).toEqual([{ task_id: taskId, order_id: 'a' }]);
    expect(await told(calls.previewOrderCare, target('pay'))).toMatchObject({ totalCount: 2, sendCount: 1 });
    expect(await refused(calls.saveOrderCareTaskItemList, asked)).toBe('success');
  });
});

test('a task that is refused because it is too large leaves the orders of a stopped task where they wait', async () => {
  const taskId = await taskOfFirst('a');
  await told(calls.stopOrderCare, { taskId });
  await bench.database.owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
       created_at, changed_at, read_at, status_known_at, word_known_at, is_ratable, has_note)
     select account_id, shop_id, order_id || '-' || number, record, order_number || '-' || number, buyer_id, status, total,
       currency, created_at, changed_at, read_at, status_known_at, word_known_at, is_ratable, has_note
     from shop_order, generate_series(1, $2) number where account_id = $1`,
    [bench.tenant.accountId, BULK_SEND_LIMITS.recipients],
  );
  expect(await refused(calls.createOrderCareTask, target('pay'))).toBe('bulk_send_too_many');
  expect(await tasks()).toMatchObject([{ taskId, state: 'stopped', skipCount: 0 }]);
  await told(calls.continueOrderCare, { taskId });
  await pass(MINUTE);
  expect(await outcomes()).toEqual(['a success']);
});

test('a task is refused when the member has as many open tasks as allowed; one that is stopped makes room', async () => {
  const taskId = await taskOfFirst('a', 'b');
  await bench.database.owner.query(
    `insert into bulk_send_task (account_id, member_id, author, name, type, interval_seconds, target, conditions, content,
       state, created_at, cause, care_kind)
     select account_id, member_id, author, name, type, interval_seconds, target, conditions, content, state, created_at, cause,
       care_kind from bulk_send_task, generate_series(2, $2) where task_id = $1`,
    [taskId, BULK_SEND_LIMITS.open],
  );
  expect(await refused(calls.createOrderCareTask, target('pay'))).toBe('task_create_failed');
  await told(calls.stopOrderCare, { taskId });
  expect(await refused(calls.createOrderCareTask, target('pay'))).toBe('success');
});
