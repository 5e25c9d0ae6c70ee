/** Parses JSON; integers that are too large for a double become decimal strings. */
const isTooLarge = (value: unknown, source: string): boolean =>
  typeof value === 'number' && /^-?[0-9]+$/.test(source) && !Number.isSafeInteger(value);

/** Throws a SyntaxError. */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    context?.source !== undefined && isTooLarge(value, context.source) ? context.source : value,
  );
}
