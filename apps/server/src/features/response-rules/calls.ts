import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { resetResponseRule, responseRules, saveResponseRule } from './rules.ts';

export const RESPONSE_RULES_HANDLERS: HandlersOf<typeof CALLS.responseRules> = {
  responseRules: reading(responseRules),
  saveResponseRule: inTransaction(saveResponseRule),
  resetResponseRule: inTransaction(resetResponseRule),
};
