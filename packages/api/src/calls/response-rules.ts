import { COUNTRIES, leavesTime, MARKETPLACES, RULE_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN, MEMBER } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';

const minute = z.number().int().min(0);
const { minWithinMs, maxWithinMs, maxWindowDays } = RULE_LIMITS;

/** How fast an account wants buyers to be answered: `ResponseRule` of the domain. */
export const responseRuleView = z.object({
  withinMs: z.number().int().min(minWithinMs).max(maxWithinMs),
  wantedPercent: z.number().int().min(1).max(100),
  windowDays: z.number().int().min(1).max(maxWindowDays),
  counts: z.enum(['first', 'all']),
  /** Minutes of the day of the shop's clock. At least an hour of the week is not quiet. */
  quiet: z
    .object({
      from: minute.max(1_439),
      to: minute.max(1_440),
      days: z.array(minute.max(6)).min(1).max(7),
    })
    .refine(leavesTime)
    .nullable(),
});

const where = { marketplace: z.enum(MARKETPLACES), country: z.enum(COUNTRIES) };

const responseRuleEntry = z.object({
  ...where,
  rule: responseRuleView,
  /** The account has chosen the rule; otherwise the marketplace is known to want it. */
  isOwn: z.boolean(),
});
export type ResponseRuleEntry = z.infer<typeof responseRuleEntry>;

const responseRuleChange = z.object({
  changeId: z.uuid(),
  ...where,
  changedAt: z.number().int().nonnegative(),
  changedBy: z.string(),
  /** Null: what the marketplace is known to want. */
  before: responseRuleView.nullable(),
  after: responseRuleView.nullable(),
});
export type ResponseRuleChange = z.infer<typeof responseRuleChange>;

/** The calls of the rules are ours. */
const responseRules = defineCall({
  path: '/api/desk/responseRules',
  method: 'GET',
  access: MEMBER,
  summary:
    'The rules of answers, of each marketplace and country in which the member sees a shop, and their last changes',
  input: z.object({}),
  output: z.object({ rules: z.array(responseRuleEntry), changes: z.array(responseRuleChange) }),
});

const saveResponseRule = defineCall({
  path: '/api/desk/saveResponseRule',
  method: 'POST',
  access: MAIN,
  summary: 'Choose a rule of answers in place of the marketplace’s own; due times follow it at once',
  input: z.object({ ...where, rule: fromJson(responseRuleView) }),
  output: z.object({}),
});

const resetResponseRule = defineCall({
  path: '/api/desk/resetResponseRule',
  method: 'POST',
  access: MAIN,
  summary: 'Go back to what the marketplace is known to want',
  input: z.object(where),
  output: z.object({}),
});

export const RESPONSE_RULES_CALLS = { responseRules, saveResponseRule, resetResponseRule } as const;
