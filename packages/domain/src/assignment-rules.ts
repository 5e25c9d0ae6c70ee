import type { BuyerLanguage } from './language.ts';
import { isSameRule } from './same-rule.ts';

/** How a rule chooses among the members who fit: the next in turn, or who has the fewest waiting buyers. */
export const ASSIGNMENT_WAYS = ['roundRobin', 'leastBusy'] as const;
export type AssignmentWay = (typeof ASSIGNMENT_WAYS)[number];

/** To whom a conversation is assigned in which a buyer waits and that is nobody's. A condition that is null is always met. */
export interface AssignmentRule {
  readonly ruleId: string;
  readonly name: string;
  readonly shopIds: readonly string[] | null;
  /** The language of `buyerLanguage`, which is that of the shop's country where the buyer's texts do not tell it. */
  readonly languages: readonly BuyerLanguage[] | null;
  /** The buyer has one of these tags. */
  readonly tagIds: readonly string[] | null;
  /** Null: everybody who may answer in the shop. */
  readonly memberIds: readonly string[] | null;
  readonly way: AssignmentWay;
  /** The member who answered this buyer last comes first, where that member is among those who fit. */
  readonly staysWithKnown: boolean;
}

/** The rules of an account, in their order: the first that matches a conversation decides. */
export interface AssignmentRules {
  readonly isOn: boolean;
  readonly rules: readonly AssignmentRule[];
}

/** As long as the account has chosen nothing. */
export const USUAL_ASSIGNMENT_RULES: AssignmentRules = { isOn: false, rules: [] };

/** Our choice. */
export const ASSIGNMENT_RULE_LIMITS = { rules: 20, name: 60, shops: 5_000, tags: 20, members: 200 } as const;

/** What the main account does to the rules. */
export type AssignmentStep =
  | { readonly kind: 'switch'; readonly isOn: boolean }
  /** Changes the rule, or adds it at the end. */
  | { readonly kind: 'put'; readonly rule: AssignmentRule }
  | { readonly kind: 'remove'; readonly ruleId: string }
  /** `to`: the place in the list, from 0. */
  | { readonly kind: 'move'; readonly ruleId: string; readonly to: number };

/** What a step has changed, as the log keeps it. */
export type AssignmentRuleEvent =
  | { readonly kind: 'switched'; readonly isOn: boolean }
  | { readonly kind: 'added'; readonly rule: AssignmentRule }
  | { readonly kind: 'changed'; readonly before: AssignmentRule; readonly after: AssignmentRule }
  | { readonly kind: 'removed'; readonly rule: AssignmentRule }
  | { readonly kind: 'moved'; readonly name: string; readonly from: number; readonly to: number };

/** `event` null: nothing has changed. */
export type StepOutcome =
  | { readonly is: 'done'; readonly rules: AssignmentRules; readonly event: AssignmentRuleEvent | null }
  | { readonly is: 'gone' }
  | { readonly is: 'full' };

/** Applies a step to the rules as they are now, so that two windows do not undo each other's steps. */
export function stepRules({ isOn, rules }: AssignmentRules, step: AssignmentStep): StepOutcome {
  const done = (after: readonly AssignmentRule[], event: AssignmentRuleEvent | null): StepOutcome => ({
    is: 'done',
    rules: { isOn, rules: after },
    event,
  });
  if (step.kind === 'switch') {
    const event = step.isOn === isOn ? null : ({ kind: 'switched', isOn: step.isOn } as const);
    return { is: 'done', rules: { isOn: step.isOn, rules }, event };
  }
  if (step.kind === 'put') {
    const { rule } = step;
    const before = rules.find(({ ruleId }) => ruleId === rule.ruleId);
    if (before === undefined) {
      if (rules.length >= ASSIGNMENT_RULE_LIMITS.rules) return { is: 'full' };
      return done([...rules, rule], { kind: 'added', rule });
    }
    return done(
      rules.map((one) => (one === before ? rule : one)),
      isSameRule(before, rule) ? null : { kind: 'changed', before, after: rule },
    );
  }
  const from = rules.findIndex(({ ruleId }) => ruleId === step.ruleId);
  const rule = rules[from];
  if (rule === undefined) return { is: 'gone' };
  const others = rules.filter((one) => one !== rule);
  if (step.kind === 'remove') return done(others, { kind: 'removed', rule });
  const to = Math.min(step.to, others.length);
  return done(others.toSpliced(to, 0, rule), from === to ? null : { kind: 'moved', name: rule.name, from, to });
}

