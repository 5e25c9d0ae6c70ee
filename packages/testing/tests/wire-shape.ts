/** Compares an answer with an example of it: every key of the example must exist, with the same type. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const typeOf = (value: unknown): string =>
  typeof value === 'bigint' ? 'number' : Array.isArray(value) ? 'list' : typeof value;

/**
 * Paths that are missing from the answer or have another type there. Null and an empty list have no type; every row is
 * compared with the example's first.
 */
export function missingFrom(actual: unknown, example: unknown, path = ''): readonly string[] {
  if (actual === null || example === null) return [];
  if (typeOf(actual) !== typeOf(example)) return [`${path}: ${typeOf(actual)} instead of ${typeOf(example)}`];
  if (Array.isArray(actual) && Array.isArray(example)) {
    return example.length === 0 ? [] : actual.flatMap((row) => missingFrom(row, example[0], `${path}[]`));
  }
  if (!isRecord(actual) || !isRecord(example)) return [];
  return Object.entries(example).flatMap(([key, inner]) =>
    key in actual ? missingFrom(actual[key], inner, `${path}.${key}`) : [`${path}.${key}: missing`],
  );
}
