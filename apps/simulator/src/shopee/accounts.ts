/**
 * Seller sessions (cookies, long-lived) and webchat tokens (short-lived). Both are signed, so that they survive a
 * restart of the server, like a marketplace's. Only two things live in memory: revoked tickets, and the shop that a
 * sub-account has switched to.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Login, World } from '../world/types.ts';

/** How long a seller session lasts unless revoked (our choice). Milliseconds. */
const SESSION_LIFE_MS = 30 * 86_400_000;

export interface Accounts {
  /** The login with this identifier and password hash, or null. */
  check(identifier: string, passwordHash: string, kind: Login['kind']): Login | null;
  isKnown(identifier: string, kind: Login['kind']): boolean;
  openSession(login: Login): string;
  session(value: string | undefined): Login | null;
  openToken(login: Login): string;
  token(value: string | undefined): Login | null;
  /** Ends every session and token of the shop's logins (null: of all logins). */
  expire(shopId: string | null): readonly Login[];
  loginsOf(shopId: string | null): readonly Login[];
  currentShop(login: Login): string | null;
  switchShop(login: Login, shopId: string): void;
}

/** Hex sha256 of the hex md5 of the password (facts 1.2). */
function hashPassword(password: string): string {
  const md5 = createHash('md5').update(password).digest('hex');
  return createHash('sha256').update(md5).digest('hex');
}

export function createAccounts(world: World, salt: string, tokenLifeMs: number, now: () => number): Accounts {
  const logins = world.logins.filter(({ marketplace }) => marketplace === 'shopee');
  const revokedAt = new Map<string, number>();
  const currentShops = new Map<string, string>();
  const tickets = createTickets(salt);

  const open = (kind: TicketKind, { loginId }: Login, lifeMs: number): string =>
    tickets.write(kind, loginId, Math.max(now(), (revokedAt.get(loginId) ?? 0) + 1), lifeMs);
  const find = (kind: TicketKind, value: string | undefined, lifeMs: number): Login | null => {
    const ticket = value === undefined ? null : tickets.read(kind, value);
    if (ticket === null || now() - ticket.issuedAt >= lifeMs) return null;
    if (ticket.issuedAt <= (revokedAt.get(ticket.loginId) ?? 0)) return null;
    return logins.find(({ loginId }) => loginId === ticket.loginId) ?? null;
  };
  const loginsOf = (shopId: string | null): readonly Login[] =>
    logins.filter(({ shopIds }) => shopId === null || shopIds.includes(shopId));

  return {
    check: (identifier, passwordHash, kind) =>
      logins.find(
        (login) =>
          login.kind === kind && login.identifier === identifier && hashPassword(login.password) === passwordHash,
      ) ?? null,
    isKnown: (identifier, kind) => logins.some((login) => login.kind === kind && login.identifier === identifier),
    openSession: (login) => open('session', login, SESSION_LIFE_MS),
    session: (value) => find('session', value, SESSION_LIFE_MS),
    openToken: (login) => open('token', login, tokenLifeMs),
    token: (value) => find('token', value, tokenLifeMs),
    expire(shopId) {
      const dying = loginsOf(shopId);
      for (const { loginId } of dying) revokedAt.set(loginId, now());
      return dying;
    },
    loginsOf,
    currentShop: ({ loginId, kind, shopIds }) =>
      kind === 'shop' ? (shopIds[0] ?? null) : (currentShops.get(loginId) ?? null),
    switchShop: ({ loginId }, shopId) => void currentShops.set(loginId, shopId),
  };
}

type TicketKind = 'session' | 'token';
interface Ticket {
  readonly loginId: string;
  readonly issuedAt: number;
}
const ticketClaims = z.object({ sub: z.string(), aud: z.string(), iat: z.number() });
const JWT_HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

/** JSON web tokens: the form of the chat token that was seen in 2019. ours: sessions have the same form. */
function createTickets(salt: string) {
  const sign = (text: string): Buffer => createHmac('sha256', `shopee|${salt}`).update(text).digest();
  return {
    write(kind: TicketKind, loginId: string, issuedAt: number, lifeMs: number): string {
      const claims = { sub: loginId, aud: kind, iat: issuedAt / 1_000, exp: (issuedAt + lifeMs) / 1_000 };
      const text = `${JWT_HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },
    read(kind: TicketKind, value: string): Ticket | null {
      const [header = '', payload = '', signature = ''] = value.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(`${header}.${payload}`);
      if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return null;
      const claims = ticketClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      return claims.aud === kind ? { loginId: claims.sub, issuedAt: Math.round(claims.iat * 1_000) } : null;
    },
  };
}

/** An id as Shopee's integer. The world's ids may be any text; an id that is no number gets a stable number. */
export function numericId(id: string): bigint {
  if (/^[0-9]{1,19}$/.test(id)) return BigInt(id);
  return createHash('sha256').update(id).digest().readBigUInt64BE() >> 2n;
}

/** The webchat user id: 0-{userId} for a shop account, 1-{subaccountId} for a sub-account (spec 2 §7.1). */
export function uidOf(world: World, login: Login): string {
  if (login.kind === 'merchant') return `1-${numericId(login.loginId)}`;
  return `0-${world.shop('shopee', login.shopIds[0] ?? '')?.userId ?? numericId(login.loginId)}`;
}
