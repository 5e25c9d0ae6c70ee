import type { AfterSalesCase, ShopView } from '@pasar/api';
import { UNKNOWN } from '@pasar/domain';
import type { ReactNode } from 'react';
import { durationText } from '../../base/texts/duration-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './after-sales.module.css';
import type { AfterSalesParts } from './parts.ts';
import { REASON_TEXTS, STATUS_TEXTS } from './texts.ts';

/** An answer is urgent when it is due within a day (our choice). */
const URGENT_MS = 86_400_000;

interface CaseReasonProps extends Pick<AfterSalesParts, 'CancelReason'> {
  readonly one: AfterSalesCase;
  readonly shop: ShopView | null;
}

/** Why, in words; the marketplace's own word where Pasar does not know it. */
export function CaseReason(props: CaseReasonProps): ReactNode {
  const { CancelReason, one, shop } = props;
  const { t } = useTranslation('afterSales');
  if (one.returned !== null) {
    const { reason, wireReason } = one.returned;
    return reason === UNKNOWN ? t('reason.unknown', { word: wireReason }) : t(REASON_TEXTS[reason]);
  }
  if (one.cancelReason === null || shop === null) return t('reason.none');
  return <CancelReason word={one.cancelReason} shop={shop} />;
}

export function useStatus(one: AfterSalesCase): string {
  const { t } = useTranslation('afterSales');
  if (one.returned === null) return t(one.kind === 'cancel' ? 'status.cancelAsked' : 'status.refundAsked');
  const { status, wireStatus } = one.returned;
  return status === UNKNOWN ? t('status.unknown', { word: wireStatus }) : t(STATUS_TEXTS[status]);
}

/** Somebody must answer the case by a time that the marketplace tells. */
export const isDue = ({ respondBy, isOpen }: AfterSalesCase): boolean => respondBy !== null && isOpen;

/** How much time is left for the answer. */
export function TimeLeft({ one: { respondBy, isOpen } }: { readonly one: AfterSalesCase }) {
  const { t } = useTranslation('afterSales');
  const locale = useLocale();
  const now = useNow();
  if (respondBy === null || !isOpen) return null;
  const left = respondBy - now;
  const urgency = left <= 0 ? 'over' : left <= URGENT_MS ? 'soon' : 'calm';
  return (
    <time
      className={styles.left}
      data-urgency={urgency}
      dateTime={new Date(respondBy).toISOString()}
      data-tip={fullTime(respondBy)}
    >
      {left <= 0
        ? t('due.over', { duration: durationText(-left, locale) })
        : t('due.left', { duration: durationText(left, locale) })}
    </time>
  );
}
