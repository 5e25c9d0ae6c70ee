import type { Change, ConversationView } from '@pasar/api';
import type { ConversationId, MemberChatSetting } from '@pasar/domain';
import type { DeskState } from '@pasar/sync';

/** A buyer who waits, since when, and whether the member is told of the wait for the first or the second time. */
export interface Waiting {
  readonly conversation: ConversationView;
  readonly since: number;
  readonly isAgain: boolean;
}

/** One for each telling of a wait. */
export const keyOf = ({ conversation, since, isAgain }: Waiting): string =>
  `${conversation.conversationId} ${since} ${isAgain ? 2 : 1}`;

type Before = Pick<DeskState, 'shown'>;

/** The first messages of a buyer that come together began the wait at most so long ago (our choice). */
const TOGETHER_MS = 120_000;

/**
 * The buyers who wait since these changes. A conversation that the window did not have counts only when its newest
 * message began the wait, or when the wait is young, because any other change of it tells of an older one.
 */
export function newlyWaiting(changes: readonly Change[], before: Before, now: number): readonly Waiting[] {
  const found = new Map<ConversationId, Waiting>();
  for (const change of changes) {
    if (change.kind !== 'conversation') continue;
    const { conversation } = change;
    const { conversationId, waitingSince, lastMessageAt } = conversation;
    const held = before.shown.get(conversationId);
    const isBegun = waitingSince === lastMessageAt || now - (waitingSince ?? 0) < TOGETHER_MS;
    const isNew = held === undefined ? isBegun : held.waitingSince === null;
    if (waitingSince === null) found.delete(conversationId);
    else if (isNew) found.set(conversationId, { conversation, since: waitingSince, isAgain: false });
  }
  return [...found.values()];
}

/**
 * The buyers of the list who began to wait while the window opened: before it could hear of changes, so that no change
 * tells of them.
 */
export function sinceOpened(
  waiting: readonly ConversationView[],
  { now, openedAt }: { readonly now: number; readonly openedAt: number },
): readonly Waiting[] {
  const from = Math.max(openedAt, now - TOGETHER_MS);
  return waiting.flatMap((conversation) => {
    const { waitingSince: since } = conversation;
    return since !== null && since >= from ? [{ conversation, since, isAgain: false }] : [];
  });
}

/**
 * The buyers of the list who have waited for the chosen minutes while nobody opened the conversation: its messages are
 * unread. Of a wait whose minutes were over before `openedAt` another window has told, or nobody wanted to be told.
 */
export function stillWaiting(
  waiting: readonly ConversationView[],
  { againMinutes }: Pick<MemberChatSetting, 'againMinutes'>,
  { now, openedAt }: { readonly now: number; readonly openedAt: number },
): readonly Waiting[] {
  if (againMinutes === null) return [];
  const afterMs = againMinutes * 60_000;
  return waiting.flatMap((conversation) => {
    const { waitingSince: since, unreadCount } = conversation;
    const isDue = since !== null && unreadCount > 0 && since + afterMs <= now && since + afterMs > openedAt;
    return isDue ? [{ conversation, since, isAgain: true }] : [];
  });
}

/** Those who wait as before, each once, as the window has them now: some time may have passed until the member is told. */
export function standing(waiting: readonly Waiting[], { shown }: Pick<DeskState, 'shown'>): readonly Waiting[] {
  const found = new Map<string, Waiting>();
  for (const item of waiting) {
    const conversation = shown.get(item.conversation.conversationId);
    if (conversation?.waitingSince !== item.since || (item.isAgain && conversation.unreadCount === 0)) continue;
    found.set(keyOf(item), { ...item, conversation });
  }
  return [...found.values()];
}
