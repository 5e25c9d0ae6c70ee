import type { ShortcutView } from '@pasar/api';
import type { QuickReplyGroup } from '@pasar/domain';

/** A shortcut as it was saved here. `baseText`: the marketplace's text at that time; null for one that was made here. */
export interface KeptShortcut {
  readonly shortcutId: string | null;
  readonly group: string;
  readonly text: string;
  readonly baseText: string | null;
}

/**
 * The shortcuts of a shop: the marketplace's in its order, with what is kept of each; then those that only Pasar has.
 * `groups` is null where the marketplace could not be asked.
 */
export function mergeShortcuts(
  groups: readonly QuickReplyGroup[] | null,
  kept: readonly KeptShortcut[],
): readonly ShortcutView[] {
  if (groups === null) return kept.map((own) => ({ ...own, theirText: null, state: aloneState(own, 'kept') }));
  const byId = new Map(kept.map((own) => [own.shortcutId, own]));
  const theirs = groups.flatMap(({ name, replies }) =>
    replies.map(({ replyId, text }) => merged(replyId, name, text, byId.get(replyId) ?? null)),
  );
  const known = new Set(theirs.map(({ shortcutId }) => shortcutId));
  const alone = kept
    .filter(({ shortcutId }) => shortcutId === null || !known.has(shortcutId))
    .map((own) => ({ ...own, theirText: null, state: aloneState(own, 'gone') }));
  return [...theirs, ...alone];
}

const aloneState = ({ shortcutId }: KeptShortcut, known: 'kept' | 'gone'): ShortcutView['state'] =>
  shortcutId === null ? 'new' : known;

function merged(shortcutId: string, group: string, theirText: string, own: KeptShortcut | null): ShortcutView {
  if (own === null || own.text === theirText) {
    return { shortcutId, group, text: theirText, theirText, baseText: theirText, state: 'same' };
  }
  const state = own.baseText === theirText ? 'kept' : 'conflict';
  return { shortcutId, group, text: own.text, theirText, baseText: own.baseText, state };
}
