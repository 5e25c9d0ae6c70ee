import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TASKS } from '../src/engine/tasks/table.ts';
import { lockBuyers } from '../src/records/buyer-tags.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { NEWEST, readRecentBuyers } from '../src/records/recent-buyers.ts';
import type { Transaction } from '../src/storage/database.ts';
import { ask } from './harness/assignment-team.ts';
import { expectIndexed, indexesOf, plansOf } from './harness/plans.ts';
import { openTagRules, type TagRules } from './harness/tag-rules.ts';
import { NEVER, until } from './harness/task-harness.ts';

const { buyerTagRules } = CALLS.buyerTagRules;
const { buyerTags } = CALLS;
const KINDS = { ...TASKS, housekeeping: NEVER, 'team-figures': { ...TASKS['team-figures'], cron: NEVER.cron } };
const DAY_MS = 86_400_000;

let at: TagRules;
beforeAll(async () => {
  at = await openTagRules();
});
afterAll(() => at.close());
beforeEach(() => at.clear());
const children: ChildProcess[] = [];
afterEach(async () => {
  await at.harness.stopWorkers();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Every second of them has written the word. */
async function fill(count: number): Promise<void> {
  await at.owner(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
       address, last_message_at, last_position)
     select $1, $2, number::text, number::text, 'buyer ' || number, 'activated', false, '{}', $3::bigint - number, number
     from generate_series(1, $4::integer) number`,
    [at.ours.accountId, at.shopId('11'), Date.now(), count],
  );
  await at.owner(
    `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
     select account_id, shop_id, conversation_id, buyer_id, last_position, last_message_at, 'buyer',
       json_build_object('type', 'text', 'text', case last_position % 2 when 0 then 'cod' else 'hi' end) from conversation`,
  );
}

describe('recent buyers', () => {
  test('are counted by a trial that changes nothing', async () => {
    await at.hear('ann', 'cod');
    await at.hear('ann', 'hello');
    await at.hear('bo', 'cod', { shop: '12' });
    await at.hear('cy', 'cod');
    await at.hear('old', 'cod', { sentAt: Date.now() - 31 * DAY_MS });
    await at.hear('stranger', 'cod', { shop: '99' });
    await ask(at.main, buyerTags.addBuyerTagToBuyer, { conversationId: await at.idOf('cy'), buyerTagId: at.vip });
    expect(await at.tried(at.aRule())).toEqual({ fresh: 2, known: 1, isWhole: true });
    expect(await at.tried(at.aRule({ shopIds: [at.shopId('12')] }))).toEqual({ fresh: 1, known: 0, isWhole: true });
    await at.book('ann', '1', 'refund');
    expect(await at.tried(at.aRule({ condition: { kind: 'orders', statuses: ['refund'] } }))).toMatchObject({
      fresh: 1,
    });
    expect(await at.tagged()).toEqual(['cy VIP']);
  });

  test('are tagged by a task where that is chosen, as many as the trial has counted', async () => {
    await fill(600);
    const rule = at.aRule();
    expect(await at.tried(rule)).toEqual({ fresh: 300, known: 0, isWhole: true });
    await at.switchOn(rule, true);
    expect((await ask(at.main, buyerTagRules)).sweeps).toEqual([
      { ruleId: rule.ruleId, total: 600, looked: 0, tagged: 0, isDone: false },
    ]);
    at.harness.start(KINDS);
    const done = { ruleId: rule.ruleId, total: 600, looked: 600, tagged: 300, isDone: true };
    await until(async () => expect((await ask(at.main, buyerTagRules)).sweeps).toEqual([done]));
    expect(await at.tagged()).toHaveLength(300);
    expect(await at.tried(rule)).toEqual({ fresh: 0, known: 300, isWhole: true });
  });

  test('go on where they stood when the process is killed, and nothing is done twice', async () => {
    await fill(8_000);
    const rule = await at.switchOn(at.aRule(), true);
    const sweep = async () => (await ask(at.main, buyerTagRules)).sweeps[0];
    for (let kills = 0; kills < 2; kills += 1) {
      const before = (await sweep())?.looked ?? 0;
      const child = fork(join(import.meta.dirname, 'harness/task-process.ts'), {
        env: { PATH: process.env.PATH, TASK_DATABASE: JSON.stringify(at.harness.database.config) },
      });
      children.push(child);
      await until(async () => expect((await sweep())?.looked).toBeGreaterThan(before));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      // The clock of the database says that the process was last seen long ago.
      await at.owner('delete from task_worker');
      await at.owner(
        "update graphile_worker._private_jobs set run_at = now(), locked_at = locked_at - interval '1 hour'",
      );
    }
    expect((await sweep())?.isDone).toBe(false);
    at.harness.start(KINDS);
    const done = { ruleId: rule.ruleId, total: 8_000, looked: 8_000, tagged: 4_000, isDone: true };
    await until(async () => expect(await sweep()).toEqual(done));
    expect((await at.owner('select buyer_count from buyer_tag')).rows).toEqual([{ buyer_count: 4_000 }]);
  });

  test('are left alone when the rule is switched off again before the task begins', async () => {
    await at.hear('ann', 'cod');
    const rule = await at.switchOn(at.aRule(), true);
    await at.step({ kind: 'switchOff', ruleId: rule.ruleId });
    expect((await ask(at.main, buyerTagRules)).sweeps).toMatchObject([{ isDone: true }]);
    at.harness.start(KINDS);
    await until(async () => expect(await at.harness.jobs()).toEqual([]));
    expect(await at.tagged()).toEqual([]);
  });
});

test('what was lost with the feed is found by a look at the recent buyers', async () => {
  await at.switchOn(at.aRule());
  await at.hear('ann', 'cod');
  await at.owner('truncate change');
  await at.look();
  expect(await at.tagged()).toEqual([]);
  at.harness.start(KINDS);
  await until(async () => expect(await at.tagged()).toEqual(['ann VIP']));
  await at.hear('bo', 'cod');
  await at.look();
  expect(await at.tagged()).toEqual(['ann VIP', 'bo VIP']);
});

describe('whatever happens between', () => {
  const buyer = fc.constantFrom('ann', 'bo', 'cy');
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('hear'), who: buyer, isMatch: fc.boolean() }) },
    fc.record({ kind: fc.constant('take'), who: buyer }),
    fc.record({ kind: fc.constant('book'), who: buyer }),
    fc.record({ kind: fc.constantFrom('look', 'die', 'lookTwice') }),
  );

  test('each buyer who matches gets the tag of a rule once, and keeps it until a member takes it off', async () => {
    const property = fc.asyncProperty(fc.array(event, { maxLength: 14 }), async (events) => {
      await at.clear();
      const hot = (await ask(at.main, buyerTags.saveTag, { buyerTagName: 'Hot', color: 'red' })).buyerTagId;
      await at.switchOn(at.aRule());
      await at.switchOn(at.aRule({ tagId: hot, condition: { kind: 'orders', statuses: ['refund'] } }));
      const waiting = new Set<string>();
      const known = new Set<string>();
      const booked = new Set<string>();
      const held = new Set<string>();
      const given = new Set<string>();
      const settle = () => {
        for (const one of waiting) {
          if (!given.has(one)) held.add(one);
          given.add(one);
        }
        waiting.clear();
      };
      const orders = (who: string) => {
        if (known.has(who) && booked.has(who)) waiting.add(`${who} Hot`);
      };
      for (const [number, one] of events.entries()) {
        if (one.kind === 'look') await at.look();
        if (one.kind === 'lookTwice') await Promise.all([at.look(), at.look()]);
        if (one.kind === 'die') await at.die();
        if (one.kind === 'look' || one.kind === 'lookTwice') settle();
        if (!('who' in one)) continue;
        const { who } = one;
        if (one.kind === 'hear' && 'isMatch' in one) {
          await at.hear(who, one.isMatch ? 'COD?' : 'hello');
          known.add(who);
          if (one.isMatch) waiting.add(`${who} VIP`);
        }
        if (one.kind === 'book') {
          await at.book(who, `order ${number}`, 'refund');
          booked.add(who);
        }
        orders(who);
        if (one.kind === 'take' && held.delete(`${who} VIP`)) {
          const conversationId = await at.idOf(who);
          await ask(at.main, buyerTags.removeBuyerTagRelation, { conversationId, buyerTagId: at.vip });
        }
      }
      await at.look();
      settle();
      expect(await at.tagged()).toEqual([...held].toSorted());
      const counted = await at.owner('select sum(buyer_count)::integer as count from buyer_tag');
      expect(counted.rows[0]).toEqual({ count: held.size });
    });
    await fc.assert(property, { numRuns: 20 });
  });
});

async function mainAccount(): Promise<Member> {
  const { accountId } = at.ours;
  const found = await at.owner('select member_id from member where is_main and account_id = $1', [accountId]);
  const main = await findMember(at.harness.database.app, accountId, asMemberId(found.rows[0]?.member_id), true);
  if (main === null) throw new Error('no main account');
  return main;
}

test('recent buyers are read along their index', async () => {
  await fill(5_000);
  // The planner reads in the order of an index where it knows how long the table is.
  await at.owner('analyze');
  const { accountId } = at.ours;
  await expectIndexed(at.harness.database, await mainAccount(), 'conversation_newest', async (transaction) => {
    const asked = { since: 0, wantsTexts: true };
    const first = await readRecentBuyers(transaction, accountId, { ...asked, after: NEWEST });
    if (first.next === null) throw new Error('no second page');
    const second = await readRecentBuyers(transaction, accountId, { ...asked, after: first.next });
    expect(new Set([...first.said.keys(), ...second.said.keys()]).size).toBe(first.said.size + second.said.size);
  });
});

test('buyers are locked by their ids, also while the planner takes the tables for empty', async () => {
  await fill(2_000);
  await at.owner(
    "delete from pg_statistic where starelid in ('conversation'::regclass, 'conversation_buyer'::regclass)",
  );
  await at.owner("update pg_class set reltuples = 0, relpages = 1 where relname like 'conversation%'");
  const found = await at.owner('select conversation_id from conversation order by last_message_at desc limit 100');
  const ids = found.rows.map(({ conversation_id: id }) => id);
  const lock = (transaction: Transaction) => lockBuyers(transaction, ids);
  const plans = await plansOf(at.harness.database, await mainAccount(), lock, 'engine');
  expect(plans.flatMap(indexesOf)).toEqual(
    expect.arrayContaining(['conversation_buyer_pkey', 'conversation_buyer_id']),
  );
});
