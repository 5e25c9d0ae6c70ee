import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { assignmentRules, changeAssignmentRules } from './rules.ts';

export const ASSIGNMENT_RULES_HANDLERS: HandlersOf<typeof CALLS.assignmentRules> = {
  assignmentRules: reading(assignmentRules),
  changeAssignmentRules: inTransaction(changeAssignmentRules),
};
