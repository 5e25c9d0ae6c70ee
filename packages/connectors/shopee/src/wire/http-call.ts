import { BridgeError, type HttpClient } from '@pasar/bridge';
import type { Attempt, WireAnswer, WireCall } from '@pasar/connector-kit';
import { parseExactJson } from '@pasar/connector-kit';

export interface HttpCall extends WireCall {
  readonly origin: string;
  readonly timeoutMs: number;
}
export type CallResult = Attempt<WireAnswer>;

/** Makes one attempt. Never throws for a failure of the network or of the marketplace. */
export async function callOnce(http: HttpClient, call: HttpCall): Promise<CallResult> {
  const { method, origin, path, query, headers, body, timeoutMs } = call;
  const search = new URLSearchParams({ ...query }).toString();
  const url = `${origin}${path}${search === '' ? '' : `?${search}`}`;
  try {
    const response = await http.request({ method, url, headers, body, timeoutMs });
    const { status, text } = response;
    return { kind: 'answered', status, headers: response.headers, json: jsonOf(text), text };
  } catch (error) {
    if (error instanceof BridgeError) return { kind: 'failed', error };
    throw error;
  }
}

function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseExactJson(text);
  } catch {
    // Not JSON: the caller gets `undefined` and the text, and refuses the answer with a reason.
    return undefined;
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
