import type { ConversationId } from '@pasar/domain';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { requestFocus } from '../place/selection.ts';
import type { MessageRow } from './message-rows.ts';
import type { List } from './use-message-virtualizer.ts';

/** The row of the log that has the focus, or contains it. `index` is -1 while the focus is elsewhere. */
export function useActiveRow(rows: readonly MessageRow[]) {
  const [key, setKey] = useState<string | null>(null);
  return { index: key === null ? -1 : rows.findIndex((row) => row.key === key), setKey };
}

const CONTROLS = 'a[href], button:not(:disabled):not([tabindex="-1"]), summary';
const rowOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-index]');

interface LogKeys {
  readonly id: ConversationId;
  readonly rows: readonly MessageRow[];
  readonly list: List;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly active: ReturnType<typeof useActiveRow>;
}

/**
 * The keys of the log, which is one Tab stop. Arrows, Home and End go from message to message. Tab goes on to the
 * controls of the message, and from the last of them out of the log. Enter, the Menu key and Shift+F10 open the actions
 * of the message; Escape returns to the composer. `before` and `behind` are elements around the rows from which the
 * browser goes on when Tab leaves the log.
 */
export function useLogKeys({ id, rows, list, scroller, active }: LogKeys) {
  const before = useRef<HTMLSpanElement>(null);
  const behind = useRef<HTMLSpanElement>(null);
  const isFocusWanted = useRef(false);
  /** The control that had the focus when a dialog opened over the log, or when the window lost the focus. */
  const left = useRef<EventTarget | null>(null);
  const focusRow = useCallback(
    (index: number) => {
      list.scrollToIndex(index, { align: 'auto' });
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
    },
    [list, scroller],
  );
  // The row may come into the document only now.
  useLayoutEffect(() => {
    if (!isFocusWanted.current || active.index < 0) return;
    isFocusWanted.current = false;
    focusRow(active.index);
  }, [active.index, focusRow]);

  const go = (wanted: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, wanted));
    if (index < 0) return;
    if (index === active.index) return focusRow(index);
    isFocusWanted.current = true;
    active.setKey(rows[index]?.key ?? null);
  };
  const lastInView = (): number => {
    // The last row may have grown or come just now, and be scrolled to in the next frame.
    if (list.isAtEnd()) return rows.length - 1;
    const bottom = (scroller.current?.scrollTop ?? 0) + (scroller.current?.clientHeight ?? 0);
    return list.getVirtualItems().findLast(({ end }) => end <= bottom + 1)?.index ?? rows.length - 1;
  };
  const isInside = (element: EventTarget | null) => element instanceof Node && scroller.current?.contains(element);

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const comesBack = event.target === left.current;
    const comesByKey = event.target.matches(':focus-visible') && !isInside(event.relatedTarget) && !comesBack;
    const row = rowOf(event.target);
    if (comesByKey && event.target !== row) go(lastInView());
    else if (row !== null) active.setKey(rows[Number(row.dataset.index)]?.key ?? null);
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const { relatedTarget } = event;
    const isOverlaid = relatedTarget instanceof Element && relatedTarget.closest('dialog') !== null;
    // A dialog of a message stands in the log itself, and its own controls are no places to return to.
    if (event.target.closest('dialog') === null) {
      left.current = relatedTarget === null || isOverlaid ? event.target : null;
    }
    // Without a related target the window itself has lost the focus, and gives it back to the row.
    if (relatedTarget !== null && !isInside(relatedTarget)) active.setKey(null);
  };

  const onTab = (event: KeyboardEvent<HTMLElement>, target: HTMLElement) => {
    const row = rowOf(target);
    const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    const at = controls.indexOf(target);
    if (!event.shiftKey && at === controls.length - 1) behind.current?.focus({ preventScroll: true });
    if (!event.shiftKey || at > 0) return;
    // Above the first message there may be a button that loads older ones.
    if (at < 0 && row?.dataset.index === '0' && scroller.current?.querySelector('[data-older] button')) return;
    if (at < 0) return before.current?.focus({ preventScroll: true });
    event.preventDefault();
    row?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return;
    // Dialogs of a message have their own keys.
    if (target.closest('dialog, [popover]') !== null) return;
    if (event.key === 'Tab') return onTab(event, target);
    const row = rowOf(target);
    const at = active.index < 0 ? lastInView() + 1 : active.index;
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (to !== undefined) go(to);
    else if (isMenuKey || (event.key === 'Enter' && target === row)) {
      row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();
    } else if (event.key === 'Escape') requestFocus(id);
    else return;
    event.preventDefault();
  };
  return { before, behind, handlers: { onFocus, onBlur, onKeyDown } };
}
