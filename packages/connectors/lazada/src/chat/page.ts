/**
 * Cursors of the two lists that are paged by time. It is not public whether a list includes its start time, and rows
 * may share a millisecond. So the next page starts one millisecond later than the oldest row, and the cursor carries
 * the ids of the rows at that time, which are left out when they come again.
 */

import { tryExactJson } from '@pasar/connector-kit';
import { z } from 'zod';

const cursorSchema = z.object({ startTime: z.int(), seen: z.array(z.string()) });
export type Cursor = z.output<typeof cursorSchema>;
export interface Row {
  readonly id: string;
  readonly time: number;
}

const NEWEST: Cursor = { startTime: -1, seen: [] };

/** Null for a string that is not one of `nextCursor`'s. */
export function parseCursor(cursor: string | null): Cursor | null {
  if (cursor === null) return NEWEST;
  const parsed = tryExactJson(cursor);
  const known = parsed.ok ? cursorSchema.safeParse(parsed.value) : null;
  return known?.success ? known.data : null;
}

/** `rows` is a whole page as received; `hasMore` is whether another page may follow. */
export function nextCursor(current: Cursor, rows: readonly Row[], hasMore: boolean): string | null {
  if (!hasMore || rows.length === 0) return null;
  const oldest = Math.min(...rows.map((row) => row.time));
  const hasNew = rows.some((row) => !current.seen.includes(row.id));
  if (!hasNew) {
    // A whole page of repeats: this millisecond has more rows than fit. The cursor steps over it, so that paging goes
    // on.
    return oldest <= 0 ? null : JSON.stringify({ startTime: oldest - 1, seen: [] } satisfies Cursor);
  }
  const seen = rows.filter((row) => row.time <= oldest + 1).map((row) => row.id);
  const repeated = current.startTime === oldest + 1 ? current.seen : [];
  return JSON.stringify({ startTime: oldest + 1, seen: [...new Set([...seen, ...repeated])] } satisfies Cursor);
}

export const withoutRepeats = <Item extends Row>(current: Cursor, rows: readonly Item[]): readonly Item[] =>
  rows.filter((row) => !current.seen.includes(row.id));
