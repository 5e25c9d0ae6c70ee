import { challengeView } from '@pasar/api';
import type { Challenge } from '@pasar/connector-kit';
import {
  canSignInMove,
  isVerificationDemand,
  LIMITS,
  OWN_LIMITS,
  type Refusal,
  refusal,
  type SignInState,
} from '@pasar/domain';
import { type BoundLogin, bindLogin } from '../../records/bind-login.ts';
import type { NewChange } from '../../records/change-feed.ts';
import { storeReport } from '../../records/reports.ts';
import { SIGN_IN_COLUMNS, type SignInRow, tellSignIn } from '../../records/sign-ins.ts';
import { type Database, type Transaction, wholeAccount } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secrets.ts';
import type { ClaimedSignIn } from './claims.ts';
import type { Between } from './material.ts';

/** What is needed to write down the end of a claim. */
export interface SettlingParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly now: () => number;
  /** Most shops of an account; null for no limit. */
  readonly shopQuota: number | null;
}

interface Move {
  readonly state: SignInState;
  readonly refusal: Refusal | null;
  /** The challenge from now on; 'same' leaves it as it was. */
  readonly challenge?: string | 'same';
  readonly challengedAt?: number;
  readonly notBefore?: number;
  readonly shopIds?: readonly string[];
  /** Changes that windows are told before the change of the sign-in. */
  readonly changes?: readonly NewChange[];
}

/**
 * Writes the end of a claim, provided that this process still holds it: another process may have claimed the sign-in
 * meanwhile.
 */
function settle(
  { database, now }: SettlingParts,
  claimed: ClaimedSignIn,
  work: (transaction: Transaction) => Promise<Move>,
): Promise<void> {
  const { accountId, claimId, row } = claimed;
  return database.within(wholeAccount(accountId), async (transaction) => {
    const held = await transaction.query(
      `select from sign_in where sign_in_id = $1 and claim_holder = $2 and state = 'logging_in' for update`,
      [row.sign_in_id, claimId],
    );
    if (held.rowCount !== 1) return;
    const move = await work(transaction);
    if (!canSignInMove('logging_in', move.state)) throw new Error(`a sign-in cannot go on to ${move.state}`);
    const moved = await transaction.query<SignInRow>(
      `update sign_in set state = $2, refusal_reason = $3, refusal_detail = $4,
         challenge = case when $5 then challenge else $6::jsonb end, challenged_at = coalesce($7, challenged_at),
         not_before = $8, shop_ids = $9 where sign_in_id = $1 returning ${SIGN_IN_COLUMNS}`,
      [
        row.sign_in_id,
        move.state,
        move.refusal?.reason ?? null,
        move.refusal?.detail ?? null,
        move.challenge === 'same',
        move.challenge === 'same' ? null : (move.challenge ?? null),
        move.challengedAt ?? null,
        move.notBefore ?? 0,
        move.shopIds ?? [],
      ],
    );
    if (row.country === 'CNSC') await logCnscLogin(transaction, claimed, move, now());
    const [settled] = moved.rows;
    if (settled) await tellSignIn(transaction, accountId, settled, move.changes);
  });
}

/** How a login at the China seller center went and why, never its secrets (spec 2 §7.7, saveCnscLoginLog). */
async function logCnscLogin(
  transaction: Transaction,
  { accountId, row }: ClaimedSignIn,
  { state, refusal: why }: Move,
  now: number,
): Promise<void> {
  const isSuccess = state === 'logged_in';
  if (!isSuccess && state !== 'failed') return;
  const payload = { cnscAccountId: row.identifier, isSuccess, ...(why === null ? {} : { reason: why.reason }) };
  await storeReport(transaction, accountId, { kind: 'cnsc_login', reportId: null, payload, now });
}

/** An answer serves the one step it was given for. */
const useUpAnswer = (transaction: Transaction, { row }: ClaimedSignIn) =>
  transaction.query(`delete from secret where owner_id = $1 and field = 'answer'`, [row.sign_in_id]);

/** The password stays for another attempt. It is deleted by the next success, by a cancellation, or after a time. */
export const settleFailed = (parts: SettlingParts, claimed: ClaimedSignIn, why: Refusal): Promise<void> =>
  settle(parts, claimed, async (transaction) => {
    await useUpAnswer(transaction, claimed);
    if (isVerificationDemand(why.reason)) await rememberDemand(transaction, claimed, parts.now());
    return { state: 'failed', refusal: why };
  });

/**
 * For a known login: its password leads to a code or a captcha, so it is not sent while no person watches (spec 2 §4).
 */
const rememberDemand = (transaction: Transaction, { row }: ClaimedSignIn, now: number) =>
  transaction.query('update connection set otp_needed_at = $2 where connection_id = $1', [row.connection_id, now]);

