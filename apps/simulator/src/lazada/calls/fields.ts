/** Request fields. Web clients write numbers both bare and as text. */
import { z } from 'zod';

export const integerField = z.union([z.int(), z.string().regex(/^-?[0-9]{1,15}$/)]).transform(Number);
export const idField = z.string().min(1);
export const flagField = z.union([z.boolean(), z.stringbool()]);
/** A JSON object, as an object or as text. */
export const objectField = z.union([
  z.record(z.string(), z.unknown()),
  z.string().transform((text, context) => {
    try {
      return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'not a JSON object' });
      return z.NEVER;
    }
  }),
]);
/** Selects the newest rows, or the rows not newer than a time. */
export const pageFields = z.object({
  startTime: integerField.default(-1),
  fetchCount: integerField.pipe(z.int().min(1).max(100)),
});
/** Selects a page; pages count from 1. */
export const numberedPageFields = z.object({
  page: integerField.pipe(z.int().min(1)).default(1),
  pageSize: integerField.pipe(z.int().min(1).max(100)).default(10),
});
export const pageOf = <Item>(items: readonly Item[], page: number, pageSize: number): readonly Item[] =>
  items.slice((page - 1) * pageSize, page * pageSize);
