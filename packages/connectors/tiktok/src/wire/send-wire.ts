/** One call on its way: repeated as its kind allows, its body parsed losslessly, its mishaps told to whoever watches. */
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

/** What a login's calls leave through. */
export interface Line {
  readonly bridge: Bridge;
  readonly pauses: Pauses;
  readonly notify: Notify;
}
export interface Leaving {
  readonly call: WireCall;
  readonly repeat: Repeat;
  /** Without a slash at the end. */
  readonly origin: string;
  readonly query: WireCall['query'];
  readonly headers: WireCall['headers'];
  readonly timeoutMs: number;
}

/** spec 2 §8: "network error" and what the network said; a proxy that stays away is an isolated IP that failed. */
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
