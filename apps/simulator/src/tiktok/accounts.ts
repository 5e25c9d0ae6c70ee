/**
 * Logins and their tokens: passport sessions (cookie), CSRF tokens and the chat tokens of each shop. All in memory: a
 * restart of the simulator ends every session.
 */
import { randomBytes } from 'node:crypto';
import type { Login, Shop, World } from '../world/types.ts';

export interface Accounts {
  findLogin(identifier: string): Login | null;
  openSession(login: Login): string;
  loginOf(sessionId: string): Login | null;
  /** A session of the business sign-on, with which a quick login opens the seller site. */
  openSignOn(login: Login): string;
  signOnOf(signOnId: string): Login | null;
  issueCsrf(sessionId: string): { readonly token: string; readonly lifeMs: number };
  isCsrf(sessionId: string, token: string): boolean;
  issueToken(login: Login, shop: Shop): string;
  /** `unknown`: the token was never issued; `expired`: it was valid once. */
  readToken(token: string): TokenReading;
  shopsOf(login: Login): readonly Shop[];
  /** Ends sessions and tokens of the logins that serve the shop (null: of all logins). */
  expire(shopId: string | null): void;
}
type TokenReading =
  | { readonly kind: 'valid'; readonly shop: Shop; readonly login: Login }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

interface Token {
  readonly login: Login;
  readonly shop: Shop;
  expiresAt: number;
}
/** An expired token is remembered for this long, so that it is reported as expired and not as unknown. */
const MEMORY_OF_EXPIRED_MS = 600_000;
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();
const secret = (bytes: number): string => randomBytes(bytes).toString('hex');

export function createAccounts(world: World, tokenLifeMs: number, now: () => number): Accounts {
  const logins = world.logins.filter((login) => login.marketplace === 'tiktok');
  const sessions = new Map<string, Login>();
  const signOns = new Map<string, Login>();
  const csrf = new Map<string, { readonly sessionId: string; readonly expiresAt: number }>();
  const tokens = new Map<string, Token>();

  const prune = (): void => {
    for (const [token, { expiresAt }] of tokens) if (expiresAt + MEMORY_OF_EXPIRED_MS < now()) tokens.delete(token);
    for (const [token, { expiresAt }] of csrf) if (expiresAt < now()) csrf.delete(token);
  };
  const serves = (login: Login, shopId: string | null): boolean => shopId === null || login.shopIds.includes(shopId);

  return {
    findLogin: (identifier) => logins.find((login) => isSame(login.identifier, identifier)) ?? null,
    openSession: (login) => {
      const sessionId = secret(16);
      sessions.set(sessionId, login);
      return sessionId;
    },
    loginOf: (sessionId) => sessions.get(sessionId) ?? null,
    openSignOn: (login) => {
      const signOnId = secret(16);
      signOns.set(signOnId, login);
      return signOnId;
    },
    signOnOf: (signOnId) => signOns.get(signOnId) ?? null,
    issueCsrf: (sessionId) => {
      prune();
      const token = secret(32);
      csrf.set(token, { sessionId, expiresAt: now() + tokenLifeMs });
      return { token, lifeMs: tokenLifeMs };
    },
    isCsrf: (sessionId, token) => {
      const known = csrf.get(token);
      return known?.sessionId === sessionId && known.expiresAt > now();
    },
    issueToken: (login, shop) => {
      prune();
      const token = secret(27);
      tokens.set(token, { login, shop, expiresAt: now() + tokenLifeMs });
      return token;
    },
    readToken: (token) => {
      const known = tokens.get(token);
      if (known === undefined) return { kind: 'unknown' };
      return known.expiresAt > now() ? { kind: 'valid', shop: known.shop, login: known.login } : { kind: 'expired' };
    },
    shopsOf: (login) =>
      login.shopIds.flatMap((shopId) => {
        const shop = world.shop('tiktok', shopId);
        return shop === null ? [] : [shop];
      }),
    expire: (shopId) => {
      for (const [sessionId, login] of sessions) if (serves(login, shopId)) sessions.delete(sessionId);
      for (const [signOnId, login] of signOns) if (serves(login, shopId)) signOns.delete(signOnId);
      for (const token of tokens.values())
        if (serves(token.login, shopId)) token.expiresAt = Math.min(token.expiresAt, now());
    },
  };
}
