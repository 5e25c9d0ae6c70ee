import { CALLS } from '@pasar/api';
import { type MemberId, type ShopId, USUAL_ORDER_CARE_REMINDERS } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchOrderCareTaskItemList } from '../src/features/order-care/items.ts';
import { getOrderCareTaskList } from '../src/features/order-care/tasks.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { ordersDue } from '../src/records/order-care.ts';
import { countDueParcels, findDueParcels } from '../src/records/order-parcels.ts';
import { builtStatement } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { expectIndexed, faultsOf, indexesOf, plansOf } from './harness/plans.ts';

/** Of each shop; the two accounts have four. Each was first known a millisecond after the one before, and had a message. */
const ORDERS = 12_000;
const TASKS = 600;
const SENT = 1_800;
const NOW = 1_800_000_000_000;
const { orderCare } = CALLS;

let database: TestDatabase;
let main: Member;
let subAccount: Member;
let taskId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { owner } = database;
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const sub = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: [], shops };
  const { accountId, mainId } = await makeTenant(database, 'owner', [['11', '12']], [sub]);
  await makeTenant(database, 'neighbour', [['98', '99']]);
  const found = await owner.query<{ member_id: MemberId }>("select member_id from member where username = 'sub'");
  const subId = found.rows[0]?.member_id;
  await owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency, created_at,
       changed_at, read_at, status_known_at, word_known_at, is_ratable, has_note)
     select account_id, shop_id, number::text, '{"buyerName": "b", "wireStatus": "1"}', 'N' || number, 'b' || number, 'unpaid', 1,
       'SGD', number, number, number, number, number, false, false
     from shop cross join generate_series(1, ${ORDERS}) number`,
  );
  // Lists read no counters.
  await owner.query('alter table bulk_send_item disable trigger user');
  await owner.query(
    `insert into bulk_send_task (account_id, member_id, author, name, type, interval_seconds, target, conditions, content, state,
       created_at, cause, care_kind)
     select account_id, case when account_id = $1 and number % 20 = 0 then $2::uuid when account_id = $1 then $3::uuid end, 'a', '',
       'immediate', 15, '{}', '{}', '[]', 'finish', number, 'orderCare', 'pay'
     from account cross join generate_series(1, ${TASKS}) number order by number`,
    [accountId, subId, mainId],
  );
  const first = await owner.query<{ task_id: string }>(
    'select task_id from bulk_send_task where account_id = $1 order by task_id limit 1',
    [accountId],
  );
  taskId = first.rows[0]?.task_id ?? '';
  // The newest hundred of each shop have had nothing yet.
  await owner.query(
    `insert into bulk_send_item (task_id, account_id, shop_id, buyer_name, order_id, order_number, care_kind, state)
     select t.tasks[1 + o.word_known_at % ${TASKS}], o.account_id, o.shop_id, 'b', o.order_id, o.order_number, 'pay', 'success'
     from shop_order o join (select account_id, array_agg(task_id) as tasks from bulk_send_task group by 1) t using (account_id)
     where o.word_known_at <= ${ORDERS - 100}`,
  );
  // Sent orders: the parcels of every second one were read just now, and every third has arrived.
  await owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency, created_at,
       changed_at, read_at, status_known_at, is_ratable, has_note, parcels_read_at, parcel_stage)
     select account_id, shop_id, 's' || number, '{"buyerName": "b", "wireStatus": "3"}', 'S' || number, 'b' || number,
       'wait_receiver_confirm', 1, 'SGD', $1, $1, $1, 0, false, false, case number % 2 when 0 then $1::bigint else 0 end,
       case number % 3 when 0 then 'delivered' end
     from shop cross join generate_series(1, ${SENT}) number`,
    [NOW],
  );
  await owner.query('alter table bulk_send_item enable trigger user');
  await owner.query('vacuum analyze');
  const memberOf = async (id: MemberId | undefined): Promise<Member> => {
    const member = id === undefined ? null : await findMember(database.app, accountId, id, true);
    if (member === null) throw new Error('no such member');
    return member;
  };
  main = await memberOf(mainId);
  subAccount = await memberOf(subId);
});
afterAll(() => database.close());

