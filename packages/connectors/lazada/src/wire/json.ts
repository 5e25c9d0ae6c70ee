/**
 * JSON whose 64-bit integers survive: an integer that `Number` cannot hold comes out as its decimal text. Throws
 * `SyntaxError` as `JSON.parse` does.
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(context?.source ?? '')
      ? context?.source
      : value,
  );
}

export type ParsedText = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function tryParseLossless(text: string): ParsedText {
  try {
    return { ok: true, value: parseLossless(text) };
  } catch {
    // The only way to fail is bad syntax, which is what the result says.
    return { ok: false };
  }
}
