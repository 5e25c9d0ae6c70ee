/** What becomes of an access token that is renewed at an official platform: the same for all three (facts 4). */
import type { ReasonCode, Refusal } from '@pasar/domain';
import { refusal } from '@pasar/domain';
import { z } from 'zod';
import { tryExactJson } from '../exact-json.ts';

/** The answer to a renewal, and when it was here: lifetimes count from then. Milliseconds since the epoch. */
export interface RenewalAnswer {
  readonly status: number;
  readonly text: string;
  readonly receivedAt: number;
}

/** All times in milliseconds since the epoch. Secret: neither logged nor shown. */
export interface OfficialTokens {
  readonly accessToken: string;
  readonly accessExpiresAt: number;
  /** For the next renewal, in place of the one that was used; null where there will be none (Lazada says 0 seconds). */
  readonly refresh: { readonly token: string; readonly expiresAt: number } | null;
}

/** Who can help: the seller authorises again, time passes, or whoever runs the product looks at the app's own settings. */
export type AfterRefusedRenewal = 'seller' | 'later' | 'operator';

/**
 * `renewed`: both tokens are to be stored together before either is used, because the refresh token that was sent may be
 * spent: at Shopee it is (documented), at the others nobody says so (ours: treated alike).
 * `refused`: certainly nothing was renewed; the refresh token is what it was.
 * `inDoubt`: nobody knows whether the refresh token is spent. It may be sent once more: a spent one is refused with `seller`.
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

/** Lazada's documents recommend 30 minutes; the same for the others is ours. */
const RENEW_AHEAD_MS = 30 * 60_000;
export const isRenewalDue = ({ accessExpiresAt, refresh }: OfficialTokens, now: number): boolean =>
  refresh !== null && now >= accessExpiresAt - RENEW_AHEAD_MS;

/** Lifetimes and times come as numbers, and at Lazada as text. Whole seconds. */
export const wireSeconds = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^[0-9]{1,12}$/)
    .transform(Number),
]);
export const wireToken = z.string().min(1);
/** A decimal id, digit for digit, whether it came as text or as a number. */
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

/** How a platform says either; the two never fit the same answer. */
export interface RenewalReading<Tokens, Words, Owner> {
  readonly renewed: z.ZodType<Tokens>;
  readonly refused: z.ZodType<Words>;
  readonly fromTokens: (tokens: Tokens) => Renewed<Owner> | NotRenewed;
  readonly fromWords: (words: Words) => NotRenewed;
}

/**
 * Reads an answer as JSON whatever its status: refusals have statuses of many kinds. What fits neither is doubt, but for a
 * guard's 429, which let nothing through.
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
  // Where it is wrong, without what stands there: tokens do.
  const issues = tokens.error.issues.map(({ path, code }) => `${path.join('.') || '(answer)'}: ${code}`).join('; ');
  return doubtedRenewal(`HTTP ${status}, ${json.ok ? issues : 'no JSON'}`);
}
