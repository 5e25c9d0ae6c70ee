import { isUnfinished, type Marketplace, ORDER_STATUSES, UNKNOWN } from '@pasar/domain';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { ORDER_TEXTS } from '../cards/order-texts.ts';
import styles from './orders.module.css';
import { ownStatusText } from './texts.ts';

interface OrderStatusProps {
  readonly status: string;
  /** The marketplace's own word; null where only a message told the status. */
  readonly wireStatus: string | null;
  /** Whose word it is; null while it is not known. */
  readonly marketplace: Marketplace | null;
}

/** The status of an order in the one vocabulary for all marketplaces; the marketplace's own word is its tip. */
export function OrderStatusWord({ status, wireStatus, marketplace }: OrderStatusProps) {
  const { t } = useTranslation('orders');
  const { t: cards } = useTranslation('cards');
  const locale = useLocale();
  const known = ORDER_STATUSES.find((one) => one === status);
  const own = wireStatus === null ? null : ownStatusText(wireStatus, marketplace, t);
  const tip =
    known === undefined
      ? reasonText('order_status_unknown', locale)
      : own === null
        ? null
        : t('status.own', { word: own });
  const stage = known === undefined || isUnfinished(known) ? 'open' : known === 'finished' ? 'done' : 'over';
  return (
    <span className={styles.status} data-stage={stage} data-tip={tip ?? undefined}>
      {known === undefined
        ? cards('order.unknown', { word: status === UNKNOWN ? (wireStatus ?? '') : status })
        : cards(ORDER_TEXTS[known])}
      {tip !== null && <span className="visually-hidden"> {tip}</span>}
    </span>
  );
}
