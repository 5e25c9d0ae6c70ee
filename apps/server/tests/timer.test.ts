import { CALLS, type TimerEntryView } from '@pasar/api';
import { expect, test } from 'vitest';
import { answerOf, shopsOfEachTest } from './harness/auto-reply.ts';
import type { Visitor } from './harness/web.ts';

const { timerQueue, retryTimerTask, stopTimerTask } = CALLS.timer;
const MINUTE = 60_000;
const of = shopsOfEachTest();

async function queue(visitor: Visitor, input: object = {}) {
  const answer = await visitor.call(timerQueue, input);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return timerQueue.output.parse(answer.data);
}
const shown = (entries: readonly TimerEntryView[]) => entries.map(({ kind, subject, state }) => [kind, subject, state]);
const ask = async (
  visitor: Visitor,
  call: typeof retryTimerTask | typeof stopTimerTask,
  taskId: string | undefined,
) => {
  const answer = await visitor.call(call, { taskId });
  return answer.result === 'success' ? 'done' : answer.code;
};
const fail = (error: string) =>
  of.database.owner.query('update graphile_worker._private_jobs set attempts = max_attempts, last_error = $1', [error]);

test('the queue shows each member the tasks of its keys and shops, those that failed first', async () => {
  await of.shops.turnOn();
  await of.shops.write('hello');
  await of.shops.write('hello', { shop: '12', buyer: 'b2' });
  const all = [
    ['autoReply', 'Buyer 11-b1', 'waiting'],
    ['autoReply', 'Buyer 12-b2', 'waiting'],
  ];
  const { entries, counts, next } = await queue(of.shops.main);
  expect(shown(entries)).toEqual(all);
  expect([counts, next]).toEqual([{ failed: 0, running: 0, waiting: 2 }, null]);
  expect(entries[0]).toMatchObject({ dueAt: of.shops.now + 5 * MINUTE, tries: 0, canStop: true, error: null });
  expect(shown((await queue(of.shops.anna)).entries)).toEqual(all.slice(0, 1));
  await fail('no such table\n    at line 7');
  const failed = await queue(of.shops.main, { state: 'failed' });
  expect(failed.entries[0]).toMatchObject({ state: 'failed', error: 'no such table' });
  expect((await queue(of.shops.anna)).entries[0]).toMatchObject({ state: 'failed', error: null });
});

test('a failed task is tried again at once; that of another account or of a shop that is not seen is not there', async () => {
  await of.shops.turnOn();
  await of.shops.write('hello', { shop: '12' });
  const [untried] = (await queue(of.shops.main)).entries;
  expect(await ask(of.shops.main, retryTimerTask, untried?.taskId)).toBe('not_found');
  await fail('broken');
  const [entry] = (await queue(of.shops.main)).entries;
  expect(await ask(of.shops.anna, retryTimerTask, entry?.taskId)).toBe('not_found');
  expect(await ask(of.shops.main, retryTimerTask, '999999999')).toBe('not_found');
  expect(await ask(of.shops.main, retryTimerTask, entry?.taskId)).toBe('done');
  const [again] = (await queue(of.shops.main)).entries;
  expect(again).toMatchObject({ state: 'waiting', tries: 0 });
  expect(Math.abs((again?.dueAt ?? 0) - Date.now())).toBeLessThan(MINUTE);
});

test('a stopped answer is not given, and the log says why', async () => {
  await of.shops.turnOn();
  await of.shops.write('hello');
  const [entry] = (await queue(of.shops.main)).entries;
  expect(await ask(of.shops.anna, stopTimerTask, entry?.taskId)).toBe('done');
  expect((await queue(of.shops.main)).entries).toEqual([]);
  expect(await ask(of.shops.main, stopTimerTask, entry?.taskId)).toBe('not_found');
  await of.shops.pass(10 * MINUTE);
  expect(await of.shops.sent()).toEqual([]);
  expect(await of.shops.log()).toMatchObject([{ state: 'skipped', reason: 'withdrawn' }]);
});

test('a task that sends is stopped, and goes on from its own page', async () => {
  await of.shops.write('hello');
  const found = await of.database.owner.query<{ id: string }>(
    'select conversation_id as id from conversation where account_id = $1',
    [of.shops.tenant.accountId],
  );
  const made = await of.shops.main.call(CALLS.bulkSend.saveBatchSendTask, {
    taskName: 'Sale',
    taskType: 'immediate',
    content: { parts: [{ kind: 'text', text: 'Hello' }] },
    buyerListJson: { kind: 'named', conversationIds: found.rows.map(({ id }) => id) },
  });
  expect(made).toMatchObject({ result: 'success' });
  const { entries } = await queue(of.shops.main);
  expect(shown(entries)).toEqual([['bulkSend', 'Sale', 'waiting']]);
  expect((await queue(of.shops.anna)).entries).toEqual([]);
  expect(await ask(of.shops.anna, stopTimerTask, entries[0]?.taskId)).toBe('not_found');
  expect(await ask(of.shops.main, stopTimerTask, entries[0]?.taskId)).toBe('done');
  expect((await queue(of.shops.main)).entries).toEqual([]);
  const { rows } = await of.database.owner.query('select state from bulk_send_task where account_id = $1', [
    of.shops.tenant.accountId,
  ]);
  expect(rows).toEqual([{ state: 'stopped' }]);
});

test('a program learns what waits and by which rules, and takes an answer once when it is due', async () => {
  await of.shops.turnOn();
  await of.shops.saveKeyword({ keyword: 'price', content: answerOf('It costs 5, {buyer}') });
  await of.shops.save([{ country: 'SG', is_lazada_keyword_auto_reply: true, lazada_keyword_reply_delay: 30 }]);
  await of.shops.write('what is the price');
  await of.shops.write('hello', { buyer: 'b2' });
  const made = await of.shops.main.call(CALLS.team.addApiToken, {
    name: 'Host',
    responsibility: { kind: 'all' },
    days: 30,
    permissionCodeList: ['chat'],
  });
  if (made.result !== 'success') throw new Error(made.reason);
  const { token } = CALLS.team.addApiToken.output.parse(made.data);
  const asked = async (call: Parameters<Visitor['call']>[0], input: object = {}) => {
    const answer = await of.shops.main.call(call, input, { authorization: `Bearer ${token}`, cookie: '' });
    return answer.result === 'success' ? call.output.parse(answer.data) : answer.code;
  };
  const call = CALLS.autoReply.getTimerQueueAndConfigMap;
  const told = call.output.parse(await asked(call));
  expect(told.queue).toMatchObject([
    {
      userId: '11',
      platform: 'shopee',
      country: 'SG',
      replyType: 'keyword_auto_reply',
      replyText: 'It costs 5, Buyer 11-b1',
    },
    { replyType: 'default', replyText: 'Hello Buyer 11-b2, soon.', replyTs: of.shops.now + 5 * MINUTE },
  ]);
  expect(told.tasks).toEqual([]);
  expect(told.configMap).toMatchObject({ shopee: { SG: { lazada_reply_delay: 5, lazada_keyword_reply_delay: 30 } } });
  const { messageId } = told.queue[0] ?? {};
  of.shops.now += 30_000;
  const later = { messageId: told.queue[1]?.messageId };
  expect(await asked(CALLS.autoReply.getAutoReplyLock, later)).toEqual({ isLocked: false });
  expect(await asked(CALLS.autoReply.getAutoReplyLock, { messageId })).toEqual({ isLocked: true });
  expect(await asked(CALLS.autoReply.getAutoReplyLock, { messageId })).toEqual({ isLocked: false });
  expect((await of.shops.main.call(call)).result).toBe('fail');
});
