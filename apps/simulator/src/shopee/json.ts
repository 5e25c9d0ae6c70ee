/**
 * JSON as Shopee writes it: some ids are bare 64-bit integers (facts 1.4, 1.5). `bigint` is written digit by digit and
 * an integer beyond 2^53 is read as `bigint`, so that no id is rounded to a double.
 */
interface RawJsonHost {
  rawJSON(text: string): object;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

/** The engine has `JSON.rawJSON` and the reviver's source, but TypeScript's library does not declare them yet. */
const host = JSON as RawJsonHost & typeof JSON;

export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? host.rawJSON(inner.toString()) : inner,
  );
}

/** Throws `SyntaxError` for text that is not JSON. */
export function readJson(text: string): unknown {
  return host.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?[0-9]+$/.test(source)
      ? BigInt(source)
      : value,
  );
}
