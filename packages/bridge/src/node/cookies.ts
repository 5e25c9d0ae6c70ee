import { Cookie, CookieJar as ToughJar } from 'tough-cookie';
import type { CookieJar } from '../types.ts';

/** What HTTP and sockets need of the jar beyond the port: whole headers, in and out. */
export interface HeaderCookieJar extends CookieJar {
  /** The `Cookie` header for this address, null when there is none. */
  header(url: string): string | null;
  /** Takes `Set-Cookie` values; one that a browser would refuse is left out, as a browser does. */
  accept(url: string, setCookies: readonly string[]): void;
}

/** The stored string is not one that `serialize` gave: the login has to be made anew. */
export class UnreadableCookiesError extends Error {
  constructor(cause: unknown) {
    super('stored cookies cannot be read', { cause });
    this.name = 'UnreadableCookiesError';
  }
}

/** Shops live on addresses like 127.0.0.1 and on suffixes such as co.id; neither may be refused as too general. */
const JAR_OPTIONS = { rejectPublicSuffixes: false, allowSpecialUseDomain: true, looseMode: true } as const;

/** wss and ws have the cookies of https and http. */
const asHttp = (url: string): string => url.replace(/^ws/, 'http');

/**
 * Cookies of one connection: session cookies and http-only ones included, because the jar is the login. Throws
 * `UnreadableCookiesError` for a string that `serialize` did not give.
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
