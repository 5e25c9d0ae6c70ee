import { gunzipSync, gzipSync } from 'node:zlib';
import { BadCompressionError, TooLargeError, UnsupportedEncodingError } from './errors.ts';
import { decodeLz4Block, encodeLz4Block } from './lz4.ts';

/** The values of `Frame.payload_encoding` that are written; readers accept absent and empty as plain, too. */
export const PAYLOAD_ENCODINGS = ['', 'pb', '__lz4', 'gzip'] as const;
export type PayloadEncoding = (typeof PAYLOAD_ENCODINGS)[number];

/** Our choice: the vendor's client stops at 1,024,000 bytes; a page of 50 long messages is far smaller. */
export const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;

/** The runtime's result with `info`: the bytes, and the engine, which knows how many input bytes it read. */
interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}
const isInflated = (value: unknown): value is Inflated =>
  typeof value === 'object' && value !== null && 'buffer' in value && 'engine' in value;

function gunzip(payload: Uint8Array, limit: number): Uint8Array {
  let result: unknown;
  try {
    result = gunzipSync(payload, { maxOutputLength: limit, info: true });
  } catch (error) {
    if (error instanceof RangeError) throw new TooLargeError(limit, error);
    throw new BadCompressionError('gzip', error);
  }
  if (!isInflated(result)) throw new BadCompressionError('gzip gave no bytes');
  if (result.engine.bytesWritten !== payload.length) throw new BadCompressionError('bytes after the gzip stream');
  return new Uint8Array(result.buffer.buffer, result.buffer.byteOffset, result.buffer.byteLength);
}

/** The plain bytes of a frame's payload. Throws `UnsupportedEncodingError`, `BadCompressionError`, `TooLargeError`. */
export function openPayload(payload: Uint8Array, encoding: string, limit: number = MAX_PAYLOAD_BYTES): Uint8Array {
  switch (encoding) {
    case '':
    case 'pb':
      if (payload.length > limit) throw new TooLargeError(limit);
      return payload;
    case '__lz4':
      return decodeLz4Block(payload, limit);
    case 'gzip':
      return gunzip(payload, limit);
    default:
      throw new UnsupportedEncodingError(encoding);
  }
}

/** Compresses a payload. Clients never compress, servers may. */
export function sealPayload(plain: Uint8Array, encoding: PayloadEncoding): Uint8Array {
  switch (encoding) {
    case '':
    case 'pb':
      return plain;
    case '__lz4':
      return encodeLz4Block(plain);
    case 'gzip':
      return new Uint8Array(gzipSync(plain));
  }
}
