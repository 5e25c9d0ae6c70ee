import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { getChildAccountList, getChildUserCnt } from './list.ts';
import {
  deleteChildAccount,
  demandSecondFactor,
  resetSecondFactor,
  saveChildAccount,
  updateChildAccount,
} from './save.ts';
import { addApiToken, apiTokens, deleteApiToken } from './tokens.ts';

export const TEAM_HANDLERS: HandlersOf<typeof CALLS.team> = {
  getChildAccountList: reading(getChildAccountList),
  saveChildAccount: withoutTransaction(saveChildAccount),
  updateChildAccount: withoutTransaction(updateChildAccount),
  deleteChildAccount: inTransaction(deleteChildAccount),
  getChildUserCnt: reading(getChildUserCnt),
  demandSecondFactor: inTransaction(demandSecondFactor),
  apiTokens: reading(apiTokens),
  addApiToken: withoutTransaction(addApiToken),
  deleteApiToken: inTransaction(deleteApiToken),
  resetSecondFactor: inTransaction(resetSecondFactor),
};
