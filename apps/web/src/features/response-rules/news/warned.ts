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

/** The waits of colleagues' buyers of which this window has not warned, because somebody had opened the conversation. */
const leftToColleagues = new Set<string>();

export interface Look {
  readonly now: number;
  /** How long before an answer is due the member is warned; null for never. */
  readonly minutes: number | null;
  /** Whether the member is warned of this colleague's buyers. */
  readonly isWarnedOfColleague: (memberId: string) => boolean;
  /** Whether anybody has the conversation open, or has opened it since then. */
  readonly isOpenedSince: (id: ConversationId, since: number) => boolean;
}

/**
 * Those whose answers are due within the time, and of which no window of this browser has warned. Of what is a colleague's,
 * half the time later, so that the colleague can answer first, only where the member is warned of this colleague's, and only
 * while nobody has opened the conversation since the first warning. What was left to somebody who had opened it is warned of
 * when it is overdue.
 */
export function unwarned(
  ids: readonly ConversationId[],
  state: Pick<DeskState, 'shown' | 'member'>,
  look: Look,
): readonly ConversationView[] {
  const { now, minutes } = look;
  if (minutes === null) return [];
  const warned = new Set([...readWarned(), ...warnedHere]);
  const due = ids.flatMap((id) => {
    const view = state.shown.get(id);
    if (view === undefined || view.dueAt === null || warned.has(keyOf(view))) return [];
    const colleague = colleagueOf(view, state);
    if (colleague !== null) return isLate(view, view.dueAt, colleague, look) ? [view] : [];
    const leftMs = view.dueAt - now;
    return leftMs > 0 && leftMs <= minutes * MINUTE_MS ? [view] : [];
  });
  if (due.length > 0) keep([...warned], due.map(keyOf));
  return due;
}

/** Whether a colleague's buyer now needs others. */
function isLate(view: ConversationView, dueAt: number, colleague: string, look: Look): boolean {
  const { now, isWarnedOfColleague, isOpenedSince } = look;
  const withinMs = (look.minutes ?? 0) * MINUTE_MS;
  if (!isWarnedOfColleague(colleague)) return false;
  if (dueAt <= now) return leftToColleagues.has(keyOf(view));
  if (dueAt - now > withinMs / 2) return false;
  // The colleague was warned then, or when the buyer began to wait.
  const firstAt = Math.max(dueAt - withinMs, view.waitingSince ?? 0);
  if (!isOpenedSince(view.conversationId, firstAt)) return true;
  leftToColleagues.add(keyOf(view));
  return false;
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
