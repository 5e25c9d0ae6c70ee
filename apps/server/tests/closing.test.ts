import { CALLS, type ConversationTab } from '@pasar/api';
import type { SessionAnswer } from '@pasar/connector-kit';
import { type Author, type DomainEvent, parsePosition, refusal } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { written } from './harness/team-figures.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** Closing a service conversation, restarting it, its rating, and a deletion at the marketplace. */
const NOON = 1_760_000_000_000;
const { chat, closing } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let owner: OwnedConnection;
let main: Visitor;
const asked: { readonly method: string; readonly args: readonly unknown[] }[] = [];
let answer: () => Promise<SessionAnswer<null>>;
const done = async (): Promise<SessionAnswer<null>> => ({ ok: true, value: null });

beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'closing@x', [['11']], [], 'tiktok');
  [owner] = tenant.connections as [OwnedConnection];
  web = await openTestWeb(database, null, {
    askShop: async (_scope, _connectionId, method, args) => {
      asked.push({ method, args });
      return (await answer()) as never;
    },
  });
  main = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, 'closing@x', 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  asked.length = 0;
  answer = done;
  await database.owner.query("update shop set waiting_count = 0, unread_count = 0, marketplace = 'tiktok'");
  await database.owner.query('delete from conversation');
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
const dataOf = (given: AnyAnswer): unknown => {
  if (given.result !== 'success') throw new Error(given.reason);
  return given.data;
};
const placeOf = (name: string) => {
  const { platformShopId, platformConversationId } = listing('11', name);
  return { platformShopId, platformConversationId };
};
async function shown(name: string) {
  const list = await main.call(chat.conversations, { tab: 'all' });
  const { conversations } = chat.conversations.output.parse(dataOf(list));
  const found = conversations.find(({ buyer }) => buyer.buyerId === listing('11', name).buyer.buyerId);
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found;
}
async function namesIn(tab: ConversationTab) {
  const list = await main.call(chat.conversations, { tab });
  return chat.conversations.output.parse(dataOf(list)).conversations.map(({ buyer }) => buyer.buyerId);
}
const idOf = async (name: string) =>
  (
    await database.owner.query<{ conversation_id: string }>(
      'select conversation_id from conversation where platform_conversation_id = $1',
      [placeOf(name).platformConversationId],
    )
  ).rows[0]?.conversation_id ?? '';
const close = async (name: string, form: object = {}) =>
  main.call(closing.closeConversation, { conversationId: await idOf(name), isClosed: true, ...form });
const restart = async (name: string) =>
  main.call(closing.closeConversation, { conversationId: await idOf(name), isClosed: false });
const waitingCount = async () =>
  (await database.owner.query<{ waiting_count: number }>('select waiting_count from shop')).rows[0]?.waiting_count;

