import { CALLS } from '@pasar/api';
import { refusal } from '@pasar/domain';
import pg from 'pg';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const {
  calls,
  clock,
  buyers,
  write,
  named,
  task,
  save,
  codeOf,
  taskOf,
  counts,
  items,
  work,
  nextJob,
  pass,
  ledger,
  isLocked,
  apply,
  settle,
  refuse,
  texts,
  loggedIn,
} = bench;
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('a task', () => {
  test('sends to each conversation once, filled in, at its pace, and ends', async () => {
    const taskId = await save(task(named(await buyers('11', 'a', 'b', 'c'))));
    expect(await counts(taskId)).toEqual(['wait', 3, 0, 0, 0, 0]);
    await pass(0);
    expect(await texts()).toEqual(['11-a: Hello Buyer 11-a']);
    await pass(9_000);
    expect(await texts()).toHaveLength(1);
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-a', '11-b', '11-c'].map((to) => `${to}: Hello Buyer ${to}`));
    expect(await counts(taskId)).toEqual(['success', 3, 0, 3, 0, 0]);
    const times = (await ledger()).map((row) => Number(row.created_at));
    for (const [index, at] of times.slice(1).entries()) {
      const pause = at - (times[index] ?? 0);
      expect(pause).toBeGreaterThanOrEqual(10_000);
      expect(pause).toBeLessThanOrEqual(15_000);
    }
    expect(await nextJob(clock.now + DAY)).toBeNull();
  });

  test('sends in several shops at the same time, one message of a shop waits in the ledger', async () => {
    const ids = [...(await buyers('11', 'a', 'b')), ...(await buyers('12', 'a', 'b'))];
    const taskId = await save(task(named(ids)));
    await pass(MINUTE, null);
    expect(await texts()).toEqual(['11-a: Hello Buyer 11-a', '12-a: Hello Buyer 12-a']);
    expect(await counts(taskId)).toEqual(['processing', 4, 2, 0, 0, 0]);
    await settle();
    await pass(MINUTE);
    expect(await counts(taskId)).toEqual(['success', 4, 0, 4, 0, 0]);
  });

  test('keeps the pace of its shop together with other tasks of the shop', async () => {
    const mine = await save(task(named(await buyers('11', 'a', 'b', 'c'))));
    const other = await save(task(named(await buyers('11', 'd', 'e', 'f'))));
    await pass(2 * MINUTE);
    expect([await counts(mine), await counts(other)]).toEqual([
      ['success', 3, 0, 3, 0, 0],
      ['success', 3, 0, 3, 0, 0],
    ]);
    const times = (await ledger()).map((row) => Number(row.created_at)).sort((left, right) => left - right);
    expect(times).toHaveLength(6);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(10_000);
    // Neither waits for the end of the other.
    expect((await texts()).slice(0, 2).sort()).toEqual(['11-a: Hello Buyer 11-a', '11-d: Hello Buyer 11-d']);
  });

  test('goes on where a killed worker stood: nothing twice, nothing lost', async () => {
    const taskId = await save(task(named(await buyers('11', 'a', 'b'))));
    for (let job = await nextJob(clock.now + MINUTE), round = 0; job !== null && round < 20; round += 1) {
      clock.now = Math.max(clock.now, Number(job.at));
      await expect(work(job, true)).rejects.toThrow('killed');
      await work(job);
      await settle();
      job = await nextJob(clock.now + MINUTE);
    }
    expect(await texts('confirmed')).toEqual(['11-a: Hello Buyer 11-a', '11-b: Hello Buyer 11-b']);
    expect(await counts(taskId)).toEqual(['success', 2, 0, 2, 0, 0]);
  });

  test('goes on behind a conversation that is deleted at that moment', async () => {
    const [a = '', b = ''] = await buyers('11', 'a', 'b');
    await save(task(named([a, b])));
    const begin = await nextJob(clock.now);
    if (begin) await work(begin);
    const job = await nextJob(clock.now);
    if (job === null) throw new Error('nothing to do');
    const other = new pg.Client(bench.database.config);
    await other.connect();
    await other.query('begin');
    await other.query('delete from conversation where conversation_id = $1', [a]);
    const run = work(job);
    await isLocked();
    await other.query('commit');
    await other.end();
    await run;
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-b: Hello Buyer 11-b']);
  });

  test('is not about who comes later', async () => {
    await buyers('11', 'a');
    const taskId = await save(task({ kind: 'matching', listing: { tab: 'all' } }));
    await buyers('11', 'late');
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-a: Hello Buyer 11-a']);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
  });
});

