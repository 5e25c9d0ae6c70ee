import { ORDER_BOOK_LIMITS, ORDER_SORTS } from '@pasar/api';
import { useState } from 'react';
import { ShopFilter } from '../../base/shops/shop-filter.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/list-page.module.css';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { ArrangeDialog } from './arrange-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { EVERYTHING, isNarrow, type OrderFilter, type OrderSort, rarerCount, SPANS } from './filter.ts';
import styles from './order-book.module.css';
import { RarerFilters } from './rarer-filters.tsx';

const SPAN_TEXTS = { 1: 'span.today', 7: 'span.days7', 30: 'span.days30', 90: 'span.days90' } as const;
const SORT_TEXTS = {
  newest: 'sort.newest',
  oldest: 'sort.oldest',
  changed: 'sort.changed',
} as const satisfies Record<OrderSort, string>;

interface FilterBarProps {
  readonly filter: OrderFilter;
  /** The address of the filter. */
  readonly query: string;
  /** `replace`: the step back leads before it. */
  readonly onChange: (part: Partial<OrderFilter>, replace?: boolean) => void;
  readonly onView: (query: string) => void;
}

/** Narrows and sorts the orders. */
export function FilterBar({ filter, query, onChange, onView }: FilterBarProps) {
  const { t } = useTranslation('orderBook');
  const rarer = rarerCount(filter);
  const [isRarerOpen, setIsRarerOpen] = useState(rarer > 0);
  const [dialog, setDialog] = useState<'arrange' | null>(null);
  return (
    <search className={page.filters} aria-label={t('filter.label')}>
      <div className={page.line}>
        <SearchBox
          label={t('filter.words')}
          hint={t('filter.wordsHint')}
          mostLength={ORDER_BOOK_LIMITS.words}
          words={filter.words}
          onWords={(words) => onChange({ words }, true)}
        />
        <ShopFilter scope={filter} onChange={onChange} />
        <Select
          aria-label={t('filter.span')}
          value={filter.span ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              span: value === 'own' ? 'own' : (SPANS.find((days) => String(days) === value) ?? null),
              from: '',
              to: '',
            })
          }
        >
          <option value="">{t('span.all')}</option>
          {SPANS.map((days) => (
            <option key={days} value={days}>
              {t(SPAN_TEXTS[days])}
            </option>
          ))}
          <option value="own">{t('span.own')}</option>
        </Select>
        {filter.span === 'own' && (
          <span className={styles.dates}>
            <input
              type="date"
              aria-label={t('span.from')}
              value={filter.from}
              max={filter.to || undefined}
              onChange={({ currentTarget: { value } }) => onChange({ from: value }, true)}
            />
            <span aria-hidden="true">–</span>
            <input
              type="date"
              aria-label={t('span.to')}
              value={filter.to}
              min={filter.from || undefined}
              onChange={({ currentTarget: { value } }) => onChange({ to: value }, true)}
            />
          </span>
        )}
        <Button kind="plain" aria-expanded={isRarerOpen} onClick={() => setIsRarerOpen(!isRarerOpen)}>
          {rarer === 0 ? t('filter.more') : t('filter.moreOf', { count: rarer })}
        </Button>
        {isNarrow(filter) && (
          <Button kind="link" onClick={() => onChange({ ...EVERYTHING, tab: filter.tab, sort: filter.sort })}>
            {t('filter.clear')}
          </Button>
        )}
        <span className={page.space} />
        <Select
          aria-label={t('sort.label')}
          value={filter.sort}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sort: ORDER_SORTS.find((one) => one === value) ?? EVERYTHING.sort })
          }
        >
          {ORDER_SORTS.map((one) => (
            <option key={one} value={one}>
              {t(SORT_TEXTS[one])}
            </option>
          ))}
        </Select>
        <ExportButton filter={filter} />
        <Button kind="plain" aria-haspopup="dialog" onClick={() => setDialog('arrange')}>
          {t('arrange.button')}
        </Button>
      </div>
      {isRarerOpen && <RarerFilters filter={filter} onChange={onChange} />}
      {dialog === 'arrange' && <ArrangeDialog query={query} onView={onView} onClose={() => setDialog(null)} />}
    </search>
  );
}
