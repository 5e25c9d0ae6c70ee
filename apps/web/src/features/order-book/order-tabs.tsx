import { BOOK_TABS, type BookTab } from '@pasar/domain';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';

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
  const locale = useLocale();
  return (
    <PageTabs
      label={t('tab.label')}
      tabs={BOOK_TABS.map((one) => ({
        tab: one,
        text: t(TAB_TEXTS[one]),
        count: counts === null ? null : numberText(counts[one], locale),
      }))}
      chosen={tab}
      controls={ORDERS_ID}
      onTab={onTab}
    />
  );
}
