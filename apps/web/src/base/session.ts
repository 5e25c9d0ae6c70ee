import { CALLS, type CallOutput } from '@pasar/api';
import { type CallResult, createApiClient, createStore, type Readable } from '@pasar/sync';
import { clearAccountCookie } from './cookies.ts';
import { LOGIN_PATH } from './guard.ts';
import { currentLocale } from './texts/i18n.ts';

const expired = createStore(false);
/** Whether the server has said 50001. It stays so until the page is loaded anew. */
export const isExpired: Readable<boolean> = expired;
export const tellExpired = (): void => expired.update(() => true);

export const callApi = createApiClient({
  fetch: (input, init) => fetch(input, init),
  locale: currentLocale,
  onExpired: tellExpired,
});

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
  await callApi(CALLS.account.loginOut, {});
  clearAccountCookie();
  location.assign(LOGIN_PATH);
}
