import { TOKEN_PREFIX } from '@pasar/api';
import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from './cookies.ts';

const BEARER = new RegExp(`^Bearer (${TOKEN_PREFIX}\\w+)$`, 'i');

/** The API token of a request; null for none. Other authorisations may be meant for a reverse proxy. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null;

/**
 * What tells whose request it is: an API token, else the session of the cookie; null for neither. A token in the cookie
 * counts as none, because a browser sends cookies by itself.
 */
export function credentialOf(request: Pick<FastifyRequest, 'headers' | 'cookies'>): string | null {
  const session = request.cookies[SESSION_COOKIE] ?? null;
  return bearerOf(request) ?? (session?.startsWith(TOKEN_PREFIX) === true ? null : session);
}
