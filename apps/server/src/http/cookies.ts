import { OWN_LIMITS } from '@pasar/domain';
import type { FastifyReply } from 'fastify';
import { ATTEMPT_LIFE_MS } from '../features/attempts.ts';

/** The credential: http-only. The accountId cookie of spec 1 §2 serves only the screens' route guard. */
export const SESSION_COOKIE = 'pasar_session';
export const ACCOUNT_COOKIE = 'accountId';
/** Of what this browser has begun and not ended, such as a login with a passkey. */
export const ATTEMPT_COOKIE = 'pasar_attempt';

/** Without `isRemembered` the browser forgets both cookies with its window. */
export function setSignedIn(
  reply: FastifyReply,
  token: string,
  accountId: string,
  { isSecure, isRemembered }: { readonly isSecure: boolean; readonly isRemembered: boolean },
): void {
  const life = isRemembered ? { maxAge: OWN_LIMITS.sessionLifeMs / 1_000 } : {};
  const shared = { path: '/', sameSite: 'strict', secure: isSecure, ...life } as const;
  reply.setCookie(SESSION_COOKIE, token, { ...shared, httpOnly: true });
  reply.setCookie(ACCOUNT_COOKIE, accountId, shared);
}

export function setSignedOut(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' });
  reply.clearCookie(ACCOUNT_COOKIE, { path: '/' });
}

export function setAttempt(reply: FastifyReply, cookie: string | null, isSecure: boolean): void {
  const place = { path: '/api/', sameSite: 'strict', secure: isSecure, httpOnly: true } as const;
  if (cookie === null) reply.clearCookie(ATTEMPT_COOKIE, place);
  else reply.setCookie(ATTEMPT_COOKIE, cookie, { ...place, maxAge: ATTEMPT_LIFE_MS / 1_000 });
}
