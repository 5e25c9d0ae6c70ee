import { conversationView, messageView } from '@pasar/api';
import {
  asPlatformConversationId,
  asPlatformMessageId,
  asPlatformShopId,
  type DomainEvent,
  type Position,
} from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { IngestItem, OwnedConnection } from '../src/engine/ingest/types.ts';
import {
  CONVERSATION_COLUMNS,
  type ConversationRow,
  MESSAGE_COLUMNS,
  type MessageRow,
  toConversationView,
  toMessageView,
} from '../src/records/rows.ts';
import { wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';

let database: TestDatabase;
let tenant: TestTenant;
let owner: OwnedConnection;
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'ingest@x', [['11', '12']]);
  [owner] = tenant.connections as [OwnedConnection];
});
afterAll(() => database.close());

const items = (...events: DomainEvent[]): IngestItem[] => events.map((event) => ({ kind: 'event', owner, event }));
const take = (...events: DomainEvent[]) => ingest(database.engine, tenant.accountId, items(...events));
const live = (message: ReturnType<typeof messageAt>): DomainEvent => ({
  kind: 'message.received',
  message,
  via: 'live',
});

const placeOf = (conversation: string) => ({
  platformShopId: asPlatformShopId('11'),
  platformConversationId: asPlatformConversationId(conversation),
});

