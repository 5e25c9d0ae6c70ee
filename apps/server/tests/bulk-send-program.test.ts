import { CALLS } from '@pasar/api';
import { describe, expect, test } from 'vitest';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const { calls, clock, buyers, named, task, save, codeOf, taskOf, items, pass, texts, write, openProgram } = bench;
const MINUTE = 60_000;

describe('a program that sends by itself', () => {
  test('has a task by a lease; what it tells counts, and the server goes on when the lease is lost', async () => {
    const ask = await openProgram();
    const [a = '', b = ''] = await buyers('11', 'a', 'b');
    const { taskName, taskType, ...message } = task(named([a, b]));
    const made = await ask(calls.saveTimerTask, { taskName, sendTime: clock.now + 10 * MINUTE, ...message });
    const { taskId } = made as { readonly taskId: string };
    expect(taskType).toBe('immediate');
    clock.now += 9 * MINUTE + 30_000;
    expect(await ask(calls.lockTimerTask, { taskId })).toMatchObject({ isLocked: true, leaseMs: MINUTE });
    await pass(40_000);
    expect(await texts()).toEqual([]);
    expect(await taskOf(taskId)).toMatchObject({ state: 'processing', pauses: [{ pause: 'hosted' }] });
    expect(await ask(calls.heartbeat, { taskId })).toMatchObject({ isLocked: true });
    // Its lease is over, and the server has not gone on yet.
    clock.now += MINUTE + 1;
    const [first] = await items(taskId);
    const results = [{ itemId: first?.itemId, state: 'fail', detail: 'no' }];
    expect(await ask(calls.updateBatchSendTaskResult, { taskId, results })).toEqual({});
    expect(await items(taskId)).toMatchObject([
      { state: 'fail', reason: 'send_failed', detail: 'no' },
      { state: 'wait' },
    ]);
    await pass(3 * MINUTE);
    expect(await texts()).toEqual(['11-b: Hello Buyer 11-b']);
    expect(await ask(calls.heartbeat, { taskId })).toMatchObject({ isLocked: false });
    const late = (await items(taskId)).map(({ itemId }) => ({ itemId, state: 'fail' }));
    expect(await ask(calls.updateBatchSendTaskResult, { taskId, results: late })).toEqual({});
    expect(await items(taskId)).toMatchObject([{ state: 'fail' }, { state: 'success' }]);
  });

  test('that dies before it tells what it has sent is not repeated, and what it tells later counts', async () => {
    const ask = await openProgram();
    const made = await ask(calls.saveBatchSendTask, task(named(await buyers('11', 'a', 'b'))));
    const { taskId } = made as { readonly taskId: string };
    expect(await ask(calls.lockTimerTask, { taskId })).toMatchObject({ isLocked: true });
    clock.now += 1_000;
    await write('11', 'a', 'seller');
    await pass(5 * MINUTE);
    expect(await texts()).toEqual(['11-b: Hello Buyer 11-b']);
    expect(await taskOf(taskId)).toMatchObject({ state: 'finish', successCount: 1, unconfirmedCount: 1 });
    const [first] = await items(taskId);
    const results = [{ itemId: first?.itemId, state: 'success' }];
    expect(await ask(calls.updateBatchSendTaskResult, { taskId, results })).toEqual({});
    expect(await taskOf(taskId)).toMatchObject({ successCount: 2, unconfirmedCount: 0 });
  });

  test('that takes a recipient who is tried again, and dies before it tells, is not repeated', async () => {
    const ask = await openProgram();
    const made = await ask(calls.saveBatchSendTask, task(named(await buyers('11', 'a', 'b'))));
    const { taskId } = made as { readonly taskId: string };
    await ask(calls.lockTimerTask, { taskId });
    const results = (await items(taskId)).map(({ itemId }) => ({ itemId, state: 'fail' }));
    expect(await ask(calls.updateBatchSendTaskResult, { taskId, results })).toEqual({});
    await pass(2 * MINUTE);
    expect(await bench.main.call(calls.retryBulkSend, { taskId })).toMatchObject({ result: 'success' });
    expect(await ask(calls.lockTimerTask, { taskId })).toMatchObject({ isLocked: true });
    clock.now += 1_000;
    await write('11', 'a', 'seller');
    await pass(5 * MINUTE);
    expect(await texts()).toEqual(['11-b: Hello Buyer 11-b']);
    expect(await taskOf(taskId)).toMatchObject({ successCount: 1, unconfirmedCount: 1 });
  });

  test('gets and keeps no lease while the account or a shop of those who wait is stopped, or in quiet hours', async () => {
    const ask = await openProgram();
    const { taskName, taskType: _, ...message } = task(named(await buyers('11', 'a')));
    const made = await ask(calls.saveTimerTask, { taskName, sendTime: clock.now + 10 * MINUTE, ...message });
    const { taskId } = made as { readonly taskId: string };
    const { stopAutomatic, resumeAutomatic } = CALLS.automation;
    const isGiven = async (call: typeof calls.lockTimerTask | typeof calls.heartbeat) =>
      call.output.parse(await ask(call, { taskId })).isLocked;
    const [shopOf11, shopOf12] = bench.tenant.connections[0]?.shopIds.values() ?? [];
    for (const stop of [{}, { shopId: shopOf11 }]) {
      expect(await isGiven(calls.lockTimerTask)).toBe(true);
      await bench.main.call(stopAutomatic, stop);
      expect([await isGiven(calls.heartbeat), await isGiven(calls.lockTimerTask)]).toEqual([false, false]);
      await bench.main.call(resumeAutomatic, stop);
    }
    await bench.main.call(calls.saveConfig, { quiet: { from: 10 * 60, to: 14 * 60, days: [0, 1, 2, 3, 4, 5, 6] } });
    expect([await isGiven(calls.heartbeat), await isGiven(calls.lockTimerTask)]).toEqual([false, false]);
    await bench.main.call(calls.saveConfig, { quiet: null });
    await bench.main.call(stopAutomatic, { shopId: shopOf12 });
    expect([await isGiven(calls.heartbeat), await isGiven(calls.lockTimerTask)]).toEqual([true, true]);
    await bench.main.call(resumeAutomatic, { shopId: shopOf12 });
  });

  test('is no person, and its own messages count for the most messages of a buyer', async () => {
    const ids = await buyers('11', 'a');
    const taskId = await save(task(named(ids)));
    expect(await bench.main.call(calls.lockTimerTask, { taskId })).toMatchObject({ code: 'no_permission' });
    const ask = await openProgram();
    const logs = [{ conversationId: ids[0], sentAt: clock.now - MINUTE }];
    for (let times = 0; times < 2; times += 1) expect(await ask(calls.saveSendMessageLogs, { logs })).toEqual({});
    await bench.main.call(calls.saveConfig, { cap: { messages: 2, days: 7 } });
    expect(await codeOf(task(named(ids)))).toBe('success');
    await bench.main.call(calls.saveConfig, { cap: { messages: 1, days: 7 } });
    expect(await codeOf(task(named(ids)))).toBe('bulk_send_nobody');
    expect(await ask(calls.getSkipSendByHaveOrderCare, { conversationIds: ids })).toEqual({ conversationIds: [] });
  });
});
