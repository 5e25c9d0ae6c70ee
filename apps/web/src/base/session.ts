import { CALLS, type CallOutput } from '@pasar/api';
import type { CallResult } from '@pasar/sync';
import { callApi } from './call-api.ts';
import { clearAccountCookie } from './cookies.ts';
import { tellLoggingOut } from './expired.ts';
import { LOGIN_PATH } from './guard.ts';

export type UiConfig = CallOutput<typeof CALLS.account.getUiConfig>;
export const loadUiConfig = (affiliateCode: string | null): Promise<CallResult<UiConfig>> =>
  callApi(CALLS.account.getUiConfig, affiliateCode === null ? {} : { affiliateCode });

/** What spec 2 §8 asks for after 50001: the stored accountId is cleared and the page loads again, onto the login. */
export function leaveExpired(): void {
  clearAccountCookie();
  location.reload();
}

/**
 * Ends the session. The page is loaded anew, so that nothing of this member stays in memory; when the server cannot be
 * reached the person is out of this window all the same, and the session ends by its age.
 */
export async function logOut(): Promise<void> {
  tellLoggingOut();
  await callApi(CALLS.account.loginOut, {});
  clearAccountCookie();
  location.assign(LOGIN_PATH);
}
