import { describe, expect, test } from 'vitest';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const {
  calls,
  clock,
  buyers,
  write,
  conversationIds,
  shopIdOf,
  order,
  named,
  task,
  save,
  codeOf,
  taskOf,
  counts,
  preview,
  pass,
} = bench;
const MINUTE = 60_000;
const DAY = 86_400_000;

async function list(input: object = {}) {
  const answer = await bench.main.call(calls.getBatchSendTaskList, input);
  if (answer.result !== 'success') throw new Error(answer.reason);
  const { tasks, totalCount } = calls.getBatchSendTaskList.output.parse(answer.data);
  return { names: tasks.map(({ taskName }) => taskName), totalCount };
}
const change = async (input: object) => {
  const answer = await bench.main.call(calls.updateTimerTask, input);
  return answer.result === 'fail' ? answer.code : answer.result;
};
const rowsWritten = async () =>
  (
    await bench.database.owner.query<{ count: number }>(
      `select (select count(*) from bulk_send_task where account_id = $1)::integer
         + (select count(*) from bulk_send_item where account_id = $1)::integer as count`,
      [bench.tenant.accountId],
    )
  ).rows[0]?.count;

test('the list of tasks comes by 20, the newest first', async () => {
  const names = Array.from({ length: 21 }, (_, number) => `Sale ${number}`);
  const ids = await buyers('11', ...names.map((_, number) => `n${String(number).padStart(2, '0')}`));
  for (const [index, taskName] of names.entries()) {
    // No more than 20 tasks may be open.
    if (index === 20) await pass(10 * MINUTE);
    await save(task(named([ids[index] ?? '']), { taskName }));
  }
  const newest = names.toReversed();
  expect(await list()).toEqual({ names: newest.slice(0, 20), totalCount: 21 });
  expect(await list({ pageNo: '2' })).toEqual({ names: newest.slice(20), totalCount: 21 });
  expect(await list({ pageNo: '3' })).toEqual({ names: [], totalCount: 21 });
  expect(await list({ status: 'success' })).toEqual({ names: newest.slice(1), totalCount: 20 });
});

test('a site keeps the quiet hours of its own, and none where it has none', async () => {
  const [a = '', b = ''] = await buyers('11', 'a', 'b');
  const now = { from: 10 * 60, to: 14 * 60, days: [0, 1, 2, 3, 4, 5, 6] };
  const [shop] = (
    await bench.database.owner.query<{ country: string }>(
      'select country from shop s join conversation c using (shop_id) where c.conversation_id = $1',
      [a],
    )
  ).rows;
  const choose = (quiet: typeof now | null, own: typeof now | null) =>
    bench.main.call(calls.saveConfig, { quiet, ownQuiet: [{ country: shop?.country, quiet: own }] });
  await choose(null, now);
  const taskId = await save(task(named([a, b])));
  await pass(MINUTE);
  expect(await taskOf(taskId)).toMatchObject({ pauses: [{ pause: 'quiet' }] });
  await choose(now, null);
  await pass(2 * MINUTE);
  expect(await counts(taskId)).toEqual(['success', 2, 0, 2, 0, 0]);
  const twice = [
    { country: shop?.country, quiet: null },
    { country: shop?.country, quiet: now },
  ];
  expect(await bench.main.call(calls.saveConfig, { ownQuiet: twice })).toMatchObject({ code: 'invalid_request' });
});

describe('the interval', () => {
  test.each([5, 3_600])('may be %d seconds', async (interval) => {
    const taskId = await save(task(named(await buyers('11', 'a')), { interval }));
    expect(await taskOf(taskId)).toMatchObject({ interval });
    const timed = { taskType: 'timed', sendTime: clock.now + DAY };
    const later = await save(task(named(await buyers('11', 'b')), timed));
    expect(await change({ taskId: later, interval })).toBe('success');
    expect(await taskOf(later)).toMatchObject({ interval });
  });

  test.each([4, 3_601, 0, -10, 10.5, 'soon'])('is refused as %s, and nothing is stored', async (interval) => {
    const ids = await buyers('11', 'a');
    expect(await codeOf(task(named(ids), { interval }))).toBe('bulk_send_interval');
    expect(await rowsWritten()).toBe(0);
    const taskId = await save(task(named(ids), { taskType: 'timed', sendTime: clock.now + DAY, interval: 20 }));
    const before = await taskOf(taskId);
    expect(await change({ taskId, interval, taskName: 'Another', sendTime: clock.now + 2 * DAY })).toBe(
      'bulk_send_interval',
    );
    expect(await taskOf(taskId)).toEqual(before);
    await pass(MINUTE);
    expect(await bench.texts()).toEqual([]);
  });

  test('is 15 seconds where none is given', async () => {
    const { interval: _, ...asked } = task(named(await buyers('11', 'a')));
    expect(await taskOf(await save(asked))).toMatchObject({ interval: 15 });
  });
});

