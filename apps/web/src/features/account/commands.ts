import { CALLS } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

/** An empty code is none. */
export const logIn = (mobile: string, password: string, code: string, isRemembered: boolean) =>
  callApi(CALLS.account.login, { mobile, password, isRemembered, ...(code === '' ? {} : { code }) });
