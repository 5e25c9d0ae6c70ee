import { CALLS, type CallInput } from '@pasar/api';
import { asShopId, type MemberId } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { markRead } from '../src/features/chat/conversation-settings.ts';
import { nextConversation } from '../src/features/chat/next-conversation.ts';
import { conversations, messages, snapshot } from '../src/features/chat/read.ts';
import { querySessionList } from '../src/features/chat/session-list.ts';
import { signIns } from '../src/features/sign-in/sign-in.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { selectImports } from '../src/records/sign-ins.ts';
import type { Transaction } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';

/** Many more rows than a page, in each table that grows. */
const ROWS = 5_000;
/** Tables of which no list may read or sort more rows than it shows. */
const GROWING = ['conversation', 'message', 'delivery', 'sign_in', 'shop_import'];

let database: TestDatabase;
let main: Member;
let subAccount: Member;
let shopId: string;
let conversationId: string;
let lastConversationId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const granted = ['11', '12'].map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const subAccounts = [{ username: 'sub', password: 'right', name: 'sub', permissionCodeList: [], shops: granted }];
  const { accountId, mainId } = await makeTenant(database, 'owner', [['11', '12', '13']], subAccounts);
  const { owner } = database;
  const shops = await owner.query<{ shop_id: string }>('select shop_id from shop order by platform_shop_id');
  shopId = shops.rows[0]?.shop_id ?? '';
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, unread_count, waiting_since)
     select s.account_id, s.shop_id, number::text, 'b', 'buyer ' || number, 'activated', number % 50 = 0, '{}',
       1000000 + number, case number % 20 when 0 then 1 else 0 end, case number % 10 when 0 then 1000000 + number end
     from generate_series(1, ${ROWS}) number join shop s on s.platform_shop_id = (11 + number % 3)::text`,
  );
  const made = await owner.query<{ conversation_id: string; last: string }>(
    `select min(conversation_id::text) as conversation_id, max(conversation_id::text) as last
     from conversation where shop_id = $1`,
    [shopId],
  );
  conversationId = made.rows[0]?.conversation_id ?? '';
  lastConversationId = made.rows[0]?.last ?? '';
  await owner.query(
    `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
     select account_id, shop_id, conversation_id, number::text, number, number, 'buyer', '{"type": "text", "text": "t"}'
     from conversation, generate_series(1, ${ROWS}) number where conversation_id = $1`,
    [conversationId],
  );
  await owner.query(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, text, state, created_at)
     select account_id, shop_id, conversation_id, $1, gen_random_uuid(), 't', case number % 2 when 0 then 'refused' else 'confirmed' end,
       last_message_at + number
     from conversation, generate_series(1, case when conversation_id = $2 then 50 else 2 end) number`,
    [mainId, lastConversationId],
  );
  await owner.query(
    `insert into shop_import (account_id, member_id, file_name, created_at)
     select $1, $2, 'f', number from generate_series(1, ${ROWS}) number`,
    [accountId, mainId],
  );
  await owner.query(
    `insert into sign_in (account_id, member_id, marketplace, country, identifier, state, created_at)
     select $1, $2, 'shopee', 'SG', number::text, 'failed', number from generate_series(1, ${ROWS}) number`,
    [accountId, mainId],
  );
  await owner.query('analyze');
  const members = await owner.query<{ member_id: MemberId; is_main: boolean }>('select member_id, is_main from member');
  const memberOf = async (isMain: boolean): Promise<Member> => {
    const id = members.rows.find((row) => row.is_main === isMain)?.member_id;
    const member = id === undefined ? null : await findMember(database.app, accountId, id, true);
    if (member === null) throw new Error('no such member');
    return member;
  };
  main = await memberOf(true);
  subAccount = await memberOf(false);
});
afterAll(() => database.close());

