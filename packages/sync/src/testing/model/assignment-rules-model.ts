import { type AssignmentRulesView, CALLS, type MemberView } from '@pasar/api';
import { stepRules } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Append, answering, GONE, refused } from './answers.ts';

/** The rules by which waiting buyers are assigned. The model assigns nothing by them. */
export class AssignmentRulesModel {
  held: AssignmentRulesView = { isOn: false, rules: [], changes: [] };
  readonly answers;

  constructor(append: Append, member: () => MemberView, now: () => number) {
    this.answers = [
      answering(CALLS.assignmentRules.assignmentRules, () => succeeded(structuredClone(this.held))),
      answering(CALLS.assignmentRules.changeAssignmentRules, ({ step }) => {
        const outcome = stepRules(this.held, step);
        if (outcome.is === 'gone') return GONE;
        if (outcome.is === 'full') return refused('assignment_rules_full', 'There are 20 rules already.');
        if (outcome.event === null) return succeeded({});
        const { changes } = this.held;
        const change = {
          changeId: uuidOf(`assignment rule ${changes.length}`),
          changedAt: now(),
          changedBy: member().name,
          event: outcome.event,
        };
        this.held = CALLS.assignmentRules.assignmentRules.output.parse({
          ...outcome.rules,
          changes: [change, ...changes],
        });
        append({ kind: 'assignmentRules' });
        return succeeded({});
      }),
    ];
  }
}
