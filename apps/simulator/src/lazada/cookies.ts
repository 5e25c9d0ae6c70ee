/** Request cookies by name, and `Set-Cookie` lines. */
const WEEK_SECONDS = 7 * 86_400;

export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return cookies;
}

/** Readable by the page's own scripts, which sign with it; it outlives the token inside, so that expiry is noticed. */
export const openCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=${WEEK_SECONDS}; SameSite=Lax`;

export const secretCookie = (name: string, value: string): string => `${openCookie(name, value)}; HttpOnly`;
