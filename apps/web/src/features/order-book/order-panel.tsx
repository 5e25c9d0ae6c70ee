import type { BookedOrder, ShopView } from '@pasar/api';
import { useEffect, useId, useRef } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import page from '../../ui/list-page.module.css';
import { useReturnFocus } from '../../ui/use-modal.ts';
import { Cancellation } from './cancellation.tsx';
import styles from './order-book.module.css';
import type { OrderBookParts } from './parts.ts';
import { useCopy } from './use-copy.ts';
import { WriteButton } from './write-button.tsx';

interface OrderPanelProps {
  readonly parts: OrderBookParts;
  readonly order: BookedOrder;
  readonly onClose: () => void;
}

/** Everything about an order, beside the table. Escape closes it, and the focus returns to the row. */
export function OrderPanel({ parts, order, onClose }: OrderPanelProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const id = useId();
  const copy = useCopy();
  const head = useRef<HTMLHeadingElement>(null);
  const shop = useDeskState(({ shops }) => shops.get(order.shopId) ?? null);
  useReturnFocus();
  useEffect(() => head.current?.focus(), []);
  return (
    <section
      className={page.panel}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A dialog over the panel closes by itself.
        if (event.key === 'Escape' && !(event.target instanceof Element && event.target.closest('dialog'))) onClose();
      }}
    >
      <header className={page.panelHead}>
        <h2 id={id} ref={head} tabIndex={-1} className={page.panelTitle}>
          {t('panel.title', { number: order.orderNumber })}
        </h2>
        <IconButton
          icon="copy"
          label={t('copy', { number: order.orderNumber })}
          onClick={() => copy(order.orderNumber)}
        />
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </header>
      <div className={page.panelBody}>
        <div className={page.panelShop}>
          <ShopCell shop={shop} />
          <span className={page.cut}>{order.buyerName}</span>
        </div>
        {shop !== null && (
          <parts.Details
            order={order}
            shop={shop}
            actions={
              <>
                <WriteButton {...parts} order={order} />
                {order.status === 'in_cancel' && <Cancellation {...parts} order={order} shop={shop} />}
              </>
            }
          >
            <parts.Cared order={order} />
            <Timeline parts={parts} order={order} shop={shop} />
          </parts.Details>
        )}
      </div>
    </section>
  );
}

/** What happened to the order, newest first. */
function Timeline(props: Omit<OrderPanelProps, 'onClose'> & { readonly shop: ShopView }) {
  const { parts, order, shop } = props;
  const { t } = useTranslation('orderBook');
  const { createdAt, changedAt, readAt, cancelReason, carrier, trackingNumber, waybill } = order;
  const events = [
    { at: readAt, text: t('event.read') },
    ...(waybill === null ? [] : [{ at: waybill.at, text: t('event.waybill', { name: waybill.by }) }]),
    { at: changedAt, text: t('event.changed') },
    { at: createdAt, text: t('event.ordered') },
  ].toSorted((one, other) => other.at - one.at);
  return (
    <section className={styles.events} aria-label={t('event.label')}>
      <h3 className={page.subtitle}>{t('event.label')}</h3>
      {cancelReason !== null && (
        <p>
          {t('event.cancelReason')} <parts.CancelReason word={cancelReason} shop={shop} />
        </p>
      )}
      {(carrier !== null || trackingNumber !== null) && (
        <p>{[carrier, trackingNumber].filter((word) => word !== null).join(' ')}</p>
      )}
      <ol>
        {events.map(({ at, text }) => (
          <li key={text}>
            <span>{text}</span>
            <time className="numbers" dateTime={new Date(at).toISOString()}>
              {fullTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
