import { CALLS } from '@pasar/api';
import type { MemberId } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkSendDistribution } from '../src/features/bulk-send/distribution.ts';
import { bulkSendItems, getBatchSendTaskList } from '../src/features/bulk-send/list.ts';
import { findMember, type Member } from '../src/records/members.ts';
import type { Transaction } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { expectIndexed, faultsOf, plansOf, rowsRead } from './harness/plans.ts';

/** Of each of two accounts. */
const TASKS = 600;
/** Recipients of one task, as many as there may be, and of each of the others of both accounts: 100,000 in all. */
const OF_LONGEST = 20_000;
const OF_OTHERS = 67;
/** Of the small account, the oldest of all: a walk from the newest would read those of all accounts first. */
const OF_SMALL = 1_000;
const { bulkSend } = CALLS;

let database: TestDatabase;
let main: Member;
let subAccount: Member;
let taskId: string;
let shopId: string;
let small: { readonly member: Member; readonly shopId: string };

beforeAll(async () => {
  database = await openTestDatabase();
  const { owner } = database;
  const shops = ['11', '12'].map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const sub = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: [], shops };
  const { accountId, mainId } = await makeTenant(database, 'owner', [['11', '12', '13']], [sub]);
  await makeTenant(database, 'neighbour', [['99']]);
  const found = await owner.query<{ member_id: MemberId }>("select member_id from member where username = 'sub'");
  const subId = found.rows[0]?.member_id;
  // Lists read no counters.
  await owner.query('alter table bulk_send_item disable trigger user');
  await owner.query(
    `insert into bulk_send_task (account_id, member_id, author, name, type, interval_seconds, target, conditions, content,
       state, succeeded, failed, created_at, cause)
     select a.account_id, case when number % 20 = 0 and a.account_id = $2 then $1::uuid when a.account_id = $2 then $3::uuid end, 'a', 't',
       'immediate', 15, '{"kind":"matching","listing":{"tab":"all"}}', '{}', '{"parts":[{"kind":"text","text":"x"}]}',
       case when number % 200 = 0 then 'processing' else 'finish' end, number % 3, number % 2, number, 'bulkSend'
     from generate_series(1, ${TASKS}) number cross join account a order by number`,
    [subId, accountId, mainId],
  );
  const tenant = await makeTenant(database, 'small', [['77']]);
  const ofSmall = await owner.query<{ shop_id: string }>(
    `with made as (insert into bulk_send_task (account_id, member_id, author, name, type, interval_seconds, target, conditions,
         content, created_at, cause)
       select $1, $2, author, name, type, interval_seconds, target, conditions, content, 1, cause from bulk_send_task limit 1
       returning task_id)
     insert into bulk_send_item (task_id, account_id, shop_id, buyer_name, state)
     select task_id, $1, shop_id, 'b', 'success' from made, shop, generate_series(1, ${OF_SMALL}) where shop.account_id = $1
     returning shop_id`,
    [tenant.accountId, tenant.mainId],
  );
  // A task of the sub-account, which its shops have most of.
  const longest = await owner.query<{ task_id: string }>(
    'select task_id from bulk_send_task where member_id = $1 and account_id = $2 order by task_id limit 1 offset 5',
    [subId, accountId],
  );
  taskId = longest.rows[0]?.task_id ?? '';
  const own = await owner.query<{ shop_id: string }>("select shop_id from shop where platform_shop_id = '11'");
  shopId = own.rows[0]?.shop_id ?? '';
  await owner.query(
    `insert into bulk_send_item (task_id, account_id, shop_id, buyer_name, state, reason)
     select t.task_id, t.account_id, (s.shops)[1 + number % cardinality(s.shops)], 'b',
       (array['success', 'success', 'success', 'fail', 'unconfirmed'])[1 + number % 5],
       case when number % 5 = 3 then 'blocked_by_user' end
     from bulk_send_task t join (select account_id, array_agg(shop_id) as shops from shop group by 1) s using (account_id)
       join lateral generate_series(1, case when t.task_id = $1 then ${OF_LONGEST} else ${OF_OTHERS} end) number on true
     where t.account_id <> $2`,
    [taskId, tenant.accountId],
  );
  await owner.query('alter table bulk_send_item enable trigger user');
  await owner.query('analyze');
  const memberOf = async (id: MemberId | undefined, of = accountId): Promise<Member> => {
    const member = id === undefined ? null : await findMember(database.app, of, id, true);
    if (member === null) throw new Error('no such member');
    return member;
  };
  main = await memberOf(mainId);
  subAccount = await memberOf(subId);
  small = { member: await memberOf(tenant.mainId, tenant.accountId), shopId: ofSmall.rows[0]?.shop_id ?? '' };
});
afterAll(() => database.close());

