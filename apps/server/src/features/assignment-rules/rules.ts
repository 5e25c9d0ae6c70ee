import { assignmentRuleEvent, assignmentRuleList, type CALLS, type CallInput, type CallOutput } from '@pasar/api';
import { type AssignmentRuleEvent, type AssignmentRules, stepRules } from '@pasar/domain';
import { readAssignmentRules, tellAssignmentChanged } from '../../records/assignment-rules.ts';
import { holdTags } from '../../records/buyer-tags.ts';
import { appendChanges } from '../../records/change-feed.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AssignmentRuleChangeTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.assignmentRules;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** So many of the last changes are shown (our choice). */
const SHOWN_CHANGES = 50;

export async function assignmentRules({
  transaction,
  member,
}: Omit<Context, 'now'>): Promise<Answer<CallOutput<Calls['assignmentRules']>>> {
  const [{ isOn, rules }, changes] = await Promise.all([
    readAssignmentRules(transaction, member.scope.accountId),
    transaction.query<AssignmentRuleChangeTable>({
      name: 'changed-assignment-rules',
      text: `select * from assignment_rule_change where account_id = (select pasar_account())
             order by changed_at desc, change_id desc limit ${SHOWN_CHANGES}`,
      values: [],
    }),
  ]);
  return success({
    isOn,
    rules: assignmentRuleList.parse(rules),
    changes: changes.rows.map((row) => ({
      changeId: row.change_id,
      changedAt: Number(row.changed_at),
      changedBy: row.changed_by,
      event: assignmentRuleEvent.parse(row.event),
    })),
  });
}

/** Two changes of an account wait for each other, so that none is lost. */
export async function changeAssignmentRules(
  { transaction, member, now }: Context,
  { step }: CallInput<Calls['changeAssignmentRules']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('assignment-rules/' || $1, 0))", [accountId]);
  if (step.kind === 'put' && !(await holdTags(transaction, accountId, step.rule.tagIds ?? []))) {
    return fail('not_found');
  }
  const outcome = stepRules(await readAssignmentRules(transaction, accountId), step);
  switch (outcome.is) {
    case 'gone':
      return fail('not_found');
    case 'full':
      return fail('assignment_rules_full');
    case 'done':
      if (outcome.event === null) return success({});
  }
  await keep(transaction, accountId, outcome.rules, outcome.event);
  await transaction.query(
    'insert into assignment_rule_change (account_id, changed_at, changed_by, event) values ($1, $2, $3, $4)',
    [accountId, now, member.view.name, JSON.stringify(outcome.event)],
  );
  await tellAssignmentChanged(transaction, accountId);
  await appendChanges(transaction, accountId, [{ change: { kind: 'assignmentRules' }, shopId: null, memberId: null }]);
  return success({});
}

async function keep(
  transaction: Transaction,
  accountId: string,
  { isOn, rules }: AssignmentRules,
  event: AssignmentRuleEvent,
): Promise<void> {
  await transaction.query(
    `insert into assignment_rules (account_id, is_on, rules) values ($1, $2, $3)
     on conflict (account_id) do update set is_on = excluded.is_on, rules = excluded.rules`,
    [accountId, isOn, JSON.stringify(rules)],
  );
  if (event.kind === 'removed') {
    await transaction.query('delete from assignment_turn where rule_id = $1', [event.rule.ruleId]);
  }
}
