import type { CALLS, CallOutput } from '@pasar/api';
import { SEARCH_KINDS, type SearchKind } from '@pasar/domain';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';

export type Counts = CallOutput<typeof CALLS.search.searchEverything>['counts'];
export const LIST_ID = 'search-results';
const KIND_TEXTS = {
  message: 'kind.message',
  buyer: 'kind.buyer',
  order: 'kind.order',
  product: 'kind.product',
  note: 'kind.note',
  teamNote: 'kind.teamNote',
  remark: 'kind.remark',
} as const satisfies Record<SearchKind, string>;
export const tabText = (kind: SearchKind | null) => (kind === null ? 'tab.all' : KIND_TEXTS[kind]);

/** How many of a kind were found, as a person reads it; null for none. */
export function useCountText(counts: Counts): (kind: SearchKind) => string | null {
  const { t } = useTranslation('search');
  const locale = useLocale();
  return (kind) => {
    const count = counts.find((one) => one.kind === kind);
    if (count === undefined) return null;
    return count.isMore ? t('count.more', { count: count.found }) : numberText(count.found, locale);
  };
}

/** The kinds with their counts, and all of them together. */
export function KindTabs({
  chosen,
  counts,
  onKind,
}: {
  readonly chosen: SearchKind | null;
  readonly counts: Counts;
  readonly onKind: (kind: SearchKind | null) => void;
}) {
  const { t } = useTranslation('search');
  const countText = useCountText(counts);
  return (
    <PageTabs
      label={t('tab.label')}
      tabs={[null, ...SEARCH_KINDS].map((kind) => ({
        tab: kind,
        text: t(tabText(kind)),
        count: kind === null ? null : countText(kind),
      }))}
      chosen={chosen}
      controls={LIST_ID}
      onTab={onKind}
    />
  );
}
