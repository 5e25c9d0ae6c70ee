import { CALLS, type CallOutput } from '@pasar/api';
import type { CallResult } from '@pasar/sync';
import { callApi } from './call-api.ts';
import { clearAccountCookie } from './cookies.ts';
import { tellLoggingOut } from './expired.ts';
import { LOGIN_PATH } from './guard.ts';
import { forgetName } from './last-name.ts';

export type UiConfig = CallOutput<typeof CALLS.account.getUiConfig>;
export const loadUiConfig = (affiliateCode: string | null): Promise<CallResult<UiConfig>> =>
  callApi(CALLS.account.getUiConfig, affiliateCode === null ? {} : { affiliateCode });

/** Spec 2 §8, after 50001: clears the stored accountId and reloads the page, which then shows the login. */
export function leaveExpired(): void {
  clearAccountCookie();
  location.reload();
}

/** How many buyers wait for the member, whom others could take over; none where the server cannot be asked. */
export async function waitingForMe(): Promise<number> {
  const asked = await callApi(CALLS.together.waitingForMe, {});
  return asked.ok ? asked.data.waiting : 0;
}

/**
 * Ends the session and reloads the page, so that no data of the member stays in memory. When the server cannot be
 * reached, the member is logged out of this window only, and the session ends by its age. `isNameKept`: whether the
 * login form proposes the member's name next time.
 */
export async function logOut(isNameKept: boolean): Promise<void> {
  tellLoggingOut();
  if (!isNameKept) forgetName();
  await callApi(CALLS.account.loginOut, {});
  clearAccountCookie();
  location.assign(LOGIN_PATH);
}