describe('outcomes', () => {
  test('a failed message says why, withdraws the parts behind it, and is sent again on request', async () => {
    const parts = ['one', 'two'].map((text) => ({ kind: 'text', text }));
    const taskId = await save(task(named(await buyers('11', 'a')), { content: { parts } }));
    await pass(0, async () => {
      const [first] = await ledger('pending');
      if (first) await apply(first.delivery_id, { event: 'accept', platformMessageId: 'm1' as never });
      await refuse();
    });
    expect(await counts(taskId)).toEqual(['fail', 1, 0, 0, 1, 0]);
    expect(await items(taskId)).toMatchObject([{ state: 'fail', reason: 'blocked_by_user', detail: 'no' }]);
    clock.now += MINUTE;
    expect(await bench.main.call(calls.retryBulkSend, { taskId })).toMatchObject({ data: { retriedCount: 1 } });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: one', '11-a: two']);
    expect(await ledger('refused')).toEqual([]);
    expect(await counts(taskId)).toEqual(['success', 1, 0, 1, 0, 0]);
    expect(await bench.main.call(calls.retryBulkSend, { taskId })).toMatchObject({ code: 'bulk_send_state' });
  });

  test('a doubtful message is on the way; an unconfirmed one is never sent again, and counts when it turns up', async () => {
    const taskId = await save(task(named(await buyers('11', 'a'))));
    await pass(0, null);
    const [row] = await ledger('pending');
    const id = row?.delivery_id ?? '';
    await bench.database.owner.query(
      "update delivery set state = 'intent', attempt = 1, intent_at = $2, claim_token = 1 where delivery_id = $1",
      [id, clock.now],
    );
    await apply(id, { event: 'doubt', lookUntil: clock.now + 1 });
    expect(await counts(taskId)).toEqual(['processing', 1, 1, 0, 0, 0]);
    await apply(id, { event: 'giveUp' });
    expect(await taskOf(taskId)).toMatchObject({ state: 'finish', unconfirmedCount: 1, sentCount: 0 });
    expect(await bench.main.call(calls.retryBulkSend, { taskId })).toMatchObject({ code: 'bulk_send_state' });
    await apply(id, { event: 'accept', platformMessageId: 'm2' as never });
    expect(await taskOf(taskId)).toMatchObject({ status: 'success', unconfirmedCount: 0, successCount: 1 });
  });

  test('counts who answers within a day, once', async () => {
    const taskId = await save(task(named(await buyers('11', 'a', 'b'))));
    await pass(MINUTE);
    await write('11', 'a', 'buyer', clock.now);
    await write('11', 'a', 'buyer', clock.now + 1);
    await write('11', 'b', 'buyer', clock.now + 2 * DAY);
    expect(await taskOf(taskId)).toMatchObject({ answeredCount: 1 });
    expect((await items(taskId)).map((item) => item.isAnswered)).toEqual([true, false]);
  });

  test('do not count who writes before the message has left', async () => {
    const taskId = await save(task(named(await buyers('11', 'a'))));
    await pass(0, null);
    await write('11', 'a', 'buyer', clock.now + 1);
    expect(await taskOf(taskId)).toMatchObject({ sentCount: 1, answeredCount: 0 });
    const [row] = await ledger('pending');
    await apply(row?.delivery_id ?? '', { event: 'accept', platformMessageId: 'm1' as never });
    await write('11', 'a', 'buyer', clock.now + 2);
    expect(await taskOf(taskId)).toMatchObject({ successCount: 1, answeredCount: 1 });
  });

  test('are not counted for the message of a buyer to whom no task has written', async () => {
    await buyers('11', 'a');
    const { owner } = bench.database;
    await owner.query('begin');
    await owner.query(`create or replace function pasar_move_bulk_send(moves bulk_send_move[]) returns void
      language plpgsql as $$ begin raise 'counted'; end $$`);
    const wrote = await owner.query(
      'update conversation set buyer_wrote_at = buyer_wrote_at + 1 where account_id = $1',
      [bench.tenant.accountId],
    );
    await owner.query('rollback');
    expect(wrote.rowCount).toBe(1);
  });

  test('stand in a workbook: of each recipient the shop, the buyer, the order, what became of it and why', async () => {
    await buyers('11', 'a', 'b', 'c', 'd');
    await buyers('12', 'e');
    await bench.database.owner.query("update shop set alias = 'The second' where shop_id = $1", [bench.shopIdOf('12')]);
    await bench.database.owner.query(
      "update conversation set is_buyer_blocked = true where account_id = $1 and platform_conversation_id = '11-b'",
      [bench.tenant.accountId],
    );
    for (const [index, buyer] of ['a', 'b', 'c', 'd', 'nobody'].entries()) {
      await bench.order('11', buyer, `260000000${index}`);
    }
    await bench.database.owner.query("update shop_order set buyer_id = null where order_id = '2600000004'");
    await bench.order('12', 'e', '2600000009');
    const shopIds = ['11', '12'].map(bench.shopIdOf);
    const taskId = await save(task({ kind: 'orders', shopIds, days: 7 } as never));
    const sheetOf = async (more: object) => {
      const answer = await bench.main.call(calls.exportBulkSend, { taskId, ...more });
      if (answer.result !== 'success') throw new Error(answer.reason);
      const { file, fileName, isWhole } = calls.exportBulkSend.output.parse(answer.data);
      expect([fileName, isWhole]).toEqual(['bulk-send-2030-01-07.xlsx', true]);
      const [header, ...rows] = await readSheet(Buffer.from(file, 'base64'));
      return { header, rows: rows.toSorted((one, other) => (String(one[2]) < String(other[2]) ? -1 : 1)) };
    };
    expect(await sheetOf({ locale: 'en' })).toEqual({
      header: ['Shop', 'Buyer', 'Order number', 'Result', 'Why', 'Sent at', 'Answered within a day'],
      rows: [
        ['shop 11', 'Buyer 11-a', '2600000000', 'Waiting', null, null, null],
        ['shop 11', 'Buyer 11-b', '2600000001', 'Left out', 'The buyer is blocked', null, null],
        ['shop 11', 'Buyer 11-c', '2600000002', 'Waiting', null, null, null],
        ['shop 11', 'Buyer 11-d', '2600000003', 'Waiting', null, null, null],
        ['shop 11', 'Name of nobody', '2600000004', 'Left out', 'No conversation with the buyer', null, null],
        ['The second', 'Buyer 12-e', '2600000009', 'Waiting', null, null, null],
      ],
    });
    await pass(2 * MINUTE, async () => {
      for (const { delivery_id: id, to } of await ledger('pending')) {
        if (to === '11-c') await apply(id, { event: 'refuse', refusal: refusal('blocked_by_user', 'no') });
        else if (to !== '11-d') await apply(id, { event: 'accept', platformMessageId: `m-${id}` as never });
      }
    });
    await write('11', 'a', 'buyer', clock.now);
    const sentAt = new Map((await items(taskId)).map((item) => [item.buyerName, item.sentAt]));
    // Singapore is eight hours ahead.
    const wallOf = (buyer: string) =>
      new Date((sentAt.get(buyer) ?? Number.NaN) + 8 * 60 * MINUTE).toISOString().slice(0, 19).replace('T', ' ');
    const [a, e] = ['Buyer 11-a', 'Buyer 12-e'].map(wallOf);
    expect((await sheetOf({ locale: 'en', timeZone: 'Asia/Singapore' })).rows).toEqual([
      ['shop 11', 'Buyer 11-a', '2600000000', 'Succeeded', null, a, 'Yes'],
      ['shop 11', 'Buyer 11-b', '2600000001', 'Left out', 'The buyer is blocked', null, null],
      [
        'shop 11',
        'Buyer 11-c',
        '2600000002',
        'Failed',
        'The buyer has blocked this shop, so the message was not delivered. (no)',
        null,
        null,
      ],
      ['shop 11', 'Buyer 11-d', '2600000003', 'On the way', null, null, null],
      ['shop 11', 'Name of nobody', '2600000004', 'Left out', 'No conversation with the buyer', null, null],
      ['The second', 'Buyer 12-e', '2600000009', 'Succeeded', null, e, null],
    ]);
    const chinese = await sheetOf({ locale: 'zh-CN', timeZone: 'Asia/Singapore' });
    expect(chinese.header).toEqual(['店铺', '买家', '订单号', '结果', '原因', '发送时间', '一天内回复']);
    expect(chinese.rows.slice(0, 2)).toEqual([
      ['shop 11', 'Buyer 11-a', '2600000000', '成功', null, a, '是'],
      ['shop 11', 'Buyer 11-b', '2600000001', '已排除', '买家已被拉黑', null, null],
    ]);
  });
});

