import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { assign, assignees, assignments } from './assign.ts';
import { handOver, setPresence } from './shift.ts';

export const TOGETHER_HANDLERS: HandlersOf<typeof CALLS.together> = {
  assign: inTransaction(assign),
  assignees: reading(assignees),
  assignments: reading(assignments),
  handOver: inTransaction(handOver),
  setPresence: inTransaction(setPresence),
};
