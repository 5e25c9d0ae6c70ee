import { CALLS, type CallOutput } from '@pasar/api';
import { expect, test } from 'vitest';
import { bulkSendBench } from './harness/bulk-send.ts';
import type { Visitor } from './harness/web.ts';

const bench = bulkSendBench();
const { buyers, named, task, save, pass, shopIdOf } = bench;
const { bulkSendDistribution } = CALLS.bulkSend;
const MINUTE = 60_000;

async function listed(
  input: object = {},
  visitor: Visitor = bench.main,
): Promise<CallOutput<typeof bulkSendDistribution>> {
  const answer = await visitor.call(bulkSendDistribution, input);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return bulkSendDistribution.output.parse(answer.data);
}
const shown = async (input: object = {}, visitor: Visitor = bench.main) =>
  (await listed(input, visitor)).items.map(({ buyerName, taskName, state }) => `${taskName} ${buyerName} ${state}`);

test('the distribution list names whom all tasks write to, the newest first, by task, shop and state', async () => {
  const [a = '', b = ''] = await buyers('11', 'a', 'b');
  const [c = ''] = await buyers('12', 'c');
  await bench.database.owner.query('update conversation set is_buyer_blocked = true where conversation_id = $1', [b]);
  const first = await save(task(named([a, b]), { taskName: 'First' }));
  await pass(MINUTE);
  await save(task(named([c]), { taskName: 'Second' }));
  const left = ['First Buyer 11-a success', 'First Buyer 11-b skip'];
  const all = await shown();
  expect(all[0]).toBe('Second Buyer 12-c wait');
  expect(all.slice(1).toSorted()).toEqual(left);
  expect((await shown({ taskId: first })).toSorted()).toEqual(left);
  expect(await shown({ shopId: shopIdOf('12') })).toEqual(['Second Buyer 12-c wait']);
  expect(await shown({ state: 'skip' })).toEqual(['First Buyer 11-b skip']);
  expect((await listed({ state: 'success' })).items).toMatchObject([{ taskId: first, sentAt: expect.any(Number) }]);
});

test('it comes by pages of 40, and a sub-account sees its own tasks alone', async () => {
  const ids = await buyers('11', ...Array.from({ length: 45 }, (_, number) => `n${number}`));
  await save(task(named(ids)));
  const page = await listed();
  const rest = await listed({ after: page.next });
  expect([page.items.length, rest.items.length, rest.next]).toEqual([40, 5, null]);
  expect(new Set([...page.items, ...rest.items].map(({ itemId }) => itemId)).size).toBe(45);
  expect(await shown({}, bench.anna)).toEqual([]);
  await save(task(named(ids.slice(0, 1)), { taskName: 'Mine' }), bench.anna);
  expect(await shown({}, bench.anna)).toEqual([expect.stringMatching(/^Mine Buyer 11-/)]);
});

test('a sub-account that has lost a shop no longer sees whom its own tasks wrote to there', async () => {
  const [a = ''] = await buyers('11', 'a');
  const mine = await save(task(named([a]), { taskName: 'Mine' }), bench.anna);
  expect(await shown({}, bench.anna)).toHaveLength(1);
  await bench.database.owner.query('delete from member_shop where shop_id = $1', [shopIdOf('11')]);
  expect(await shown({}, bench.anna)).toEqual([]);
  expect(await shown({ taskId: mine }, bench.anna)).toEqual([]);
  expect(await bench.anna.call(bulkSendDistribution, { shopId: shopIdOf('11') })).toMatchObject({
    result: 'fail',
    code: 'not_found',
  });
  expect(await shown()).toHaveLength(1);
});
