/**
 * Writes JSON as the gateway does: 64-bit ids are bare integers, so `bigint` values are written digit by digit instead
 * of through `Number`.
 */
interface RawJsonHost {
  rawJSON(text: string): object;
}

/** The engine has `JSON.rawJSON`, but TypeScript's library does not declare it yet. */
const rawJsonHost = JSON as typeof JSON & RawJsonHost;

export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? rawJsonHost.rawJSON(inner.toString()) : inner,
  );
}

/** The parsed value; null when the text is not a JSON object. */
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
