import { createHmac, timingSafeEqual } from 'node:crypto';

/** A request to an official open platform, ready to be sent. The address carries secrets: it is never logged. */
export interface OfficialRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly the characters that were signed; null for no body. */
  readonly body: string | null;
}

/** Lower-case hex HMAC-SHA256 over the joined parts. */
export function hmacHex(key: string, ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

/**
 * Whether a webhook's signature header is this hex digest. The time of the comparison does not tell how much of the
 * header was right. The case of the header does not matter; a missing or malformed header is wrong.
 */
export function isSameHex(expected: string, header: string | null): boolean {
  if (header === null || !/^[0-9a-f]{64}$/i.test(header)) return false;
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(header, 'hex'));
}

/** name + value of each parameter, sorted by name in code-unit (ASCII) order. */
export const concatSorted = (params: Readonly<Record<string, string>>): string =>
  Object.keys(params)
    .sort()
    .map((name) => `${name}${params[name] ?? ''}`)
    .join('');

/** An id that is written into JSON as a number of any length: digits only. @throws TypeError for anything else */
export function idDigits(id: string): string {
  if (!/^(0|[1-9]\d{0,19})$/.test(id)) throw new TypeError('not a decimal id');
  return id;
}
