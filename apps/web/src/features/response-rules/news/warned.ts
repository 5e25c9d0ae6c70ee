import type { ConversationView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { DeskState } from '@pasar/sync';
import { z } from 'zod';

/** The waits of which this browser has warned, until they are answered. Its windows share them. */
const KEY = 'pasar.warned';
const MINUTE_MS = 60_000;
const MOST_KEPT = 1_000;
/** The same of this window, which the browser's storage may be too full to take. */
const warnedHere = new Set<string>();
const keyOf = ({ conversationId, waitingSince }: ConversationView) => `${conversationId} ${waitingSince}`;

/** The colleague who answers a buyer; null where it is nobody, or this member. */
export const colleagueOf = ({ assigneeId }: ConversationView, { member }: Pick<DeskState, 'member'>): string | null =>
  assigneeId === member?.memberId ? null : assigneeId;

/**
 * Those whose answers are due within the time, and of which no window of this browser has warned. Of what is a colleague's,
 * half the time later, so that the colleague can answer first, and only where the member is warned of this colleague's.
 */
export function unwarned(
  ids: readonly ConversationId[],
  state: Pick<DeskState, 'shown' | 'member'>,
  now: number,
  minutes: number | null,
  isWarnedOfColleague: (memberId: string) => boolean,
): readonly ConversationView[] {
  if (minutes === null) return [];
  const warned = new Set([...readWarned(), ...warnedHere]);
  const due = ids.flatMap((id) => {
    const view = state.shown.get(id);
    if (view === undefined || view.dueAt === null) return [];
    const colleague = colleagueOf(view, state);
    if (colleague !== null && !isWarnedOfColleague(colleague)) return [];
    const leftMs = view.dueAt - now;
    const withinMs = (minutes * MINUTE_MS) / (colleague === null ? 1 : 2);
    return leftMs > 0 && leftMs <= withinMs && !warned.has(keyOf(view)) ? [view] : [];
  });
  if (due.length > 0) keep([...warned], due.map(keyOf));
  return due;
}

function keep(warned: readonly string[], added: readonly string[]): void {
  for (const key of added) warnedHere.add(key);
  try {
    localStorage.setItem(KEY, JSON.stringify([...warned, ...added].slice(-MOST_KEPT)));
  } catch {
    // The browser's storage is full: another window may warn of the same wait.
  }
}

/** Read at each look, because another window may have warned meanwhile. */
function readWarned(): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}
