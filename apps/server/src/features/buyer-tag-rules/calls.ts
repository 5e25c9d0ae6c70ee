import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { buyerTagRules, changeBuyerTagRules } from './rules.ts';
import { tryBuyerTagRule } from './trial.ts';

export const BUYER_TAG_RULES_HANDLERS: HandlersOf<typeof CALLS.buyerTagRules> = {
  buyerTagRules: reading(buyerTagRules),
  changeBuyerTagRules: inTransaction(changeBuyerTagRules),
  tryBuyerTagRule: withoutTransaction(tryBuyerTagRule),
};