/** A conversation that is nobody's, in which a buyer waits. */
export interface UnassignedWait {
  readonly conversationId: string;
  readonly shopId: string;
  readonly language: BuyerLanguage;
  readonly tagIds: readonly string[];
  /** The members of the team who may answer in the shop. */
  readonly able: readonly string[];
  /** Who answered this buyer last; null where no member has. */
  readonly knownId: string | null;
}

/** The members who are here, as they are before the first choice. */
export interface TeamAtWork {
  /** How many buyers wait for each. */
  readonly waiting: ReadonlyMap<string, number>;
  /** When a rule has last chosen a member, as a number that grows with each choice of the rule. */
  readonly turns: readonly { readonly ruleId: string; readonly memberId: string; readonly turn: number }[];
  /** Most waiting buyers of a member. */
  readonly limit: number;
}

export interface AssignmentChoice {
  readonly memberId: string;
  readonly rule: AssignmentRule;
  readonly turn: number;
}

/**
 * Chooses members for one conversation after another: never one who is not here, nor one at the limit. The same rules,
 * team and conversations give the same choices. Null: no rule matches, or nobody fits.
 */
export function chooserOf(
  rules: readonly AssignmentRule[],
  team: TeamAtWork,
): { readonly choose: (wait: UnassignedWait) => AssignmentChoice | null; readonly hasRoom: () => boolean } {
  const waiting = new Map(team.waiting);
  const turns = new Map(team.turns.map(({ ruleId, memberId, turn }) => [`${ruleId} ${memberId}`, turn]));
  const last = new Map<string, number>();
  for (const { ruleId, turn } of team.turns) last.set(ruleId, Math.max(last.get(ruleId) ?? 0, turn));
  const hasRoomFor = (memberId: string) => (waiting.get(memberId) ?? team.limit) < team.limit;
  return {
    hasRoom: () => [...waiting.keys()].some(hasRoomFor),
    choose: (wait) => {
      const rule = rules.find((one) => matches(one, wait));
      if (rule === undefined) return null;
      const fitting = wait.able.filter(
        (memberId) => hasRoomFor(memberId) && (rule.memberIds === null || rule.memberIds.includes(memberId)),
      );
      const turnOf = (memberId: string) => turns.get(`${rule.ruleId} ${memberId}`) ?? 0;
      const loadOf = (memberId: string) => (rule.way === 'leastBusy' ? (waiting.get(memberId) ?? 0) : 0);
      const [next] = fitting.toSorted(
        (one, other) => loadOf(one) - loadOf(other) || turnOf(one) - turnOf(other) || (one < other ? -1 : 1),
      );
      if (next === undefined) return null;
      const { knownId } = wait;
      const memberId = rule.staysWithKnown && knownId !== null && fitting.includes(knownId) ? knownId : next;
      const turn = (last.get(rule.ruleId) ?? 0) + 1;
      last.set(rule.ruleId, turn);
      turns.set(`${rule.ruleId} ${memberId}`, turn);
      waiting.set(memberId, (waiting.get(memberId) ?? 0) + 1);
      return { memberId, rule, turn };
    },
  };
}

const matches = (
  { shopIds, languages, tagIds }: AssignmentRule,
  wait: Pick<UnassignedWait, 'shopId' | 'language' | 'tagIds'>,
): boolean =>
  (shopIds === null || shopIds.includes(wait.shopId)) &&
  (languages === null || languages.includes(wait.language)) &&
  (tagIds === null || tagIds.some((tagId) => wait.tagIds.includes(tagId)));
