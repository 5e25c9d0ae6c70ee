/** What is kept between sessions: the passport's cookies by name. */
import type { CookieJar } from '@pasar/bridge';
import type { StoredSession } from '@pasar/connector-kit';
import { z } from 'zod';

/** facts 3.5. */
const SESSION_COOKIES = ['sessionid', 'sid_tt', 'multi_sids', 'passport_csrf_token', 'ttwid'] as const;
const stored = z.object({ version: z.literal(1), cookies: z.record(z.string(), z.string()) });

export function takeCookies(jar: CookieJar, origin: string): StoredSession {
  const cookies = SESSION_COOKIES.flatMap((name) => {
    const value = jar.get(origin, name);
    return value === null ? [] : [[name, value] as const];
  });
  return JSON.stringify({ version: 1, cookies: Object.fromEntries(cookies) });
}

/** False when there is nothing usable in it: the password is the way in then. */
export function putCookies(jar: CookieJar, origin: string, session: StoredSession | null): boolean {
  if (session === null) return false;
  let value: unknown;
  try {
    value = JSON.parse(session);
  } catch {
    return false;
  }
  const read = stored.safeParse(value);
  if (!read.success) return false;
  const cookies = Object.entries(read.data.cookies);
  for (const [name, content] of cookies) jar.set(origin, name, content);
  return cookies.length > 0;
}
