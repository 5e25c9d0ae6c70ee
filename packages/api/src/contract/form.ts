import { z } from 'zod';

/**
 * A value of a form-encoded body (spec 2 §7.7): a value that is no text comes as its JSON. Ids inside the JSON must be
 * texts: an id that is a JSON number would lose its last digits, and is refused.
 */
export const fromJson = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? parseOr(value) : value), schema);

/** The text itself where it is no JSON; the schema of the value then refuses the text. */
function parseOr(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** 1 or 0, as the specification writes it; true and false as well. */
export const flag = z.union([z.boolean(), z.stringbool(), z.literal([0, 1]).transform((value) => value === 1)]);

const listed = z.array(z.string().trim().min(1).max(64)).min(1).max(500);
/** Ids in a list: as JSON, or separated by commas. */
export const idList = z.union([
  listed,
  z.string().startsWith('[').transform(parseOr).pipe(listed),
  z
    .string()
    .transform((value) => value.split(',').filter((part) => part.trim() !== ''))
    .pipe(listed),
]);
