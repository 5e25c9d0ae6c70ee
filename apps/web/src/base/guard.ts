export const REGISTER_PATH = '/account/register';
export const REGISTER_ABROAD_PATH = '/account/abroad_register';
/** Where the queue of timed work is shown. */
export const TIMER_PATH = '/timer/index';
/** The paths that skip the login check (spec 1 §2). */
export const PUBLIC_PATHS: readonly string[] = [
  '/account/login',
  REGISTER_PATH,
  REGISTER_ABROAD_PATH,
  '/offline',
  '/message_tip',
  '/account/setting_proxy',
  TIMER_PATH,
  '/desktop_webview',
];
/** Where the owner of a fresh server makes the first account; public as well (our choice). */
export const OWNER_PATH = '/account/create_owner';
/** Where a forgotten password is replaced; public as well (our choice). */
export const RESET_PATH = '/account/reset_password';
/** Where the provider of the single sign-on sends the browser back; public as well (our choice). */
export const SIGN_ON_PATH = '/account/single_sign_on';
export const LOGIN_PATH = '/account/login';
/** What people type by hand for the login page (our choice). */
const TYPED_LOGIN_PATH = '/login';
/** Public by spec 1 §2, but of use only after the login. */
export const PROXY_PATH = '/account/setting_proxy';
/** Leads to the last screen of the member in this browser. */
export const HOME_PATH = '/';

export type GuardDecision = { readonly kind: 'allow' } | { readonly kind: 'redirect'; readonly to: string };

/** Whether a page may be entered. `redirect` keeps the wanted page for after the login. */
export function guard(
  place: { readonly pathname: string; readonly search: string },
  isSignedIn: boolean,
): GuardDecision {
  if (place.pathname === TYPED_LOGIN_PATH) return { kind: 'redirect', to: LOGIN_PATH + place.search };
  if (isSignedIn || [...PUBLIC_PATHS, OWNER_PATH, RESET_PATH, SIGN_ON_PATH].includes(place.pathname))
    return { kind: 'allow' };
  const wanted = place.pathname === '/' ? '' : place.pathname + place.search;
  return { kind: 'redirect', to: wanted === '' ? LOGIN_PATH : `${LOGIN_PATH}?redirect=${encodeURIComponent(wanted)}` };
}

/** Where to go after the login: only a path of this origin, else the home page. */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect');
  return wanted !== null && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith(LOGIN_PATH) ? wanted : HOME_PATH;
}

/** The facts that a link gives before the login. */
export interface LinkFacts {
  /** Sent with the request for the UI configuration. */
  readonly affiliateCode: string | null;
  /** isGray with a non-zero number: a release channel, and a name to pre-fill. It never signs anyone in. */
  readonly isGray: boolean;
  readonly accountName: string | null;
}

export function readLink(search: string): LinkFacts {
  const query = new URLSearchParams(search);
  const gray = query.get('isGray');
  const isGray = gray !== null && gray.trim() !== '' && Number.isFinite(Number(gray)) && Number(gray) !== 0;
  return {
    affiliateCode: nonEmpty(query.get('affiliateCode')),
    isGray,
    accountName: isGray ? nonEmpty(query.get('accountName')) : null,
  };
}

const nonEmpty = (value: string | null): string | null => (value === null || value === '' ? null : value);