describe('a timed task', () => {
  const timed = async (sendTime: number) => task(named(await buyers('11', 'a')), { taskType: 'timed', sendTime });

  test('is refused less than five minutes ahead', async () => {
    expect(await codeOf(await timed(clock.now + 5 * MINUTE - 1))).toBe('bulk_send_too_soon');
    expect(await codeOf(task(named(await buyers('11', 'a')), { taskType: 'timed' }))).toBe('bulk_send_too_soon');
    expect(await codeOf(await timed(clock.now + 5 * MINUTE))).toBe('success');
  });

  test('starts at its time, also after it was put off', async () => {
    const taskId = await save(await timed(clock.now + 10 * MINUTE));
    await bench.main.call(calls.updateTimerTask, { taskId, sendTime: clock.now + 20 * MINUTE, taskName: 'Later' });
    await pass(20 * MINUTE - 1);
    expect(await texts()).toEqual([]);
    await pass(1);
    expect(await texts()).toHaveLength(1);
    expect(await taskOf(taskId)).toMatchObject({ taskName: 'Later', status: 'success' });
    expect(await bench.main.call(calls.updateTimerTask, { taskId, taskName: 'x' })).toMatchObject({
      code: 'bulk_send_state',
    });
  });

  test('starts by the clock of the database, where that of the process is behind', async () => {
    const taskId = await save(await timed(clock.now + 10 * MINUTE));
    const job = await nextJob(clock.now + 10 * MINUTE);
    clock.now += 9 * MINUTE;
    if (job) await work(job);
    await pass(2 * MINUTE);
    expect(await texts()).toHaveLength(1);
    expect(await taskOf(taskId)).toMatchObject({ status: 'success' });
  });

  test.each([
    [5 * MINUTE, 'success', 1],
    [5 * MINUTE + 1, 'cancel', 0],
  ] as const)('whose start is %d ms late is %s', async (late, status, sent) => {
    const taskId = await save(await timed(clock.now + 10 * MINUTE));
    clock.now += 10 * MINUTE + late;
    await pass(0);
    expect(await texts()).toHaveLength(sent);
    expect(await taskOf(taskId)).toMatchObject({ status, reason: sent === 0 ? 'task_not_run_in_time' : null });
  });
});

