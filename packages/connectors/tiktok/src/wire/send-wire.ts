/** Makes one call: repeats it by its retry rule, parses the body without loss, and tells network failures. */
import { type Bridge, BridgeError, type HttpResponse } from '@pasar/bridge';
import {
  type Attempt,
  type Notify,
  type Pauses,
  parseExactJson,
  type Repeat,
  tellLineFailure,
  type WireAnswer,
  type WireCall,
  withRetries,
} from '@pasar/connector-kit';
import { type Failed, unlucky } from './outcome.ts';

/** The network of a login's calls. */
export interface Line {
  readonly bridge: Bridge;
  readonly pauses: Pauses;
  readonly notify: Notify;
}
export interface Leaving {
  readonly call: WireCall;
  readonly repeat: Repeat;
  /** Without a trailing slash. */
  readonly origin: string;
  readonly query: WireCall['query'];
  readonly headers: WireCall['headers'];
  readonly timeoutMs: number;
}

/** Spec 2 §8: "network error" with the network's words; a proxy that stays away is a failed IP isolation. */
export function networkFailure(error: BridgeError): Failed {
  switch (error.code) {
    case 'proxy':
      return unlucky('ip_isolation_failed', error.message);
    case 'timeout':
      return unlucky('request_timed_out', `network error: ${error.message}`);
    default:
      return unlucky('marketplace_unreachable', `network error: ${error.message}`);
  }
}

export async function sendWire({ bridge, pauses, notify }: Line, leaving: Leaving): Promise<WireAnswer | Failed> {
  const { call, origin, timeoutMs } = leaving;
  const query = new URLSearchParams({ ...leaving.query, ...call.query });
  const url = query.size === 0 ? `${origin}${call.path}` : `${origin}${call.path}?${query}`;
  const headers = { ...leaving.headers, ...call.headers };
  const attempt = async (): Promise<Attempt<HttpResponse>> => {
    try {
      const response = await bridge.http.request({ method: call.method, url, headers, body: call.body, timeoutMs });
      return { kind: 'answered', ...response };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      return { kind: 'failed', error };
    }
  };
  const result = await withRetries('tiktok', leaving.repeat, pauses, attempt);
  if (result.kind === 'answered') {
    const { status, headers: told, text } = result;
    return { status, headers: told, json: jsonOf(text), text };
  }
  const { error } = result;
  tellLineFailure(error, url, notify);
  return networkFailure(error);
}

function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