/**
 * Another attempt after a pause, with the answer that did not reach the marketplace; null when there were enough
 * attempts.
 */
export function settleWaiting(parts: SettlingParts, claimed: ClaimedSignIn, why: Refusal): Promise<void> | null {
  const { attempts } = claimed.row;
  if (attempts >= LIMITS.loginAttempts) return null;
  const notBefore = parts.now() + OWN_LIMITS.reconnectBaseMs * 2 ** attempts;
  return settle(parts, claimed, async () => ({ state: 'waiting', refusal: why, challenge: 'same', notBefore }));
}

/** Nothing was attempted: the next process claims the sign-in, with the answer that was given. */
export const settleGivenBack = (parts: SettlingParts, claimed: ClaimedSignIn): Promise<void> =>
  settle(parts, claimed, async () => ({ state: 'waiting', refusal: null, challenge: 'same' }));

/**
 * No new code was sent. The code before still counts, so the challenge stays, with the reason why there is no new code.
 */
export const settleStillChallenged = (parts: SettlingParts, claimed: ClaimedSignIn, why: Refusal): Promise<void> =>
  settle(parts, claimed, async (transaction) => {
    await useUpAnswer(transaction, claimed);
    return { state: 'challenged', refusal: why, challenge: 'same' };
  });

export function settleChallenged(
  parts: SettlingParts,
  claimed: ClaimedSignIn,
  asked: {
    readonly challenge: Challenge;
    readonly refusal: Refusal | null;
    readonly cookies: string;
    /**
     * The marketplace asks again for the code it sent before. No new code was sent, so the wait for a resend continues.
     */
    readonly isAskedAgain: boolean;
  },
): Promise<void> {
  const { accountId, row } = claimed;
  const { challenge } = asked;
  const now = parts.now();
  const between: Between = {
    cookies: asked.cookies,
    continuation: challenge.continuation,
    captchaId: challenge.kind === 'captcha' ? challenge.captchaId : null,
  };
  return settle(parts, claimed, async (transaction) => {
    await useUpAnswer(transaction, claimed);
    const place = { accountId, ownerId: row.sign_in_id, field: 'session' } as const;
    await parts.secrets.store(transaction, place, JSON.stringify(between));
    if (challenge.kind !== 'identity') await rememberDemand(transaction, claimed, now);
    return {
      state: 'challenged',
      refusal: asked.refusal,
      challenge: toStoredChallenge(challenge, now, asked.isAskedAgain ? resendAtOf(row) : null),
      challengedAt: now,
    };
  });
}

/** The earliest time to ask for another code, as the member was told; null where no time was told. */
function resendAtOf(row: ClaimedSignIn['row']): number | null {
  const before = challengeView.safeParse(row.challenge);
  return before.success && before.data.kind === 'code' ? before.data.resendAt : null;
}

/** The challenge as a window shows it, without its secret parts. */
function toStoredChallenge(asked: Challenge, now: number, resendAt: number | null): string {
  const picture = (image: { readonly type: string; readonly bytes: Uint8Array } | null) =>
    image && `data:${image.type};base64,${Buffer.from(image.bytes).toString('base64')}`;
  switch (asked.kind) {
    case 'captcha':
      return JSON.stringify({
        kind: 'captcha',
        captchaId: asked.captchaId,
        captchaType: asked.captchaType,
        image: picture(asked.image),
        background: picture(asked.background),
      });
    case 'code':
      return JSON.stringify({
        kind: 'code',
        channel: asked.channel,
        target: asked.target,
        resendAt: resendAt ?? (asked.resendAfterMs === null ? null : now + asked.resendAfterMs),
      });
    case 'identity':
      return JSON.stringify({ kind: 'identity', pageUrl: asked.pageUrl });
  }
}

/** Shops, their login and the end of the sign-in in one transaction, which also deletes the secrets of the sign-in. */
export function settleLoggedIn(parts: SettlingParts, claimed: ClaimedSignIn, login: BoundLogin): Promise<void> {
  const { row } = claimed;
  return settle(parts, claimed, async (transaction) => {
    const { bound, changes } = await bindLogin(transaction, parts.secrets, login, parts.shopQuota);
    if (bound.kind === 'quotaFull') {
      await useUpAnswer(transaction, claimed);
      return { state: 'failed', refusal: refusal('shop_quota_full') };
    }
    await transaction.query('delete from secret where owner_id = $1', [row.sign_in_id]);
    await transaction.query('update sign_in set connection_id = $2 where sign_in_id = $1', [
      row.sign_in_id,
      bound.connectionId,
    ]);
    return { state: 'logged_in', refusal: null, shopIds: bound.shopIds, changes };
  });
}
