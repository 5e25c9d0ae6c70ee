/** Reads JSON from the wire: 64-bit integers exactly, and every field checked for its type. */
type ExactParse = (
  text: string,
  reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;
const parse: ExactParse = JSON.parse;

/** The fields of one JSON object; null for an absent field, or a field of another type. */
export interface JsonFields {
  readonly int64: (key: string) => bigint | null;
  readonly bool: (key: string) => boolean | null;
  readonly text: (key: string) => string | null;
  readonly int64s: (key: string) => readonly bigint[] | null;
  /** Number and boolean values are given as text. */
  readonly texts: (key: string) => Readonly<Record<string, string>> | null;
  readonly objects: (key: string) => readonly JsonFields[] | null;
  readonly entries: (key: string) => readonly (readonly [string, unknown])[] | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toInt64(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  return typeof value === 'string' && /^-?[0-9]{1,19}$/.test(value) ? BigInt(value) : null;
}

/** Null when the value is not a JSON object. */
export function fieldsOf(value: unknown): JsonFields | null {
  if (!isRecord(value)) return null;
  const get = (key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);
  const list = (key: string): readonly unknown[] | null => {
    const found = get(key);
    return Array.isArray(found) ? found : null;
  };
  const entries = (key: string): [string, unknown][] | null => {
    const found = get(key);
    return isRecord(found) ? Object.entries(found) : null;
  };
  return {
    int64: (key) => toInt64(get(key)),
    bool: (key) => {
      const found = get(key);
      if (typeof found === 'boolean') return found;
      const number = toInt64(found);
      return number === null ? null : number !== 0n;
    },
    text: (key) => {
      const found = get(key);
      return typeof found === 'string' ? found : null;
    },
    int64s: (key) => {
      const found = list(key)?.map(toInt64);
      return found === undefined ? null : found.filter((id) => id !== null);
    },
    texts: (key) => {
      const found = entries(key);
      return found === null ? null : Object.fromEntries(found.map(([name, text]) => [name, String(text)]));
    },
    objects: (key) => list(key)?.flatMap((item) => fieldsOf(item) ?? []) ?? null,
    entries,
  };
}

/** Null for text that is not a JSON object. */
export function parseFields(text: string): JsonFields | null {
  try {
    return fieldsOf(
      parse(text, (_key, value, context) =>
        typeof value === 'number' && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(context?.source ?? '')
          ? context?.source
          : value,
      ),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
