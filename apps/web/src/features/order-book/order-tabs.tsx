import { BOOK_TABS, type BookTab } from '@pasar/domain';
import { useTranslation } from '../../base/texts/i18n.ts';
import page from '../../ui/list-page.module.css';
import { moveTab } from '../../ui/move-tab.ts';

const TAB_TEXTS = {
  all: 'tab.all',
  untreated: 'tab.untreated',
  treated: 'tab.treated',
  unpaid: 'tab.unpaid',
  toShip: 'tab.toShip',
  inTransit: 'tab.inTransit',
  finished: 'tab.finished',
  inCancel: 'tab.inCancel',
  cancelled: 'tab.cancelled',
  refund: 'tab.refund',
} as const satisfies Record<BookTab, string>;

export const ORDERS_ID = 'booked-orders';

/** The tabs of the orders, each with the number of its orders. */
export function OrderTabs({
  tab,
  counts,
  onTab,
}: {
  readonly tab: BookTab;
  readonly counts: Readonly<Record<BookTab, number>> | null;
  readonly onTab: (tab: BookTab) => void;
}) {
  const { t } = useTranslation('orderBook');
  return (
    <div className={page.tabs} role="tablist" aria-label={t('tab.label')} onKeyDown={moveTab}>
      {BOOK_TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          className={page.tab}
          aria-selected={one === tab}
          aria-controls={ORDERS_ID}
          tabIndex={one === tab ? 0 : -1}
          onFocus={() => one !== tab && onTab(one)}
          onClick={() => one !== tab && onTab(one)}
        >
          {t(TAB_TEXTS[one])}
          {counts !== null && <span className={page.count}> {counts[one]}</span>}
        </button>
      ))}
    </div>
  );
}
