import { CALLS } from '@pasar/api';
import { asShopId, type MemberId } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assignments } from '../src/features/together/assign.ts';
import { drafts, leftDraft } from '../src/features/together/drafts.ts';
import { mentionsOfMe, notes } from '../src/features/together/notes.ts';
import { assignByRule } from '../src/records/assign-by-rule.ts';
import { matchingIds, readPage } from '../src/records/conversation-list.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { builtStatement } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { expectIndexed } from './harness/plans.ts';

/** Many more rows than a page, in each table that grows. */
const ROWS = 5_000;
const COLLEAGUES = 12;
const { together } = CALLS;
let database: TestDatabase;
let main: Member;
let subAccount: Member;
let conversationId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { owner } = database;
  const shops = ['11', '12'].map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const person = { password: 'right', permissionCodeList: [], shops };
  const people = Array.from({ length: COLLEAGUES }, (_, number) => ({
    ...person,
    username: `sub ${number}`,
    name: `sub ${number}`,
  }));
  const { accountId, mainId } = await makeTenant(database, 'owner', [['11', '12', '13']], people);
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, waiting_since, due_at, assignee_id)
     select s.account_id, s.shop_id, number::text, number::text, 'b', 'activated', false, '{}', number, number, number,
       (select m.member_id from (select member_id, row_number() over (order by username) as n from member) m
         where m.n = number % ${COLLEAGUES + 2})
     from generate_series(1, ${ROWS}) number join shop s on s.platform_shop_id = (11 + number % 3)::text`,
  );
  conversationId = (await owner.query('select min(conversation_id::text) as id from conversation')).rows[0]?.id;
  await owner.query(
    `insert into conversation_assignment (account_id, shop_id, conversation_id, at)
     select account_id, shop_id, case when number % 2 = 0 then $1 else conversation_id end, number
     from conversation, generate_series(1, 4) number`,
    [conversationId],
  );
  await owner.query(
    `with written as (
       insert into conversation_note (note_id, account_id, shop_id, conversation_id, author_id, author_name, text, written_at)
       select gen_random_uuid(), account_id, shop_id, conversation_id, $2, 'a', 'n', number
       from conversation, generate_series(1, ${ROWS}) number where conversation_id = $1
       returning note_id, account_id, shop_id, written_at)
     insert into note_mention (note_id, member_id, account_id, shop_id, written_at)
     select note_id, m.member_id, account_id, shop_id, written_at from written join member m using (account_id)`,
    [conversationId, mainId],
  );
  await owner.query(
    `insert into draft (member_id, conversation_id, account_id, shop_id, text, changed_at)
     select m.member_id, c.conversation_id, c.account_id, c.shop_id, 'half', c.last_message_at
     from conversation c join member m using (account_id) where m.username in ('owner', 'sub 1')`,
  );
  await owner.query('analyze');
  const found = await owner.query<{ member_id: MemberId }>("select member_id from member where username = 'sub 1'");
  const memberOf = async (id: MemberId | undefined): Promise<Member> => {
    const member = id === undefined ? null : await findMember(database.app, accountId, id, true);
    if (member === null) throw new Error('no such member');
    return member;
  };
  main = await memberOf(mainId);
  subAccount = await memberOf(found.rows[0]?.member_id);
});
afterAll(() => database.close());

describe.each(['the main account', 'a sub-account'] as const)('what %s reads walks its index', (who) => {
  const member = () => (who === 'the main account' ? main : subAccount);

  test('the history of a conversation', async () => {
    await expectIndexed(database, member(), 'conversation_assignment_newest', (transaction) =>
      assignments({ transaction }, together.assignments.input.parse({ conversationId })),
    );
  });

  test('how many buyers wait for a colleague', async () => {
    const { rows } = await database.owner.query<{ prosrc: string }>(
      "select prosrc from pg_proc where proname = 'pasar_waiting_of'",
    );
    const text = (rows[0]?.prosrc ?? '').replaceAll(/\bmember\b/g, '$1').replaceAll(/\bmost\b/g, '$2::integer');
    await expectIndexed(database, member(), 'conversation_assigned_waiting', (transaction) =>
      transaction.query(builtStatement(text, [member().view.memberId, 1_000])),
    );
  });

  test('the notes of a conversation, and those that mention the member', async () => {
    for (const page of [{}, { cursor: `2000.${conversationId}` }]) {
      await expectIndexed(database, member(), 'conversation_note_newest', (transaction) =>
        notes({ transaction }, together.notes.input.parse({ conversationId, ...page })),
      );
    }
    await expectIndexed(database, member(), 'note_mention_newest', (transaction) =>
      mentionsOfMe({ transaction, member: member() }),
    );
  });

  test('the drafts of the member, and what a colleague has begun', async () => {
    await expectIndexed(database, member(), 'draft_newest', (transaction) => drafts({ transaction, member: member() }));
    await expectIndexed(database, member(), 'draft_conversation', (transaction) =>
      leftDraft({ transaction, member: member() }, together.leftDraft.input.parse({ conversationId })),
    );
  });

  test.each([['waiting'], ['due']] as const)('the queue of a member, what is due first first: %s', async (tab) => {
    const index = who === 'the main account' ? 'conversation_assigned_due' : 'conversation_shop_assigned_due';
    await expectIndexed(database, member(), index, (transaction) =>
      readPage(transaction, member(), { tab, assignee: 'mine', limit: 50 }, null, Date.now()),
    );
  });

  test.each([
    ['tab', 'due'],
    ['longestWait', 'waiting'],
  ] as const)('the queue of nobody, by %s', async (sort, order) => {
    const index = who === 'the main account' ? 'conversation_unassigned' : 'conversation_shop_unassigned';
    await expectIndexed(database, member(), `${index}_${order}`, (transaction) =>
      readPage(transaction, member(), { tab: 'waiting', assignee: 'nobody', sort, limit: 50 }, null, Date.now()),
    );
  });

  test.each([['the newest of a member', 'assigned', 'last_message_at desc', 'assignee_id = $1']])(
    'a list of conversations may walk: %s',
    async (_name, index, order, where) => {
      const { accountId, memberId } = member().scope;
      const [column, prefix] =
        who === 'the main account'
          ? (['account_id', 'conversation'] as const)
          : (['shop_id', 'conversation_shop'] as const);
      const shop = await database.owner.query("select shop_id from shop where platform_shop_id = '11'");
      const of = column === 'account_id' ? accountId : shop.rows[0]?.shop_id;
      const by = order.endsWith(' desc') ? `${order}, conversation_id desc` : `${order}, conversation_id`;
      await expectIndexed(database, member(), `${prefix}_${index}`, async (transaction) => {
        const text = `select conversation_id from conversation where ${column} = $2 and ${where} order by ${by} limit 50`;
        return transaction.query(builtStatement(text, [memberId, of]));
      });
    },
  );
});

test('the rules look at nobody’s conversations along their index, what is due first first', async () => {
  const { owner } = database;
  const { accountId } = main.scope;
  const rule = {
    ruleId: '00000000-0000-4000-8000-000000000001',
    ...{ name: 'VIP', shopIds: null, languages: ['en'], tagIds: ['00000000-0000-4000-8000-000000000002'] },
    ...{ memberIds: null, way: 'roundRobin', staysWithKnown: true },
  };
  await owner.query('insert into assignment_rules (account_id, is_on, rules) values ($1, true, $2)', [
    accountId,
    JSON.stringify([rule]),
  ]);
  await owner.query('insert into chat_setting (account_id, setting) values ($1, $2)', [
    accountId,
    { promiseLimit: 999 },
  ]);
  const facts = { hereIds: [main.view.memberId], emptyMeansAll: true, now: 1 };
  await expectIndexed(database, main, 'conversation_unassigned_due', async (transaction) => {
    expect(await assignByRule(transaction, accountId, facts)).toBe('done');
  });
});

describe.each(['the main account', 'a sub-account'] as const)('everything that matches for %s', (who) => {
  test.each([
    ['all', 'conversation_shop_newest'],
    ['waiting', 'conversation_shop_due'],
  ] as const)('%s: the first walk the index of each shop that is not hidden', async (tab, index) => {
    const member = who === 'the main account' ? main : subAccount;
    const { rows } = await database.owner.query("select shop_id from shop where platform_shop_id = '12'");
    const shown = { now: ROWS, hidden: [asShopId(rows[0]?.shop_id)], most: 100 };
    await expectIndexed(database, member, index, (transaction) => {
      const values: unknown[] = [];
      const ids = matchingIds(member, { tab }, shown, (value) => `$${values.push(value)}`);
      return transaction.query(ids, values);
    });
  });
});
