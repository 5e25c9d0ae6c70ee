import { BridgeError, type HttpBody, type HttpClient } from '@pasar/bridge';
import { parseWireJson } from '../inbound/wire-json.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly origin: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpBody;
  readonly timeoutMs: number;
}

/** `json` is undefined when the body is empty or no JSON. */
export type CallResult =
  | { readonly kind: 'answered'; readonly status: number; readonly json: unknown; readonly text: string }
  | { readonly kind: 'failed'; readonly error: BridgeError };

/** One attempt. Never throws for what a network or a marketplace may do. */
export async function callOnce(http: HttpClient, call: HttpCall): Promise<CallResult> {
  const { method, origin, path, query, headers, body, timeoutMs } = call;
  const search = new URLSearchParams({ ...query }).toString();
  const url = `${origin}${path}${search === '' ? '' : `?${search}`}`;
  try {
    const { status, text } = await http.request({ method, url, headers, body, timeoutMs });
    return { kind: 'answered', status, json: jsonOf(text), text };
  } catch (error) {
    if (error instanceof BridgeError) return { kind: 'failed', error };
    throw error;
  }
}

function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseWireJson(text);
  } catch {
    // Not JSON: the caller sees `undefined` and the text, and refuses it with a reason.
    return undefined;
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
