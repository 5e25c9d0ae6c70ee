/** The answers of the gateway, and what they mean to the desk. */
import { BridgeError } from '@pasar/bridge';
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { type Refusal, refusal } from '@pasar/domain';
import { z } from 'zod';

export type GatewayAnswer =
  | { readonly kind: 'success'; readonly data: unknown }
  /** The gateway or the service behind it refused: the code before `::`, and the rest. */
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'network'; readonly error: BridgeError };

const envelopeSchema = z.object({ ret: z.array(z.string()).min(1), data: z.unknown().optional() });

/** Envelope `{api, v, ret:["CODE::text"], data}`; success when an item of `ret` begins with SUCCESS (facts 2.1). */
export function fromWireAnswer(answer: WireAnswer): GatewayAnswer {
  if (answer.status !== 200) return { kind: 'status', status: answer.status };
  const envelope = envelopeSchema.safeParse(answer.json);
  if (!envelope.success) return { kind: 'unreadable', detail: 'the answer is no gateway envelope' };
  const { ret, data } = envelope.data;
  if (ret.some((item) => item.startsWith('SUCCESS'))) return { kind: 'success', data };
  // Suspicion may come as two items: the first is the code, and all together are the text.
  const [code = '', ...rest] = ret.join(', ').split('::');
  return { kind: 'refused', code: code.split(', ')[0] ?? code, text: rest.join('::') };
}

/** The page of a suspicion, if the answer names one: a person must go through it. */
const pageSchema = z.object({ data: z.object({ url: z.url() }) });
export function pageOf(answer: WireAnswer): string | null {
  const page = pageSchema.safeParse(answer.json);
  return page.success ? page.data.data.url : null;
}

/** The signing token is missing or old; the same answer carries a fresh one. The gateway itself writes `EXOIRED`. */
const TOKEN_CODES = new Set(['FAIL_SYS_TOKEN_EMPTY', 'FAIL_SYS_TOKEN_EXOIRED', 'FAIL_SYS_TOKEN_EXPIRED']);
/** Suspicion: a person must go through the page. */
const SUSPICION_CODES = new Set(['RGV587_ERROR', 'FAIL_SYS_USER_VALIDATE']);
/** Ours: a closed session; the marketplace's word is not public. */
const CLOSED_CODES = new Set(['FAIL_BIZ_SESSION_CLOSED']);
const FLOW_CODES = new Set(['FAIL_SYS_FLOWLIMIT', 'FAIL_SYS_TRAFFIC_LIMIT']);
/** Ours: a session is opened only with a buyer who ordered lately (facts 4.2); the seller site's word is not public. */
const OUT_OF_REACH_CODES = new Set(['FAIL_BIZ_NO_RECENT_ORDER']);
const MISSING_CODES = new Set(['FAIL_BIZ_SESSION_NOT_EXIST']);

/** Classes of refusal codes. `service`: the service behind the gateway failed, perhaps after it had acted. */
export type RefusalClass =
  | 'token'
  | 'signature'
  | 'session'
  | 'suspicion'
  | 'flow'
  | 'closed'
  | 'missing'
  | 'outOfReach'
  | 'business'
  | 'service';

export function classify(code: string): RefusalClass {
  if (TOKEN_CODES.has(code)) return 'token';
  if (code === 'FAIL_SYS_ILLEGAL_ACCESS') return 'signature';
  if (code === 'FAIL_SYS_SESSION_EXPIRED') return 'session';
  if (SUSPICION_CODES.has(code)) return 'suspicion';
  if (FLOW_CODES.has(code)) return 'flow';
  if (CLOSED_CODES.has(code)) return 'closed';
  if (OUT_OF_REACH_CODES.has(code)) return 'outOfReach';
  if (MISSING_CODES.has(code)) return 'missing';
  return code.startsWith('FAIL_BIZ') ? 'business' : 'service';
}

interface Meaning {
  readonly refusal: Refusal;
  readonly canRetry: boolean;
}
const meaning = (reason: Refusal['reason'], detail: string, canRetry: boolean): Meaning => ({
  refusal: refusal(reason, detail),
  canRetry,
});

function meaningOfRefusal(code: string, text: string): Meaning {
  const detail = text === '' ? code : `${code}: ${text}`;
  switch (classify(code)) {
    case 'token':
    case 'service':
    // The signature covers this machine's time, so its clock may be wrong. The next call may pass.
    case 'signature':
      return meaning('call_failed', detail, true);
    case 'business':
      return meaning('call_failed', detail, false);
    case 'session':
      return meaning('shop_login_expired', detail, false);
    case 'suspicion':
      return meaning('verification_needed', detail, false);
    case 'flow':
      return meaning('too_frequent', detail, true);
    case 'closed':
      return meaning('conversation_closed', detail, false);
    case 'missing':
      return meaning('not_found', detail, false);
    case 'outOfReach':
      return meaning('buyer_out_of_reach', detail, false);
  }
}

export function meaningOfStatus(status: number): Meaning {
  if (status === 429) return meaning('too_frequent', `HTTP ${status}`, true);
  // A 403 comes from a guard in front of the gateway. It usually lets the next call pass, and says nothing about the
  // login.
  return meaning('info_failed', `HTTP ${status}`, status === 403 || status >= 500);
}

export function meaningOfNetwork(error: BridgeError): Meaning {
  switch (error.code) {
    case 'timeout':
      return meaning('request_timed_out', error.message, true);
    case 'proxy':
      return meaning('ip_isolation_failed', error.message, true);
    default:
      return meaning('marketplace_unreachable', `${error.code}: ${error.message}`, error.code !== 'aborted');
  }
}

/** The meaning of an answer that is not a success, for a call that may be repeated. */
export function meaningOf(answer: Exclude<GatewayAnswer, { kind: 'success' }>): Meaning {
  switch (answer.kind) {
    case 'refused':
      return meaningOfRefusal(answer.code, answer.text);
    case 'status':
      return meaningOfStatus(answer.status);
    case 'unreadable':
      return meaning('unexpected_answer', answer.detail, true);
    case 'network':
      return meaningOfNetwork(answer.error);
  }
}

export const failed = <Value>({ refusal: reason, canRetry }: Meaning): Outcome<Value> => ({
  ok: false,
  refusal: reason,
  canRetry,
});

/** The data of a success, or the refusal. */
export function toOutcome(answer: GatewayAnswer): Outcome<unknown> {
  return answer.kind === 'success' ? { ok: true, value: answer.data } : failed(meaningOf(answer));
}

export function asNetworkError(error: unknown): BridgeError {
  if (error instanceof BridgeError) return error;
  throw error;
}
