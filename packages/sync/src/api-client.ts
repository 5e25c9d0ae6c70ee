import { AUTHORIZATION_EXPIRED_CODE, type Call, type CallOutput, failAnswer, successAnswer } from '@pasar/api';
import type { Locale } from '@pasar/domain';
import { z } from 'zod';
import { type CallResult, failed, type NetworkFault, succeeded } from './call-result.ts';

/** Longest wait for an answer of Pasar's server (spec 2 §9, backend client timeout); then the answer counts as lost. */
export const CALL_TIMEOUT_MS = 60_000;
/**
 * Upload speed of a slow network (our choice), by which the timeout of a large request grows. Characters a millisecond.
 */
const SLOW_LINE = 32;

export interface ApiClientOptions {
  /** The browser's `fetch`, or a fake. */
  readonly fetch: typeof globalThis.fetch;
  /** Whether the browser reports that this machine is offline. */
  readonly isOffline: () => boolean;
  /** Read at every call: the server words refusals in this language. */
  readonly locale: () => Locale;
  /** Called at every answer with code 50001; the listener shows one dialog. */
  readonly onExpired: () => void;
}

/**
 * Makes one call of the contract. Never throws: every outcome is a `CallResult`. When it is `givenUp`, the request is broken
 * off, and the server is told of it by the end of the connection.
 */
export type CallApi = <C extends Call>(
  call: C,
  input: z.input<C['input']>,
  givenUp?: AbortSignal,
) => Promise<CallResult<CallOutput<C>>>;

export function createApiClient(options: ApiClientOptions): CallApi {
  return async (call, input, givenUp) => {
    const request = toRequest(call, input, options.locale(), givenUp);
    /** A browser may report offline and still reach the server, so the report only explains a call that has failed. */
    const unreachable = (fault: NetworkFault | null, cause: unknown) =>
      failed({ kind: 'unreachable', fault: options.isOffline() ? 'network_offline' : fault, cause });
    let response: Response;
    try {
      response = await options.fetch(...request);
    } catch (cause) {
      return unreachable(null, cause);
    }
    let text: string;
    try {
      text = await response.text();
    } catch (cause) {
      return unreachable('network_interrupted', cause);
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (cause) {
      return unreachable(null, cause);
    }
    const refused = failAnswer.safeParse(body);
    if (refused.success) {
      if (refused.data.code === AUTHORIZATION_EXPIRED_CODE) {
        options.onExpired();
        return failed({ kind: 'expired' });
      }
      const { code, reason, detail } = refused.data;
      // As without an answer, the server may have made the change or not.
      if (code === 'database_away') return failed({ kind: 'unreachable', fault: code, cause: null });
      return failed({ kind: 'refused', code, reason, detail });
    }
    // A gateway in between may answer its own JSON while the server is down.
    if (response.status >= 500) return unreachable(null, new Error(`HTTP ${response.status}`));
    const answer = successAnswer(call.output).safeParse(body);
    if (!answer.success) return failed({ kind: 'unreadable', cause: answer.error });
    return succeeded(answer.data.data as CallOutput<typeof call>);
  };
}

function toRequest(call: Call, input: unknown, locale: Locale, givenUp?: AbortSignal): [string, RequestInit] {
  const isGet = call.method === 'GET';
  const body = isGet ? '' : JSON.stringify(input);
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS + Math.ceil(body.length / SLOW_LINE));
  const signal = givenUp ? AbortSignal.any([timeout, givenUp]) : timeout;
  const common: RequestInit = { credentials: 'same-origin', signal };
  if (isGet) return [`${call.path}${toQuery(input)}`, { ...common, headers: { 'Accept-Language': locale } }];
  return [
    call.path,
    {
      ...common,
      method: 'POST',
      headers: { 'Accept-Language': locale, 'Content-Type': 'application/json' },
      body,
    },
  ];
}

const queryInput = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.undefined()]));

/** `?a=1&b=x`, or an empty text without fields; absent fields are left out. */
function toQuery(input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(queryInput.parse(input))) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
