import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { TASKS, type TaskTable } from '../src/engine/tasks/table.ts';
import type { ScheduledTask } from '../src/engine/tasks/task.ts';
import { makeTenant } from './harness/database.ts';
import { NEVER, nothing, TaskHarness, until } from './harness/task-harness.ts';

let harness: TaskHarness;
beforeAll(async () => {
  harness = await TaskHarness.open();
});
afterAll(() => harness.database.close());
beforeEach(() => harness.clear());
afterEach(() => harness.stopWorkers());

test('work by the clock that was due while no process ran is made up for, once for all processes', async () => {
  let ran = 0;
  const due = new Date(Date.now() - 5 * 60_000);
  const late: ScheduledTask<'housekeeping'> = {
    ...NEVER,
    cron: `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`,
    isMadeUpWithinMs: 10 * 60_000,
    run: async () => {
      ran += 1;
    },
  };
  const kinds: TaskTable = { ...TASKS, 'account-housekeeping': nothing, housekeeping: late };
  await harness.database.owner.query(
    "insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('housekeeping', now() - interval '1 day')",
  );
  harness.start(kinds);
  harness.start(kinds);
  await until(() => expect(ran).toBe(1));
  harness.start(kinds);
  await harness.untilWorkers(3);
  await harness.put(1);
  await harness.untilDone();
  await harness.stopWorkers();
  expect(await harness.jobs()).toEqual([]);
  expect(ran).toBe(1);
});

test('old unreadable items are forgotten, and the windows are told how many of the login are left', async () => {
  const { owner } = harness.database;
  const { accountId, connections } = await makeTenant(harness.database, 'unreadable@x', [['1']]);
  const connectionId = connections[0]?.connectionId;
  await owner.query(
    `insert into quarantine (account_id, connection_id, reason, bytes, created_at)
     values ($1, $2, 'old', 'old', now() - interval '31 days'), ($1, $2, 'new', 'new', now())`,
    [accountId, connectionId],
  );
  await owner.query('update connection set unreadable_count = 2 where connection_id = $1', [connectionId]);
  harness.start(TASKS);
  await owner.query("select graphile_worker.add_job('housekeeping', '{}')");
  await harness.untilDone();
  expect((await owner.query('select reason from quarantine')).rows).toEqual([{ reason: 'new' }]);
  const told = await owner.query('select payload from change where account_id = $1 order by seq desc limit 1', [
    accountId,
  ]);
  expect(told.rows).toMatchObject([{ payload: { kind: 'shop', shop: { unreadableCount: 1 } } }]);
  expect(harness.log.text()).toBe('');
});

