/**
 * x-s over the sent request (spec 2 §7.6), checked with the simulator's own key. Versions 1 and 2 follow public code of
 * 2022 and 2021. ours: 3 and 4, an HMAC-SHA256 without and with the body.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** The body as it was sent; empty without a body and for bytes. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** How much the caller's clock may be off (our choice). Milliseconds. */
const CLOCK_SKEW_MS = 10 * 60_000;

const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');
const keyed = (key: string, lines: readonly string[]): string =>
  createHmac('sha256', key).update(lines.join('\n')).digest('hex');

function expected(version: string, key: string, { method, url, body, headers }: SignedRequest): string | null {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const query = at < 0 ? '' : url.slice(at + 1);
  const ts = String(headers.ts ?? '');
  const token = /^Bearer (.+)$/.exec(String(headers.authorization ?? ''))?.[1] ?? '';
  switch (version) {
    case '1':
      return digest('sha256', `${key}|web|1|${path}|${token}|${ts}|${body}`);
    case '2':
      return digest('md5', path + query + key + token);
    case '3':
      return keyed(key, [method, path, query, token, ts]);
    case '4':
      return keyed(key, [method, path, query, digest('sha256', body), token, ts]);
    default:
      return null;
  }
}

export type SignatureVerdict = 'right' | 'wrong' | 'none';
export function checkSignature(key: string, request: SignedRequest, now: number): SignatureVerdict {
  const { ts, 'x-v': version, 'x-s': signature } = request.headers;
  if (ts === undefined && version === undefined && signature === undefined) return 'none';
  if (!/^[0-9]{1,16}$/.test(String(ts)) || Math.abs(now - Number(ts)) > CLOCK_SKEW_MS) return 'wrong';
  const right = expected(String(version), key, request);
  if (right === null || typeof signature !== 'string' || signature.length !== right.length) return 'wrong';
  return timingSafeEqual(Buffer.from(signature), Buffer.from(right)) ? 'right' : 'wrong';
}