/** The conversation as a new window reads it. */
async function viewsOf(platformConversationId: string) {
  const conversations = await database.owner.query<ConversationRow>(
    `select ${CONVERSATION_COLUMNS} from conversation where platform_conversation_id = $1`,
    [platformConversationId],
  );
  const [conversation] = conversations.rows.map(toConversationView);
  if (conversation === undefined) throw new Error(`no conversation ${platformConversationId}`);
  const messages = await database.owner.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from message where conversation_id = $1 order by position`,
    [conversation.conversationId],
  );
  return { conversation, messages: messages.rows.map(toMessageView) };
}

async function conversationRow(id: string) {
  const found = await database.owner.query(
    `select unread_count, waiting_since, buyer_wrote_at, last_position, last_message, seller_read_position,
       (select count(*)::int from message m where m.conversation_id = c.conversation_id) as messages
     from conversation c where platform_conversation_id = $1`,
    [id],
  );
  return found.rows[0];
}

describe('ingest', () => {
  test('a message is stored once, however often and by whichever way it arrives', async () => {
    await take({ kind: 'conversation.listed', conversation: listing('11', 'once') });
    const message = messageAt('11', 'once', 1, 'buyer');
    await take(live(message), live(message));
    await take({ kind: 'message.received', message, via: 'history' });
    expect(await conversationRow('once')).toMatchObject({ messages: 1, unread_count: 1 });
  });

  test('events of a conversation that was never listed are given back and change nothing', async () => {
    const result = await take(live(messageAt('11', 'nobody', 1, 'buyer')));
    expect(result.unknown).toHaveLength(1);
    expect(await conversationRow('nobody')).toBeUndefined();
  });

  test('text that the database cannot store is stored with replacement characters, and once', async () => {
    await take({ kind: 'conversation.listed', conversation: listing('11', 'odd') });
    const odd = messageAt('11', 'odd', 900, 'buyer', {
      content: { type: 'text', text: `nul \0 half \ud83d ${'😀'.repeat(120)}` },
    });
    await take(live(odd));
    await take(live(odd));
    expect(await conversationRow('odd')).toMatchObject({ messages: 1, unread_count: 1 });
  });

  test('the feed tells what the tables hold', async () => {
    const odd = 'nul \0 half \ud83d';
    const buyer = { ...listing('11', 'told').buyer, name: `ชื่อ ${odd}`, avatarUrl: 'https://pictures.example/a.png' };
    await take({ kind: 'conversation.listed', conversation: listing('11', 'told', { buyer, isPinned: true }) });
    const quote = { platformMessageId: asPlatformMessageId('9'), hint: odd };
    await take(
      live(messageAt('11', 'told', 500, 'buyer', { content: { type: 'text', text: odd } })),
      live(messageAt('11', 'told', 501, 'seller', { quote })),
      live(
        messageAt('11', 'told', 502, 'buyer', {
          content: { type: 'placeholder', kind: 'video', wireType: 'v', raw: { b: 1, a: [odd] } },
        }),
      ),
      live(messageAt('11', 'told', 503, 'buyer', { status: 'recalled' })),
      {
        kind: 'conversation.readBySeller',
        ...placeOf('told'),
        position: messageAt('11', 'told', 500, 'buyer').position,
      },
    );
    const views = await viewsOf('told');
    expect(views.messages).toHaveLength(4);
    const told = await database.owner.query<{ payload: Record<string, unknown> }>(
      `select payload from change where account_id = $1 order by seq`,
      [tenant.accountId],
    );
    const last = new Map(
      told.rows.flatMap(({ payload }) => {
        const view =
          messageView.safeParse(payload.message).data ?? conversationView.safeParse(payload.conversation).data;
        return view === undefined ? [] : [['messageId' in view ? view.messageId : view.conversationId, view] as const];
      }),
    );
    for (const view of views.messages) expect(last.get(view.messageId)).toEqual(view);
    expect(last.get(views.conversation.conversationId)).toEqual(views.conversation);
  });

  test('a late write of an earlier owner is refused, and not the writes of the present owner in the same batch', async () => {
    const late = { ...owner, token: 0 };
    const event: DomainEvent = { kind: 'conversation.listed', conversation: listing('11', 'beside') };
    const result = await ingest(database.engine, tenant.accountId, [
      { kind: 'event', owner: late, event: { kind: 'conversation.listed', conversation: listing('11', 'late') } },
      { kind: 'event', owner, event },
    ]);
    expect(result.fenced).toEqual([late]);
    expect([await conversationRow('late'), await conversationRow('beside')]).toEqual([undefined, expect.anything()]);
  });

  test('a lost lease writes nothing', async () => {
    const stale = { ...owner, token: 0 };
    const event: DomainEvent = { kind: 'conversation.listed', conversation: listing('11', 'stale') };
    const result = await ingest(database.engine, tenant.accountId, [{ kind: 'event', owner: stale, event }]);
    expect(result.fenced).toEqual([stale]);
    expect(await conversationRow('stale')).toBeUndefined();
  });

  test('counters do not depend on the order, the repetition or the batching of events', async () => {
    let run = 0;
    const step = fc.oneof(
      fc.record({ what: fc.constant('message' as const), number: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ what: fc.constant('read' as const), number: fc.integer({ min: 1, max: 12 }) }),
    );
    const authorOf = (number: number) => (number % 4 === 0 ? 'seller' : number % 5 === 0 ? 'robot' : 'buyer');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
        async (batches) => {
          run += 1;
          const id = `any-${run}`;
          await take({ kind: 'conversation.listed', conversation: listing('12', id) });
          for (const batch of batches) {
            await take(
              ...batch.map(({ what, number }): DomainEvent => {
                const message = messageAt('12', id, number + run * 100, authorOf(number));
                if (what === 'message') return live(message);
                return {
                  kind: 'conversation.readBySeller',
                  platformShopId: asPlatformShopId('12'),
                  platformConversationId: asPlatformConversationId(id),
                  position: message.position,
                };
              }),
            );
          }
          const told = batches.flat();
          const numbers = [...new Set(told.filter((step) => step.what === 'message').map((step) => step.number))].sort(
            (a, b) => a - b,
          );
          const readTo = Math.max(0, ...told.filter((step) => step.what === 'read').map((step) => step.number));
          const lastReply = Math.max(0, ...numbers.filter((number) => authorOf(number) === 'seller'));
          const buyers = numbers.filter((number) => authorOf(number) === 'buyer');
          const waiting = buyers.find((number) => number > lastReply);
          const position = (number: number): Position => messageAt('12', id, number + run * 100, 'buyer').position;
          const sentAt = (number: number | undefined) =>
            number === undefined ? null : String(messageAt('12', id, number + run * 100, 'buyer').sentAt);
          expect(await conversationRow(id)).toMatchObject({
            messages: numbers.length,
            unread_count: buyers.filter((number) => number > readTo).length,
            waiting_since: sentAt(waiting),
            buyer_wrote_at: sentAt(buyers.at(-1)),
            last_position: numbers.length === 0 ? null : position(Math.max(...numbers)),
            seller_read_position: readTo === 0 ? null : position(readTo),
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  test('shop counters are the sum of their conversations', async () => {
    const shops = await database.owner.query(
      `select s.unread_count, (select coalesce(sum(c.unread_count), 0)::int from conversation c where c.shop_id = s.shop_id) as sum
       from shop s where s.account_id = $1`,
      [tenant.accountId],
    );
    for (const row of shops.rows) expect(row.unread_count).toBe(row.sum);
    expect(shops.rows.some((row) => row.sum > 0)).toBe(true);
  });

  test('change numbers are gapless and in commit order under concurrent writers', async () => {
    const before = await head();
    await Promise.all(
      Array.from({ length: 24 }, (_, number) =>
        take({ kind: 'conversation.listed', conversation: listing('11', `gap-${number}`, { lastMessageAt: 5 }) }),
      ),
    );
    const rows = await database.owner.query<{ seq: string }>(
      'select seq from change where account_id = $1 and seq > $2 order by seq',
      [tenant.accountId, before],
    );
    const numbers = rows.rows.map((row) => Number(row.seq));
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => before + index + 1));
    expect(await head()).toBe(numbers.at(-1));
    expect(numbers.length).toBe(24);
  });
});

async function head(): Promise<number> {
  const found = await database.app.within(wholeAccount(tenant.accountId), (transaction) =>
    transaction.query<{ seq: string }>('select seq from account_counter'),
  );
  return Number(found.rows[0]?.seq);
}
