import type { MemberPresence, PresentWindowView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { DeskState } from './desk-state.ts';

/** A colleague who has a conversation on the screen. */
export interface ColleagueHere {
  readonly memberId: string;
  readonly isTyping: boolean;
}

type Present = Pick<DeskState, 'present' | 'member'>;
const NOBODY: readonly ColleagueHere[] = [];

/** The colleagues at the conversation, each once; who writes comes first. The own windows are not among them. */
export function colleaguesAt({ present, member }: Present, id: ConversationId): readonly ColleagueHere[] {
  const found = new Map<string, boolean>();
  for (const { memberId, conversationId, isTyping } of present.values()) {
    if (conversationId !== id || memberId === member?.memberId) continue;
    found.set(memberId, isTyping || found.get(memberId) === true);
  }
  if (found.size === 0) return NOBODY;
  return [...found]
    .map(([memberId, isTyping]) => ({ memberId, isTyping }))
    .sort((left, right) => Number(right.isTyping) - Number(left.isTyping) || (left.memberId < right.memberId ? -1 : 1));
}

const RANK: Readonly<Record<MemberPresence, number>> = { off: 0, away: 1, here: 2 };

/** The best that the windows of a member tell; a member without a window is off. */
export function presenceOf({ present }: Pick<DeskState, 'present'>, memberId: string): MemberPresence {
  let best: MemberPresence = 'off';
  for (const window of present.values()) {
    if (window.memberId === memberId && RANK[window.presence] > RANK[best]) best = window.presence;
  }
  return best;
}

/** A colleague who writes to the buyer, or has within the time; null for nobody. */
export function wroteLately(
  state: Present & Pick<DeskState, 'wrote'>,
  id: ConversationId,
  { now, withinMs }: { readonly now: number; readonly withinMs: number },
): string | null {
  const writing = colleaguesAt(state, id).find(({ isTyping }) => isTyping);
  if (writing !== undefined) return writing.memberId;
  const last = state.wrote.get(id);
  return last !== undefined && now - last.at < withinMs ? last.memberId : null;
}

/** Whether a person is at what the window shows: a window that nobody has touched for a while shows it to nobody. */
export const isAtIt = ({ presence, isTyping }: PresentWindowView): boolean => presence === 'here' || isTyping;

/**
 * Whether anybody, this member included, has the conversation open, or has opened it since a time of this computer's clock,
 * as far as this client was there to hear it.
 */
export function isOpenedSince(
  { present, opened }: Pick<DeskState, 'present' | 'opened'>,
  id: ConversationId,
  since: number,
): boolean {
  if ((opened.get(id) ?? Number.NEGATIVE_INFINITY) >= since) return true;
  return [...present.values()].some((window) => window.conversationId === id && isAtIt(window));
}
