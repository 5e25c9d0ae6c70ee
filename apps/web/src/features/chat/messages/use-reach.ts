import type { ConversationId } from '@pasar/domain';
import { useCallback, useMemo, useState } from 'react';
import type { MessageRow } from './message-rows.ts';

/**
 * The number of newest rows that the list gets first, and the number that is added each time the view comes near the
 * oldest.
 */
export const REACH = 300;

/** How far back the list goes. `from`: the key of its oldest row; null: all loaded rows. */
export interface Reach {
  readonly id: ConversationId;
  readonly from: string | null;
}

/**
 * The reach of a conversation that is opened: only its newest rows, so that a long conversation costs no more than a
 * short one.
 */
export const startReach = (id: ConversationId, rows: readonly MessageRow[]): Reach => ({
  id,
  from: rows.length > REACH ? (rows[rows.length - REACH]?.key ?? null) : null,
});

/** The index of the oldest row that the list gets. When that row no longer exists, no row is hidden. */
export function firstWithin(reach: Reach, rows: readonly MessageRow[]): number {
  if (reach.from === null) return 0;
  return Math.max(
    0,
    rows.findIndex(({ key }) => key === reach.from),
  );
}

/** Extends the reach by one step. */
export function extend(reach: Reach, rows: readonly MessageRow[]): Reach {
  const first = firstWithin(reach, rows) - REACH;
  return { ...reach, from: first > 0 ? (rows[first]?.key ?? null) : null };
}

/** The rows that the list gets, and whether loaded rows are left out; `reachBack` adds more of them. */
export function useReach(id: ConversationId, rows: readonly MessageRow[]) {
  const [held, setHeld] = useState<Reach>(() => startReach(id, rows));
  // Another conversation, or the first rows of this one: adjusted in the same render that shows them.
  const isNew = held.id !== id;
  const reach = isNew ? startReach(id, rows) : held;
  if (isNew) setHeld(reach);
  const first = useMemo(() => firstWithin(reach, rows), [reach, rows]);
  const within = useMemo(() => (first === 0 ? rows : rows.slice(first)), [rows, first]);
  const reachBack = useCallback(() => setHeld((before) => extend(before, rows)), [rows]);
  return { within, isWhole: first === 0, reachBack };
}
