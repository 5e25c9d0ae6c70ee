/**
 * Cursors of the two lists that are paged by time. Whether a list includes its start time is not public, and rows may
 * share a millisecond: the next page therefore starts one millisecond later than the oldest row, and the cursor carries
 * the ids of the rows there, to leave them out when they come again.
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

/** Null for a string that `nextCursor` did not give. */
export function parseCursor(cursor: string | null): Cursor | null {
  if (cursor === null) return NEWEST;
  const parsed = tryExactJson(cursor);
  const known = parsed.ok ? cursorSchema.safeParse(parsed.value) : null;
  return known?.success ? known.data : null;
}

/** `rows` is a whole page as it came; `hasMore` as far as is known. */
export function nextCursor(current: Cursor, rows: readonly Row[], hasMore: boolean): string | null {
  if (!hasMore || rows.length === 0) return null;
  const oldest = Math.min(...rows.map((row) => row.time));
  const hasNew = rows.some((row) => !current.seen.includes(row.id));
  if (!hasNew) {
    // A whole page of repeats: more rows share this millisecond than fit. Step over it instead of standing still.
    return oldest <= 0 ? null : JSON.stringify({ startTime: oldest - 1, seen: [] } satisfies Cursor);
  }
  const seen = rows.filter((row) => row.time <= oldest + 1).map((row) => row.id);
  const repeated = current.startTime === oldest + 1 ? current.seen : [];
  return JSON.stringify({ startTime: oldest + 1, seen: [...new Set([...seen, ...repeated])] } satisfies Cursor);
}

export const withoutRepeats = <Item extends Row>(current: Cursor, rows: readonly Item[]): readonly Item[] =>
  rows.filter((row) => !current.seen.includes(row.id));
