import { assignmentRuleList } from '@pasar/api';
import { type AccountId, type AssignmentRules, USUAL_ASSIGNMENT_RULES } from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import type { AssignmentRulesTable } from '../storage/gen/tables.ts';
import { MOMENT_CHANNEL } from './moments.ts';

/** The rules by which the account's waiting buyers are assigned. */
export async function readAssignmentRules(transaction: Transaction, accountId: AccountId): Promise<AssignmentRules> {
  const found = await transaction.query<AssignmentRulesTable>({
    name: 'assignment-rules',
    text: 'select * from assignment_rules where account_id = $1',
    values: [accountId],
  });
  const [row] = found.rows;
  return row === undefined ? USUAL_ASSIGNMENT_RULES : { isOn: row.is_on, rules: assignmentRuleList.parse(row.rules) };
}

/** What processes tell each other on the channel of the moments when the rules of an account, or its limit, change. */
export const assignmentNotice = z.object({ assignment: z.literal('changed'), accountId: z.uuid() });

export async function tellAssignmentChanged(transaction: Transaction, accountId: AccountId): Promise<void> {
  const notice: z.infer<typeof assignmentNotice> = { assignment: 'changed', accountId };
  await transaction.query('select pg_notify($1, $2)', [MOMENT_CHANNEL, JSON.stringify(notice)]);
}