const node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  /** `InitPlan` and `SubPlan` are conditions: their rows are not the node's. */
  'Parent Relationship': z.string().optional(),
  'Sort Key': z.array(z.string()).optional(),
  get Plans() {
    return z.array(node).optional();
  },
});
type Node = z.infer<typeof node>;
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) })]);

/** The faults of a plan: sorts of more than a page, and scans of a whole growing table. */
function faultsOf(plan: Node): string[] {
  const kind = plan['Node Type'];
  const table = plan['Relation Name'] ?? '';
  const faults: string[] = [];
  if (kind.includes('Sort') && readsGrowing(plan)) {
    faults.push(`${kind} by ${plan['Sort Key']?.join(', ')}, over ${indexesOf(plan).join(', ')}`);
  }
  if (kind === 'Seq Scan' && GROWING.includes(table)) faults.push(`${kind} on ${table}`);
  // A sort for a grouped count is allowed, because it orders no list.
  const parts = (plan.Plans ?? []).filter((part) => kind !== 'Aggregate' || part['Node Type'] !== 'Sort');
  return [...faults, ...parts.flatMap(faultsOf)];
}
/** Whether rows of a growing table reach this node without a limit on the way. */
function readsGrowing(plan: Node): boolean {
  if (plan['Node Type'] === 'Limit') return false;
  const inputs = (plan.Plans ?? []).filter((part) => !part['Parent Relationship']?.endsWith('Plan'));
  return GROWING.includes(plan['Relation Name'] ?? '') || inputs.some(readsGrowing);
}

const indexesOf = (plan: Node): string[] => [
  ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
  ...(plan.Plans ?? []).flatMap(indexesOf),
];

/** Runs a list like the product, and explains each statement exactly as it was sent, in the same transaction. */
async function plansOf(member: Member, run: (transaction: Transaction) => Promise<unknown>): Promise<Node[]> {
  return database.app.within(member.scope, async (transaction) => {
    const sent: { text: string; values: unknown[] }[] = [];
    const recording = new Proxy(transaction, {
      get: (target, name) =>
        name === 'query'
          ? (statement: string | { text: string; values?: unknown[] }, values: unknown[] = []) => {
              sent.push(
                typeof statement === 'string'
                  ? { text: statement, values }
                  : { text: statement.text, values: statement.values ?? [] },
              );
              return typeof statement === 'string' ? target.query(statement, values) : target.query(statement);
            }
          : Reflect.get(target, name),
    });
    await run(recording);
    const plans: Node[] = [];
    for (const { text, values } of sent.filter((one) => /^\s*(select|with)/.test(one.text))) {
      const answer = await transaction.query(`explain (format json) ${text}`, values);
      plans.push(explained.parse(answer.rows)[0]['QUERY PLAN'][0].Plan);
    }
    return plans;
  });
}

async function expectIndexed(
  member: Member,
  index: string,
  run: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  const plans = await plansOf(member, run);
  expect(plans.flatMap(faultsOf)).toEqual([]);
  expect(plans.flatMap(indexesOf)).toContain(index);
}

const list = (more: Partial<CallInput<typeof CALLS.chat.conversations>>) => ({
  ...CALLS.chat.conversations.input.parse({ tab: 'all', limit: 50 }),
  ...more,
});
const before = () => `1002500.${conversationId}`;

