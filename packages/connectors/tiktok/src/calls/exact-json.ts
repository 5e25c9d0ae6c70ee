/** JSON whose whole numbers beyond 2^53 come out as decimal strings instead of being rounded. */
type ExactParse = (
  text: string,
  reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;
const parse: ExactParse = JSON.parse;

/** Throws `SyntaxError`. */
export const parseExactJson = (text: string): unknown =>
  parse(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(context?.source ?? '')
      ? context?.source
      : value,
  );
