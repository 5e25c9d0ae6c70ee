import { ASSIGNMENT_RULE_LIMITS, ASSIGNMENT_WAYS, BUYER_LANGUAGES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';

const { rules: mostRules, name, shops, tags, members } = ASSIGNMENT_RULE_LIMITS;
const someOf = <Item extends z.ZodType>(item: Item, most: number) => z.array(item).min(1).max(most).nullable();

/** To whom waiting buyers are assigned: `AssignmentRule` of the domain. */
export const assignmentRule = z.object({
  ruleId: z.uuid(),
  name: z.string().trim().min(1).max(name),
  shopIds: someOf(z.uuid(), shops),
  languages: someOf(z.enum(BUYER_LANGUAGES), BUYER_LANGUAGES.length),
  tagIds: someOf(z.uuid(), tags),
  memberIds: someOf(z.uuid(), members),
  way: z.enum(ASSIGNMENT_WAYS),
  staysWithKnown: z.boolean(),
});

export type AssignmentRuleView = z.infer<typeof assignmentRule>;

export const assignmentRuleList = z.array(assignmentRule).max(mostRules);

const place = z.number().int().min(0);

/** What a step of the main account has changed: `AssignmentRuleEvent` of the domain. */
export const assignmentRuleEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('switched'), isOn: z.boolean() }),
  z.object({ kind: z.literal('added'), rule: assignmentRule }),
  z.object({ kind: z.literal('changed'), before: assignmentRule, after: assignmentRule }),
  z.object({ kind: z.literal('removed'), rule: assignmentRule }),
  z.object({ kind: z.literal('moved'), name: z.string(), from: place, to: place }),
]);

const assignmentRuleChange = z.object({
  changeId: z.uuid(),
  changedAt: z.number().int().nonnegative(),
  changedBy: z.string(),
  event: assignmentRuleEvent,
});
export type AssignmentRuleChange = z.infer<typeof assignmentRuleChange>;

const assignmentRulesView = z.object({
  isOn: z.boolean(),
  rules: assignmentRuleList,
  changes: z.array(assignmentRuleChange),
});
export type AssignmentRulesView = z.infer<typeof assignmentRulesView>;

/** The calls of the rules are ours. They name shops and members, so only the main account reads them. */
const assignmentRules = defineCall({
  path: '/api/desk/assignmentRules',
  method: 'GET',
  access: MAIN,
  summary: 'The rules by which waiting buyers are assigned, in their order, and their last changes, at most 50',
  input: z.object({}),
  output: assignmentRulesView,
});

const changeAssignmentRules = defineCall({
  path: '/api/desk/changeAssignmentRules',
  method: 'POST',
  access: MAIN,
  summary: 'Switch the rules of assignment on or off, or add, change, move or remove one of them',
  input: z.object({
    step: fromJson(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('switch'), isOn: z.boolean() }),
        /** Changes the rule with this id, or adds it at the end. */
        z.object({ kind: z.literal('put'), rule: assignmentRule }),
        z.object({ kind: z.literal('remove'), ruleId: z.uuid() }),
        z.object({ kind: z.literal('move'), ruleId: z.uuid(), to: place }),
      ]),
    ),
  }),
  output: z.object({}),
});

export const ASSIGNMENT_RULES_CALLS = { assignmentRules, changeAssignmentRules } as const;
