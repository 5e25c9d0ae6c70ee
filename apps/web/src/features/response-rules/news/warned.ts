import type { ConversationView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { z } from 'zod';
import { createStoredStore } from '../../../ui/stored.ts';

/** How long before an answer is due this browser warns, in minutes; 0: not at all. Half an hour is our choice. */
export const WARN_CHOICES = [0, 10, 30, 60, 120] as const;
export const warnBefore = createStoredStore(
  localStorage,
  'pasar.warnBefore',
  z.object({ minutes: z.number().int().min(0).max(120) }),
  { minutes: 30 },
);

/** The waits of which this browser has warned, until they are answered. Its windows share them. */
const KEY = 'pasar.warned';
const MINUTE_MS = 60_000;
const MOST_KEPT = 1_000;
const keyOf = ({ conversationId, waitingSince }: ConversationView) => `${conversationId} ${waitingSince}`;

/** Those whose answers are due within the time, and of which no window of this browser has warned. */
export function unwarned(
  ids: readonly ConversationId[],
  shown: ReadonlyMap<ConversationId, ConversationView>,
  now: number,
  minutes: number,
): readonly ConversationView[] {
  if (minutes === 0) return [];
  const warned = new Set(readWarned());
  const due = ids.flatMap((id) => {
    const view = shown.get(id);
    if (view === undefined || view.dueAt === null) return [];
    const leftMs = view.dueAt - now;
    return leftMs > 0 && leftMs <= minutes * MINUTE_MS && !warned.has(keyOf(view)) ? [view] : [];
  });
  if (due.length > 0) {
    localStorage.setItem(KEY, JSON.stringify([...warned, ...due.map(keyOf)].slice(-MOST_KEPT)));
  }
  return due;
}

/** Read at each look, because another window may have warned meanwhile. */
function readWarned(): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}
