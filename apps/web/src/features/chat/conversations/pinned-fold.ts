import type { ConversationView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';

/** How many pinned conversations stay visible when the others are folded. */
export const PINNED_SHOWN = 3;
/** Least number of pinned conversations to fold: folding fewer would save less space than the toggle takes. */
const FOLD_FROM = PINNED_SHOWN + 3;

/** The pinned part of a list, and the rows that remain when it is folded. */
export interface PinnedFold {
  readonly ids: readonly ConversationId[];
  /** Number of pinned conversations; 0 when there is nothing to fold. */
  readonly pinned: number;
  readonly hidden: number;
}

/**
 * Folds the pinned conversations on top of a list. Visible stay the first few, the unread ones, so that no unread
 * message is hidden, and the open one.
 */
export function foldPinned(
  ids: readonly ConversationId[],
  views: ReadonlyMap<ConversationId, Pick<ConversationView, 'isPinned' | 'unreadCount'>>,
  chosen: ConversationId | null,
  isOpen: boolean,
): PinnedFold {
  const end = ids.findIndex((id) => views.get(id)?.isPinned !== true);
  const pinned = end < 0 ? ids.length : end;
  if (pinned < FOLD_FROM) return { ids, pinned: 0, hidden: 0 };
  if (isOpen) return { ids, pinned, hidden: 0 };
  const kept = ids
    .slice(0, pinned)
    .filter((id, index) => index < PINNED_SHOWN || id === chosen || (views.get(id)?.unreadCount ?? 0) > 0);
  if (kept.length === pinned) return { ids, pinned, hidden: 0 };
  return { ids: [...kept, ...ids.slice(pinned)], pinned, hidden: pinned - kept.length };
}
