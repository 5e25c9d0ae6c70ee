import { CALLS } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const logIn = (mobile: string, password: string) => callApi(CALLS.account.login, { mobile, password });