describe.each(['the main account', 'a sub-account'] as const)('lists of %s walk their index', (who) => {
  const member = () => (who === 'the main account' ? main : subAccount);
  test.each([
    ['all', 'conversation_newest', () => ({})],
    ['all, a later page', 'conversation_newest', () => ({ before: before() })],
    ['of a shop', 'conversation_shop_newest', () => ({ shopId: asShopId(shopId) })],
    ['of a shop, a later page', 'conversation_shop_newest', () => ({ shopId: asShopId(shopId), before: before() })],
    ['of a marketplace', 'conversation_newest', () => ({ marketplace: 'shopee' as const })],
    ['unread', 'conversation_unread', () => ({ tab: 'unread' as const })],
    ['unread, a later page', 'conversation_unread', () => ({ tab: 'unread' as const, before: before() })],
    ['waiting', 'conversation_waiting', () => ({ tab: 'unreplied' as const })],
    ['waiting, a later page', 'conversation_waiting', () => ({ tab: 'unreplied' as const, before: before() })],
    ['waiting, of a shop', 'conversation_waiting', () => ({ tab: 'unreplied' as const, shopId: asShopId(shopId) })],
    ['pinned', 'conversation_pinned', () => ({ tab: 'pinned' as const })],
    ['searched', 'conversation_newest', () => ({ search: 'buyer' })],
  ])('conversations: %s', async (_name, index, filters) => {
    await expectIndexed(member(), index, (transaction) =>
      conversations({ transaction, member: member() }, list(filters())),
    );
  });

  test('the snapshot of a window', async () => {
    const plans = await plansOf(member(), (transaction) => snapshot({ transaction, member: member() }));
    expect(plans.flatMap(faultsOf)).toEqual([]);
    expect(plans.flatMap(indexesOf)).toEqual(
      expect.arrayContaining(['conversation_newest', 'conversation_waiting', 'conversation_pinned', 'delivery_shown']),
    );
  });

  test.each([
    ['a failed answer, from the start', 'delivery_failed', () => ({})],
    ['a failed answer, of a marketplace', 'delivery_failed', () => ({ marketplace: 'shopee' as const })],
    ['a waiting buyer', 'conversation_waiting', () => ({ after: `waiting.1002500.${conversationId}` })],
    [
      'a waiting buyer of a shop',
      'conversation_waiting',
      () => ({ shopId, after: `waiting.1000000.${conversationId}` }),
    ],
    ['an unread message', 'conversation_unread', () => ({ after: `unread.1002500.${conversationId}` })],
    ['the previous', 'conversation_waiting', () => ({ after: `waiting.1002500.${conversationId}`, step: 'previous' })],
    ['from the open one', 'delivery_failed', () => ({ open: lastConversationId })],
  ])('the next that needs a person: %s', async (_name, index, more) => {
    const input = CALLS.chat.nextConversation.input.parse(more());
    await expectIndexed(member(), index, (transaction) => nextConversation({ transaction, member: member() }, input));
  });

  test.each([
    ['newest', {}],
    ['older', { before: '2500' }],
  ])('a page of messages: %s', async (_name, more) => {
    const input = CALLS.chat.messages.input.parse({ conversationId, limit: 50, ...more });
    await expectIndexed(member(), 'message_order', (transaction) => messages({ transaction }, input));
  });

  test('a conversation with many deliveries', async () => {
    const input = CALLS.chat.messages.input.parse({ conversationId: lastConversationId, limit: 50 });
    await expectIndexed(member(), 'delivery_conversation', (transaction) => messages({ transaction }, input));
  });

  test('the message up to which a conversation is marked read', async () => {
    const input = CALLS.chat.markRead.input.parse({ conversationId, position: '0' });
    await expectIndexed(member(), 'message_order', (transaction) => markRead({ transaction, member: member() }, input));
  });

  test.each([
    ['newest', {}],
    ['older', { startTime: 1_002_500 }],
  ])('sessions of a shop: %s', async (_name, more) => {
    const input = { userId: '11', platform: 'shopee' as const, fetchCount: 50, ...more };
    await expectIndexed(member(), 'conversation_shop_newest', (transaction) =>
      querySessionList({ transaction, member: member(), now: 0 }, CALLS.chat.querySessionList.input.parse(input)),
    );
  });

  test('sign-ins and imports', async () => {
    await expectIndexed(member(), 'sign_in_member', (transaction) =>
      signIns({ transaction, member: member(), secrets: database.secrets, locale: 'en', shopQuota: null, now: 0 }),
    );
    await expectIndexed(member(), 'shop_import_newest', (transaction) =>
      selectImports(transaction, { accountId: member().scope.accountId }),
    );
  });
});
