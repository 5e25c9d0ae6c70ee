/** JSON as Shopee writes it: 64-bit ids come as bare integers or as strings (facts 1.4, 1.5). */
import type { Json } from '@pasar/domain';
import { z } from 'zod';

/** `rawJSON` is in the engine; the compiler's library does not list it yet. */
const host = JSON as typeof JSON & { rawJSON(text: string): object };

/** An id that the wire wants as a bare integer, for a JSON body. Throws for what is no decimal. */
export function toWireInteger(id: string): object {
  if (!/^[0-9]{1,20}$/.test(id)) throw new TypeError(`"${id}" is not a decimal id`);
  return host.rawJSON(BigInt(id).toString());
}

/** A decimal id as text, whichever way the wire wrote it. One step, because it stands several times in every message. */
export const wireId = z.custom<string | number>(isId, 'not a decimal id').transform(String);

function isId(value: unknown): boolean {
  return typeof value === 'string' ? ID.test(value) : Number.isSafeInteger(value) && Number(value) >= 0;
}
const ID = /^[0-9]{1,20}$/;

/** What came out of JSON, to keep. */
export function toPlainJson(value: unknown): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') {
    return value;
  }
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlainJson(inner)]));
  }
  return null;
}

/** The bytes to set aside for something that was parsed but not understood. */
export function toBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value ?? null));
}
