import { type Author, asMemberId, type DomainEvent, type MessageFacts, type Position } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { setAside } from '../src/features/chat/conversation-settings.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from '../src/records/rows.ts';
import { makeTeamFigures } from '../src/records/team-figures.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { written } from './harness/team-figures.ts';

const NOON = 1_760_000_000_000;
let database: TestDatabase;
let owner: OwnedConnection;
let main: Member;
beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'aside@x', [['11']]);
  [owner] = tenant.connections as [OwnedConnection];
  const known = await findMember(database.app, owner.accountId, asMemberId(tenant.mainId), true);
  if (known === null) throw new Error('no such member');
  main = known;
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.query('delete from conversation');
  await database.owner.query('update shop set waiting_count = 0, unread_count = 0');
  await take({ kind: 'conversation.listed', conversation: listing('11', 'one') });
});

const take = (...events: DomainEvent[]) =>
  ingest(
    database.engine,
    owner.accountId,
    events.map((event) => ({ kind: 'event', owner, event })),
  );
const hear = (...lines: (readonly [number, Author])[]) =>
  take(
    ...written('one', NOON, lines).map((message: MessageFacts) => ({
      kind: 'message.received' as const,
      message,
      via: 'live' as const,
    })),
  );
async function row(): Promise<ConversationRow> {
  const found = await database.owner.query<ConversationRow>(`select ${CONVERSATION_COLUMNS} from conversation`);
  const [first] = found.rows;
  if (first === undefined) throw new Error('no conversation');
  return first;
}
const view = async () => toConversationView(await row());
const waitingInShop = async () =>
  (await database.owner.query<{ waiting_count: number }>('select waiting_count from shop')).rows[0]?.waiting_count;
async function put(isSetAside: boolean, now = NOON, upTo: Position | null = null): Promise<void> {
  const { conversationId } = await view();
  const answer = await database.app.within(main.scope, (transaction) =>
    setAside({ transaction, member: main, now }, { conversationId, isSetAside, ...(upTo === null ? {} : { upTo }) }),
  );
  expect(answer.ok).toBe(true);
}
async function waits() {
  const once = () =>
    database.engine.within(wholeAccount(owner.accountId), (transaction) =>
      makeTeamFigures(transaction, owner.accountId, 100),
    );
  while (await once());
  const found = await database.owner.query<{ asked: string; answered: string | null }>(
    'select asked_at as asked, answered_at as answered from buyer_wait where set_aside_at is null order by asked_at',
  );
  const minutes = (at: string | null) => (at === null ? null : (Number(at) - NOON) / 60_000);
  return found.rows.map(({ asked, answered }) => [minutes(asked), minutes(answered)]);
}

test('a conversation that is set aside leaves the queue until the buyer writes again', async () => {
  await hear([0, 'buyer']);
  expect(await waitingInShop()).toBe(1);
  await put(true);
  expect(await view()).toMatchObject({ isSetAside: true, isUnreply: true, waitingSince: null });
  expect(await waitingInShop()).toBe(0);
  await put(true);
  expect(await waitingInShop()).toBe(0);
  // What is read later from the history lies before the mark.
  await hear([-5, 'buyer']);
  expect(await view()).toMatchObject({ waitingSince: null });
  await hear([7, 'buyer']);
  expect(await view()).toMatchObject({ isSetAside: false, isUnreply: true, waitingSince: NOON + 7 * 60_000 });
  expect(await waitingInShop()).toBe(1);
});

test('it is put back with the time since which the buyer has waited', async () => {
  await hear([0, 'buyer'], [2, 'buyer']);
  await put(true);
  await put(false);
  expect(await view()).toMatchObject({ isSetAside: false, waitingSince: NOON });
  expect(await waitingInShop()).toBe(1);
});

test('a message that came after the press keeps waiting', async () => {
  await hear([0, 'buyer']);
  const seen = (await row()).last_position as Position;
  await hear([3, 'buyer']);
  await put(true, NOON, seen);
  expect(await view()).toMatchObject({ isSetAside: false, waitingSince: NOON + 3 * 60_000 });
  expect(await waitingInShop()).toBe(1);
  expect(await waits()).toEqual([[3, null]]);
  await put(true, NOON, seen);
  expect(await waitingInShop()).toBe(1);
  await put(true);
  expect(await view()).toMatchObject({ isSetAside: true, waitingSince: null });
});

test('a wait that was set aside is none for the team figures, also when the shop writes later', async () => {
  await hear([0, 'buyer'], [1, 'buyer']);
  await put(true);
  expect(await waits()).toEqual([]);
  await hear([60, 'buyer']);
  expect(await waits()).toEqual([[60, null]]);
  await hear([90, 'seller'], [100, 'buyer']);
  await put(true);
  await hear([500, 'seller']);
  expect(await waits()).toEqual([[60, 90]]);
  await hear([600, 'buyer']);
  await put(true);
  await put(false);
  expect(await waits()).toEqual([
    [60, 90],
    [600, null],
  ]);
});
