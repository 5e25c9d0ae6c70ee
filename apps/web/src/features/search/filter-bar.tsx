import { SEARCH_WRITERS } from '@pasar/domain';
import { scopeValues } from '../../base/shops/scope-address.ts';
import { ShopFilter } from '../../base/shops/shop-filter.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/list-page.module.css';
import { Select } from '../../ui/select.tsx';
import { isNarrow, type SearchFilter, SPANS } from './filter.ts';
import styles from './search.module.css';

const WRITER_TEXTS = { buyer: 'writer.buyer', team: 'writer.team' } as const;
const SPAN_TEXTS = {
  1: 'span.today',
  7: 'span.days7',
  30: 'span.days30',
  90: 'span.days90',
  365: 'span.days365',
} as const;
const NONE = { writer: '', days: '', from: '', to: '', shops: '', marketplace: '', country: '' } as const;

/** What narrows the search beside its words. */
export function FilterBar({
  filter,
  onChange,
}: {
  readonly filter: SearchFilter;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}) {
  const { t } = useTranslation('search');
  return (
    <fieldset className={`${page.line} ${styles.filters}`} aria-label={t('filter')}>
      <Select
        aria-label={t('writer.label')}
        value={filter.writer ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ writer: value })}
      >
        <option value="">{t('writer.all')}</option>
        {SEARCH_WRITERS.map((writer) => (
          <option key={writer} value={writer}>
            {t(WRITER_TEXTS[writer])}
          </option>
        ))}
      </Select>
      <ShopFilter scope={filter.scope} onChange={(part) => onChange(scopeValues(part))} />
      <Select
        aria-label={t('span.label')}
        value={filter.span ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ days: value, from: '', to: '' })}
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
        <>
          <input
            type="date"
            className={styles.date}
            aria-label={t('span.from')}
            value={filter.from}
            max={filter.to || undefined}
            onChange={({ currentTarget: { value } }) => onChange({ from: value })}
          />
          <span aria-hidden="true">–</span>
          <input
            type="date"
            className={styles.date}
            aria-label={t('span.to')}
            value={filter.to}
            min={filter.from || undefined}
            onChange={({ currentTarget: { value } }) => onChange({ to: value })}
          />
        </>
      )}
      {isNarrow(filter) && (
        <Button kind="link" onClick={() => onChange(NONE)}>
          {t('clear')}
        </Button>
      )}
    </fieldset>
  );
}
