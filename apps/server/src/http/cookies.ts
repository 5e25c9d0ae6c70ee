import { OWN_LIMITS } from '@pasar/domain';
import type { FastifyReply } from 'fastify';

/** The credential: http-only. The accountId cookie of spec 1 §2 serves only the screens' route guard. */
export const SESSION_COOKIE = 'pasar_session';
export const ACCOUNT_COOKIE = 'accountId';

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
