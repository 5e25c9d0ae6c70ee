/**
 * Logins and their tokens: session cookies, the gateway's signing tokens and the tokens of the push socket. All in
 * memory: a restart ends every session, as a restart of the real servers may.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Login, Shop, World } from '../world/types.ts';

/** A login serves one shop here; the seller id on the wire is the user id of the shop's owner. */
export interface Seller {
  readonly login: Login;
  readonly shop: Shop;
}
/** Cookies `_m_h5_tk` (`<token>_<expiry in ms>`) and `_m_h5_tk_enc`. */
export interface SigningToken {
  readonly token: string;
  readonly enc: string;
  readonly expiresAt: number;
}
/** Cookies `asc_uid` and `asc_uid_enc`. */
export interface SessionCookies {
  readonly uid: string;
  readonly secret: string;
}
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export interface Accounts {
  /**
   * Null for an unknown account and for a wrong password: the two must look the same on the wire. ours: the form sends
   * the hex md5 of the password; a password in plain text counts as wrong.
   */
  authenticate(identifier: string, passwordHash: string): Seller | null;
  /** A ticket for one use, which leads from the login form to the session. */
  openTicket(seller: Seller): string;
  redeemTicket(ticket: string): Seller | null;
  openSession(seller: Seller): SessionCookies;
  sellerOf(cookies: SessionCookies): Seller | null;
  issueSigningToken(): SigningToken;
  /** Whether the token still signs; the caller proves that it is the owner by the second cookie. */
  isSigning(token: string, enc: string): boolean;
  /** Records the token's owner, so that `expire` finds the token. */
  claimSigningToken(token: string, seller: Seller): void;
  issueSocketToken(seller: Seller): string;
  sellerOfSocketToken(token: string): Seller | null;
  /** Ends the tokens and sessions of a shop; null: of every shop. */
  expire(shopId: string | null): void;
}

interface Live {
  readonly expiresAt: number;
}

const secret = (): string => randomBytes(16).toString('hex');

export function createAccounts(world: World, tokenLifeMs: number, now: () => number): Accounts {
  const tickets = new Map<string, Seller>();
  const sessions = new Map<string, Seller & { readonly uid: string }>();
  const signing = new Map<string, SigningToken & { shopId: string | null }>();
  const socketTokens = new Map<string, Seller & Live>();

  const sellerOfLogin = (login: Login): Seller | null => {
    const [shopId] = login.shopIds;
    const shop = shopId === undefined ? null : world.shop('lazada', shopId);
    return shop === null ? null : { login, shop };
  };
  const prune = (tokens: Map<string, Live>): void => {
    for (const [key, token] of tokens) if (token.expiresAt <= now()) tokens.delete(key);
  };

  return {
    authenticate(identifier, passwordHash) {
      const wanted = identifier.trim().toLowerCase();
      const login = world.logins.find(
        (candidate) => candidate.marketplace === 'lazada' && candidate.identifier.toLowerCase() === wanted,
      );
      return login === undefined || md5(login.password) !== passwordHash ? null : sellerOfLogin(login);
    },
    openTicket(seller) {
      const ticket = secret();
      tickets.set(ticket, seller);
      return ticket;
    },
    redeemTicket(ticket) {
      const seller = tickets.get(ticket) ?? null;
      tickets.delete(ticket);
      return seller;
    },
    openSession(seller) {
      const cookies = { uid: seller.shop.userId, secret: secret() };
      sessions.set(cookies.secret, { ...seller, uid: cookies.uid });
      return cookies;
    },
    sellerOf(cookies) {
      const session = sessions.get(cookies.secret);
      return session !== undefined && session.uid === cookies.uid ? session : null;
    },
    issueSigningToken() {
      prune(signing);
      const token = { token: secret(), enc: secret(), expiresAt: now() + tokenLifeMs };
      signing.set(token.token, { ...token, shopId: null });
      return token;
    },
    isSigning(token, enc) {
      const known = signing.get(token);
      return known !== undefined && known.enc === enc && known.expiresAt > now();
    },
    claimSigningToken(token, seller) {
      const known = signing.get(token);
      if (known !== undefined) known.shopId = seller.shop.shopId;
    },
    issueSocketToken(seller) {
      prune(socketTokens);
      const token = secret();
      socketTokens.set(token, { ...seller, expiresAt: now() + tokenLifeMs });
      return token;
    },
    sellerOfSocketToken(token) {
      const known = socketTokens.get(token);
      return known !== undefined && known.expiresAt > now() ? known : null;
    },
    expire(shopId) {
      const isMeant = (id: string | null): boolean => shopId === null || id === shopId;
      for (const [key, session] of sessions) if (isMeant(session.shop.shopId)) sessions.delete(key);
      for (const [key, token] of signing) if (isMeant(token.shopId)) signing.delete(key);
      for (const [key, token] of socketTokens) if (isMeant(token.shop.shopId)) socketTokens.delete(key);
    },
  };
}
