import { BULK_SEND_LIMITS } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const { calls, clock, buyers, named, task, save, codeOf, counts, pass, texts } = bench;
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('a task', () => {
  test('is made once by a save that is repeated, also when its time has come meanwhile', async () => {
    const clientId = crypto.randomUUID();
    const asked = { ...task(named(await buyers('11', 'a'))), clientId };
    const taskId = await save(asked);
    expect(await save(asked)).toBe(taskId);
    const later = { taskType: 'timed', sendTime: clock.now + 6 * MINUTE };
    const timed = { ...task(named(await buyers('11', 'b')), later), clientId: crypto.randomUUID() };
    const planned = await save(timed);
    clock.now += 2 * MINUTE;
    expect(await save(timed)).toBe(planned);
    await pass(10 * MINUTE);
    expect(await texts()).toHaveLength(2);
    expect(await save({ ...asked, clientId: crypto.randomUUID() })).not.toBe(taskId);
    // With other words it is no repeated save, and answering with the first task would say that these words were sent.
    const corrected = { ...asked, content: { parts: [{ kind: 'text', text: 'Corrected' }], variants: [] } };
    expect(await codeOf(corrected)).toBe('task_already_created');
  });

  test('that is stopped before its start waits for it again, and begins at once when the start has passed', async () => {
    const at = { taskType: 'timed', sendTime: clock.now + 30 * MINUTE };
    const taskId = await save(task(named(await buyers('11', 'a')), at));
    await bench.main.call(calls.stopBulkSend, { taskId });
    await bench.main.call(calls.continueBulkSend, { taskId });
    await pass(MINUTE);
    expect(await texts()).toEqual([]);
    await pass(30 * MINUTE);
    expect(await texts()).toHaveLength(1);
    const other = await save(task(named(await buyers('11', 'b')), { ...at, sendTime: clock.now + 30 * MINUTE }));
    await bench.main.call(calls.stopBulkSend, { taskId: other });
    clock.now += 40 * MINUTE;
    await bench.main.call(calls.continueBulkSend, { taskId: other });
    await pass(MINUTE);
    expect(await texts()).toHaveLength(2);
  });

  test('is refused when the member has as many open tasks as allowed, whatever colleagues have', async () => {
    const [id = ''] = await buyers('11', 'a');
    const later = { taskType: 'timed', sendTime: clock.now + DAY };
    for (let made = 0; made < BULK_SEND_LIMITS.open; made += 1) await save(task(named([id]), later));
    expect(await codeOf(task(named([id]), later))).toBe('task_create_failed');
    expect(await codeOf(task(named([id]), later), bench.anna)).toBe('success');
  });

  test('that the queue has given up goes on by housekeeping', async () => {
    const taskId = await save(task(named(await buyers('11', 'a', 'b'))));
    await pass(0);
    const { owner } = bench.database;
    await owner.query('update graphile_worker._private_jobs set attempts = max_attempts, run_at = now()');
    await pass(MINUTE);
    expect(await texts()).toHaveLength(1);
    await bench.housekeep();
    await pass(MINUTE);
    expect(await counts(taskId)).toEqual(['success', 2, 0, 2, 0, 0]);
  });
});
