import { asConversationId, type ConversationId } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { foldPinned, PINNED_SHOWN } from './pinned-fold.ts';

const id = (number: number): ConversationId => asConversationId(`c${number}`);
/** A list of `size` conversations: the first `pinned` are pinned, those in `unread` are unread. */
function list(size: number, pinned: number, unread: readonly number[] = []) {
  const ids = Array.from({ length: size }, (_, index) => id(index));
  const views = new Map(
    ids.map((key, index) => [key, { isPinned: index < pinned, unreadCount: unread.includes(index) ? 2 : 0 }]),
  );
  return { ids, views };
}

describe('a wall of pinned conversations', () => {
  it('is folded to its first few, so that what is new begins on the first screen', () => {
    const { ids, views } = list(40, 14);
    const fold = foldPinned(ids, views, null, false);
    expect(fold.ids.slice(0, 5)).toEqual([id(0), id(1), id(2), id(14), id(15)]);
    expect(fold).toMatchObject({ pinned: 14, hidden: 11 });
    expect(fold.ids).toHaveLength(40 - 11);
  });

  it('never hides what waits, nor the conversation on the screen', () => {
    const { ids, views } = list(40, 14, [7, 12]);
    const fold = foldPinned(ids, views, id(9), false);
    expect(fold.ids.slice(0, 7)).toEqual([id(0), id(1), id(2), id(7), id(9), id(12), id(14)]);
    expect(fold.hidden).toBe(14 - PINNED_SHOWN - 3);
  });

  it('is whole when it is opened, and a short one is never folded', () => {
    const { ids, views } = list(40, 14);
    expect(foldPinned(ids, views, null, true)).toEqual({ ids, pinned: 14, hidden: 0 });
    const short = list(40, 5);
    expect(foldPinned(short.ids, short.views, null, false)).toEqual({ ids: short.ids, pinned: 0, hidden: 0 });
  });

  it('folds a list in which everything is pinned, and has nothing to hide where everything waits', () => {
    const all = list(8, 8);
    expect(foldPinned(all.ids, all.views, null, false).ids).toEqual([id(0), id(1), id(2)]);
    const waiting = list(8, 8, [0, 1, 2, 3, 4, 5, 6, 7]);
    expect(foldPinned(waiting.ids, waiting.views, null, false)).toEqual({ ids: waiting.ids, pinned: 8, hidden: 0 });
  });
});