describe('days', () => {
  const ofOrders = (days: unknown) => ({ kind: 'orders', shopIds: [shopIdOf('11')], days }) as never;

  test('of the orders of a target: from one to 365', async () => {
    await buyers('11', 'a', 'b', 'c', 'd');
    await order('11', 'a', '2600000001', { createdAt: clock.now - DAY });
    await order('11', 'b', '2600000002', { createdAt: clock.now - DAY - 1 });
    await order('11', 'c', '2600000003', { createdAt: clock.now - 365 * DAY });
    await order('11', 'd', '2600000004', { createdAt: clock.now - 365 * DAY - 1 });
    const count = async (days: number) => (await preview({ buyerListJson: ofOrders(days) })).totalCount;
    expect([await count(1), await count(2), await count(365)]).toEqual([1, 2, 3]);
    for (const days of [0, 366, 1.5]) expect(await codeOf(task(ofOrders(days)))).toBe('invalid_request');
    expect(await rowsWritten()).toBe(0);
    expect(await codeOf(task(ofOrders(365)))).toBe('success');
  });

  test('since the shop has written: from one to 90', async () => {
    for (const [buyer, at] of [
      ['lately', clock.now - 90 * DAY + 1],
      ['before', clock.now - 90 * DAY],
    ] as const) {
      await order('11', buyer, `of-${buyer}`);
      await write('11', buyer, 'buyer', at - 1);
      await write('11', buyer, 'seller', at);
    }
    const ids = await conversationIds('11-before', '11-lately');
    const asked = (writtenDays: number) => task(named(ids), { conditionJson: { writtenDays } });
    for (const days of [0, 91, 1.5]) expect(await codeOf(asked(days))).toBe('invalid_request');
    expect(await rowsWritten()).toBe(0);
    await save(asked(90));
    await pass(MINUTE);
    expect(await bench.texts()).toEqual(['11-before: Hello Buyer 11-before']);
  });

  test('until the start of a task: at most 90', async () => {
    const ids = await buyers('11', 'a');
    const furthest = clock.now + 90 * DAY;
    const at = (sendTime: number) => task(named(ids), { taskType: 'timed', sendTime });
    expect(await codeOf(at(furthest + 1))).toBe('bulk_send_too_soon');
    expect(await rowsWritten()).toBe(0);
    const taskId = await save(at(furthest));
    const before = await taskOf(taskId);
    expect(before).toMatchObject({ state: 'wait', sendTime: furthest });
    expect(await change({ taskId, sendTime: furthest + 1, taskName: 'Another' })).toBe('bulk_send_too_soon');
    expect(await change({ taskId, sendTime: clock.now + 5 * MINUTE - 1 })).toBe('bulk_send_too_soon');
    expect(await taskOf(taskId)).toEqual(before);
  });

  test('of the config: from one to 90, and up to 100 messages', async () => {
    const config = async () => {
      const answer = await bench.main.call(calls.getConfig);
      return answer.result === 'success' ? answer.data : answer.code;
    };
    const choose = async (chosen: object) => {
      const answer = await bench.main.call(calls.saveConfig, chosen);
      return answer.result === 'fail' ? answer.code : answer.result;
    };
    const loud = { quiet: null, ownQuiet: [] };
    const most = { cap: { messages: 100, days: 90 }, orderCareDays: 90 };
    expect(await choose(most)).toBe('success');
    expect(await config()).toEqual({ ...most, ...loud });
    for (const wrong of [
      { cap: { messages: 100, days: 91 } },
      { cap: { messages: 101, days: 90 } },
      { cap: { messages: 0, days: 1 } },
      { cap: { messages: 1, days: 0 } },
      { orderCareDays: 91 },
      { orderCareDays: 0 },
    ]) {
      expect(await choose({ quiet: { from: 0, to: 60, days: [1] }, ...wrong })).toBe('invalid_request');
    }
    expect(await config()).toEqual({ ...most, ...loud });
    const least = { cap: { messages: 1, days: 1 }, orderCareDays: 1 };
    expect(await choose(least)).toBe('success');
    expect(await config()).toEqual({ ...least, ...loud });
  });
});
