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
  expect([counts, next]).toEqual([[{ kind: 'autoReply', state: 'waiting', count: 2 }], null]);
  expect(entries[0]).toMatchObject({ dueAt: of.shops.now + 5 * MINUTE, tries: 0, lasting: null, error: null });
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

test('what the buyer has written since a stopped answer was planned still gets its own', async () => {
  await of.shops.turnOn();
  await of.shops.write('hello');
  await of.shops.pass(MINUTE);
  await of.shops.write('are you there?');
  const [entry] = (await queue(of.shops.main)).entries;
  expect(await ask(of.shops.main, stopTimerTask, entry?.taskId)).toBe('done');
  await of.shops.pass(10 * MINUTE);
  expect(await of.shops.log()).toMatchObject([
    { state: 'answered', text: 'are you there?' },
    { state: 'skipped', reason: 'withdrawn', text: 'hello' },
  ]);
});

/** Puts a task into the queue that no row of the account is about. */
const enqueue = (name: string, input: object = {}, times = 1) =>
  of.database.owner.query(
    `select graphile_worker.add_job($1::text, json_build_object('accountId', $2::text, 'input', $3::json), max_attempts => 20)
     from generate_series(1, $4::integer)`,
    [name, of.shops.tenant.accountId, JSON.stringify(input), times],
  );

test('the queue is read by pages of one kind and state, with the counts of all', async () => {
  await of.shops.turnOn();
  await of.shops.write('hello');
  await enqueue('account-housekeeping', {}, 120);
  await of.database.owner.query(
    `update graphile_worker._private_jobs set attempts = max_attempts
     where id in (select id from graphile_worker._private_jobs where payload ->> 'input' = '{}' order by id limit 60)`,
  );
  const pages: TimerEntryView[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await queue(of.shops.main, { kind: 'upkeep', ...(after === undefined ? {} : { after }) });
    pages.push(page.entries);
    after = page.next;
    expect(page.counts).toEqual([
      { kind: 'autoReply', state: 'waiting', count: 1 },
      { kind: 'upkeep', state: 'failed', count: 60 },
      { kind: 'upkeep', state: 'waiting', count: 60 },
    ]);
  }
  expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
  expect(new Set(pages.flat().map(({ taskId }) => taskId)).size).toBe(120);
  expect(pages[1]?.map(({ state }) => state)).toEqual([...Array(10).fill('failed'), ...Array(40).fill('waiting')]);
  const answers = await queue(of.shops.main, { kind: 'autoReply', state: 'waiting' });
  expect(shown(answers.entries)).toEqual([['autoReply', 'Buyer 11-b1', 'waiting']]);
});

test('an action on many conversations and a look for tags are stopped; what cannot be stopped says why', async () => {
  const { accountId, mainId } = of.shops.tenant;
  const one = async (text: string, values: readonly unknown[]) =>
    (await of.database.owner.query<{ id: string }>(text, [...values])).rows[0]?.id ?? '';
  const bulk = await one(
    `insert into bulk_action (account_id, member_id, setting, total, begun_at) values ($1, $2, '{"kind":"read"}', 1, 1)
     returning bulk_id as id`,
    [accountId, mainId],
  );
  const look = (rule: string) =>
    one(
      `insert into buyer_tag_sweep (account_id, rule_id, since, total, begun_at) values ($1, ${rule}, 1, 1, 1)
       returning sweep_id as id`,
      [accountId],
    );
  const ofRule = await look('gen_random_uuid()');
  await look('null');
  await enqueue('order-care');
  await enqueue('account-housekeeping');
  const { entries } = await queue(of.shops.main);
  expect(new Map(entries.map(({ kind, lasting }) => [`${kind} ${lasting}`, kind]))).toEqual(
    new Map([
      ['bulkAction null', 'bulkAction'],
      ['buyerTags null', 'buyerTags'],
      ['buyerTags lostChanges', 'buyerTags'],
      ['orderCare orderCareSettings', 'orderCare'],
      ['upkeep upkeep', 'upkeep'],
    ]),
  );
  expect(entries.find(({ kind }) => kind === 'bulkAction')?.subject).not.toBeNull();
  for (const { taskId, lasting } of entries) {
    expect([lasting, await ask(of.shops.main, stopTimerTask, taskId)]).toEqual([
      lasting,
      lasting === null ? 'done' : 'not_found',
    ]);
    expect(await ask(of.shops.anna, stopTimerTask, taskId)).toBe('not_found');
  }
  expect((await queue(of.shops.main)).entries.map(({ kind }) => kind).toSorted()).toEqual([
    'buyerTags',
    'orderCare',
    'upkeep',
  ]);
  expect(await one('select state as id from bulk_action where bulk_id = $1', [bulk])).toBe('stopped');
  expect(await one('select ended_at as id from buyer_tag_sweep where sweep_id = $1', [ofRule])).not.toBe('');
  await fail('broken');
  for (const { taskId } of (await queue(of.shops.main)).entries) {
    expect(await ask(of.shops.main, retryTimerTask, taskId)).toBe('done');
  }
});