describe('pauses', () => {
  test.each([['notLoggedIn', 'update connection set state = $2 where account_id = $1', 'failed', 'live']] as const)(
    '%s: waits, says so, and goes on',
    async (pause, text, off, on) => {
      const taskId = await save(task(named(await buyers('11', 'a'))));
      await bench.database.owner.query(text, [bench.tenant.accountId, off]);
      await pass(10 * MINUTE);
      expect(await texts()).toEqual([]);
      expect(await taskOf(taskId)).toMatchObject({ state: 'processing', pauses: [{ pause }] });
      await bench.database.owner.query(text, [bench.tenant.accountId, on]);
      await pass(MINUTE);
      expect(await texts()).toHaveLength(1);
    },
  );

  test('quiet hours of the shop’s country, and the stop of everything automatic', async () => {
    const [a = '', b = ''] = await buyers('11', 'a', 'b');
    await bench.main.call(calls.saveConfig, { quiet: { from: 10 * 60, to: 14 * 60, days: [0, 1, 2, 3, 4, 5, 6] } });
    const taskId = await save(task(named([a, b])));
    await pass(MINUTE);
    expect(await taskOf(taskId)).toMatchObject({ pauses: [{ pause: 'quiet' }] });
    await bench.main.call(calls.saveConfig, { quiet: null });
    await bench.main.call(CALLS.automation.stopAutomatic, {});
    await pass(MINUTE);
    expect(await taskOf(taskId)).toMatchObject({ pauses: [{ pause: 'automaticStopped' }] });
    // A sub-account that may change settings ends the stop of a shop, not that of shops that it does not see.
    const { owner } = bench.database;
    await owner.query("update member set permission_code_list = '{setting,batchReply}' where name = 'Anna'");
    expect(await bench.anna.call(CALLS.automation.resumeAutomatic, {})).toMatchObject({ code: 'main_account_only' });
    await bench.main.call(CALLS.automation.resumeAutomatic, {});
    await pass(2 * MINUTE);
    expect(await counts(taskId)).toEqual(['success', 2, 0, 2, 0, 0]);
  });
});

