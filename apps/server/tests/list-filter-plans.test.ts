import { CALLS, type CallInput } from '@pasar/api';
import type { MemberId } from '@pasar/domain';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { conversations } from '../src/features/chat/read.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { expectIndexed } from './harness/plans.ts';

/** Many more rows than a page, in each shop. */
const ROWS = 5_000;
const COLLEAGUES = 12;
/** The shops of the second marketplace, of which alone conversations have session tags. */
const LAZADA = ['12', '13', '14'];

let database: TestDatabase;
let main: Member;
let subAccount: Member;
let colleagueId: string;
let conversationId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { owner } = database;
  const shops = (['11', '12', '13'] as const).map((platformShopId) => ({
    marketplace: 'shopee' as const,
    platformShopId,
  }));
  const people = Array.from({ length: COLLEAGUES }, (_, number) => ({
    ...{ password: 'right', permissionCodeList: [], shops },
    ...{ username: `sub ${number}`, name: `sub ${number}` },
  }));
  const { accountId, mainId } = await makeTenant(database, 'owner', [['11', '12', '13', '14']], people);
  await owner.query("update shop set marketplace = 'lazada' where platform_shop_id = any($1)", [LAZADA]);
  // Two of three are a colleague's, each fourth of the second marketplace has a tag, and each second buyer an order.
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, unread_count, waiting_since, due_at, session_tags, assignee_id)
     select s.account_id, s.shop_id, s.platform_shop_id || '/' || number, 'b' || number, 'buyer ' || number, 'activated', false, '{}',
       number, case number % 3 when 0 then 1 else 0 end, case number % 6 when 0 then number end, case number % 6 when 0 then number end,
       case when s.marketplace = 'lazada' then case number % 4 when 0 then array['official'] else '{}' end end,
       (select m.member_id from (select member_id, row_number() over (order by username) as n from member) m
         where m.n = number % ${(3 * COLLEAGUES) / 2})
     from generate_series(1, ${ROWS}) number cross join shop s`,
  );
  await owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
       created_at, changed_at, read_at, status_known_at, is_ratable, has_note)
     select account_id, shop_id, buyer_id, '{"items": []}', (26000000 + last_message_at)::text, buyer_id, 'finished', 1, 'SGD',
       last_message_at, last_message_at, 1, 1, false, false
     from conversation where last_message_at % 2 = 0`,
  );
  await owner.query('analyze');
  const first = await owner.query<{ id: string }>(
    'select conversation_id as id from conversation where last_message_at = 2500 limit 1',
  );
  conversationId = first.rows[0]?.id ?? '';
  const subs = await owner.query<{ member_id: MemberId }>(
    "select member_id from member where username in ('sub 1', 'sub 2') order by username",
  );
  const memberOf = async (id: MemberId | undefined): Promise<Member> => {
    const member = id === undefined ? null : await findMember(database.app, accountId, id, true);
    if (member === null) throw new Error('no such member');
    return member;
  };
  main = await memberOf(mainId);
  subAccount = await memberOf(subs.rows[0]?.member_id);
  colleagueId = subs.rows[1]?.member_id ?? '';
});
afterAll(() => database.close());

type ListInput = CallInput<typeof CALLS.chat.conversations>;
const before = () => ({ before: `2500.${conversationId}` });

describe.each(['the main account', 'a sub-account'] as const)('the filters of lists of %s walk an index', (who) => {
  const member = () => (who === 'the main account' ? main : subAccount);
  const walked = (list: string) => (who === 'the main account' ? `conversation_${list}` : `conversation_shop_${list}`);
  test.each([
    ['a session tag', () => 'conversation_shop_session_tags', () => ({ sessionTag: 'official' })],
    [
      'a session tag, a later page',
      () => 'conversation_shop_session_tags',
      () => ({ sessionTag: 'official', ...before() }),
    ],
    ['others', () => walked('newest'), () => ({ assignee: 'others' })],
    ['others, a later page', () => walked('newest'), () => ({ assignee: 'others', ...before() })],
    ['others, waiting', () => walked('due'), () => ({ assignee: 'others', tab: 'waiting' })],
    ['a colleague', () => walked('assigned'), () => ({ assignee: colleagueId })],
    ['a colleague, a later page', () => walked('assigned'), () => ({ assignee: colleagueId, ...before() })],
    ['a colleague, waiting', () => walked('assigned_due'), () => ({ assignee: colleagueId, tab: 'waiting' })],
    ['an order number', () => 'shop_order_number', () => ({ search: '26002500' })],
    ['an order number, waiting', () => 'shop_order_number', () => ({ search: '26002500', tab: 'waiting' })],
    ['an order number that nobody has', () => 'shop_order_number', () => ({ search: '99002500' })],
  ] satisfies [string, () => string, () => Partial<ListInput>][])('%s', async (_name, index, filter) => {
    const input = { ...CALLS.chat.conversations.input.parse({ tab: 'all', limit: 50 }), ...filter() };
    await expectIndexed(database, member(), index(), (transaction) =>
      conversations({ transaction, member: member(), now: ROWS }, input),
    );
  });
});
