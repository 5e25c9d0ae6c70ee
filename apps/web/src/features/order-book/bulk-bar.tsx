import { type BookedOrder, ORDER_BOOK_LIMITS } from '@pasar/api';
import { useState } from 'react';
import { useDesk } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/list-page.module.css';
import { answerable, ratable } from './bulk.ts';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';
import styles from './order-book.module.css';
import type { OrderBookParts } from './parts.ts';
import { PickListDialog } from './shipping/pick-list-dialog.tsx';
import { WaybillDialog } from './shipping/waybill-dialog.tsx';
import { withWaybill } from './shipping/waybills.ts';
import { useCopy } from './use-copy.ts';

interface BulkBarProps {
  readonly parts: OrderBookParts;
  /** The ticked orders that are in sight. */
  readonly orders: readonly BookedOrder[];
  readonly onDone: () => void;
}

type Shipped =
  | { readonly kind: 'waybills'; readonly orders: readonly BookedOrder[]; readonly left: number }
  | { readonly kind: 'pickList'; readonly orders: readonly BookedOrder[] };

/** What can be done with the ticked orders at once. */
export function BulkBar({ parts, orders, onDone }: BulkBarProps) {
  const { t } = useTranslation('orderBook');
  const locale = useLocale();
  const mayCare = useMay(['orderCare']);
  const copy = useCopy();
  const desk = useDesk();
  // The action keeps its orders: those that are done may leave the tab, and the ticked ones with them.
  const [action, setAction] = useState<BulkAction | null>(null);
  const [cared, setCared] = useState<readonly BookedOrder[] | null>(null);
  const [shipped, setShipped] = useState<Shipped | null>(null);
  const marketplaceOf = (shopId: BookedOrder['shopId']) => desk.state.get().shops.get(shopId)?.marketplace ?? null;
  const toRate = ratable(orders, marketplaceOf);
  const toAnswer = answerable(orders, marketplaceOf);
  const toPrint = withWaybill(orders, marketplaceOf);
  const isTooMany = orders.length > ORDER_BOOK_LIMITS.atOnce;
  return (
    <section className={styles.bulk} aria-label={t('bulk.label')}>
      <strong role="status">{t('bulk.picked', { count: orders.length })}</strong>
      <Button kind="plain" onClick={() => copy(...orders.map(({ orderNumber }) => orderNumber))}>
        {t('bulk.copy')}
      </Button>
      <Button
        kind="plain"
        aria-haspopup="dialog"
        disabled={isTooMany}
        onClick={() => setAction({ kind: 'rate', orders: toRate, left: orders.length - toRate.length })}
      >
        {t('bulk.rate', { count: toRate.length })}
      </Button>
      <Button
        kind="plain"
        aria-haspopup="dialog"
        disabled={isTooMany || toAnswer.length === 0}
        onClick={() => setAction({ kind: 'accept', orders: toAnswer, left: orders.length - toAnswer.length })}
      >
        {t('bulk.accept', { count: toAnswer.length })}
      </Button>
      <Button
        kind="plain"
        aria-haspopup="dialog"
        disabled={isTooMany || toAnswer.length === 0}
        onClick={() => setAction({ kind: 'refuse', orders: toAnswer, left: orders.length - toAnswer.length })}
      >
        {t('bulk.refuse', { count: toAnswer.length })}
      </Button>
      <Button
        kind="plain"
        aria-haspopup="dialog"
        disabled={isTooMany || toPrint.length === 0}
        onClick={() => setShipped({ kind: 'waybills', orders: toPrint, left: orders.length - toPrint.length })}
      >
        {t('bulk.waybills', { count: toPrint.length })}
      </Button>
      <Button
        kind="plain"
        aria-haspopup="dialog"
        disabled={isTooMany}
        onClick={() => setShipped({ kind: 'pickList', orders })}
      >
        {t('bulk.pickList')}
      </Button>
      <parts.ReasonedButton
        reason={mayCare ? null : reasonText('no_permission', locale)}
        onClick={() => setCared(orders)}
      >
        {t('bulk.care')}
      </parts.ReasonedButton>
      <Button kind="link" onClick={onDone}>
        {t('bulk.clear')}
      </Button>
      {isTooMany && <span className={page.reason}>{t('bulk.tooMany', { count: ORDER_BOOK_LIMITS.atOnce })}</span>}
      {shipped?.kind === 'waybills' && <WaybillDialog {...parts} {...shipped} onClose={() => setShipped(null)} />}
      {shipped?.kind === 'pickList' && (
        <PickListDialog {...parts} orders={shipped.orders} onClose={() => setShipped(null)} />
      )}
      {cared !== null && <parts.CareDialog orders={cared} onClose={() => setCared(null)} />}
      {action !== null && <BulkDialog action={action} onClose={() => setAction(null)} />}
    </section>
  );
}
