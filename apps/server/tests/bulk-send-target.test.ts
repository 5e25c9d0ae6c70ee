import { CALLS } from '@pasar/api';
import { describe, expect, test } from 'vitest';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const { buyers, order, shopIdOf, task, save, taskOf, items, pass, texts, named } = bench;
const MINUTE = 60_000;
const PAID = "update shop_order set status = 'finished' where account_id = $1 and order_id = $2";

const sql = (text: string, ...values: readonly unknown[]) =>
  bench.database.owner.query(text, [bench.tenant.accountId, ...values]);
const targetOf = (kind: string, more: object) => ({ kind, shopIds: [shopIdOf('11')], ...more }) as never;

async function tagged(...conversationIds: readonly string[]): Promise<string> {
  const made = await sql(
    "insert into buyer_tag (account_id, name, color) values ($1, 'VIP', 'green') returning tag_id",
  );
  const buyerTagId: string = made.rows[0]?.tag_id;
  await sql(
    `insert into buyer_tag_relation (account_id, tag_id, shop_id, buyer_id, conversation_id, added_by, added_at,
       last_message_at, is_unread, is_pinned)
     select account_id, $2, shop_id, buyer_id, conversation_id, 'main', 1, last_message_at, false, false from conversation
     where account_id = $1 and conversation_id = any($3)`,
    buyerTagId,
    conversationIds,
  );
  return buyerTagId;
}
const untag = (conversationId: string) =>
  sql('delete from buyer_tag_relation where account_id = $1 and conversation_id = $2', conversationId);
const reasons = async (taskId: string) =>
  Object.fromEntries((await items(taskId)).map(({ buyerName, skipped }) => [buyerName, skipped]));

describe('right before each message the task leaves out', () => {
  test('whose order has left the chosen status meanwhile, shown and counted with a reason of its own', async () => {
    await buyers('11', 'a', 'b');
    await order('11', 'a', '1', { status: 'unpaid' });
    await order('11', 'b', '2', { status: 'unpaid' });
    const taskId = await save(task(targetOf('orders', { statuses: ['unpaid'], days: 7 })));
    await sql(PAID, '1');
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-b: Hello Buyer 11-b']);
    expect(await reasons(taskId)).toEqual({ 'Buyer 11-a': 'leftTarget', 'Buyer 11-b': null });
    expect(await taskOf(taskId)).toMatchObject({ status: 'success', skipCount: 1, successCount: 1 });
    const listed = await bench.main.call(CALLS.bulkSend.bulkSendDistribution, { taskId, state: 'skip' });
    expect(listed).toMatchObject({ data: { items: [{ buyerName: 'Buyer 11-a', skipped: 'leftTarget' }] } });
  });

  test('who has no conversation, and pays before one is opened', async () => {
    await order('11', 'new', '1', { status: 'unpaid' });
    const taskId = await save(task(targetOf('orders', { statuses: ['unpaid'], days: 7 })));
    await sql(PAID, '1');
    await pass(MINUTE);
    expect(await texts()).toEqual([]);
    expect(await reasons(taskId)).toEqual({ 'Name of new': 'leftTarget' });
  });

  test('whose tag is taken away between two messages', async () => {
    const ids = await buyers('11', 'a', 'b', 'c');
    const taskId = await save(task(targetOf('tag', { buyerTagIds: [await tagged(...ids)] })));
    await pass(1_000);
    const [first = ''] = await texts();
    const [next = '', last = ''] = ['a', 'b', 'c'].filter((name) => !first.startsWith(`11-${name}`));
    await untag(ids[['a', 'b', 'c'].indexOf(next)] ?? '');
    await pass(MINUTE);
    expect(await texts()).toEqual([first, `11-${last}: Hello Buyer 11-${last}`]);
    expect(await reasons(taskId)).toMatchObject({ [`Buyer 11-${next}`]: 'leftTarget' });
  });

  test('who is in a list by tag, by order status or without open orders, and is there no longer', async () => {
    const [a = '', b = ''] = await buyers('11', 'a', 'b');
    const listed = (listing: object) => task({ kind: 'matching', listing: { tab: 'all', ...listing } } as never);
    const byTag = await save(listed({ buyerTagId: await tagged(a, b) }));
    await untag(a);
    await pass(MINUTE);
    expect(await reasons(byTag)).toEqual({ 'Buyer 11-a': 'leftTarget', 'Buyer 11-b': null });
    const byOrders = await save(listed({ hasNoOpenOrders: true }));
    await order('11', 'a', '1', { status: 'unpaid' });
    await order('11', 'b', '2', { status: 'finished' });
    await pass(MINUTE);
    expect(await reasons(byOrders)).toEqual({ 'Buyer 11-a': 'leftTarget', 'Buyer 11-b': null });
    const byStatus = await save(listed({ orderStatus: 'unpaid' }));
    await sql(PAID, '1');
    await pass(MINUTE);
    expect(await reasons(byStatus)).toEqual({ 'Buyer 11-a': 'leftTarget' });
  });
});

test('nobody leaves picked conversations, imported order numbers, and orders of every status', async () => {
  const ids = await buyers('11', 'a');
  const sent = async (target: never) => {
    await sql("update shop_order set status = 'unpaid' where account_id = $1");
    const taskId = await save(task(target));
    await sql(PAID, '1');
    await pass(MINUTE);
    return reasons(taskId);
  };
  await order('11', 'a', '1');
  for (const target of [
    named(ids) as never,
    targetOf('orderNumbers', { numbers: ['1'] }),
    targetOf('orders', { days: 7 }),
  ]) {
    expect(await sent(target)).toEqual({ 'Buyer 11-a': null });
  }
});

test('a preview names the shops whose orders are not read to the end, where orders decide who gets the message', async () => {
  const [shopId, other] = [shopIdOf('11'), shopIdOf('12')];
  const [id = ''] = await buyers('11', 'a');
  await buyers('12', 'b');
  const unread = async (target: unknown, conditionJson = {}) =>
    (await bench.preview({ buyerListJson: target, conditionJson })).unreadShopIds;
  const list = (listing: object) => ({ kind: 'matching', listing: { tab: 'all', ...listing } });
  const both = [shopId, other].sort();
  expect(await unread(named([id]))).toEqual([]);
  expect(await unread(named([id]), { hasNoOpenOrders: true })).toEqual([shopId]);
  expect(await unread(targetOf('orders', { days: 7 }))).toEqual([shopId]);
  expect(await unread(list({}))).toEqual([]);
  expect(await unread(list({ orderStatus: 'unpaid' }))).toEqual(both);
  expect(await unread(list({ hasNoOpenOrders: true, shopId: other }))).toEqual([other]);
  await sql(
    `insert into reading (account_id, shop_id, subject, state, due_at, complete_to) values
       ($1, $2, 'orders', 'done', 0, 1), ($1, $3, 'orders', 'running', 0, null)`,
    shopId,
    other,
  );
  expect(await unread(targetOf('orders', { days: 7 }))).toEqual([]);
  expect(await unread(list({ orderStatus: 'unpaid' }))).toEqual([other]);
});
