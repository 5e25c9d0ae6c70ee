/** JSON as Shopee writes it: 64-bit ids come as bare integers or as strings (facts 1.4, 1.5). */
import type { Json } from '@pasar/domain';
import { z } from 'zod';

/** `rawJSON` is in the JavaScript engine; the compiler's library does not list it yet. */
const host = JSON as typeof JSON & { rawJSON(text: string): object };

/** An id as a bare integer in a JSON body. @throws TypeError for text that is no decimal */
export function toWireInteger(id: string): object {
  if (!/^[0-9]{1,20}$/.test(id)) throw new TypeError(`"${id}" is not a decimal id`);
  return host.rawJSON(BigInt(id).toString());
}

/** A decimal id as text, from text or from a number. One step, because every message has several ids. */
export const wireId = z.custom<string | number>(isId, 'not a decimal id').transform(String);

function isId(value: unknown): boolean {
  return typeof value === 'string' ? ID.test(value) : Number.isSafeInteger(value) && Number(value) >= 0;
}
const ID = /^[0-9]{1,20}$/;

/** A parsed JSON value that is stored. */
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

/** The bytes to set aside for a parsed value that was not understood. */
export function toBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value ?? null));
}
