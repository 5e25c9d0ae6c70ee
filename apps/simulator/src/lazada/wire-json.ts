/**
 * JSON as the gateway writes it: 64-bit ids are bare integers there, so `bigint` values are written digit for digit
 * instead of through `Number`.
 */
interface RawJsonHost {
  rawJSON(text: string): object;
}

/** `JSON.rawJSON` is in the engine; the compiler's library does not list it yet. */
const rawJsonHost = JSON as typeof JSON & RawJsonHost;

export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? rawJsonHost.rawJSON(inner.toString()) : inner,
  );
}

/** The parsed value, or null when the text is no JSON object. */
export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
