import type { IncomingHttpHeaders } from 'node:http';

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
