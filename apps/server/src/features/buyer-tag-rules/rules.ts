import { buyerTagRuleEvent, type CALLS, type CallInput, type CallOutput } from '@pasar/api';
import {
  type AccountId,
  type BuyerTagRule,
  type BuyerTagRuleEvent,
  type BuyerTagRuleStep,
  stepTagRules,
} from '@pasar/domain';
import { beginSweep, readTagRules, tellTagRules } from '../../records/buyer-tag-rules.ts';
import { holdTags } from '../../records/buyer-tags.ts';
import { readSeq } from '../../records/change-feed.ts';
import { wantsOrders } from '../../records/tag-by-rule.ts';
import type { Transaction } from '../../storage/database.ts';
import type { BuyerTagRuleChangeTable, BuyerTagSweepTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { recentSince } from './trial.ts';

type Calls = typeof CALLS.buyerTagRules;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** So many of the last changes are shown (our choice). */
const SHOWN_CHANGES = 50;

export async function buyerTagRules({
  transaction,
  member,
}: Omit<Context, 'now'>): Promise<Answer<CallOutput<Calls['buyerTagRules']>>> {
  const [rules, sweeps, changes] = await Promise.all([
    readTagRules(transaction, member.scope.accountId),
    transaction.query<BuyerTagSweepTable>({
      name: 'buyer-tag-sweeps',
      text: 'select * from buyer_tag_sweep where account_id = (select pasar_account()) and rule_id is not null',
      values: [],
    }),
    transaction.query<BuyerTagRuleChangeTable>({
      name: 'changed-buyer-tag-rules',
      text: `select * from buyer_tag_rule_change where account_id = (select pasar_account())
             order by changed_at desc, change_id desc limit ${SHOWN_CHANGES}`,
      values: [],
    }),
  ]);
  return success({
    rules,
    sweeps: sweeps.rows.map((row) => ({
      ruleId: row.rule_id ?? '',
      total: row.total,
      looked: row.looked_count,
      tagged: row.tagged_count,
      isDone: row.ended_at !== null,
    })),
    changes: changes.rows.map((row) => ({
      changeId: row.change_id,
      changedAt: Number(row.changed_at),
      changedBy: row.changed_by,
      event: buyerTagRuleEvent.parse(row.event),
    })),
  });
}

/** Two changes of an account wait for each other, so that none is lost. */
export async function changeBuyerTagRules(
  { transaction, member, now }: Context,
  { step }: CallInput<Calls['changeBuyerTagRules']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('buyer-tag-rules/' || $1, 0))", [accountId]);
  if (step.kind === 'put' && !(await holdTags(transaction, accountId, [step.rule.tagId]))) return fail('not_found');
  const outcome = stepTagRules(await readTagRules(transaction, accountId), step, now);
  switch (outcome.is) {
    case 'gone':
      return fail('not_found');
    case 'full':
      return fail('buyer_tag_rules_full');
    case 'done':
      if (outcome.event === null) return success({});
  }
  await keep(transaction, accountId, outcome.rules, now);
  await follow(transaction, accountId, step, outcome.event, now);
  await transaction.query(
    'insert into buyer_tag_rule_change (account_id, changed_at, changed_by, event) values ($1, $2, $3, $4)',
    [accountId, now, member.view.name, JSON.stringify(outcome.event)],
  );
  await tellTagRules(transaction, accountId);
  return success({});
}

/** The first rule that is switched on looks at changes from now on; without one nothing is looked at. */
async function keep(
  transaction: Transaction,
  accountId: AccountId,
  rules: readonly BuyerTagRule[],
  now: number,
): Promise<void> {
  await transaction.query(
    `insert into buyer_tag_rules (account_id, rules) values ($1, $2)
     on conflict (account_id) do update set rules = excluded.rules`,
    [accountId, JSON.stringify(rules)],
  );
  const on = rules.filter(({ onSince }) => onSince !== null);
  if (on.length > 0) {
    await transaction.query(
      `insert into buyer_tag_watch (account_id, seq, looked_at, wants_orders) values ($1, $2, $3, $4)
       on conflict (account_id) do update set wants_orders = excluded.wants_orders`,
      [accountId, await readSeq(transaction, accountId), now, wantsOrders(on)],
    );
  } else {
    await transaction.query('delete from buyer_tag_watch where account_id = $1', [accountId]);
    await transaction.query('delete from buyer_tag_due where account_id = $1', [accountId]);
  }
}

/** What a rule has begun or remembered goes with it; the tags that it gave stay. */
async function follow(
  transaction: Transaction,
  accountId: AccountId,
  step: BuyerTagRuleStep,
  event: BuyerTagRuleEvent,
  now: number,
): Promise<void> {
  const ruleId = step.kind === 'put' ? step.rule.ruleId : step.ruleId;
  const values = [accountId, ruleId];
  switch (event.kind) {
    case 'switchedOn':
      if (event.withRecent) await beginSweep(transaction, accountId, { ruleId, since: recentSince(now), now });
      return;
    case 'switchedOff':
      await transaction.query(
        'update buyer_tag_sweep set ended_at = $3 where account_id = $1 and rule_id = $2 and ended_at is null',
        [...values, now],
      );
      return;
    case 'removed':
      await transaction.query('delete from buyer_tag_sweep where account_id = $1 and rule_id = $2', values);
      await transaction.query('delete from buyer_tag_given where account_id = $1 and rule_id = $2', values);
      return;
    case 'added':
    case 'changed':
      return;
  }
}
