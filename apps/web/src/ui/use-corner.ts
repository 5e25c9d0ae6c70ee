import { type RefObject, useEffect, useRef } from 'react';

/**
 * Position of the upper left corner. What would cross the edge of the window ends at `right` instead, where it is given,
 * and is otherwise moved to stay inside.
 */
export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly right?: number;
}

/**
 * A popover at a corner, open while it is mounted. `first`: what has the focus at first; afterwards the focus returns.
 * Escape or a press elsewhere closes it.
 */
export function useCorner(
  { x, y, right }: Corner,
  onClose: () => void,
  first: (box: HTMLElement) => HTMLElement | undefined,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const given = useRef({ onClose, first });
  given.current = { onClose, first };
  useEffect(() => {
    const held = box.current;
    if (held === null) return;
    const before = document.activeElement;
    held.showPopover();
    const { width, height } = held.getBoundingClientRect();
    const left = x + width <= innerWidth - 4 ? x : (right ?? innerWidth - 4) - width;
    held.style.left = `${Math.max(4, left)}px`;
    held.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
    given.current.first(held)?.focus();
    const onToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === 'closed') given.current.onClose();
    };
    held.addEventListener('toggle', onToggle);
    return () => {
      held.removeEventListener('toggle', onToggle);
      if (
        before instanceof HTMLElement &&
        (document.activeElement === document.body || held.contains(document.activeElement))
      )
        before.focus();
    };
  }, [x, y, right]);
  return box;
}
