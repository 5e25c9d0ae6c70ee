/**
 * JSON as Shopee writes it: 64-bit ids come as bare integers or as strings (facts 1.4, 1.5). Integers beyond 2^53 become
 * `bigint`, so that no id passes through a double.
 */
import type { Json } from '@pasar/domain';
import { z } from 'zod';

interface LosslessJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}
/** The reviver's source and `rawJSON` are in the engine; the compiler's library does not list them yet. */
const lossless = JSON as LosslessJson & typeof JSON;

/** Throws `SyntaxError` for what is no JSON. */
export function parseWireJson(text: string): unknown {
  return lossless.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?[0-9]+$/.test(source)
      ? BigInt(source)
      : value,
  );
}

/** An id that the wire wants as a bare integer, for a JSON body. Throws for what is no decimal. */
export function toWireInteger(id: string): object {
  if (!/^[0-9]{1,20}$/.test(id)) throw new TypeError(`"${id}" is not a decimal id`);
  return lossless.rawJSON(BigInt(id).toString());
}

/** A decimal id as text, whichever way the wire wrote it. */
export const wireId = z
  .union([z.string().regex(/^[0-9]{1,20}$/), z.int().nonnegative(), z.bigint().nonnegative()])
  .transform(String);

/** What came, as plain JSON to keep: big integers become text. */
export function toPlainJson(value: unknown): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') {
    return value;
  }
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlainJson(inner)]));
  }
  return null;
}

/** The bytes to set aside for something that was parsed but not understood. */
export function toBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(toPlainJson(value)));
}
