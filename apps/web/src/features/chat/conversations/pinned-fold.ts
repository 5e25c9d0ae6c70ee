import type { ConversationView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';

/** So many pinned conversations are shown while the others are folded away. */
export const PINNED_SHOWN = 3;
/** Folding fewer than these would save less than the line that tells of it costs. */
const FOLD_FROM = PINNED_SHOWN + 3;

/** The pinned part of a list, and what is left of the list when it is folded. */
export interface PinnedFold {
  readonly ids: readonly ConversationId[];
  /** How many are pinned; 0 where there is nothing to fold. */
  readonly pinned: number;
  readonly hidden: number;
}

/**
 * A list, pinned on top, without most of its pinned ones: the first few stay, those in which something waits, and the
 * one on the screen. What nobody has read is never hidden.
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
