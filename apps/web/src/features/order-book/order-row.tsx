import type { BookedOrder, ShopView } from '@pasar/api';
import type { ReactNode } from 'react';
import { useMay } from '../../base/may.tsx';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { clockTime, fullTime, shortDay } from '../../base/texts/time-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import page from '../../ui/list-page.module.css';
import section from '../../ui/section.module.css';
import table from '../../ui/table.module.css';
import type { Column } from './columns.ts';
import styles from './order-book.module.css';
import { keyOf, type OrderBookParts } from './parts.ts';
import { useCopy } from './use-copy.ts';
import { useWrite } from './use-write.ts';

interface OrderRowProps {
  readonly parts: OrderBookParts;
  readonly order: BookedOrder;
  /** Null for a shop that the member may no longer see. */
  readonly shop: ShopView | null;
  readonly columns: readonly Column[];
  /** Tab reaches this row. */
  readonly isActive: boolean;
  readonly isPicked: boolean;
  readonly isOpen: boolean;
  readonly onActive: () => void;
  readonly onPick: (isSpan: boolean) => void;
  readonly onOpen: () => void;
}

export function OrderRow(props: OrderRowProps) {
  const { t } = useTranslation('orderBook');
  const copy = useCopy();
  const { order, isActive } = props;
  const cell: Cells = {
    shop: <ShopCell shop={props.shop} />,
    buyer: <BuyerCell {...props} />,
    items: <ItemsCell {...props} />,
    amount: <AmountCell order={order} />,
    status: (
      <props.parts.Status
        status={order.status}
        wireStatus={order.wireStatus}
        marketplace={props.shop?.marketplace ?? null}
      />
    ),
    ordered: <TimeCell at={order.createdAt} />,
    changed: <TimeCell at={order.changedAt} />,
    shipping: <ShippingCell order={order} />,
    note: (
      <span className={page.cut} data-tip={order.sellerNote ?? undefined}>
        {order.sellerNote}
      </span>
    ),
  };
  return (
    <tr
      data-order={keyOf(order)}
      data-open={props.isOpen}
      aria-selected={props.isPicked}
      aria-label={t('row', { number: order.orderNumber })}
      tabIndex={isActive ? 0 : -1}
      onFocus={props.onActive}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('button, input, [data-pick]') === null) props.onOpen();
      }}
    >
      <td data-pick="">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('pick', { number: order.orderNumber })}
          checked={props.isPicked}
          onChange={({ nativeEvent }) => props.onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </td>
      <td>
        <button
          type="button"
          className={styles.number}
          tabIndex={isActive ? 0 : -1}
          aria-label={t('copy', { number: order.orderNumber })}
          data-tip={t('copyTip')}
          onClick={() => copy(order.orderNumber)}
        >
          {order.orderNumber}
        </button>
      </td>
      {props.columns.map((column) => (
        <td key={column} className={column === 'amount' ? table.number : undefined}>
          {cell[column]}
        </td>
      ))}
    </tr>
  );
}

type Cells = Readonly<Record<Column, ReactNode>>;

/** Who ordered, and the way to write to them. */
function BuyerCell({ order, isActive, parts: { openConversation } }: OrderRowProps) {
  const { t } = useTranslation('orderBook');
  const mayChat = useMay(['chat']);
  const write = useWrite(order, openConversation);
  return (
    <span className={styles.buyer}>
      <span className={page.cut}>{order.buyerName}</span>
      {mayChat && (
        <IconButton
          icon="chat"
          className={styles.write}
          tabIndex={isActive ? 0 : -1}
          label={order.buyerName === '' ? t('write.button') : t('write.to', { name: order.buyerName })}
          onClick={() => void write()}
        />
      )}
    </span>
  );
}

function ItemsCell({ order, shop, parts: { Thumb } }: OrderRowProps) {
  const { t } = useTranslation('orderBook');
  const [first] = order.items;
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <span className={page.withMark}>
      {shop !== null && (
        <span className={page.thumb}>
          <Thumb url={first?.imageUrl ?? null} shop={shop} />
        </span>
      )}
      <span className={page.lines} data-tip={order.items.map(({ title }) => title).join('\n') || undefined}>
        <span className={page.cut}>{first?.title}</span>
        <span className={section.second}>{t('items', { count })}</span>
      </span>
    </span>
  );
}

function AmountCell({ order }: { readonly order: BookedOrder }) {
  return <span className="numbers">{moneyText(order.total, useLocale())}</span>;
}

function TimeCell({ at }: { readonly at: number }) {
  return (
    <span className={`${page.lines} numbers`} data-tip={fullTime(at)}>
      {shortDay(at, Date.now())}
      <span className={section.second}>{clockTime(at)}</span>
    </span>
  );
}

function ShippingCell({ order: { carrier, trackingNumber } }: { readonly order: BookedOrder }) {
  return (
    <span className={page.lines}>
      <span className={page.cut}>{carrier}</span>
      <span className={`${section.second} ${page.cut}`} data-tip={trackingNumber ?? undefined}>
        {trackingNumber}
      </span>
    </span>
  );
}
