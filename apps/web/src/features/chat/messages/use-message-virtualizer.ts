import type { ConversationId } from '@pasar/domain';
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { MessageRow } from './message-rows.ts';
import { estimateHeight } from './row-height.ts';

export type List = Virtualizer<HTMLDivElement, HTMLElement>;
/** A view this near to the end counts as at the end. Pixels. */
export const END_PX = 60;
/** Space for the mark above the oldest message. Pixels. */
const TOP_PX = 44;

/** A row, and the distance from the top of the view to the row's lower edge, in pixels. */
interface Anchor {
  readonly key: string;
  readonly distance: number;
}

interface Drawing {
  readonly id: ConversationId;
  readonly rows: readonly MessageRow[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The index of a row that stays in the document wherever the view is; -1 for none. */
  readonly kept: number;
}

/**
 * Which rows are drawn, and where. When older rows are added above, the lower edge of the first row in view keeps its
 * place. The upper edge cannot, because the older rows take over the day and time marks above its bubble.
 */
export function useMessageVirtualizer({ id, rows, scroller, kept }: Drawing): List {
  const drawn = useRef<{ readonly id: ConversationId; readonly first: string | undefined; readonly list: List }>(null);
  const anchor = useRef<Anchor | null>(null);
  const first = rows[0]?.key;
  const held = drawn.current;
  const top = scroller.current?.scrollTop;
  // The positions before the new rows, which the list gets in the next line.
  if (held !== null && top !== undefined && held.id === id && held.first !== first) {
    anchor.current = anchorAt(held.list, top);
  }
  const list: List = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: useCallback((index: number) => estimateHeight(rows[index]), [rows]),
    rangeExtractor: useCallback((range: Range) => withKept(defaultRangeExtractor(range), kept), [kept]),
    overscan: 6,
    paddingStart: TOP_PX,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PX,
  });
  list.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, from) => {
    const offset = from.scrollOffset ?? 0;
    // The row changed its height above its bubble.
    if (item.key === anchor.current?.key) return true;
    // The library does not correct rows above the view while the person scrolls up, but that is when older rows come.
    return from.itemSizeCache.has(item.key) ? item.end <= offset : item.start < offset;
  };
  useLayoutEffect(() => {
    drawn.current = { id, first, list };
    const element = scroller.current;
    const item = list.getVirtualItems().find(({ key }) => key === anchor.current?.key);
    if (element === null || anchor.current === null || item === undefined) return;
    const wanted = item.end - anchor.current.distance;
    if (Math.abs(element.scrollTop - wanted) >= 1) element.scrollTop = wanted;
    return afterFrames(2, () => {
      anchor.current = null;
    });
  }, [id, first, list, scroller]);
  return list;
}

/** Runs the task after so many frames, when the drawn rows are measured. Returns a function that cancels it. */
export function afterFrames(count: number, task: () => void): () => void {
  let frame = 0;
  const next = (left: number) => {
    if (left === 0) task();
    else frame = requestAnimationFrame(() => next(left - 1));
  };
  next(count);
  return () => cancelAnimationFrame(frame);
}

const withKept = (drawn: number[], kept: number): number[] =>
  kept < 0 || drawn.includes(kept) ? drawn : [...drawn, kept].sort((left, right) => left - right);

function anchorAt(list: List, top: number): Anchor | null {
  const item = list.getVirtualItems().find(({ end }) => end > top);
  return item === undefined ? null : { key: String(item.key), distance: item.end - top };
}
