/** Reads request cookies by name, and writes `Set-Cookie` values. */
const WEEK_SECONDS = 7 * 86_400;

export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return cookies;
}

/**
 * A cookie that the page's scripts can read, because they sign with it. It outlives the token inside, so that the
 * client sends an expired token and learns that it expired.
 */
export const openCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=${WEEK_SECONDS}; SameSite=Lax`;

export const secretCookie = (name: string, value: string): string => `${openCookie(name, value)}; HttpOnly`;
