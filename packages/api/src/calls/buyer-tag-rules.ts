import { BUYER_TAG_RULE_LIMITS, ORDER_STATUSES, SPENT_AMOUNT } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';

const { rules: mostRules, name, shops, words, word } = BUYER_TAG_RULE_LIMITS;
const time = z.number().int().nonnegative();
const count = z.number().int().nonnegative();
const ruleId = z.uuid();

/** What has to be true of a buyer in a shop: `BuyerTagCondition` of the domain. */
const buyerTagCondition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('words'),
    words: z.array(z.string().trim().min(1).max(word)).min(1).max(words),
    isWhole: z.boolean(),
  }),
  z.object({
    kind: z.literal('orders'),
    statuses: z.array(z.enum(ORDER_STATUSES)).min(1).max(ORDER_STATUSES.length),
  }),
  z.object({
    kind: z.literal('spent'),
    least: z.object({
      amount: z.string().regex(SPENT_AMOUNT),
      currency: z.string().regex(/^[A-Z]{3}$/),
    }),
  }),
]);
export type BuyerTagConditionView = z.infer<typeof buyerTagCondition>;

/** What the main account writes of a rule: `BuyerTagRuleText` of the domain. */
const buyerTagRuleText = z.object({
  ruleId,
  name: z.string().trim().min(1).max(name),
  tagId: z.uuid(),
  shopIds: z.array(z.uuid()).min(1).max(shops).nullable(),
  condition: buyerTagCondition,
});
export type BuyerTagRuleTextView = z.infer<typeof buyerTagRuleText>;

const buyerTagRule = buyerTagRuleText.extend({ onSince: time.nullable() });
export type BuyerTagRuleView = z.infer<typeof buyerTagRule>;
export const buyerTagRuleList = z.array(buyerTagRule).max(mostRules);

/** What a step of the main account has changed: `BuyerTagRuleEvent` of the domain. */
export const buyerTagRuleEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), rule: buyerTagRuleText }),
  z.object({ kind: z.literal('changed'), before: buyerTagRuleText, after: buyerTagRuleText }),
  z.object({ kind: z.literal('removed'), rule: buyerTagRuleText }),
  z.object({ kind: z.literal('switchedOff'), name: z.string() }),
  z.object({ kind: z.literal('switchedOn'), name: z.string(), withRecent: z.boolean() }),
]);

const buyerTagRuleChange = z.object({
  changeId: z.uuid(),
  changedAt: time,
  changedBy: z.string(),
  event: buyerTagRuleEvent,
});
export type BuyerTagRuleChange = z.infer<typeof buyerTagRuleChange>;

/** A look at the buyers of the last days, for a rule that was switched on for them as well. */
const buyerTagSweep = z.object({
  ruleId,
  /** Conversations, as they were counted at the beginning. */
  total: count,
  looked: count,
  /** Buyers who got the tag by it. */
  tagged: count,
  isDone: z.boolean(),
});
export type BuyerTagSweepView = z.infer<typeof buyerTagSweep>;

const buyerTagRulesView = z.object({
  rules: buyerTagRuleList,
  /** The last look of each rule that had one. */
  sweeps: z.array(buyerTagSweep),
  changes: z.array(buyerTagRuleChange),
});
export type BuyerTagRulesView = z.infer<typeof buyerTagRulesView>;

/** The calls of the rules are ours. They name shops, so only the main account reads them. */
const buyerTagRules = defineCall({
  path: '/api/desk/buyerTagRules',
  method: 'GET',
  access: MAIN,
  summary: 'The rules by which buyers get tags, and their last changes, at most 50',
  input: z.object({}),
  output: buyerTagRulesView,
});

const changeBuyerTagRules = defineCall({
  path: '/api/desk/changeBuyerTagRules',
  method: 'POST',
  access: MAIN,
  summary: 'Add, change, remove, switch on or switch off a rule by which buyers get tags',
  input: z.object({
    step: fromJson(
      z.discriminatedUnion('kind', [
        /** Changes the rule with this id, or adds it at the end, switched off. */
        z.object({ kind: z.literal('put'), rule: buyerTagRuleText }),
        z.object({ kind: z.literal('remove'), ruleId }),
        z.object({ kind: z.literal('switchOff'), ruleId }),
        /** `withRecent`: also for the buyers of the last 30 days, and not only from now on. */
        z.object({ kind: z.literal('switchOn'), ruleId, withRecent: z.boolean() }),
      ]),
    ),
  }),
  output: z.object({}),
});

const tryBuyerTagRule = defineCall({
  path: '/api/desk/tryBuyerTagRule',
  method: 'POST',
  access: MAIN,
  summary: 'How many buyers of the last 30 days a rule would tag; changes nothing',
  input: z.object({ rule: fromJson(buyerTagRuleText) }),
  output: z.object({
    /** Buyers who would get the tag. */
    fresh: count,
    /** Buyers who match as well, and have the tag already or got it by this rule before. */
    known: count,
    /** False: there are more conversations than are looked at for a trial, and the newest were. */
    isWhole: z.boolean(),
  }),
});
export type BuyerTagTrial = z.infer<typeof tryBuyerTagRule.output>;

export const BUYER_TAG_RULES_CALLS = { buyerTagRules, changeBuyerTagRules, tryBuyerTagRule } as const;
