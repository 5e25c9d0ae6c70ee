import type { IncomingHttpHeaders } from 'node:http';

/**
 * The origin under which the browser has this server: as the operator has set it, else as the browser names it, which
 * is the server's own (`isOwnOrigin`), else as the request came.
 */
export const ownOrigin = (
  publicUrl: string | null,
  {
    headers,
    protocol,
    host,
  }: { readonly headers: IncomingHttpHeaders; readonly protocol: string; readonly host: string },
): string => (publicUrl === null ? (headers.origin ?? `${protocol}://${host}`) : new URL(publicUrl).origin);

/**
 * Whether a request that can change something comes from the desk's own pages. Browsers name the origin of every such
 * request. A program that is no browser names none, and carries no cookie that a foreign page could use.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  return URL.canParse(origin) && new URL(origin).host === host;
}