test('a sub-account sees, tries again and stops its own actions on many conversations alone', async () => {
  await of.shops.write('hello');
  const { beginBulk, bulkActions } = CALLS.conversationLists;
  for (const visitor of [of.shops.main, of.shops.anna]) {
    const begun = await visitor.call(beginBulk, {
      setting: { kind: 'read' },
      target: { kind: 'matching', listing: { tab: 'all' } },
    });
    expect(begun).toMatchObject({ result: 'success' });
  }
  const seen = async (visitor: Visitor) => (await queue(visitor)).entries.filter(({ kind }) => kind === 'bulkAction');
  expect(await seen(of.shops.main)).toHaveLength(2);
  const [own, ...others] = await seen(of.shops.anna);
  expect([own?.subject, own?.lasting, others]).toEqual(['Anna', null, []]);
  const [ofMain] = (await seen(of.shops.main)).filter(({ taskId }) => taskId !== own?.taskId);
  await fail('broken');
  for (const call of [retryTimerTask, stopTimerTask]) {
    expect(await ask(of.shops.anna, call, ofMain?.taskId)).toBe('not_found');
  }
  expect(await ask(of.shops.anna, retryTimerTask, own?.taskId)).toBe('done');
  // Without the key of the conversations she has no list of her actions either.
  const setKeys = (keys: readonly string[]) =>
    of.database.owner.query('update member set permission_code_list = $2 where account_id = $1 and not is_main', [
      of.shops.tenant.accountId,
      keys,
    ]);
  await setKeys(['batchReply']);
  expect(await seen(of.shops.anna)).toEqual([]);
  expect(await ask(of.shops.anna, stopTimerTask, own?.taskId)).toBe('not_found');
  await setKeys(['chat']);
  expect(await ask(of.shops.anna, stopTimerTask, own?.taskId)).toBe('done');
  expect(await seen(of.shops.anna)).toEqual([]);
  const answer = await of.shops.anna.call(bulkActions);
  expect(answer).toMatchObject({ result: 'success', data: { actions: [{ state: 'stopped' }] } });
  expect(await seen(of.shops.main)).toMatchObject([{ taskId: ofMain?.taskId }]);
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
  const product = { kind: 'product', shopId: [...of.shops.owner.shopIds.values()][1], itemId: '1', title: 'Cap' };
  const parts = [...answerOf('It costs 5, {buyer}').parts, product];
  await of.shops.saveKeyword({ keyword: 'price', content: { parts } });
  await of.shops.save([{ country: 'SG', is_lazada_keyword_auto_reply: true, lazada_keyword_reply_delay: 30 }]);
  await of.shops.write('what is the price');
  await of.shops.write('hello', { buyer: 'b2' });
  // Of this answer nothing can be said.
  await of.shops.saveKeyword({ keyword: 'cap', content: { parts: [product] } });
  await of.shops.write('the cap', { buyer: 'b3' });
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
      // The product is another shop's.
      parts: [{ kind: 'text', text: 'It costs 5, Buyer 11-b1' }],
    },
    { replyType: 'default', replyText: 'Hello Buyer 11-b2, soon.', replyTs: of.shops.now + 5 * MINUTE },
  ]);
  expect(told.tasks).toEqual([]);
  expect(told.configMap).toMatchObject({ shopee: { SG: { lazada_reply_delay: 5, lazada_keyword_reply_delay: 30 } } });
  expect(told.shopConfigs).toEqual([]);
  const { messageId } = told.queue[0] ?? {};
  of.shops.now += 30_000;
  const later = { messageId: told.queue[1]?.messageId };
  expect(await asked(CALLS.autoReply.getAutoReplyLock, later)).toEqual({ isLocked: false });
  expect(await asked(CALLS.autoReply.getAutoReplyLock, { messageId })).toEqual({ isLocked: true });
  expect(await asked(CALLS.autoReply.getAutoReplyLock, { messageId })).toEqual({ isLocked: false });
  expect((await of.shops.main.call(call)).result).toBe('fail');
});

test('a program learns the rules that shops have of their own, of the shops that it sees', async () => {
  await of.shops.turnOn();
  await of.shops.saveKeyword({ keyword: 'price', content: answerOf('It costs 5') });
  const shopIds = [...of.shops.owner.shopIds.values()];
  for (const shopId of shopIds) {
    expect(await of.shops.main.call(CALLS.autoReply.giveShopReplySetting, { shopId })).toMatchObject({
      result: 'success',
    });
  }
  const configs = async (responsibility: object) => {
    const token = { name: 'Host', responsibility, days: 30, permissionCodeList: ['chat'] };
    const made = await of.shops.main.call(CALLS.team.addApiToken, token as never);
    if (made.result !== 'success') throw new Error(`${made.code} ${made.detail}`);
    const headers = { authorization: `Bearer ${CALLS.team.addApiToken.output.parse(made.data).token}`, cookie: '' };
    const answer = await of.shops.main.call(CALLS.autoReply.getTimerQueueAndConfigMap, {}, headers);
    if (answer.result !== 'success') throw new Error(answer.reason);
    return CALLS.autoReply.getTimerQueueAndConfigMap.output.parse(answer.data).shopConfigs;
  };
  const all = await configs({ kind: 'all' });
  expect(all.map(({ userId }) => userId).sort()).toEqual(['11', '12']);
  expect(all).toMatchObject(
    [1, 2].map(() => ({ platform: 'shopee', country: 'SG', lazada_reply_delay: 5, keywords: [{ keyword: 'price' }] })),
  );
  expect(
    (await configs({ kind: 'shops', shopIds: shopIds.slice(0, 1) })).map(({ shopId, userId }) => [shopId, userId]),
  ).toEqual([[shopIds[0], '11']]);
});
