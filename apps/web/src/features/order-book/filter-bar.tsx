import { ORDER_BOOK_LIMITS, ORDER_SORTS } from '@pasar/api';
import { MARKETPLACE_NAMES, MARKETPLACES } from '@pasar/domain';
import { useEffect, useRef, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { ArrangeDialog } from './arrange-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { EVERYTHING, isNarrow, type OrderFilter, type OrderSort, rarerCount, SPANS } from './filter.ts';
import styles from './order-book.module.css';
import { RarerFilters } from './rarer-filters.tsx';
import { ShopsDialog } from './shops-dialog.tsx';

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
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const countries = [...new Set([...shops.values()].map(({ country }) => country))].toSorted();
  const rarer = rarerCount(filter);
  const [isRarerOpen, setIsRarerOpen] = useState(rarer > 0);
  const [dialog, setDialog] = useState<'shops' | 'arrange' | null>(null);
  return (
    <search className={styles.filters} aria-label={t('filter.label')}>
      <div className={styles.line}>
        <Words words={filter.words} onWords={(words) => onChange({ words }, true)} />
        <Button kind="plain" aria-haspopup="dialog" onClick={() => setDialog('shops')}>
          {filter.shopIds.length === 0 ? t('filter.shops') : t('filter.shopsOf', { count: filter.shopIds.length })}
        </Button>
        <Select
          aria-label={t('filter.marketplace')}
          value={filter.marketplace ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ marketplace: MARKETPLACES.find((one) => one === value) ?? null })
          }
        >
          <option value="">{t('filter.marketplaceAll')}</option>
          {MARKETPLACES.map((one) => (
            <option key={one} value={one}>
              {MARKETPLACE_NAMES[one]}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('filter.country')}
          value={filter.country ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ country: countries.find((one) => one === value) ?? null })
          }
        >
          <option value="">{t('filter.countryAll')}</option>
          {countries.map((one) => (
            <option key={one} value={one}>
              {countryName(one)}
            </option>
          ))}
        </Select>
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
        <span className={styles.space} />
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
      {dialog === 'shops' && (
        <ShopsDialog
          chosen={filter.shopIds}
          onChosen={(shopIds) => onChange({ shopIds })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'arrange' && <ArrangeDialog query={query} onView={onView} onClose={() => setDialog(null)} />}
    </search>
  );
}

/** A pause this long in typing begins the search (our choice). */
const TYPED_MS = 250;

function Words({ words, onWords }: { readonly words: string; readonly onWords: (words: string) => void }) {
  const { t } = useTranslation('orderBook');
  const [typed, setTyped] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onWords);
  tell.current = onWords;
  // The address leads: a saved view, a cleared filter or a step back changes the words.
  useEffect(() => setTyped(words), [words]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      className={styles.search}
      aria-label={t('filter.words')}
      placeholder={t('filter.wordsHint')}
      maxLength={ORDER_BOOK_LIMITS.words}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => tell.current(value), TYPED_MS);
      }}
    />
  );
}
