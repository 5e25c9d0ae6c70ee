import type { ShopId } from '@pasar/domain';
import { type DragEvent, useState } from 'react';

/** A row that can be dragged, and that others can be dropped on. */
export interface RowDrag {
  readonly isDragged: boolean;
  /** The side of this row on which the dragged row would land; null while it is not over this row. */
  readonly landing: 'before' | 'after' | null;
  readonly start: (event: DragEvent, name: string) => void;
  readonly over: (event: DragEvent) => void;
  readonly drop: (event: DragEvent) => void;
  readonly end: () => void;
}

/** Drags a row of `order` by its grip onto another row, whose place it takes. */
export function useRowDrag(order: readonly ShopId[], onMove: (shopId: ShopId, to: number) => void) {
  const [dragged, setDragged] = useState<ShopId | null>(null);
  const [target, setTarget] = useState<ShopId | null>(null);
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  const of = (shopId: ShopId): RowDrag => ({
    isDragged: dragged === shopId,
    landing: dragged === null || target !== shopId ? null : landingOf(order, dragged, shopId),
    start({ dataTransfer, currentTarget }, name) {
      // Firefox starts no drag without data.
      dataTransfer.setData('text/plain', name);
      dataTransfer.effectAllowed = 'move';
      const row = currentTarget.closest('tr');
      if (row !== null) dataTransfer.setDragImage(row, 24, row.clientHeight / 2);
      setDragged(shopId);
    },
    over(event) {
      // Not a row: a file, or an item from another window.
      if (dragged === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      if (target !== shopId) setTarget(shopId);
    },
    drop(event) {
      if (dragged === null) return;
      event.preventDefault();
      if (dragged !== shopId) onMove(dragged, order.indexOf(shopId));
      end();
    },
    end,
  });
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setTarget(null);
  };
  return { of, leave };
}

/** The rows close the gap of the dragged row, so a row that moves down lands after the row it is dropped on. */
function landingOf(order: readonly ShopId[], dragged: ShopId, target: ShopId): RowDrag['landing'] {
  const [from, to] = [order.indexOf(dragged), order.indexOf(target)];
  return from === to ? null : from < to ? 'after' : 'before';
}
