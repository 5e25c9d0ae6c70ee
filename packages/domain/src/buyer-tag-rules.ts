import type { Money } from './goods.ts';
import { isAtLeast, sumByCurrency } from './money.ts';
import type { OrderStatus } from './order.ts';
import { isSameRule } from './same-rule.ts';
import { SOLD_STATUSES } from './statistics.ts';
import { foldText, isWholeAt } from './text-match.ts';

/** What has to be true of a buyer in a shop. */
export type BuyerTagCondition =
  /** One of the buyer's texts contains one of the words; `isWhole`: not as a part of a longer word. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isWhole: boolean }
  /** The order book has an order of the buyer with one of these statuses. */
  | { readonly kind: 'orders'; readonly statuses: readonly OrderStatus[] }
  /** The buyer's orders in the order book that count as sales come to so much. */
  | { readonly kind: 'spent'; readonly least: Money };

/** What the main account writes of a rule. */
export interface BuyerTagRuleText {
  readonly ruleId: string;
  readonly name: string;
  /** The tag that the buyer gets. */
  readonly tagId: string;
  /** Null: all shops. */
  readonly shopIds: readonly string[] | null;
  readonly condition: BuyerTagCondition;
}

export interface BuyerTagRule extends BuyerTagRuleText {
  /** When the rule was switched on; null while it is off. */
  readonly onSince: number | null;
}

/** Our choice. `recentDays`: buyers of so many last days are counted, and tagged at once where that is chosen. */
export const BUYER_TAG_RULE_LIMITS = {
  rules: 50,
  name: 60,
  shops: 5_000,
  words: 20,
  word: 60,
  recentDays: 30,
} as const;

/** An amount that a person writes: a decimal above zero. */
export const SPENT_AMOUNT = /^(?=.*[1-9])[0-9]{1,12}(\.[0-9]{1,2})?$/;

/** What the main account does to the rules. */
export type BuyerTagRuleStep =
  /** Changes the rule, or adds it at the end, switched off. */
  | { readonly kind: 'put'; readonly rule: BuyerTagRuleText }
  | { readonly kind: 'remove'; readonly ruleId: string }
  | { readonly kind: 'switchOff'; readonly ruleId: string }
  /** `withRecent`: buyers of the last days get the tag as well, and not only those who write or order from now on. */
  | { readonly kind: 'switchOn'; readonly ruleId: string; readonly withRecent: boolean };

/** What a step has changed, as the log keeps it. */
export type BuyerTagRuleEvent =
  | { readonly kind: 'added'; readonly rule: BuyerTagRuleText }
  | { readonly kind: 'changed'; readonly before: BuyerTagRuleText; readonly after: BuyerTagRuleText }
  | { readonly kind: 'removed'; readonly rule: BuyerTagRuleText }
  | { readonly kind: 'switchedOff'; readonly name: string }
  | { readonly kind: 'switchedOn'; readonly name: string; readonly withRecent: boolean };

/** `event` null: nothing has changed. */
export type BuyerTagStepOutcome =
  | { readonly is: 'done'; readonly rules: readonly BuyerTagRule[]; readonly event: BuyerTagRuleEvent | null }
  | { readonly is: 'gone' }
  | { readonly is: 'full' };

/** Applies a step to the rules as they are now, so that two windows do not undo each other's steps. */
export function stepTagRules(rules: readonly BuyerTagRule[], step: BuyerTagRuleStep, now: number): BuyerTagStepOutcome {
  const ruleId = step.kind === 'put' ? step.rule.ruleId : step.ruleId;
  const held = rules.find((one) => one.ruleId === ruleId);
  const replaced = (rule: BuyerTagRule, event: BuyerTagRuleEvent | null): BuyerTagStepOutcome => ({
    is: 'done',
    rules: rules.map((one) => (one === held ? rule : one)),
    event,
  });
  if (step.kind === 'put') {
    const { rule } = step;
    if (held !== undefined) {
      const { onSince, ...before } = held;
      return replaced({ ...rule, onSince }, isSameRule(before, rule) ? null : { kind: 'changed', before, after: rule });
    }
    if (rules.length >= BUYER_TAG_RULE_LIMITS.rules) return { is: 'full' };
    return { is: 'done', rules: [...rules, { ...rule, onSince: null }], event: { kind: 'added', rule } };
  }
  if (held === undefined) return { is: 'gone' };
  const { onSince, ...rule } = held;
  switch (step.kind) {
    case 'remove':
      return { is: 'done', rules: rules.filter((one) => one !== held), event: { kind: 'removed', rule } };
    case 'switchOff':
      return replaced({ ...rule, onSince: null }, onSince === null ? null : { kind: 'switchedOff', name: rule.name });
    case 'switchOn': {
      const { withRecent } = step;
      if (onSince !== null) return replaced(held, null);
      return replaced({ ...rule, onSince: now }, { kind: 'switchedOn', name: rule.name, withRecent });
    }
  }
}

/** What rules are asked about a buyer in a shop. */
export interface BuyerToTag {
  readonly shopId: string;
  /** Texts of the buyer's own messages. */
  readonly texts: readonly { readonly text: string; readonly sentAt: number }[];
  /** The buyer's orders of the order book, or sums of them by status and currency. */
  readonly orders: readonly { readonly status: string; readonly total: Money }[];
}

/** A rule, with the moment from which on it looks at texts. */
export interface LookingRule {
  readonly rule: BuyerTagRule;
  readonly since: number;
}

/** Finds the rules that match a buyer, in their order. The words are prepared once. */
export function tagMatcherOf(rules: readonly LookingRule[]): (facts: BuyerToTag) => readonly BuyerTagRule[] {
  const prepared = rules.map(({ rule, since }) => ({ rule, isMet: prepare(rule.condition, since) }));
  return ({ shopId, texts, orders }) => {
    const facts = { texts: texts.map(({ text, sentAt }) => ({ text: foldText(text), sentAt })), orders };
    return prepared
      .filter(({ rule, isMet }) => (rule.shopIds === null || rule.shopIds.includes(shopId)) && isMet(facts))
      .map(({ rule }) => rule);
  };
}

type IsMet = (facts: Pick<BuyerToTag, 'texts' | 'orders'>) => boolean;

function prepare(condition: BuyerTagCondition, since: number): IsMet {
  switch (condition.kind) {
    case 'words': {
      const words = condition.words.map(foldText).filter((word) => word !== '');
      const has = condition.isWhole ? hasWholeWord : (text: string, word: string) => text.includes(word);
      return ({ texts }) => texts.some(({ text, sentAt }) => sentAt >= since && words.some((word) => has(text, word)));
    }
    case 'orders':
      return ({ orders }) => orders.some(({ status }) => condition.statuses.some((one) => one === status));
    case 'spent':
      return ({ orders }) => {
        const sold = orders.filter(({ status }) => SOLD_STATUSES.some((one) => one === status));
        return sumByCurrency(sold.map(({ total }) => total)).sums.some((sum) => isAtLeast(sum, condition.least));
      };
  }
}

function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWholeAt(text, word, at)) return true;
  }
  return false;
}