test('housekeeping forgets what no window can ask for, in each account, and old tasks that were given up', async () => {
  const { owner } = harness.database;
  const { accountId } = harness.tenant;
  const monthAgo = Date.now() - 31 * 86_400_000;
  await owner.query('insert into account (account_id, name) values (gen_random_uuid(), $1)', ['without logins']);
  await owner.query(
    `insert into client_report (account_id, kind, report_id, payload, created_at)
     values ($1, 'unknown_value', gen_random_uuid(), '{}', $2), ($1, 'unknown_value', gen_random_uuid(), '{}', $3)`,
    [accountId, monthAgo, Date.now()],
  );
  await owner.query(
    `insert into translation (account_id, text_hash, target_language, translated, created_at)
     values ($1, 'old', 'en', 'old', $2), ($1, 'new', 'en', 'new', $3)`,
    [accountId, Date.now() - 91 * 86_400_000, Date.now()],
  );
  await owner.query(
    `with c as (insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status,
         is_pinned, address)
       select account_id, shop_id, 'c', 'b', 'buyer', 'activated', false, '{}' from shop where account_id = $1 limit 1
       returning account_id, shop_id, conversation_id)
     insert into outgoing_video (account_id, shop_id, conversation_id, member_id, client_id, video, touched_at)
       select account_id, shop_id, conversation_id, gen_random_uuid(), gen_random_uuid(), '{}', put_at
       from c, unnest($2::bigint[]) put_at`,
    [accountId, [Date.now() - 25 * 3_600_000, Date.now() - 23 * 3_600_000]],
  );
  await owner.query(
    `insert into automatic_picture (account_id, used_by, file_name, type, bytes, created_at)
     select $1, used_by, 'a.png', 'image/png', '', created_at
     from unnest($2::uuid[], $3::bigint[]) one (used_by, created_at)`,
    [accountId, [null, null, accountId], [25, 23, 25].map((hours) => Date.now() - hours * 3_600_000)],
  );
  // Of a day and of an hour less, one whose rule is gone, one of a setting, and one that an answer on its way needs.
  await owner.query(
    `with s as (insert into auto_reply_setting (account_id, marketplace, country, setting) values ($1, 'shopee', 'SG', '{}')
         returning setting_id),
       v as (insert into automatic_video (account_id, used_by, member_id, client_id, video, created_at)
         select $1, case used_by when 'rule' then gen_random_uuid() when 'setting' then (select setting_id from s) end,
           gen_random_uuid(), gen_random_uuid(), '{}', created_at
         from unnest($2::text[], $3::bigint[]) one (used_by, created_at) returning video_id, created_at)
     insert into outgoing_video (account_id, shop_id, conversation_id, client_id, video, touched_at, automatic_video_id)
       select c.account_id, c.shop_id, c.conversation_id, gen_random_uuid(), '{}', $4, v.video_id
       from v, conversation c where v.created_at = 0 and c.account_id = $1 limit 1`,
    [
      accountId,
      [null, null, 'rule', 'setting', null],
      [Date.now() - 25 * 3_600_000, Date.now() - 23 * 3_600_000, 1, 1, 0],
      Date.now(),
    ],
  );
  const shops = await owner.query<{ shop_id: string }>('select shop_id from shop where account_id = $1', [accountId]);
  const remark = await owner.query<{ id: string }>(
    `insert into remark (account_id, shop_id, buyer_id, buyer_name, kind, content, author, created_at)
     values ($1, $2, 'b', 'buyer', 'pre_sales', 'x', 'a', 1) returning remark_id as id`,
    [accountId, shops.rows[0]?.shop_id],
  );
  await owner.query(
    `insert into remark_picture (account_id, member_id, remark_id, place, type, bytes, created_at)
     select $1, case when remark_id is null then (select member_id from member where account_id = $1 limit 1) end,
       remark_id, 1, 'image/png', '', created_at from unnest($2::uuid[], $3::bigint[]) one (remark_id, created_at)`,
    [accountId, [null, null, remark.rows[0]?.id], [25, 23, 25].map((hours) => Date.now() - hours * 3_600_000)],
  );
  await owner.query(
    `with m as (select member_id from member where account_id = $1 limit 1),
       g as (insert into quick_reply_group (account_id, name, created_at) values ($1, 'g', 0) returning group_id),
       r as (insert into quick_reply (account_id, group_id, title, parts, variants, sites, updated_at)
         select $1, group_id, 'r', '[]', '[]', '[]', 0 from g returning reply_id)
     insert into quick_reply_picture (account_id, member_id, reply_id, type, bytes, created_at)
     select $1, member_id, case when is_named then reply_id end, 'image/png', '', created_at
     from m, r, unnest($2::boolean[], $3::bigint[]) one (is_named, created_at)`,
    [accountId, [false, false, true], [25, 23, 25].map((hours) => Date.now() - hours * 3_600_000)],
  );
  // The library stamps each change of a task with the time of its transaction.
  await owner.query("select graphile_worker.add_job('account-housekeeping', '{}', max_attempts => 1)");
  await owner.query('alter table graphile_worker._private_jobs disable trigger user');
  await owner.query("update graphile_worker._private_jobs set attempts = 1, updated_at = now() - interval '31 days'");
  await owner.query('alter table graphile_worker._private_jobs enable trigger user');
  harness.start(TASKS);
  await owner.query("select graphile_worker.add_job('housekeeping', '{}')");
  await harness.untilDone();
  const left = async (table: string) => (await owner.query(`select count(*)::int as n from ${table}`)).rows;
  expect(await left('client_report')).toEqual([{ n: 1 }]);
  expect(await left('translation')).toEqual([{ n: 1 }]);
  expect(await left('outgoing_video')).toEqual([{ n: 2 }]);
  // What nothing names for a day is gone.
  expect(await left('automatic_picture')).toEqual([{ n: 2 }]);
  expect(await left('automatic_video')).toEqual([{ n: 3 }]);
  expect(await left('remark_picture')).toEqual([{ n: 2 }]);
  expect(await left('quick_reply_picture')).toEqual([{ n: 2 }]);
  expect(harness.log.text()).toBe('');
});

test('due times that a newer rule or another country has made wrong are corrected', async () => {
  const { owner } = harness.database;
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
       address, waiting_since, due_at)
     select account_id, shop_id, name, name, name, 'activated', false, '{}', 1000, due from
       (select account_id, shop_id from shop where account_id = $1 limit 1) shop,
       unnest($2::text[], $3::bigint[]) as item (name, due)`,
    [harness.tenant.accountId, ['wrong', 'none', 'right'], [5, null, 43_201_000]],
  );
  harness.start(TASKS);
  await owner.query("select graphile_worker.add_job('housekeeping', '{}')");
  await harness.untilDone();
  const due = await owner.query('select distinct due_at from conversation where waiting_since is not null');
  expect(due.rows).toEqual([{ due_at: '43201000' }]);
  const told = await owner.query(
    "select payload #>> '{conversation,buyer,name}' as name from change where payload ->> 'kind' = 'conversation' order by 1",
  );
  expect(told.rows).toEqual([{ name: 'none' }, { name: 'wrong' }]);
});

test('codes that no limit counts any more are forgotten, although nobody asks for another', async () => {
  const { owner } = harness.database;
  await owner.query(
    `insert into entrance_code (code_id, purpose, target, network, code_hash, created_at)
     values (gen_random_uuid(), 'register', 'old@x.example', '192.0.2.1', '', now() - interval '25 hours'),
       (gen_random_uuid(), 'register', 'new@x.example', '192.0.2.1', '', now() - interval '23 hours')`,
  );
  harness.start(TASKS);
  await owner.query("select graphile_worker.add_job('housekeeping', '{}')");
  await harness.untilDone();
  expect((await owner.query('select target from entrance_code')).rows).toEqual([{ target: 'new@x.example' }]);
});

test('each row of the table of tasks has the name that it is found by', () => {
  for (const [name, task] of Object.entries(TASKS)) expect(task.name).toBe(name);
});
