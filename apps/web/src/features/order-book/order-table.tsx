import type { BookedOrder } from '@pasar/api';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import page from '../../ui/list-page.module.css';
import table from '../../ui/table.module.css';
import { COLUMNS, type Column } from './columns.ts';
import styles from './order-book.module.css';
import { OrderRow } from './order-row.tsx';
import { ORDERS_ID } from './order-tabs.tsx';
import { keyOf, type OrderBookParts } from './parts.ts';

export const COLUMN_TEXTS = {
  shop: 'column.shop',
  buyer: 'column.buyer',
  items: 'column.items',
  amount: 'column.amount',
  status: 'column.status',
  ordered: 'column.ordered',
  changed: 'column.changed',
  shipping: 'column.shipping',
  note: 'column.note',
} as const satisfies Record<Column, string>;

/** Beside an open order, only the columns by which an order is found. */
const TOLD_BY_PANEL: readonly Column[] = ['ordered', 'changed', 'shipping', 'note'];

interface OrderTableProps {
  readonly parts: OrderBookParts;
  readonly orders: readonly BookedOrder[];
  readonly hidden: readonly Column[];
  readonly picked: ReadonlySet<string>;
  /** The order of the open panel. */
  readonly openKey: string | null;
  readonly isMoreComing: boolean;
  readonly onPick: (picked: ReadonlySet<string>) => void;
  readonly onOpen: (order: BookedOrder) => void;
  readonly more: (() => void) | null;
}

/**
 * One row for each order. One row can be reached by Tab, the arrow keys move to the others, Enter opens and Space ticks.
 */
export function OrderTable(props: OrderTableProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const { parts, orders, picked, openKey, onPick, onOpen, more } = props;
  const shops = useDeskState((state) => state.shops);
  const body = useRef<HTMLTableSectionElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** Where a span of ticks begins. */
  const [anchorKey, setAnchorKey] = useState<string | null>(null);
  const isNarrow = openKey !== null;
  const columns = COLUMNS.filter(
    (column) => !props.hidden.includes(column) && !(isNarrow && TOLD_BY_PANEL.includes(column)),
  );
  const held = Math.max(
    0,
    orders.findIndex((order) => keyOf(order) === activeKey),
  );
  const pick = (index: number, isSpan: boolean) => {
    const order = orders[index];
    if (order === undefined) return;
    const key = keyOf(order);
    const start = orders.findIndex((one) => keyOf(one) === anchorKey);
    const next = new Set(picked);
    if (isSpan && start >= 0) {
      for (const one of orders.slice(Math.min(start, index), Math.max(start, index) + 1)) next.add(keyOf(one));
    } else if (!next.delete(key)) next.add(key);
    setAnchorKey(key);
    onPick(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLTableRowElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const order = orders[held];
    if (event.key === 'Enter' && order !== undefined) onOpen(order);
    else if (event.key === ' ') pick(held, event.shiftKey);
    else {
      const to = { ArrowDown: held + 1, ArrowUp: held - 1, Home: 0, End: orders.length - 1 }[event.key];
      const next = to === undefined ? undefined : orders[to];
      if (next === undefined) return;
      setActiveKey(keyOf(next));
      body.current?.querySelectorAll<HTMLElement>('tr[data-order]')[to ?? 0]?.focus();
    }
    event.preventDefault();
  };
  const isAll = orders.length > 0 && orders.every((order) => picked.has(keyOf(order)));
  return (
    <div className={`${table.scroll} ${styles.scroll}`} id={ORDERS_ID}>
      <table
        className={`${table.table} ${styles.table}`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys move between the rows.
        role="grid"
        data-narrow={isNarrow}
        aria-label={t('table')}
        aria-multiselectable="true"
        aria-busy={props.isMoreComing}
      >
        <thead>
          <tr>
            <th data-column="pick">
              <input
                type="checkbox"
                aria-label={t('pickAll')}
                checked={isAll}
                onChange={() => onPick(new Set(isAll ? [] : orders.map(keyOf)))}
              />
            </th>
            <th data-column="number">{t('column.number')}</th>
            {columns.map((column) => (
              <th key={column} data-column={column} className={column === 'amount' ? table.number : undefined}>
                {t(COLUMN_TEXTS[column])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {orders.map((order, index) => (
            <OrderRow
              key={keyOf(order)}
              parts={parts}
              order={order}
              shop={shops.get(order.shopId) ?? null}
              columns={columns}
              isActive={index === held}
              isPicked={picked.has(keyOf(order))}
              isOpen={keyOf(order) === openKey}
              onActive={() => setActiveKey(keyOf(order))}
              onPick={(isSpan) => pick(index, isSpan)}
              onOpen={() => onOpen(order)}
            />
          ))}
        </tbody>
      </table>
      {more !== null && <More key={orders.length} onSeen={more} label={t('more')} />}
      {props.isMoreComing && (
        <p className={page.coming} role="status">
          {common('lookUp.waiting')}
        </p>
      )}
    </div>
  );
}

/** The end of the rows: asks for more as soon as it comes into view, or when it is pressed. */
function More({ label, onSeen }: { readonly label: string; readonly onSeen: () => void }) {
  const end = useRef<HTMLButtonElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    const { current } = end;
    if (current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) seen.current();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <button ref={end} type="button" className={page.more} onClick={onSeen}>
      {label}
    </button>
  );
}
