import type { BookedOrder } from '@pasar/api';
import { useId, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useDeskState } from '../../../base/desk.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { keyOf, type OrderBookParts } from '../parts.ts';
import styles from './pick-list.module.css';
import { type PickLine, pickLinesOf } from './pick-list.ts';

interface PickListDialogProps extends Pick<OrderBookParts, 'Thumb'> {
  readonly orders: readonly BookedOrder[];
  readonly onClose: () => void;
}

/**
 * What the ticked orders need from the shelves, and what goes into each parcel. The browser prints it, or saves it as a
 * PDF, with the fonts of the computer, which has those of every language that its person reads.
 */
export function PickListDialog({ Thumb, orders, onClose }: PickListDialogProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const lines = useMemo(() => pickLinesOf(orders), [orders]);
  // Outside of the window's root, which is not printed.
  return createPortal(
    <dialog ref={dialog} className={styles.paper} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <header className={styles.head}>
        <h2 id={id}>{t('pickList.title', { count: orders.length })}</h2>
        <div className={styles.actions}>
          <Button kind="plain" onClick={onClose}>
            {common('close')}
          </Button>
          <Button kind="primary" onClick={() => window.print()}>
            {t('pickList.print')}
          </Button>
        </div>
      </header>
      <table className={styles.lines}>
        <caption>{t('pickList.shelf')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pickList.done')}</th>
            <th scope="col">{t('column.items')}</th>
            <th scope="col">{t('pickList.sku')}</th>
            <th scope="col" className={styles.number}>
              {t('pickList.quantity')}
            </th>
            <th scope="col">{t('pickList.orders')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.key} line={line} Thumb={Thumb} />
          ))}
        </tbody>
      </table>
      <table className={styles.lines}>
        <caption>{t('pickList.parcels')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pickList.done')}</th>
            <th scope="col">{t('pickList.order')}</th>
            <th scope="col">{t('column.buyer')}</th>
            <th scope="col">{t('column.items')}</th>
            <th scope="col">{t('column.note')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Parcel key={keyOf(order)} order={order} />
          ))}
        </tbody>
      </table>
    </dialog>,
    document.body,
  );
}

interface LineProps extends Pick<OrderBookParts, 'Thumb'> {
  readonly line: PickLine;
}

function Line({ line: { shopId, title, variant, sellerSku, imageUrl, quantity, orderNumbers }, Thumb }: LineProps) {
  const shop = useDeskState(({ shops }) => shops.get(shopId) ?? null);
  return (
    <tr>
      <td>☐</td>
      <td>
        <span className={styles.item}>
          {shop !== null && <Thumb url={imageUrl} shop={shop} />}
          <span>
            {title}
            {variant !== null && <span className={styles.second}>{variant}</span>}
          </span>
        </span>
      </td>
      <td>{sellerSku ?? '–'}</td>
      <td className={styles.number}>
        <strong>{quantity}</strong>
      </td>
      <td>{orderNumbers.join(', ')}</td>
    </tr>
  );
}

function Parcel({
  order: { shopId, orderNumber, buyerName, items, sellerNote, carrier },
}: {
  readonly order: BookedOrder;
}) {
  const shop = useDeskState(({ shops }) => shops.get(shopId) ?? null);
  return (
    <tr>
      <td>☐</td>
      <td>
        {orderNumber}
        <span className={styles.second}>
          {[shop === null ? null : shopName(shop), carrier].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td>{buyerName}</td>
      <td>
        {items.map(({ productId, title, variant, sellerSku, quantity }) => (
          <span key={`${productId} ${variant} ${sellerSku}`} className={styles.row}>
            {quantity} × {[sellerSku, title, variant].filter(Boolean).join(' · ')}
          </span>
        ))}
      </td>
      <td>{sellerNote}</td>
    </tr>
  );
}
