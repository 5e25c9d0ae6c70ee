/** How what was answered differs in shape from an example of it: every key of the example must be there, of its type. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const typeOf = (value: unknown): string =>
  typeof value === 'bigint' ? 'number' : Array.isArray(value) ? 'list' : typeof value;

/** Paths without a counterpart. Null and an empty list say nothing of a type; every row is like the example's first. */
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
