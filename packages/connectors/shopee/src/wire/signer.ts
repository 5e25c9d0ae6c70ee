/**
 * Request signature headers `ts`, `x-v`, `x-s` (spec 2 §7.6: versions 1 to 4, default 4). Seen: version 1 of 2022, a
 * sha256 over a delimited string of the request, and an md5 of 2021 over path, query, a constant and the bearer token,
 * called version 2 here. Ours: versions 3 and 4, an HMAC-SHA256 without and with the body; the real ones were not
 * found.
 */
import { createHash, createHmac } from 'node:crypto';

export const SIGNATURE_VERSIONS = [1, 2, 3, 4] as const;
export type SignatureVersion = (typeof SIGNATURE_VERSIONS)[number];
const DEFAULT_VERSION: SignatureVersion = 4;

export interface SignedParts {
  readonly method: string;
  readonly path: string;
  /** As in the address, without the question mark. */
  readonly query: string;
  /** The text that is sent; empty without a text body. */
  readonly body: string;
  /** The bearer token; empty before the first one. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
}
export interface Signer {
  readonly version: SignatureVersion;
  sign(parts: SignedParts): string;
}

const hex = (algorithm: 'md5' | 'sha256', text: string): string => createHash(algorithm).update(text).digest('hex');
const hmac = (key: string, lines: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(lines.join('\n')).digest('hex');

const FORMULAS: Readonly<Record<SignatureVersion, (key: string, parts: SignedParts) => string>> = {
  1: (key, { path, body, token, timestamp }) => hex('sha256', [key, 'web', 1, path, token, timestamp, body].join('|')),
  2: (key, { path, query, token }) => hex('md5', `${path}${query}${key}${token}`),
  3: (key, { method, path, query, token, timestamp }) => hmac(key, [method, path, query, token, timestamp]),
  4: (key, { method, path, query, body, token, timestamp }) =>
    hmac(key, [method, path, query, hex('sha256', body), token, timestamp]),
};

export const createSigner = (key: string, version: SignatureVersion = DEFAULT_VERSION): Signer => ({
  version,
  sign: (parts) => FORMULAS[version](key, parts),
});
