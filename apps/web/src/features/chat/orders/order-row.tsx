import type { OrderView, ShopView } from '@pasar/api';
import type { OrderCard } from '@pasar/domain';
import type { ReactNode } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { Thumb } from '../pickers/thumb.tsx';
import parts from '../tab/tab.module.css';
import { OrderStatusWord } from './order-status.tsx';
import styles from './orders.module.css';

interface RowProps<Order> {
  readonly order: Order;
  readonly shop: ShopView;
  readonly onOpen: (orderId: string) => void;
}

/** An order as the marketplace lists it. */
export function OrderRow({ order, shop, onOpen }: RowProps<OrderView>) {
  const { t: cards } = useTranslation('cards');
  const locale = useLocale();
  const { orderId, orderNumber, status, wireStatus, total, createdAt, items } = order;
  const [first] = items;
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Row
      orderId={orderId}
      number={orderNumber}
      thumb={<Thumb url={first?.imageUrl ?? null} shop={shop} />}
      status={<OrderStatusWord status={status} wireStatus={wireStatus} marketplace={shop.marketplace} />}
      onOpen={onOpen}
    >
      <span className={styles.cut}>{first?.title}</span>
      <span className={styles.facts}>
        <span className={parts.price}>{moneyText(total, locale)}</span>
        {count > 1 && <span>{cards('card.items', { count })}</span>}
        <span className="numbers">{fullTime(createdAt).slice(0, -3)}</span>
      </span>
    </Row>
  );
}

/** An order as a message tells it. */
export function ToldOrderRow({ order, shop, onOpen }: RowProps<OrderCard>) {
  const locale = useLocale();
  const { orderId, orderNumber, status, total, iconUrl } = order;
  return (
    <Row
      orderId={orderId}
      number={orderNumber ?? orderId}
      thumb={<Thumb url={iconUrl} shop={shop} />}
      status={
        status === null ? null : <OrderStatusWord status={status} wireStatus={null} marketplace={shop.marketplace} />
      }
      onOpen={onOpen}
    >
      {total !== null && <span className={parts.price}>{moneyText(total, locale)}</span>}
    </Row>
  );
}

interface Parts {
  readonly orderId: string;
  readonly number: string;
  readonly thumb: ReactNode;
  readonly status: ReactNode;
  readonly onOpen: (orderId: string) => void;
  readonly children: ReactNode;
}

function Row({ orderId, number, thumb, status, onOpen, children }: Parts) {
  const { t } = useTranslation('orders');
  const { t: cards } = useTranslation('cards');
  const copy = useCopyNumber();
  return (
    <li className={`${parts.row} ${parts.withThumb}`}>
      {thumb}
      <div className={parts.lines}>
        <span className={styles.first}>
          <button
            type="button"
            className={`${parts.open} ${styles.whole}`}
            aria-label={t('list.open', { number })}
            data-focus={orderId}
            onClick={() => onOpen(orderId)}
          >
            {number}
          </button>
          <IconButton
            className={styles.copy ?? ''}
            icon="copy"
            label={cards('number.copy', { number })}
            onClick={() => copy(number)}
          />
          {status}
        </span>
        {children}
      </div>
    </li>
  );
}
