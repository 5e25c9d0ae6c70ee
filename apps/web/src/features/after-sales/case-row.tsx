import type { AfterSalesCase } from '@pasar/api';
import { useDeskState } from '../../base/desk.tsx';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { durationText } from '../../base/texts/duration-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import page from '../../ui/list-page.module.css';
import section from '../../ui/section.module.css';
import { useNow } from '../../ui/use-now.ts';
import styles from './after-sales.module.css';
import { CaseReason, TimeLeft, useStatus } from './case-words.tsx';
import type { AfterSalesParts } from './parts.ts';
import { KIND_TEXTS } from './texts.ts';

interface CaseRowProps {
  readonly parts: AfterSalesParts;
  readonly one: AfterSalesCase;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** A case: what it is about, why, how much, and how long it may wait. The whole row opens it. */
export function CaseRow({ parts: { Thumb, CancelReason }, one, isOpen, onOpen }: CaseRowProps) {
  const { t } = useTranslation('afterSales');
  const locale = useLocale();
  const now = useNow();
  const shop = useDeskState(({ shops }) => shops.get(one.shopId) ?? null);
  const status = useStatus(one);
  const [item] = one.items;
  return (
    <tr data-open={isOpen} onClick={onOpen}>
      <td>
        <span className={styles.kind} data-kind={one.kind}>
          {t(KIND_TEXTS[one.kind])}
        </span>
      </td>
      <td>
        <TimeLeft one={one} />
      </td>
      <td>
        <button type="button" className={styles.number} aria-expanded={isOpen}>
          {one.orderNumber ?? one.orderId}
        </button>
        <span className={`${section.second} ${page.cut}`}>{one.buyerName}</span>
      </td>
      <td>
        <ShopCell shop={shop} />
      </td>
      <td>
        <span className={page.withMark}>
          {shop !== null && (
            <span className={page.thumb}>
              <Thumb url={item?.imageUrl ?? null} shop={shop} />
            </span>
          )}
          <span className={page.lines}>
            <span className={page.cut}>
              <CaseReason CancelReason={CancelReason} one={one} shop={shop} />
            </span>
            <span className={`${section.second} ${page.cut}`}>{one.returned?.buyerText ?? item?.title}</span>
          </span>
        </span>
      </td>
      <td className={styles.amount}>{moneyText(one.amount, locale)}</td>
      <td>
        <span className={page.cut}>{status}</span>
        <span className={section.second} data-tip={fullTime(one.since)}>
          {t('since', { duration: durationText(now - one.since, locale) })}
        </span>
      </td>
    </tr>
  );
}