describe('rights', () => {
  test('a member without the key may not, and a sub-account sees its own tasks and shops only', async () => {
    const ben = await loggedIn(`${bench.username}:ben`);
    const [a = ''] = await buyers('11', 'a');
    const [b = ''] = await buyers('12', 'b');
    expect(await codeOf(task(named([a])), ben)).toBe('no_permission');
    expect(await codeOf(task(named([b])), bench.anna)).toBe('not_found');
    const mine = await save(task(named([a])), bench.anna);
    const theirs = await save(task(named([a, b])));
    await pass(MINUTE);
    expect((await taskOf(mine, bench.anna)).successCount).toBe(1);
    await expect(taskOf(theirs, bench.anna)).rejects.toThrow('no such task');
    expect((await taskOf(mine)).author).toBe('Anna');
    for (const call of [calls.stopBulkSend, calls.continueBulkSend, calls.retryBulkSend]) {
      expect(await bench.anna.call(call, { taskId: theirs })).toMatchObject({ code: 'not_found' });
    }
    expect(await bench.anna.call(calls.deleteBatchSendTask, { taskIds: [theirs] })).toMatchObject({
      code: 'not_found',
    });
  });

  test('a deleted task takes back what waits', async () => {
    const taskId = await save(task(named(await buyers('11', 'a', 'b'))));
    await pass(0, null);
    expect(await bench.main.call(calls.deleteBatchSendTask, { taskIds: [taskId] })).toMatchObject({
      result: 'success',
    });
    expect(await ledger('pending')).toEqual([]);
    await pass(10 * MINUTE);
    expect(await texts('confirmed')).toEqual([]);
  });
});