describe('closing', () => {
  test('asks the marketplace, says who, why and when, and is in the audit trail', async () => {
    expect(dataOf(await close('one', { reason: 'other', words: 'by phone' }))).toEqual({});
    expect(asked).toMatchObject([
      {
        method: 'buyers.closeConversation',
        args: [{ platformShopId: '11' }, { reason: 'other', words: 'by phone' }],
      },
    ]);
    const { status, closing: by } = await shown('one');
    expect(status).toBe('closed');
    expect(by).toMatchObject({ reason: 'other', words: 'by phone' });
    const trail = CALLS.audit.auditTrail.output.parse(dataOf(await main.call(CALLS.audit.auditTrail, {})));
    expect(trail.entries[0]).toMatchObject({ action: 'conversation_closed', subject: 'on', shopName: 'shop 11' });
    expect(dataOf(await restart('one'))).toEqual({});
    expect(await shown('one')).toMatchObject({ status: 'activated', closing: null });
  });

  test('takes a buyer who waits out of the queue, until the buyer writes again', async () => {
    expect(await namesIn('waiting')).toHaveLength(1);
    expect(dataOf(await close('two', { reason: 'spam' }))).toEqual({});
    expect(await namesIn('waiting')).toEqual([]);
    expect(await waitingCount()).toBe(0);
    await hear('two', [3, 'buyer']);
    await take({ kind: 'conversation.statusChanged', ...placeOf('two'), status: 'activated' });
    expect(await namesIn('waiting')).toHaveLength(1);
    expect(await shown('two')).toMatchObject({ status: 'activated', closing: null });
    // Closed elsewhere afterwards: who closed it before is not who closed it now.
    await take({ kind: 'conversation.statusChanged', ...placeOf('two'), status: 'closed' });
    expect(await shown('two')).toMatchObject({ status: 'closed', closing: null });
    expect(await namesIn('waiting')).toHaveLength(1);
  });

  test('keeps a buyer in the queue who writes while the marketplace is asked', async () => {
    answer = async () => {
      await hear('two', [3, 'buyer']);
      return { ok: true, value: null };
    };
    expect(dataOf(await close('two', { reason: 'solved' }))).toEqual({});
    expect(await namesIn('waiting')).toHaveLength(1);
    expect((await shown('two')).status).toBe('activated');
  });

  test('changes nothing where the marketplace wants a reason, or the reason has no words', async () => {
    answer = async () => ({ ok: false, refusal: refusal('reason_form_required', 'x'), canRetry: false });
    expect(await close('two')).toMatchObject({ result: 'fail', code: 'reason_form_required' });
    expect(asked).toHaveLength(1);
    expect(await close('two', { reason: 'other', words: ' ' })).toMatchObject({ code: 'reason_form_required' });
    expect(asked).toHaveLength(1);
    expect(await shown('two')).toMatchObject({ status: 'activated', closing: null });
    expect(await namesIn('waiting')).toHaveLength(1);
  });

  test('stays closed while another member chats with the buyer', async () => {
    await close('one', { reason: 'solved' });
    answer = async () => ({ ok: false, refusal: refusal('another_member_chatting', 'x'), canRetry: false });
    expect(await restart('one')).toMatchObject({ result: 'fail', code: 'another_member_chatting' });
    expect((await shown('one')).status).toBe('closed');
  });

  test.each(['shopee', 'lazada'])('is not offered at %s, and nobody is asked', async (marketplace) => {
    await database.owner.query('update shop set marketplace = $1', [marketplace]);
    expect(await close('one')).toMatchObject({ result: 'fail', code: 'not_offered' });
    expect(await restart('one')).toMatchObject({ result: 'fail', code: 'not_offered' });
    expect(asked).toEqual([]);
  });
});

describe('a rating', () => {
  const card = (number: number) =>
    messageAt('11', 'two', number, 'seller', {
      content: { type: 'rating', rating: { orderId: null, stars: null, text: null }, wireType: 'w', raw: null },
      sentAt: NOON,
    });

  test('is written into the card that asked for it, and answers no buyer', async () => {
    const message = card(9_000_000);
    await take({ kind: 'message.received', message, via: 'live' });
    expect(await namesIn('waiting')).toHaveLength(1);
    const { platformMessageId } = message;
    await take({ kind: 'message.rated', ...placeOf('two'), platformMessageId, stars: 3 });
    await take({ kind: 'message.rated', ...placeOf('two'), platformMessageId, stars: 4 });
    const page = await main.call(chat.messages, { conversationId: await idOf('two'), limit: 50 });
    const { messages } = chat.messages.output.parse(dataOf(page));
    expect(messages.find((one) => one.platformMessageId === platformMessageId)?.content).toMatchObject({
      type: 'rating',
      rating: { stars: 4 },
    });
  });
});

describe('a deletion at the marketplace', () => {
  const positionOf = async (name: string) => {
    const found = await database.owner.query<{ last_position: string }>(
      'select last_position from conversation where platform_conversation_id = $1',
      [placeOf(name).platformConversationId],
    );
    const position = parsePosition(found.rows[0]?.last_position ?? '');
    if (position === null) throw new Error('no message');
    return position;
  };
  const deleteThere = async (name: string) =>
    take({ kind: 'conversation.deleted', ...placeOf(name), position: await positionOf(name) });

  test('is taken over, until somebody writes', async () => {
    await deleteThere('one');
    await deleteThere('one');
    expect(await namesIn('deleted')).toHaveLength(1);
    expect(await namesIn('all')).toHaveLength(1);
    await hear('one', [9, 'buyer']);
    expect(await namesIn('deleted')).toEqual([]);
    expect(await namesIn('waiting')).toHaveLength(2);
  });

  test('leaves a buyer who waits in the queue', async () => {
    await deleteThere('two');
    expect(await namesIn('deleted')).toEqual([]);
    expect(await namesIn('waiting')).toHaveLength(1);
  });

  test('of messages that newer ones follow deletes nothing', async () => {
    const position = await positionOf('one');
    await hear('one', [5, 'seller']);
    await take({ kind: 'conversation.deleted', ...placeOf('one'), position });
    expect(await namesIn('deleted')).toEqual([]);
  });
});
