import { CALLS } from '@pasar/api';
import type { MessageFacts } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { written } from './harness/team-figures.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** The calls of spec 2 §7.7 about the conversations of a shop, by the marketplace's ids. */
const { chat } = CALLS;
const NOON = 1_760_000_000_000;
let database: TestDatabase;
let web: TestWeb;
let tenant: TestTenant;
let main: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'owner', [['11']]);
  await makeTenant(database, 'other', [['99']]);
  web = await openTestWeb(database);
  main = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, 'owner', 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  await database.owner.query('delete from conversation');
  await database.owner.query('delete from known_buyer');
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const messages = written('one', NOON, [
    [0, 'buyer'],
    [2, 'seller'],
    [3, 'robot'],
  ]);
  await ingest(database.engine, tenant.accountId, [
    ...['one', 'two'].map((name) => ({
      kind: 'event' as const,
      owner,
      event: { kind: 'conversation.listed' as const, conversation: listing('11', name) },
    })),
    ...messages.map((message: MessageFacts) => ({
      kind: 'event' as const,
      owner,
      event: { kind: 'message.received' as const, message, via: 'live' as const },
    })),
  ]);
});
const dataOf = (answer: AnyAnswer): unknown => {
  if (answer.result !== 'success') throw new Error(`${answer.reason} ${answer.detail}`);
  return answer.data;
};
const buyerOf = async (name: string): Promise<string> =>
  (await database.owner.query('select buyer_id from conversation where platform_conversation_id = $1', [name])).rows[0]
    ?.buyer_id;

test('conversations are pinned by the ids of the marketplace, and told once', async () => {
  const patch = (map: object) => main.call(chat.patchConversationPinned, { userId: '11', sessionIdAndPinnedMap: map });
  const has = async () =>
    dataOf(await main.call(chat.getConversationHasPinned, { userId: '11', sessionIds: ['one', 'two', 'none'] }));
  const wishes = async () =>
    (await database.owner.query('select sum(version)::int as n from setting_outbox')).rows[0]?.n;
  expect(dataOf(await patch({ one: true, none: true }))).toEqual({ unknown: ['none'] });
  expect(await has()).toEqual({ sessionIdAndHasPinnedMap: { one: true, two: false } });
  dataOf(await patch({ one: true }));
  expect(await wishes()).toBe(1);
  dataOf(await patch({ one: false, two: true }));
  expect(await has()).toEqual({ sessionIdAndHasPinnedMap: { one: false, two: true } });
  expect(await main.call(chat.getConversationHasPinned, { userId: '99', sessionIds: ['one'] })).toMatchObject({
    result: 'fail',
    code: 'not_found',
  });
});

test('the last answer is that of a person in the chat, or a later one that was told', async () => {
  const buyer = await buyerOf('one');
  const last = async () =>
    dataOf(await main.call(chat.getBuyerLastReplyTime, { userId: '11', buyerIds: [buyer, 'nobody'] }));
  const tell = (replyTime: number) =>
    main.call(chat.updateBuyerReplyTime, { userId: '11', buyerId: buyer, replyTime: String(replyTime) });
  // The robot's answer a minute later counts for nothing.
  expect(await last()).toEqual({ buyerIdAndReplyTimeMap: { [buyer]: NOON + 120_000 } });
  dataOf(await tell(NOON));
  expect(await last()).toEqual({ buyerIdAndReplyTimeMap: { [buyer]: NOON + 120_000 } });
  dataOf(await tell(NOON + 900_000));
  dataOf(await tell(NOON + 800_000));
  expect(await last()).toEqual({ buyerIdAndReplyTimeMap: { [buyer]: NOON + 900_000 } });
  // A time to come counts as now, so that a wrong clock does not hide all later answers.
  const before = Date.now();
  dataOf(await tell(Number.MAX_SAFE_INTEGER));
  const { buyerIdAndReplyTimeMap: told } = chat.getBuyerLastReplyTime.output.parse(await last());
  expect(told[buyer]).toBeGreaterThanOrEqual(before);
  expect(told[buyer]).toBeLessThanOrEqual(Date.now());
});

test('a session tells its tags, its unread messages and the states of the buyer’s orders', async () => {
  const buyer = await buyerOf('one');
  await database.owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
       created_at, changed_at, read_at, status_known_at, is_ratable, has_note)
     select account_id, shop_id, number, '{"items": []}', number, $1, status, 1, 'SGD', 1, 1, 1, 1, false, false
     from shop, (values ('a', 'refund'), ('b', 'unpaid'), ('c', 'refund'), ('d', 'unknown')) orders (number, status)
     where platform_shop_id = '11'`,
    [buyer],
  );
  const { conversation_id: conversationId } = (
    await database.owner.query("select conversation_id from conversation where platform_conversation_id = 'one'")
  ).rows[0];
  dataOf(await main.call(CALLS.buyerTags.addBuyerTagToBuyer, { conversationId, buyerTagName: 'Late' }));
  await database.owner.query("update conversation set session_tags = '{official}' where conversation_id = $1", [
    conversationId,
  ]);
  const listed = chat.querySessionList.output.parse(dataOf(await main.call(chat.querySessionList, { userId: '11' })));
  const session = listed.sessions.find(({ sessionId }) => sessionId === 'one');
  expect(session).toMatchObject({
    unread_count: 1,
    sessionData: { nonReadNumber: 1, tags: ['official'], toPosition: null },
    tags: ['Late'],
    app_order_status_list: ['unpaid', 'refund'],
  });
});