test('a look for due orders reads those that came to their stage since, and no others', async () => {
  const plans = await plansOf(database, main, async (transaction) => {
    const { accountId } = main.scope;
    const span = { after: ORDERS - 150, until: ORDERS, now: ORDERS };
    const values: unknown[] = [];
    const due = ordersDue('pay', { accountId, shopIds: null, ...span })((value) => `$${values.push(value)}`);
    expect((await transaction.query(builtStatement(due, values))).rowCount).toBe(200);
  });
  // It sorts within a millisecond, and the conversations of a buyer.
  expect(plans.flatMap(faultsOf).filter((fault) => !/Sort by (\(?GREATEST|c\.last_message_at)/.test(fault))).toEqual(
    [],
  );
  for (const plan of plans) expect(indexesOf(plan)).toContain('shop_order_stage_known');
});

test('a look for parcels reads the order that waits longest, and a preview counts those that wait', async () => {
  const { accountId } = main.scope;
  const shops = await database.owner.query<{ shop_id: ShopId }>('select shop_id from shop where account_id = $1', [
    accountId,
  ]);
  const shopIds = shops.rows.map((row) => row.shop_id);
  const outForDelivery = { ...USUAL_ORDER_CARE_REMINDERS.outForDelivery, isOn: true };
  await database.owner.query(
    "insert into order_care_setting (account_id, reminders, since, is_on) values ($1, $2, '{}', true)",
    [accountId, JSON.stringify({ outForDelivery })],
  );
  const plans = await plansOf(database, main, async (transaction) => {
    expect(await findDueParcels(transaction, shopIds, NOW)).toHaveLength(2);
    const asked = { since: 0, now: NOW };
    expect(await countDueParcels(transaction, shopIds, asked)).toBe((2 * SENT) / 3);
  });
  expect(plans.flatMap(faultsOf)).toEqual([]);
  for (const plan of plans) expect(indexesOf(plan)).toContain('shop_order_parcels');
});

describe.each(['the main account', 'a sub-account'] as const)('what %s reads walks its index', (who) => {
  const isMain = who === 'the main account';
  const member = () => (isMain ? main : subAccount);

  test.each([{ pageNo: 1 }, { pageNo: isMain ? 20 : 2 }])('the tasks of page $pageNo', async (asked) => {
    const index = isMain ? 'bulk_send_task_newest' : 'bulk_send_task_member';
    await expectIndexed(database, member(), index, async (transaction) => {
      const input = orderCare.getOrderCareTaskList.input.parse(asked);
      const answer = await getOrderCareTaskList({ transaction, member: member(), now: 0 }, input);
      expect(answer).toMatchObject({ ok: true });
    });
  });

  test.each([
    { asked: { page: 1 }, index: 'bulk_send_item_care_newest' },
    { asked: { page: 30 }, index: 'bulk_send_item_care_newest' },
    { asked: { page: 1, kind: 'pay', state: 'success' }, index: 'bulk_send_item_care_newest' },
  ])('the orders of $asked', async ({ asked, index }) => {
    await expectIndexed(database, member(), index, async (transaction) => {
      const input = orderCare.searchOrderCareTaskItemList.input.parse(asked);
      const answer = await searchOrderCareTaskItemList({ transaction, member: member() }, input);
      expect(answer).toMatchObject({ ok: true, data: { totalCount: (isMain ? 2 : 1) * (ORDERS - 100) } });
    });
  });
});

test('the orders of a task are read by the task', async () => {
  await expectIndexed(database, main, 'bulk_send_item_place', async (transaction) => {
    const input = orderCare.searchOrderCareTaskItemList.input.parse({ taskId });
    const answer = await searchOrderCareTaskItemList({ transaction, member: main }, input);
    expect(answer).toMatchObject({ ok: true, data: { items: expect.any(Array) } });
  });
});
