/** Field readers: on this marketplace many numbers come as text, and ids as text or numbers (facts 2.2, 4.2). */
import { z } from 'zod';

/** An id as text, from text or from a number. */
export const wireId = z.union([z.string().min(1), z.int().transform(String)]);
/** An integer that fits a number. */
export const wireInt = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?[0-9]{1,15}$/)
    .transform(Number),
]);
export const wireFlag = z.union([z.boolean(), wireInt.transform((value) => value !== 0), z.stringbool()]);
/** A time or position in milliseconds since the epoch. */
export const wireMilliseconds = wireInt.pipe(z.int().min(0));

/** An amount in the main unit, as a decimal string; commas between digits are dropped. */
export const wireAmount = z.union([
  z
    .number()
    .finite()
    .min(0)
    .transform(String)
    .pipe(z.string().regex(/^[0-9]+(\.[0-9]+)?$/)),
  z
    .string()
    .transform((text) => text.replaceAll(',', '').trim())
    .pipe(z.string().regex(/^[0-9]+(\.[0-9]+)?$/)),
]);
/** Text that may be missing; missing counts as empty. */
export const wireText = z
  .string()
  .nullish()
  .transform((text) => text || null);

/** The faults of a value without the value itself, because logs must not hold a buyer's words. */
export const describeIssues = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || '(value)'}: ${issue.code}`).join('; ');
