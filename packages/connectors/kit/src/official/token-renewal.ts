/** How an access token is renewed at an official platform, the same for all three (facts 4). */
import type { ReasonCode, Refusal } from '@pasar/domain';
import { refusal } from '@pasar/domain';
import { z } from 'zod';
import { tryExactJson } from '../exact-json.ts';

/** The answer to a renewal, and when it arrived: lifetimes count from then. Milliseconds since the epoch. */
export interface RenewalAnswer {
  readonly status: number;
  readonly text: string;
  readonly receivedAt: number;
}

/** All times in milliseconds since the epoch. Secret: never logged or shown. */
export interface OfficialTokens {
  readonly accessToken: string;
  readonly accessExpiresAt: number;
  /** The token of the next renewal; null when there will be none (Lazada says 0 seconds). */
  readonly refresh: { readonly token: string; readonly expiresAt: number } | null;
}

/**
 * Who can help: the seller authorises again, time passes, or the operator of Pasar corrects the settings of the app.
 */
export type AfterRefusedRenewal = 'seller' | 'later' | 'operator';

/**
 * `renewed`: store both tokens together before using either, because the refresh token that was sent may be spent. At
 * Shopee it is (documented); the others do not say, and are treated alike (our choice).
 * `refused`: nothing was renewed, and the refresh token is as valid, or as invalid, as before.
 * `inDoubt`: the refresh token may be spent. It may be sent once more: a spent one is refused with `seller`.
 */
export type TokenRenewal<Owner> = Renewed<Owner> | NotRenewed;
export interface Renewed<Owner> {
  readonly kind: 'renewed';
  readonly tokens: OfficialTokens;
  readonly owner: Owner;
}
export type NotRenewed =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly next: AfterRefusedRenewal }
  | { readonly kind: 'inDoubt'; readonly detail: string };

/** Lazada's documents recommend 30 minutes; for the others it is our choice. */
const RENEW_AHEAD_MS = 30 * 60_000;
export const isRenewalDue = ({ accessExpiresAt, refresh }: OfficialTokens, now: number): boolean =>
  refresh !== null && now >= accessExpiresAt - RENEW_AHEAD_MS;

/** Lifetimes and times are numbers, and at Lazada text. Whole seconds. */
export const wireSeconds = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^[0-9]{1,12}$/)
    .transform(Number),
]);
export const wireToken = z.string().min(1);
/** A decimal id with all its digits, from text or from a number. */
export const wireId = z.union([z.string().regex(/^[0-9]{1,20}$/), z.int().min(0).transform(String)]);

const NEXT_REASON: Readonly<Record<AfterRefusedRenewal, ReasonCode>> = {
  seller: 'shop_login_expired',
  later: 'too_frequent',
  operator: 'marketplace_error',
};
export const refusedRenewal = (
  next: AfterRefusedRenewal,
  words: string,
  reason: ReasonCode = NEXT_REASON[next],
): NotRenewed => ({ kind: 'refused', next, refusal: refusal(reason, words) });
export const doubtedRenewal = (detail: string): NotRenewed => ({ kind: 'inDoubt', detail });

const TOO_MANY_REQUESTS = 429;

/** The shapes of a platform's two answers. No answer fits both. */
export interface RenewalReading<Tokens, Words, Owner> {
  readonly renewed: z.ZodType<Tokens>;
  readonly refused: z.ZodType<Words>;
  readonly fromTokens: (tokens: Tokens) => Renewed<Owner> | NotRenewed;
  readonly fromWords: (words: Words) => NotRenewed;
}

/**
 * Reads an answer as JSON, and ignores the status, because refusals come with many. An answer that fits neither shape
 * is in doubt, except a 429: a guard sends it and lets nothing through.
 */
export function readRenewal<Tokens, Words, Owner>(
  { status, text }: RenewalAnswer,
  { renewed, refused, fromTokens, fromWords }: RenewalReading<Tokens, Words, Owner>,
): TokenRenewal<Owner> {
  const json = tryExactJson(text);
  const body: unknown = json.ok ? json.value : null;
  const words = refused.safeParse(body);
  if (words.success) return fromWords(words.data);
  const tokens = renewed.safeParse(body);
  if (tokens.success) return fromTokens(tokens.data);
  if (status === TOO_MANY_REQUESTS) return refusedRenewal('later', `HTTP ${status}`);
  // Only paths and issue codes: the values may be tokens.
  const issues = tokens.error.issues.map(({ path, code }) => `${path.join('.') || '(answer)'}: ${code}`).join('; ');
  return doubtedRenewal(`HTTP ${status}, ${json.ok ? issues : 'no JSON'}`);
}
