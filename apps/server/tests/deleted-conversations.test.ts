import { CALLS, type ConversationTab } from '@pasar/api';
import type { Author, DomainEvent } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { written } from './harness/team-figures.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** Conversations that members delete: `one` is answered, in `two` the buyer waits. */
const NOON = 1_760_000_000_000;
const { chat } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let owner: OwnedConnection;
let main: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'deleting@x', [['11']]);
  [owner] = tenant.connections as [OwnedConnection];
  web = await openTestWeb(database);
  main = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, 'deleting@x', 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  await database.owner.query('delete from conversation');
  await database.owner.query('update shop set waiting_count = 0, unread_count = 0');
  for (const id of ['one', 'two']) await take({ kind: 'conversation.listed', conversation: listing('11', id) });
  await hear('one', [0, 'buyer'], [1, 'seller']);
  await hear('two', [2, 'buyer']);
});

const take = (...events: DomainEvent[]) =>
  ingest(
    database.engine,
    owner.accountId,
    events.map((event) => ({ kind: 'event', owner, event })),
  );
const hear = (id: string, ...lines: (readonly [number, Author])[]) =>
  take(
    ...written(id, NOON, lines).map((message) => ({
      kind: 'message.received' as const,
      message,
      via: 'live' as const,
    })),
  );
const dataOf = (answer: AnyAnswer): unknown => {
  if (answer.result !== 'success') throw new Error(answer.reason);
  return answer.data;
};
async function listed(tab: ConversationTab) {
  const answer = await main.call(chat.conversations, { tab });
  return chat.conversations.output.parse(dataOf(answer)).conversations;
}
const namesIn = async (tab: ConversationTab) => (await listed(tab)).map(({ buyer }) => buyer.buyerId).sort();
async function idOf(name: string): Promise<string> {
  const found = await database.owner.query<{ conversation_id: string; buyer_id: string }>(
    'select conversation_id, buyer_id from conversation where platform_conversation_id = $1',
    [listing('11', name).platformConversationId],
  );
  return found.rows[0]?.conversation_id ?? '';
}
const buyerOf = (name: string) => listing('11', name).buyer.buyerId;
const setDeleted = async (name: string, isDeleted = true) =>
  main.call(chat.deleteConversation, { conversationId: await idOf(name), isDeleted });
const wishes = async () =>
  (
    await database.owner.query<{ setting: unknown }>("select setting from setting_outbox where slot <> 'read'")
  ).rows.map(({ setting }) => setting);

test('a deleted conversation is in no list but its own until somebody writes, and the marketplace is told', async () => {
  await main.call(chat.pinnedConversation, { conversationId: await idOf('one'), pinned: true });
  await main.call(chat.markUnread, { conversationId: await idOf('one') });
  await database.owner.query('delete from setting_outbox');
  expect(dataOf(await setDeleted('one'))).toEqual({});
  expect(await wishes()).toEqual([{ setting: 'deleteConversation', isDeleted: true }]);
  for (const tab of ['all', 'pinned', 'unread', 'unreplied', 'waiting'] as const) {
    expect(await namesIn(tab)).not.toContain(buyerOf('one'));
  }
  expect(await listed('deleted')).toMatchObject([
    { buyer: { buyerId: buyerOf('one') }, isDeleted: true, unreadCount: 0 },
  ]);
  // Marked unread, it would be counted and walked to, and no list would show it.
  await main.call(chat.markUnread, { conversationId: await idOf('one') });
  const marked = await database.owner.query('select from conversation where is_marked_unread');
  expect(marked.rowCount).toBe(0);
  const { conversations } = chat.snapshot.output.parse(dataOf(await main.call(chat.snapshot)));
  expect(conversations.map(({ buyer }) => buyer.buyerId)).toEqual([buyerOf('two')]);
  const trail = CALLS.audit.auditTrail.output.parse(dataOf(await main.call(CALLS.audit.auditTrail, {})));
  expect(trail.entries[0]).toMatchObject({ action: 'conversation_deleted', subject: 'on', shopName: 'shop 11' });
  // What is read later from the history lies before it.
  await hear('one', [-5, 'buyer']);
  expect(await namesIn('deleted')).toEqual([buyerOf('one')]);
  await hear('one', [9, 'buyer']);
  expect(await namesIn('deleted')).toEqual([]);
  expect(await namesIn('waiting')).toEqual([buyerOf('one'), buyerOf('two')].sort());
  expect(await namesIn('pinned')).toEqual([buyerOf('one')]);
});

test('the deleted conversations of a tag are those whose buyers have it, also a buyer who was tagged afterwards', async () => {
  const tag = async (name: string) => {
    const added = await main.call(CALLS.buyerTags.addBuyerTagToBuyer, {
      conversationId: await idOf(name),
      buyerTagName: 'Loyal',
    });
    return CALLS.buyerTags.addBuyerTagToBuyer.output.parse(dataOf(added)).buyerTagId;
  };
  const namesOf = async (buyerTagId: string, more: object) => {
    const answer = await main.call(chat.conversations, { buyerTagId, ...more });
    return chat.conversations.output.parse(dataOf(answer)).conversations.map(({ buyer }) => buyer.buyerId);
  };
  const buyerTagId = await tag('one');
  await hear('two', [3, 'seller']);
  await setDeleted('one');
  await setDeleted('two');
  expect(await namesOf(buyerTagId, { tab: 'deleted' })).toEqual([buyerOf('one')]);
  await tag('two');
  expect(await namesOf(buyerTagId, { tab: 'deleted' })).toEqual([buyerOf('two'), buyerOf('one')]);
  await hear('one', [9, 'buyer']);
  await setDeleted('two', false);
  expect(await namesOf(buyerTagId, { tab: 'deleted' })).toEqual([]);
  await hear('two', [10, 'buyer']);
  expect(await namesOf(buyerTagId, { tab: 'waiting', sort: 'newest' })).toEqual([buyerOf('two'), buyerOf('one')]);
});

test('it is put back with its messages, and the wish to put it back replaces the first', async () => {
  await setDeleted('one');
  expect(dataOf(await setDeleted('one', false))).toEqual({});
  expect(await wishes()).toEqual([{ setting: 'deleteConversation', isDeleted: false }]);
  expect(await namesIn('all')).toEqual([buyerOf('one'), buyerOf('two')].sort());
  const page = await main.call(chat.messages, { conversationId: await idOf('one'), limit: 50 });
  expect(chat.messages.output.parse(dataOf(page)).messages).toHaveLength(2);
});

test('a conversation whose buyer waits is not deleted', async () => {
  expect(await setDeleted('two')).toMatchObject({ result: 'fail', code: 'buyer_waits' });
  expect(await namesIn('all')).toEqual([buyerOf('one'), buyerOf('two')].sort());
});
