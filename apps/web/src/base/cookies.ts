/**
 * The readable cookie for the route guard (spec 1 §2). It grants nothing: the session is in a separate http-only
 * cookie.
 */
export const ACCOUNT_COOKIE = 'accountId';
/** The release channel of a link with isGray. */
const CHANNEL_COOKIE = 'isGray';

/** The value of a cookie in a `document.cookie` text; null when it is absent or empty. */
export function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) {
      const value = pair.slice(at + 1).trim();
      return value === '' ? null : decode(value);
    }
  }
  return null;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Pasar did not write this cookie; its raw text is used as the name.
    return value;
  }
}

export const isSignedIn = (): boolean => readCookie(document.cookie, ACCOUNT_COOKIE) !== null;

export function clearAccountCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous; the guard must see it at once.
  document.cookie = `${ACCOUNT_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`;
}

export function storeChannel(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${CHANNEL_COOKIE}=1; Path=/; SameSite=Lax`;
}