describe.each(['the main account', 'a sub-account'] as const)('what %s reads walks its index', (who) => {
  const isMain = who === 'the main account';
  const member = () => (isMain ? main : subAccount);

  test.each([
    { pageNo: 1 },
    { pageNo: isMain ? 50 : 3, pageSize: 10 },
    { pageNo: 1, status: 'processing' },
    { pageNo: 1, status: 'fail' },
  ] as const)('the tasks of page $pageNo, of the status $status', async (asked) => {
    const index = isMain ? 'bulk_send_task_newest' : 'bulk_send_task_member';
    await expectIndexed(database, member(), index, async (transaction) => {
      const input = bulkSend.getBatchSendTaskList.input.parse(asked);
      const answer = await getBatchSendTaskList({ transaction, member: member(), now: 0 }, input);
      expect(answer).toMatchObject({ ok: true });
    });
  });

  test.each([
    { state: undefined, pageNo: 1, index: 'bulk_send_item_place' },
    { state: undefined, pageNo: 60, index: 'bulk_send_item_place' },
    { state: 'success', pageNo: 30, index: 'bulk_send_item_state' },
    { state: 'fail', pageNo: 1, index: 'bulk_send_item_state' },
  ] as const)('the recipients of a task in the state $state, page $pageNo', async ({ state, pageNo, index }) => {
    await expectIndexed(database, member(), index, async (transaction) => {
      const input = bulkSend.bulkSendItems.input.parse({ taskId, state, pageNo, pageSize: 100 });
      const answer = await bulkSendItems({ transaction }, input);
      expect(answer).toMatchObject({ ok: true });
    });
  });

  test.each(['everybody', 'a state', 'a shop', 'a task'] as const)('the distribution list, of %s', async (of) => {
    const asked = { everybody: {}, 'a state': { state: 'fail' }, 'a shop': { shopId }, 'a task': { taskId } }[of];
    const plans = await plansOf(database, member(), (transaction) => distribution(transaction, member(), asked));
    // Most recipients are of this account here, so every index in the order of recipients serves it.
    expect(plans.flatMap(faultsOf)).toEqual([]);
  });
});

test.each(['everybody', 'a shop'] as const)(
  'the small account’s distribution list, of %s, reads no others',
  async (of) => {
    const { member, shopId: ofSmall } = small;
    const asked = { everybody: {}, 'a shop': { shopId: ofSmall } }[of];
    const plans = await plansOf(database, member, (transaction) => distribution(transaction, member, asked));
    // The planner may sort so few rows instead of walking them in order.
    const read = plans.map((plan) => rowsRead(plan, ['bulk_send_item']));
    expect(Math.max(...read)).toBeGreaterThanOrEqual(40);
    expect(Math.max(...read)).toBeLessThanOrEqual(OF_SMALL);
  },
);

async function distribution(transaction: Transaction, member: Member, asked: object): Promise<void> {
  const input = bulkSend.bulkSendDistribution.input.parse(asked);
  const answer = await bulkSendDistribution({ transaction, member }, input);
  expect(answer).toMatchObject({ ok: true, data: { items: { length: 40 } } });
}
