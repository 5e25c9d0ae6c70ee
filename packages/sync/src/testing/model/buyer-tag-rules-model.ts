import { type BuyerTagRulesView, type BuyerTagTrial, CALLS, type MemberView } from '@pasar/api';
import { stepTagRules } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Append, answering, GONE, refused } from './answers.ts';

const { buyerTagRules, changeBuyerTagRules, tryBuyerTagRule } = CALLS.buyerTagRules;

/** The rules by which buyers get tags. The model tags nobody by them. */
export class BuyerTagRulesModel {
  held: BuyerTagRulesView = { rules: [], sweeps: [], changes: [] };
  /** What every trial says. */
  trial: BuyerTagTrial = { fresh: 3, known: 0, isWhole: true };
  readonly answers;

  constructor(append: Append, member: () => MemberView, now: () => number) {
    this.answers = [
      answering(buyerTagRules, () => succeeded(structuredClone(this.held))),
      answering(tryBuyerTagRule, () => succeeded(this.trial)),
      answering(changeBuyerTagRules, ({ step }) => {
        const outcome = stepTagRules(this.held.rules, step, now());
        if (outcome.is === 'gone') return GONE;
        if (outcome.is === 'full') return refused('buyer_tag_rules_full', 'There are 50 rules already.');
        if (outcome.event === null) return succeeded({});
        const { changes, sweeps } = this.held;
        const change = {
          changeId: uuidOf(`tag rule ${changes.length}`),
          changedAt: now(),
          changedBy: member().name,
          event: outcome.event,
        };
        const begun =
          step.kind === 'switchOn' && step.withRecent
            ? [{ ruleId: step.ruleId, total: 8, looked: 0, tagged: 0, isDone: false }]
            : [];
        this.held = buyerTagRules.output.parse({
          rules: outcome.rules,
          sweeps: [...sweeps.filter(({ ruleId }) => !begun.some((one) => one.ruleId === ruleId)), ...begun],
          changes: [change, ...changes],
        });
        append({ kind: 'buyerTagRules' });
        return succeeded({});
      }),
    ];
  }
}
