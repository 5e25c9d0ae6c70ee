/** Webchat login: the seller's cookies become a short-lived bearer token (facts 1.3, current shape). */
import type { Bridge } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer } from '../inbound/answer.ts';
import { wireId } from '../inbound/wire-json.ts';
import { withRetries } from '../limits/retry.ts';
import type { Pauses } from '../limits/wait.ts';
import { callOnce } from '../outbound/http-call.ts';

const PATH = '/webchat/api/coreapi/v1.2/mini/login';
/** The cross-border seller centre's own path of the same call. */
const CNSC_PATH = '/webchat/api/coreapi/v1.2/mini/cbsc/login';

export const chatLoginBody = z.object({
  token: z.string().min(1),
  user: z.object({ id: wireId, uid: z.string().regex(/^[01]-[0-9]+$/), type: z.string() }),
  shop: z.object({ id: wireId, user_id: wireId, country: z.string(), name: z.string() }),
});

/** What webchat calls need. `uid` is 0-{userId} for a shop account, 1-{subaccountId} for a sub-account. */
export interface ChatAccess {
  readonly token: string;
  readonly uid: string;
  /** When to ask for the next token before this one dies, by our clock in milliseconds; null when it does not say. */
  readonly renewAt: number | null;
  readonly shop: { readonly shopId: string; readonly userId: string; readonly region: string; readonly name: string };
}

export async function logInToChat(
  bridge: Bridge,
  pauses: Pauses,
  origin: string,
  isCnsc: boolean,
): Promise<Outcome<ChatAccess>> {
  const result = await withRetries(pauses, () =>
    callOnce(bridge.http, {
      method: 'POST',
      origin,
      path: isCnsc ? CNSC_PATH : PATH,
      query: {},
      headers: {},
      body: { type: 'json', value: {} },
      timeoutMs: LIMITS.loginTimeoutMs,
    }),
  );
  const body = readAnswer(result, chatLoginBody);
  if (!body.ok) return body;
  const { token, user, shop } = body.value;
  const facts = { shopId: shop.id, userId: shop.user_id, region: shop.country, name: shop.name };
  return { ok: true, value: { token, uid: user.uid, renewAt: renewAtOf(token, bridge.clock.now()), shop: facts } };
}

const lifeClaims = z.object({ iat: z.number(), exp: z.number() });
/** The part of a token's life after which it is replaced. */
const FRESH_SHARE = 0.8;

/**
 * The token was a JSON web token in 2019. Where it still is one, its span (not its times: clocks differ) tells how long it
 * lasts, so that a send seldom meets a dead token; where it is not, the first refused call renews it.
 */
export function renewAtOf(token: string, now: number): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims = lifeClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    const lifeMs = claims.success ? (claims.data.exp - claims.data.iat) * 1_000 : 0;
    return lifeMs > 0 ? now + lifeMs * FRESH_SHARE : null;
  } catch {
    // Not a JSON web token after all, which is as good as one that says nothing.
    return null;
  }
}
