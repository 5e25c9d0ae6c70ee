import { Cookie, CookieJar as ToughJar } from 'tough-cookie';
import type { CookieJar } from '../types.ts';

/** The port's jar, plus whole `Cookie` and `Set-Cookie` headers, which HTTP and sockets need. */
export interface HeaderCookieJar extends CookieJar {
  /** The `Cookie` header for this address, null when there is none. */
  header(url: string): string | null;
  /** Stores `Set-Cookie` values; skips a value that a browser would refuse. */
  accept(url: string, setCookies: readonly string[]): void;
}

/** The stored cookies cannot be read, so the login has to be repeated. */
export class UnreadableCookiesError extends Error {
  constructor(cause: unknown) {
    super('stored cookies cannot be read', { cause });
    this.name = 'UnreadableCookiesError';
  }
}

/**
 * Marketplaces may have addresses like 127.0.0.1 and suffixes such as co.id; the jar must not refuse either as too
 * general.
 */
const JAR_OPTIONS = { rejectPublicSuffixes: false, allowSpecialUseDomain: true, looseMode: true } as const;

/** ws and wss URLs have the cookies of http and https. */
const asHttp = (url: string): string => url.replace(/^ws/, 'http');

/**
 * Opens the cookie jar of one connection, with session cookies and http-only cookies, because the jar is the login.
 * Throws `UnreadableCookiesError` for a string that `serialize` did not write.
 */
export function openCookieJar(stored: string | null): HeaderCookieJar {
  const jar = stored === null ? new ToughJar(undefined, JAR_OPTIONS) : readJar(stored);
  return {
    get: (url, name) => jar.getCookiesSync(asHttp(url)).find((cookie) => cookie.key === name)?.value ?? null,
    set: (url, name, value) => {
      jar.setCookieSync(new Cookie({ key: name, value, path: '/' }), asHttp(url));
    },
    serialize: () => JSON.stringify(jar.serializeSync()),
    header: (url) => jar.getCookieStringSync(asHttp(url)) || null,
    accept: (url, setCookies) => {
      for (const line of setCookies) jar.setCookieSync(line, asHttp(url), { ignoreError: true });
    },
  };
}

function readJar(stored: string): ToughJar {
  try {
    return ToughJar.deserializeSync(stored);
  } catch (cause) {
    throw new UnreadableCookiesError(cause);
  }
}
