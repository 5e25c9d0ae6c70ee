import { describe, expect, test } from 'vitest';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const { clock, buyers, named, task, save, counts, work, workTogether, nextJob, nextJobs, pass, texts, settle } = bench;
const MINUTE = 60_000;

/** A task with a buyer in each of two shops, and the jobs of the shops, which the worker takes together. */
async function twoShops() {
  const [inFirst = '', inSecond = ''] = [...(await buyers('11', 'a')), ...(await buyers('12', 'b'))];
  const taskId = await save(task(named([inFirst, inSecond])));
  const begin = await nextJob(clock.now);
  if (begin === null) throw new Error('nothing begins the task');
  await work(begin);
  clock.now += 500;
  const jobs = await nextJobs(clock.now);
  expect(jobs).toHaveLength(2);
  return { taskId, inSecond, jobs };
}

describe('shops of a task that are due together', () => {
  test('are served in one transaction', async () => {
    const { jobs } = await twoShops();
    await workTogether(jobs);
    expect(await texts()).toEqual(['11-a: Hello Buyer 11-a', '12-b: Hello Buyer 12-b']);
    const found = await bench.database.owner.query(
      'select distinct xmin::text from delivery where account_id = $1 and bulk_item_id is not null',
      [bench.tenant.accountId],
    );
    expect(found.rowCount).toBe(1);
  });

  test('lose nothing and repeat nothing when their worker dies before the commit', async () => {
    const { taskId, jobs } = await twoShops();
    await expect(workTogether(jobs, true)).rejects.toThrow('killed');
    expect(await texts()).toEqual([]);
    await workTogether(jobs);
    await settle();
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: Hello Buyer 11-a', '12-b: Hello Buyer 12-b']);
    expect(await counts(taskId)).toEqual(['success', 2, 0, 2, 0, 0]);
  });

  test('are each decided about: a buyer who gets nothing keeps it from nobody else', async () => {
    const { taskId, inSecond, jobs } = await twoShops();
    await bench.database.owner.query('update conversation set is_buyer_blocked = true where conversation_id = $1', [
      inSecond,
    ]);
    await workTogether(jobs);
    expect(await texts()).toEqual(['11-a: Hello Buyer 11-a']);
    expect(await counts(taskId)).toEqual(['processing', 2, 1, 0, 0, 1]);
  });

  test('are each tried alone when one of them fails', async () => {
    const { jobs, inSecond } = await twoShops();
    const { owner } = bench.database;
    await owner.query(`create function refuse_row() returns trigger language plpgsql as $$
      begin raise exception 'the row is refused'; end $$`);
    await owner.query(`create trigger refuse_row before insert on delivery for each row
      when (new.conversation_id = '${inSecond}') execute function refuse_row()`);
    try {
      await expect(workTogether(jobs)).rejects.toThrow('the row is refused');
      expect(await texts()).toEqual(['11-a: Hello Buyer 11-a']);
    } finally {
      await owner.query('drop trigger refuse_row on delivery');
      await owner.query('drop function refuse_row()');
    }
    await workTogether(jobs);
    await settle();
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: Hello Buyer 11-a', '12-b: Hello Buyer 12-b']);
  });
});
