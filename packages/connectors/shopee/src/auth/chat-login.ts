/** Webchat login: the seller's cookies become a short-lived bearer token (facts 1.3, current shape). */
import type { Outcome, Pauses } from '@pasar/connector-kit';
import { LIMITS, refusal } from '@pasar/domain';
import { z } from 'zod';
import { type ChatLogin, webchatLogin } from '../calls/login.ts';
import type { LoginClient } from '../wire/login-client.ts';
import type { ShopeeScope } from '../wire/scope.ts';

/** A login that is not finished by then is given up (our choice). */
const MOST_POLLS = 10;

/** What webchat calls need. `uid` is 0-{userId} for a shop account, 1-{subaccountId} for a sub-account. */
export interface ChatAccess {
  readonly token: string;
  readonly uid: string;
  /** The web build that the marketplace wants in calls; null when it does not say. */
  readonly version: string | null;
  /** When to renew the token before it dies, by this machine's clock in milliseconds; null when its life is unknown. */
  readonly renewAt: number | null;
  readonly shop: Extract<ChatLogin, { state: 'finished' }>['shop'];
}

export async function logInToChat(
  client: Pick<LoginClient, 'make'>,
  pauses: Pick<Pauses, 'pause'>,
  scope: ShopeeScope,
  now: () => number,
): Promise<Outcome<ChatAccess>> {
  for (let polls = 0; polls <= MOST_POLLS; polls += 1) {
    if (polls > 0 && !(await pauses.pause(LIMITS.loginFinishPollMs))) break;
    const login = await client.make(webchatLogin, null, scope);
    if (!login.ok) return login;
    if (login.value.state === 'pending') continue;
    const { token, uid, version, shop } = login.value;
    return { ok: true, value: { token, uid, version, renewAt: renewAtOf(token, now()), shop } };
  }
  return { ok: false, refusal: refusal('request_timed_out', 'the chat login did not finish'), canRetry: true };
}

const lifeClaims = z.object({ iat: z.number(), exp: z.number() });
/** The part of a token's life after which it is replaced. */
const FRESH_SHARE = 0.8;

/**
 * In 2019 the token was a JSON web token. If it still is, its span tells its life (not its times: clocks differ), so
 * that a send seldom meets a dead token. Otherwise the first refused call renews it.
 */
export function renewAtOf(token: string, now: number): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims = lifeClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    const lifeMs = claims.success ? (claims.data.exp - claims.data.iat) * 1_000 : 0;
    return lifeMs > 0 ? now + lifeMs * FRESH_SHARE : null;
  } catch {
    // Not a JSON web token, so its life is unknown.
    return null;
  }
}
