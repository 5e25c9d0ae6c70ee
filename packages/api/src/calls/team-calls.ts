/** The calls about who may act for the account. One by one, as those of the chat. */

export {
  deleteChildAccount,
  demandSecondFactor,
  getChildAccountList,
  getChildUserCnt,
  resetSecondFactor,
  saveChildAccount,
  updateChildAccount,
} from './team.ts';
export { addApiToken, apiTokens, deleteApiToken } from './tokens.ts';
